"""Turns, the End Phase, flags, and who has won."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulebooks.stacks.games import LAND, Game, game, start

import banneret
from banneret.kernel.viewer import REFEREE, SPECTATOR, viewer_of
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.army.single_battles import read_battle
from banneret.rulebooks.stacks.board.control import controls, flags_of, raise_flags
from banneret.rulebooks.stacks.board.knowledge import shown_size
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.leaving.victory import is_out, strength_of
from banneret.rulebooks.stacks.state import NOBODY, State
from banneret.rulebooks.stacks.turn.end_phase import next_side
from banneret.testing import Script

CORNERS = {"west": "A1", "east": "E5"}


def ended(playing: Game) -> tuple[tuple[int, ...], str]:
    assert playing.state.outcome is not None
    return playing.state.outcome.winners, playing.state.outcome.rule


def at_end(west: dict[str, str], east: dict[str, str], **fields: object) -> Game:
    """The west's End Phase."""
    options: dict[str, object] = {"capitals": CORNERS, "stage": stages.END}
    options.update(fields)
    return game(LAND, west, east, **options)  # type: ignore[arg-type]


def flags(*names: str) -> Callable[[State], None]:
    """The west's flag in these hexes."""

    def hoist(state: State) -> None:
        for name in names:
            state.standards[state.setting.grid.named(name)] = 0

    return hoist


# ---------------------------------------------------------------- turns


@pytest.mark.rule("stacks:turn.phases", "stacks:turn.active")
def test_the_seven_phases_follow_one_another_and_the_turn_passes() -> None:
    playing = game(
        LAND,
        {"B2": "elves with oathsword", "C3": "knights"},
        {"C3": "orcs", "D4": "goblins"},
        capitals=CORNERS,
        reserve={"west": "militia"},
        recruits_per_turn=1,
        artifact_draws=True,
        hand_limit=0,
        spells_per_turn=1,
        lists={"west": "Plains"},
        stage=stages.RECRUIT,
    )
    met: list[tuple[int, str]] = []
    playing.play()
    while not met or playing.state.active == 0:
        decisions = playing.decisions
        met.append((playing.state.stage, decisions[0].kind))
        done = decisions[0].check(("done",)) is None
        playing.play(*[("done",) if done else decision.default() for decision in decisions])
        if len(met) > 60:
            break
    order = [stage for stage, _ in met]
    assert order == sorted(order)
    kinds = [kind for _, kind in met]
    for earlier, later in zip(
        ("recruit", "deploy", "exchange", "move", "look", "reveal"),
        ("deploy", "exchange", "move", "look", "reveal", "discard"),
        strict=True,
    ):
        assert kinds.index(earlier) < kinds.index(later)
    assert playing.state.active == 1
    assert playing.state.turn == 1  # of each player
    assert playing.state.clock == 2


@pytest.mark.rule("stacks:turn.phases")
def test_a_turn_is_counted_when_all_have_had_it() -> None:
    playing = game(LAND, {"B2": "elves"}, {"D4": "orcs"}, capitals=CORNERS)
    seen = []
    for _ in range(5):
        playing.play()
        seen.append((playing.state.turn, playing.state.active))
        playing.play(("done",))
    assert seen == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]


# ---------------------------------------------------------------- control and flags


@pytest.mark.rule("stacks:turn.control")
def test_a_hex_is_held_by_who_is_alone_in_it() -> None:
    playing = at_end({"B2": "elves", "C3": "elves"}, {"C3": "orcs", "D4": "goblins"}, objectives=[[4, 0]])
    state = playing.state
    assert controls(state, 0, playing.hex("B2"))
    assert not controls(state, 1, playing.hex("B2"))
    assert not controls(state, 0, playing.hex("C3"))
    assert not controls(state, 0, playing.hex("E1"))
    state.standards[playing.hex("E1")] = 0
    assert controls(state, 0, playing.hex("E1"))  # by its flag
    state.standards[playing.hex("D4")] = 0
    assert not controls(state, 0, playing.hex("D4"))  # an enemy is in it
    assert controls(state, 1, playing.hex("D4"))


@pytest.mark.rule("stacks:turn.control", "stacks:setup.scenario")
def test_capitals_begin_with_their_owners_flag_and_objectives_with_none() -> None:
    playing = start("two_banners")
    state = playing.state
    flags = {
        state.setting.grid.names[hex_]: flag for hex_, flag in enumerate(state.standards) if flag != NOBODY
    }
    assert flags == {"A3": 0, "E3": 1}


@pytest.mark.rule("stacks:turn.control", "stacks:turn.end")
def test_flags_go_up_at_each_end_phase_where_somebody_holds_the_hex_and_stay() -> None:
    playing = at_end(
        {"B2": "elves", "C3": "elves"},
        {"C3": "orcs", "D4": "goblins"},
        objectives=[[1, 1], [2, 2], [3, 3], [4, 0]],
    )
    playing.play()
    standards = playing.state.standards
    assert standards[playing.hex("B2")] == 0
    assert standards[playing.hex("C3")] == NOBODY  # contested
    assert standards[playing.hex("D4")] == 1  # also the other side's, in this same End Phase
    assert standards[playing.hex("E1")] == NOBODY
    playing.play(("done",)).skip_to("move")  # the east's turn is over
    playing.play(("move", (0,), ("C2",))).play(("done",)).play()
    assert playing.state.standards[playing.hex("B2")] == 0  # though he left
    assert raise_flags(playing.state) == []


@pytest.mark.rule("stacks:turn.control")
def test_an_objective_that_is_entered_changes_its_flag_at_the_end() -> None:
    playing = game(LAND, {"B2": "elves"}, {"D4": "orcs"}, capitals=CORNERS, objectives=[[2, 2]])
    with playing.arranging() as state:
        state.standards[playing.hex("C3")] = 0
    playing.play(("done",)).play(("move", (1,), ("C4",))).play(("done",)).play(("done",)).play()
    playing.play(("move", (1,), ("C3",)))
    assert playing.state.standards[playing.hex("C3")] == 0  # not yet
    playing.play(("done",))
    assert playing.state.standards[playing.hex("C3")] == 1
    assert "East raised a flag at C3." in playing.told(0)


# ---------------------------------------------------------------- the End Phase


@pytest.mark.rule("stacks:turn.end", "stacks:cannibal.duration")
def test_cannibal_bonuses_end() -> None:
    def fed(state: State) -> None:
        for unit in state.units:
            if state.setting.kinds[unit.kind].cannibal:
                unit.devoured = 2

    playing = at_end({"B2": "ghouls"}, {"D4": "trolls"}, before=fed).play()
    assert [unit.devoured for unit in playing.state.units] == [0, 0]


@pytest.mark.rule("stacks:turn.end", "stacks:paralyze.duration")
def test_paralysis_wears_off_at_the_end_of_the_owners_turns() -> None:
    def hold(state: State) -> None:
        now = state.clock
        for number, (turns, since) in enumerate([(1, now - 1), (2, now - 1), (1, now), (0, 0)]):
            state.units[number].held_turns, state.units[number].held_since = turns, since
        state.units[4].held_turns, state.units[4].held_since = 1, now - 1  # the other side's

    playing = at_end({"B2": "4 orcs"}, {"D4": "goblins"}, before=hold).play()
    assert [unit.held_turns for unit in playing.state.units] == [0, 1, 1, 0, 1]
    assert playing.told(1, "freed") == []
    assert playing.told(0, "freed") == ["The Orcs at B2 can be used again."]
    playing.skip_to("move").play(("done",)).play()  # the east's End Phase
    assert [unit.held_turns for unit in playing.state.units] == [0, 1, 1, 0, 0]
    playing.play(("done",)).play()
    assert [unit.held_turns for unit in playing.state.units] == [0, 0, 0, 0, 0]


@pytest.mark.rule("stacks:turn.end", "stacks:hidden.hand", "stacks:spell.discard")
def test_the_active_side_discards_down_to_the_limit_openly() -> None:
    playing = at_end(
        {"B2": "elves"},
        {"D4": "goblins"},
        hand_limit=2,
        spells={
            "west": "farsight, farsight, mist_step, fire_lance",
            "east": "farsight, mist_step, fire_lance",
        },
    ).play()
    assert playing.decisions[0].side == 0
    assert set(playing.options()) == {
        ("discard", "farsight"),
        ("discard", "mist_step"),
        ("discard", "fire_lance"),
    }
    assert playing.decisions[0].default() == ("discard", "farsight")
    playing.play(("discard", "mist_step")).play(("discard", "farsight"))
    names = [playing.state.setting.spell_kinds[kind].id for kind in playing.state.hands[0]]
    assert sorted(names) == ["farsight", "fire_lance"]
    assert len(playing.state.hands[1]) == 3  # not his turn
    assert len(playing.state.spell_discards) == 2
    assert "West discarded Mist Step." in playing.told(1)
    assert playing.decisions[0].kind == "move"
    assert playing.state.active == 1


@pytest.mark.rule("stacks:turn.end", "stacks:win.capital")
def test_flags_come_before_discards_and_these_before_the_goal() -> None:
    playing = at_end({"E5": "elves"}, {"D4": "goblins"}, hand_limit=0, spells={"west": "farsight"}).play()
    assert playing.decisions[0].kind == "discard"
    told = playing.told()
    assert "West raised a flag at the East capital (E5)." in told
    assert "West discarded Farsight." not in told
    assert not playing.is_over
    playing.play(("discard", "farsight"))
    assert ended(playing) == ((0,), "stacks:win.capital")


# ---------------------------------------------------------------- goals


@pytest.mark.rule("stacks:win.capital")
def test_who_has_the_flag_on_the_enemy_capital_wins() -> None:
    assert ended(at_end({"E5": "griffons"}, {"D4": "goblins"}).play()) == ((0,), "stacks:win.capital")
    assert ended(at_end({"B2": "elves"}, {"A1": "orcs"}).play()) == (
        (1,),
        "stacks:win.capital",
    )  # in any End Phase
    both = at_end({"E5": "griffons"}, {"A1": "orcs"}).play()
    assert ended(both) == ((0,), "stacks:win.capital")  # the active side is looked at first
    contested = at_end({"E5": "griffons"}, {"E5": "orcs"}).play()
    assert contested.state.outcome is None


@pytest.mark.rule("stacks:win.capital")
def test_the_capital_matters_only_where_it_is_the_goal() -> None:
    playing = at_end({"E5": "griffons"}, {"D4": "goblins"}, goal="objectives", objectives=[[0, 4]]).play()
    assert playing.state.outcome is None


@pytest.mark.rule("stacks:win.objectives")
def test_all_objectives_win_at_an_end_phase() -> None:
    fields = {"goal": "objectives", "objectives": [[1, 1], [2, 2], [0, 4]]}
    long_ago = flags("A5")
    playing = at_end({"B2": "elves", "C3": "elves"}, {"D4": "goblins"}, before=long_ago, **fields)
    assert ended(playing.play()) == ((0,), "stacks:win.objectives")
    lacking = at_end({"B2": "elves", "C3": "elves"}, {"D4": "goblins"}, **fields).play()
    assert lacking.state.outcome is None

    def all_flags(state: State) -> None:
        assert len(state.setting.objectives) == 5
        for hex_ in state.setting.objectives:
            state.standards[hex_] = 0
        town = state.setting.grid.named("G3")
        destroy(state, Script(), list(state.stacks[1][town]), "stacks:roll.removal")  # nobody holds it

    west = start("narrow_sea", stage=stages.END, before=all_flags)
    assert ended(west) == ((0,), "stacks:win.objectives")


@pytest.mark.rule("stacks:win.archmage")
def test_who_loses_the_archmage_loses_at_once() -> None:
    playing = game(
        LAND, {"B2": "archmage, elves"}, {"D4": "archmage, orcs"}, capitals=CORNERS, goal="archmage"
    )
    with playing.arranging() as state:
        destroy(state, Script(), [playing.unit("elves")], "stacks:roll.removal")
    assert playing.state.outcome is None
    with playing.arranging() as state:
        destroy(state, Script(), [playing.unit("archmage", 1)], "stacks:roll.removal")
    assert ended(playing) == ((0,), "stacks:win.archmage")


@pytest.mark.rule("stacks:win.archmage")
def test_two_archmages_at_the_same_moment_are_a_draw() -> None:
    playing = game(LAND, {"B2": "archmage"}, {"D4": "archmage"}, capitals=CORNERS, goal="archmage")
    with playing.arranging() as state:
        destroy(state, Script(), [0, 1], "stacks:roll.removal")
    assert ended(playing) == ((), "stacks:win.archmage")


@pytest.mark.rule("stacks:win.archmage")
def test_an_archmage_in_reserve_is_alive_and_elsewhere_it_decides_nothing() -> None:
    playing = game(
        LAND,
        {"B2": "elves"},
        {"D4": "archmage"},
        capitals=CORNERS,
        goal="archmage",
        reserve={"west": "archmage"},
        stage=stages.END,
    ).play()
    assert playing.state.outcome is None
    other = game(LAND, {"B2": "archmage, elves"}, {"D4": "orcs"}, capitals=CORNERS)
    with other.arranging() as state:
        destroy(state, Script(), [0], "stacks:roll.removal")
    assert other.state.outcome is None


@pytest.mark.rule("stacks:win.archmage", "stacks:end.calloff")
def test_the_game_ends_in_the_middle_of_the_battle() -> None:
    playing = game(
        LAND,
        {"C3": "storm_giants, elves", "A2": "archmage"},
        {"C3": "archmage, orcs"},
        capitals=CORNERS,
        goal="archmage",
        stage=stages.BATTLE,
    ).play_defaults("reveal")
    giants, archmage = playing.unit("storm_giants"), playing.unit("archmage", 1)
    playing.play(("reveal", giants), ("reveal", archmage)).play_defaults("support")
    playing.play(*[decision.default() for decision in playing.decisions], dice=[6, 1])
    playing.play(("accept",))
    assert ended(playing) == ((0,), "stacks:win.archmage")


@pytest.mark.rule("stacks:win.annihilation")
def test_who_has_nobody_left_on_the_map_and_in_reserve_loses() -> None:
    def gone(west: dict[str, str], east: dict[str, str], **fields: object) -> Game:
        playing = at_end(west, east, **fields)
        with playing.arranging() as state:
            destroy(state, Script(), playing.units("orcs", 1), "stacks:roll.removal")
        return playing.play()

    assert ended(gone({"B2": "elves"}, {"D4": "orcs"})) == ((0,), "stacks:win.annihilation")
    assert ended(gone({"B2": "elves"}, {"D4": "orcs"}, goal="objectives", objectives=[[0, 4]])) == (
        (0,),
        "stacks:win.annihilation",
    )
    assert gone({"B2": "elves"}, {"D4": "orcs"}, reserve={"east": "goblins"}).state.outcome is None
    assert gone({"B2": "elves"}, {"D4": "orcs", "E5": "goblins"}).state.outcome is None


@pytest.mark.rule("stacks:win.annihilation")
def test_nobody_left_at_all_is_a_draw_and_not_before_the_end_phase() -> None:
    def lose_all(state: State) -> None:
        destroy(state, Script(), [0, 1], "stacks:roll.removal")
        assert state.outcome is None
        assert is_out(state, 0)

    playing = at_end({"B2": "elves"}, {"D4": "orcs"}, before=lose_all)
    assert ended(playing) == ((), "stacks:win.annihilation")


@pytest.mark.rule("stacks:win.limit")
def test_at_the_limit_flags_decide() -> None:
    def last_turn(state: State) -> None:
        state.turn, state.active, state.begun = 8, 1, 0
        state.standards[state.setting.grid.named("C3")] = 1  # the ford

    playing = start("two_banners", stage=stages.END, before=last_turn)
    assert ended(playing) == ((1,), "stacks:win.limit")
    assert "Groves 1, Halls 2" in (playing.state.outcome.reason if playing.state.outcome else "")


@pytest.mark.rule("stacks:win.limit")
def test_both_sides_have_their_last_turn() -> None:
    playing = start("two_banners", stage=stages.END)
    with playing.arranging() as state:
        state.turn = 8
    assert playing.play().state.outcome is None  # groves began, halls still has its eighth turn
    assert playing.state.active == 1


@pytest.mark.rule("stacks:win.limit")
def test_then_strength_on_the_map_decides_then_nothing() -> None:
    def last(west: dict[str, str], east: dict[str, str], **fields: object) -> Game:
        return at_end(west, east, turn_limit=1, before=lambda state: setattr(state, "active", 1), **fields)

    stronger = last({"B2": "dwarves, walled_town"}, {"D4": "goblins"}, reserve={"east": "3 storm_giants"})
    assert ended(stronger) == ((0,), "stacks:win.limit")  # 5 + 5 against 3; the Reserve does not count
    assert ended(last({"B2": "elves"}, {"D4": "centaurs"})) == ((), "stacks:win.limit")  # 4 against 4
    flagged = last({"B2": "goblins"}, {"D4": "storm_giants"}, objectives=[[1, 1]])
    assert ended(flagged) == ((0,), "stacks:win.limit")


@pytest.mark.rule("stacks:win.limit")
def test_a_capital_that_is_an_objective_counts_once() -> None:
    playing = at_end({"B2": "elves"}, {"D4": "orcs"}, objectives=[[0, 0], [1, 1]], before=flags("B2"))
    assert flags_of(playing.state, 0) == 2
    assert flags_of(playing.state, 1) == 1
    assert strength_of(playing.state, 0) == 4


# ---------------------------------------------------------------- three and four sides


FOUR = {"west": "A1", "east": "E5", "north": "E1", "south": "A5"}


def four(**fields: object) -> Game:
    options: dict[str, object] = {"capitals": FOUR, "stage": stages.END}
    options.update(fields)
    return game(
        LAND, {"B2": "elves"}, {"D4": "orcs"}, north={"D2": "dwarves"}, south={"B4": "ents"}, **options
    )  # type: ignore[arg-type]


def lose(state: State, *sides: int) -> None:
    doomed = [unit.id for unit in state.units if unit.side in sides and unit.place >= 0]
    destroy(state, Script(), doomed, "stacks:roll.removal")


@pytest.mark.rule("stacks:win.annihilation", "stacks:turn.phases")
def test_a_side_that_is_out_is_passed_over_and_the_last_one_wins() -> None:
    playing = four(before=lambda state: lose(state, 1))
    assert playing.play().state.outcome is None
    assert playing.state.active == 2
    with playing.arranging() as state:
        state.stage = stages.END
        lose(state, 0, 3)
    assert ended(playing.play()) == ((2,), "stacks:win.annihilation")


@pytest.mark.rule("stacks:turn.phases", "stacks:win.limit")
def test_turns_are_counted_round_all_sides_still_in_the_game() -> None:
    playing = four(turn_limit=2, before=lambda state: lose(state, 0))  # who began
    turns = []
    while playing.play().state.outcome is None and len(turns) < 20:
        turns.append((playing.state.turn, playing.state.active))
        playing.play(("done",))
    assert turns == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    assert ended(playing)[1] == "stacks:win.limit"


@pytest.mark.rule("stacks:win.capital")
def test_with_four_sides_every_capital_of_those_still_in_is_wanted() -> None:
    playing = four(before=flags("E5", "E1"))
    assert playing.play().state.outcome is None
    with playing.arranging() as state:
        state.stage = stages.END
        state.active = 0
        lose(state, 3)
    assert ended(playing.play()) == ((0,), "stacks:win.capital")


@pytest.mark.rule("stacks:win.archmage")
def test_with_four_sides_who_loses_the_archmage_is_out() -> None:
    playing = game(
        LAND,
        {"B2": "archmage, elves"},
        {"D4": "archmage, orcs with oathsword"},
        north={"D2": "archmage"},
        south={"B4": "archmage"},
        capitals=FOUR,
        goal="archmage",
        reserve={"east": "goblins"},
        spells={"east": "farsight"},
    )
    with playing.arranging() as state:
        destroy(state, Script(), [playing.unit("archmage", 1)], "stacks:roll.removal")
    state = playing.state
    assert state.outcome is None
    assert is_out(state, 1)
    assert state.artifacts[0].holder == NOBODY
    assert state.hands[1] == []
    assert len(state.spell_discards) == 1
    destroy(state, Script(), [playing.unit("archmage", 0)], "stacks:roll.removal")
    assert state.outcome is None
    destroy(state, Script(), [playing.unit("archmage", 2)], "stacks:roll.removal")
    assert ended(playing) == ((3,), "stacks:win.archmage")


@pytest.mark.rule("stacks:turn.active")
def test_who_follows_whom() -> None:
    state = four(stage=stages.MOVE).state
    assert next_side(state) == (1, False)
    state.active = 3
    assert next_side(state) == (0, True)
    state.begun = 2
    state.active = 1
    assert next_side(state) == (2, True)


# ---------------------------------------------------------------- single battles


@pytest.mark.rule("stacks:setup.battle-only")
def test_a_single_battle_is_won_by_leaving_nobody() -> None:
    won = (
        start(read_battle("Storm Giants", "Goblins"))
        .play_defaults("support")
        .play(*[("support",)] * 2, dice=[6, 1])
    )
    assert ended(won.play_defaults()) == ((0,), "stacks:setup.battle-only")
    lost = (
        start(read_battle("Goblins", "Storm Giants"))
        .play_defaults("support")
        .play(*[("support",)] * 2, dice=[1, 6])
    )
    assert ended(lost.play_defaults()) == ((1,), "stacks:setup.battle-only")


@pytest.mark.rule("stacks:setup.battle-only", "stacks:retreat.who-moves")
def test_a_retreat_loses_a_single_battle_even_if_a_site_stays() -> None:
    playing = start(read_battle("Storm Giants", "Dwarf Hall, Dwarves, Goblins")).play_defaults("retreat")
    goblins = playing.unit("goblins", 1)
    assert ("retreat", goblins, "away") in playing.options()
    playing.play(("retreat", goblins, "away"))
    assert ended(playing) == ((0,), "stacks:setup.battle-only")
    assert playing.stack("A1", 1) == ["dwarf_hall"]


@pytest.mark.rule("stacks:setup.battle-only", "stacks:end.calloff")
def test_calling_off_loses_a_single_battle() -> None:
    playing = start(read_battle("2 Dwarves", "2 Dwarves")).play_defaults("support")
    playing.play(*[("support",)] * 2, dice=[3, 3]).play_defaults("calloff")
    playing.play(("calloff",))
    assert ended(playing) == ((1,), "stacks:setup.battle-only")


@pytest.mark.rule("stacks:setup.battle-only", "stacks:end.mutual")
def test_nobody_left_is_a_draw() -> None:
    playing = start("lone_stare").play_defaults("paralyze")
    both = [(order[0], order[1]) for order in (("paralyze", 0), ("paralyze", 1))]
    playing.play(*both)
    assert ended(playing.play_defaults()) == ((), "stacks:setup.battle-only")


# ---------------------------------------------------------------- options that touch the map


@pytest.mark.rule("stacks:opt.standing-contest")
def test_a_standing_contest_may_be_declined_unless_it_was_reinforced() -> None:
    def contest(value: str, reinforce: bool) -> Game:
        playing = game(
            LAND,
            {"C3": "elves", "B3": "2 ents"},
            {"C3": "orcs", "D4": "goblins"},
            capitals=CORNERS,
            options={"standing-contest": value},
        )
        ents = playing.units("ents")
        if reinforce:
            playing.play(("move", (ents[0],), ("C3",)))
        return playing.play(("done",))

    declined = contest("may-decline", False).skip_to("battle")
    assert set(declined.options()) == {("fight", "C3"), ("pass", "C3")}
    declined.play(("pass", "C3"))
    assert declined.state.active == 1  # no battle
    assert contest("may-decline", True).skip_to("reveal").state.fight is not None
    assert contest("fight", False).skip_to("reveal").state.fight is not None


@pytest.mark.rule("stacks:opt.standing-contest")
def test_a_hex_entered_this_turn_is_no_standing_contest() -> None:
    playing = game(
        LAND,
        {"B3": "elves"},
        {"C3": "orcs", "D4": "goblins"},
        capitals=CORNERS,
        options={"standing-contest": "may-decline"},
    )
    assert playing.state.contested == []
    playing.play(("move", (0,), ("C3",))).play(("done",)).skip_to("reveal")
    assert playing.state.fight is not None


@pytest.mark.rule("stacks:opt.standing-contest")
def test_what_was_contested_is_noted_when_the_turn_begins() -> None:
    playing = game(
        LAND,
        {"C3": "elves", "B2": "ents"},
        {"C3": "orcs", "D4": "goblins"},
        capitals=CORNERS,
        options={"standing-contest": "may-decline"},
    )
    assert playing.state.contested == [playing.hex("C3")]
    playing.play(("move", (1,), ("C2",)))
    assert playing.state.reinforced == []
    playing.play(("done",)).skip_to("battle").play(("pass", "C3"))
    assert playing.state.active == 1
    assert playing.state.contested == [playing.hex("C3")]


@pytest.mark.rule("stacks:opt.stack-size", "stacks:hidden.stack")
def test_the_size_of_a_stack_is_hidden_or_shown() -> None:
    for value, seen in (("hidden", -1), ("shown", 4)):
        playing = game(LAND, {"B2": "3 elves, walled_town"}, {"D4": "orcs"}, options={"stack-size": value})
        assert shown_size(playing.state, 0, playing.hex("B2"), viewer_of(1)) == seen
        assert shown_size(playing.state, 0, playing.hex("B2"), viewer_of(0)) == 4
        assert shown_size(playing.state, 0, playing.hex("B2"), SPECTATOR) == seen
        assert shown_size(playing.state, 0, playing.hex("B2"), REFEREE) == 4


def test_a_single_battle_says_who_has_nobody_left() -> None:
    battle = banneret.start("stacks", "first_blood", seed="paper")
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    assert battle.outcome is not None
    loser = battle.scene().sides[1 - battle.outcome.winners[0]].name
    assert battle.outcome.reason == f"{loser} has nobody left"
    assert battle.state.outcome.reason == f"nobody is left to {loser}"  # as records of old have it
