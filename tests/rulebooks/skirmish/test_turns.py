"""The start of a turn, the Deploy Phase, Ready, the setup, and battles by four."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import battle, deck, names_of, recruits, step
from rulebooks.skirmish.playing import PASS, play
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.viewer import SPECTATOR, viewer_of
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.army.scenarios import open_battle, read_scenario
from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.setup.starting import start_of
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.ending import end_turn, final_count
from banneret.rulebooks.skirmish.view.questions import question

ROWS = ("ssssss..", "ssssss..", "........", "........", "....#...", "........", "..ssssss", "..ssssss")


def deploying(supply: int = 10) -> Yard:
    yard = Yard(drawn(*ROWS), active=CORMYR)
    yard.state.stage = stages.DEPLOY
    yard.state.armies[CORMYR].supply = supply
    return yard


# ---------------------------------------------------------------- the start of a turn


@pytest.mark.rule(
    "skirmish:turn.start-effects", "skirmish:attach.start-damage", "skirmish:timing.trigger-window"
)
def test_effects_at_the_start_come_one_after_the_other_in_the_order_of_their_victim() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1), tapped=True, attached=("lolths-sting",))
    archer = yard.put("elf-archer", (5, 5), attached=("acid-arrow",))
    wizard = yard.put("war-wizard", (5, 7))
    yard.deal(CORMYR, "shield")
    state = yard.state
    state.stage = stages.TURN_START
    step(state)
    assert state.stage == stages.EFFECTS
    # The archer's is chosen first, and a Shield prevents it: a source of its own.
    shield = play("shield", wizard, (archer.id,), (0,))
    table = step(state, ("effect", archer.id, "acid-arrow"), shield)
    assert table.asked[1].side == CORMYR  # the left of the active side had no answer
    assert (archer.damage, wizard.tapped) == (0, True)
    step(state)
    assert (knight.damage, knight.tapped) == (5, True)  # before creatures untap
    step(state)
    step(state)
    assert (knight.tapped, state.stage) == (False, stages.BEFORE_ACTIONS)


@pytest.mark.rule("skirmish:turn.start-effects")
def test_effects_may_come_after_the_refresh_phase() -> None:
    yard = Yard(active=CORMYR, effects_after_refresh=True)
    knight = yard.put("dragon-knight", (1, 1), tapped=True, attached=("lolths-sting",))
    yard.state.stage = stages.TURN_START
    step(yard.state)
    step(yard.state)
    assert (knight.tapped, knight.damage, yard.state.stage) == (False, 0, stages.EFFECTS)
    step(yard.state)
    assert knight.damage == 5


@pytest.mark.rule("skirmish:turn.sequence")
def test_a_turn_goes_through_its_phases_and_then_to_the_left() -> None:
    state = battle("two_and_two", **{"first-player": "seat-1"})
    chance = Chance(5)
    from banneret.testing.kit.stress import PlayoutTable

    table = PlayoutTable(chance, chance.fork("dice"), 4, False)
    seen: list[tuple[int, int]] = []
    while state.turn < 6:
        if not seen or seen[-1] != (state.active, state.stage):
            seen.append((state.active, state.stage))
        RULEBOOK.step(state, table)
    turns = [side for side, stage in seen if stage == stages.TURN_START]
    assert turns == [0, 1, 2, 3, 0]
    first = [stage for side, stage in seen[: seen.index((1, stages.TURN_START))] if side == 0]
    order = [stages.TURN_START, stages.EFFECTS, stages.REFRESH, stages.BEFORE_ACTIONS, stages.ACTIONS]
    assert [stage for stage in first if stage in order][:5] == order
    assert first[-1] == stages.TURN_END


# ---------------------------------------------------------------- deploying


@pytest.mark.rule("skirmish:deploy.cost", "skirmish:deploy.no-level-limit", "skirmish:gold.conservation")
def test_a_creature_costs_its_level_from_the_supply() -> None:
    yard = deploying(9)
    recruits(yard, CORMYR, "gold-dragon", "elf-archer", "dragon-knight")
    army = yard.state.armies[CORMYR]
    army.vault = 11
    step(yard.state, ("deploy", "gold-dragon", yard.name(2, 6)))
    assert (army.vault, army.supply, army.spent) == (11, 3, 6)
    table = step(yard.state, ("deploy", "elf-archer", yard.name(7, 7)))
    assert {order[1] for order in table.asked[0].orders() if len(order) > 1} == {"elf-archer"}  # 3 gold left
    assert army.vault + army.supply + army.spent == 20


def test_the_large_button_deploys_the_dearest_creature_that_can_be_paid_for_near_the_enemy() -> None:
    yard = deploying(5)
    yard.put("drow-wizard", (0, 0))
    recruits(yard, CORMYR, "elf-archer", "gold-dragon", "dragon-knight")
    asked = step(yard.state, None).asked[0]
    assert asked.default() == ("deploy", "dragon-knight", yard.name(2, 6))  # four gold; the dragon costs six
    asked = step(yard.state, None).asked[0]
    assert asked.default()[:2] == ("deploy", "elf-archer")  # one gold left
    assert not step(yard.state).asked  # none left, none to pay for


@pytest.mark.rule("skirmish:deploy.untapped", "skirmish:deploy.no-window")
def test_who_is_deployed_answers_at_once_and_is_not_activated() -> None:
    yard = deploying()
    recruits(yard, CORMYR, "dragon-knight")
    yard.put("drow-assassin", (7, 5))
    yard.deal(DROW, "retreat")
    table = step(yard.state, ("deploy", "dragon-knight", yard.name(7, 6)))
    assert len(table.asked) == 1  # nobody may answer
    knight = yard.state.creatures[-1]
    assert (knight.tapped, knight.activated, knight.damage) == (False, True, 0)


@pytest.mark.rule("skirmish:setup.miniatures")
def test_a_creature_needs_a_free_miniature() -> None:
    yard = deploying()
    yard.put("dragon-knight", (0, 4), side=CORMYR)
    recruits(yard, CORMYR, "dragon-knight", "elf-archer")
    table = step(yard.state, ("done",))
    assert {order[1] for order in table.asked[0].orders() if len(order) > 1} == {"elf-archer"}


@pytest.mark.rule("skirmish:deploy.refill", "skirmish:deck.creature-empty")
def test_the_hand_is_filled_to_three_as_far_as_the_deck_reaches() -> None:
    for left, hand in ((5, 3), (1, 2), (0, 1)):
        yard = deploying(0)
        recruits(yard, CORMYR, "gold-dragon")
        army = yard.state.armies[CORMYR]
        army.creatures = [creature_card("elf-archer").index] * left
        army.creature_discard = [creature_card("human-ranger").index]
        step(yard.state)  # without gold nobody is asked
        assert (len(army.creature_hand), yard.state.stage) == (hand, stages.BEFORE_END)
        assert len(army.creature_discard) == 1


@pytest.mark.rule("skirmish:keyword.ready", "skirmish:creature.war-wizard")
def test_ready_looks_for_a_card_that_everyone_sees() -> None:
    yard = deploying()
    recruits(yard, CORMYR, "war-wizard")
    deck(yard, CORMYR, "level-up", "fireball", "block")  # in the order of the list: block, fireball, level-up
    army = yard.state.armies[CORMYR]
    step(yard.state, ("deploy", "war-wizard", yard.name(7, 6)))
    table = step(yard.state, ("ready",))
    assert names_of(army.action_hand) == names_of(army.known) == ["fireball"]
    assert len(army.actions) == 2  # the others are shuffled back
    assert "Block" in table.news
    assert "Fireball" in table.news


@pytest.mark.rule("skirmish:keyword.ready", "skirmish:creature.drow-priestess")
def test_ready_finds_nothing_or_is_declined() -> None:
    yard = Yard(drawn(*ROWS), active=DROW)
    yard.state.stage = stages.DEPLOY
    yard.state.armies[DROW].supply = 9
    recruits(yard, DROW, "drow-priestess")
    deck(yard, DROW, "web", "dodge")
    step(yard.state, ("deploy", "drow-priestess", yard.name(0, 0)))
    clone = yard.state.copy()
    step(yard.state, ("ready",))
    assert (len(yard.state.armies[DROW].actions), yard.state.armies[DROW].action_hand) == (2, [])
    assert step(clone, ("decline",)).rolled == []


@pytest.mark.rule("skirmish:refresh.draw")
def test_a_limit_of_the_hand_is_kept_at_the_end_of_the_turn() -> None:
    yard = Yard(hand_limit=5)
    yard.deal(DROW, "web", "web", "dodge", "retreat", "retreat", "darkfire")
    yard.state.armies[DROW].action_hand.sort()
    yard.state.stage = stages.DISCARD
    step(yard.state, ("discard", "web"))
    step(yard.state)
    assert (len(yard.state.armies[DROW].action_hand), yard.state.stage) == (5, stages.TURN_END)


@pytest.mark.rule("skirmish:deck.action-empty")
def test_the_discard_pile_becomes_the_deck_where_the_option_says_so() -> None:
    for reshuffle in (False, True):
        yard = Yard(reshuffle=reshuffle)
        yard.state.stage = stages.REFRESH
        yard.state.armies[DROW].action_discard = [action_card("web").index]
        step(yard.state)
        assert len(yard.state.armies[DROW].action_hand) == int(reshuffle)


# ---------------------------------------------------------------- setup


@pytest.mark.rule(
    "skirmish:setup.starting.levels", "skirmish:setup.starting.secret", "skirmish:setup.starting.placement"
)
def test_starting_creatures_are_chosen_in_secret_within_seven_levels() -> None:
    state = battle()
    start = start_of(state, 0)
    none = ("none",)
    places = list(start.places["drow-house-guard"])
    fine = ("start", ("drow-house-guard", places[0]), ("drow-house-guard", places[1]), none, none)
    assert len(fine) == start.slots + 1
    assert start.check(fine) is None
    assert start.check(("start", none, none, none, none)) is None  # or none at all
    for wrong in (
        ("start", ("drow-assassin", places[0]), none, none, none),  # level 4
        ("start", ("drow-house-guard", places[0]), ("drow-wizard", places[0]), none, none),
        ("start", ("drow-wizard", places[0]), ("drow-wizard", places[1]), none, none),  # there is one
        ("start", ("drow-wizard", "A9"), none, none, none),
        ("start", ("giant-spider", places[-1]), none, none, none),  # LARGE: no room at the edge
        (
            "start",
            ("drow-priestess", places[0]),
            ("drow-blademaster", places[1]),
            ("drow-house-guard", places[2]),
            none,
        ),
    ):
        refusal = start.check(wrong)
        assert refusal is not None, wrong
        assert start.check(refusal.nearest) is None
    table = step(state, fine, start_of(state, 1).default())
    assert [decision.side for decision in table.asked] == [0, 1]
    assert state.armies[0].vault == 20  # they cost no gold
    assert state.stage == stages.HANDS


@pytest.mark.rule("skirmish:setup.starting.secret")
def test_in_the_order_of_seats_the_second_side_sees_the_first() -> None:
    state = battle(**{"setup-secrecy": "seat-order"})
    start = start_of(state, 0)
    table = step(state, start.default(), None)
    assert len(state.creatures) > 4
    assert [decision.side for decision in table.asked] == [0, 1]
    hints = [question(state, decision).hint for decision in table.asked]
    assert hints[0] == "You choose openly: who chooses after you sees it first."
    assert hints[1].startswith("The others have chosen before you")
    assert question(battle(), start).hint.startswith("The others choose at the same time")
    four = battle("two_and_two")  # opponents choose in pairs, and the second pair sees the first
    a, _, c, d = four.setting.names
    hints = [question(four, start_of(four, side)).hint for side in (1, 3)]
    assert hints == [
        f"{a} chooses at the same time; both are revealed together, before {c} and {d} choose.",
        f"{c} chooses at the same time; both are revealed together.",
    ]


@pytest.mark.rule(
    "skirmish:setup.steps", "skirmish:setup.hands", "skirmish:setup.vault", "skirmish:setup.starting.deployed"
)
def test_hands_are_drawn_after_the_starting_creatures_then_ready_then_the_first_player() -> None:
    for deploys in ("true", "false"):
        state = battle(**{"setup-deploys": deploys, "first-player": "seat-1", "vaults": "printed"})
        start = start_of(state, 0)
        place = next(iter(start.places["drow-priestess"]))
        step(state, ("start", ("drow-priestess", place), *[("none",)] * (start.slots - 1)), None)
        step(state)
        for army in state.armies:
            assert (len(army.action_hand), len(army.creature_hand), army.vault, army.supply) == (3, 3, 20, 0)
        assert creature_card("drow-priestess").index not in state.armies[0].creatures
        if deploys == "true":
            step(state, ("ready",))
            assert len(state.armies[0].known) == 1
        step(state)
        step(state)
        assert (state.stage, state.active, state.turn) == (stages.TURN_START, 0, 1)


@pytest.mark.rule("skirmish:setup.first-player")
@pytest.mark.parametrize(("rule", "first"), [("seat-1", 0), ("agree", 1), ("random", 1)])
def test_who_goes_first(rule: str, first: int) -> None:
    data = {"names": ["Drow", "Cormyr"], "factions": ["drow", "cormyr"], "board": "short-yard", "first": 1}
    plain = {"id": "agreed", "title": "Agreed", "sides": ["drow", "cormyr"], "data": data}
    state = open_battle(read_scenario(plain, "test"), RULEBOOK.options({"first-player": rule}))
    state.stage = stages.FIRST_PLAYER
    from banneret.testing import Script

    table = Script(dice=[2] if rule == "random" else [])
    RULEBOOK.step(state, table)
    assert state.active == first


@pytest.mark.rule("skirmish:setup.factions", "skirmish:setup.players")
def test_factions_differ_unless_the_option_allows_the_same() -> None:
    data = {"names": ["One", "Other"], "factions": ["drow", "drow"], "board": "short-yard"}
    plain = {"id": "mirror", "title": "Mirror", "sides": ["one", "other"], "data": data}
    scenario = read_scenario(plain, "test")
    with pytest.raises(BadInput, match="the same faction"):
        open_battle(scenario, RULEBOOK.options({}))
    state = open_battle(scenario, RULEBOOK.options({"mirror-match": "true"}))
    assert state.armies[0].actions == state.armies[1].actions
    assert len(state.armies[0].actions) == 26


@pytest.mark.rule("skirmish:setup.hands", "skirmish:info.public")
def test_hands_are_seen_by_their_side_alone() -> None:
    state = battle()
    step(state, None, None)  # type: ignore[arg-type]
    step(state)
    held = state.armies[0].action_hand
    for viewer, shown in ((viewer_of(0), 3), (viewer_of(1), 0), (SPECTATOR, 0)):
        tray = next(one for one in RULEBOOK.view.scene(state, viewer).trays if one.id == "hand0")
        assert (len(tray.pieces), tray.count) == (shown, len(held))


# ---------------------------------------------------------------- the end, and teams


@pytest.mark.rule("skirmish:end.bound")
def test_the_twenty_first_refresh_phase_of_a_side_ends_the_battle() -> None:
    yard = Yard()
    army = yard.state.armies[DROW]
    for turn in range(1, 22):
        yard.state.stage = stages.REFRESH
        step(yard.state)
        assert yard.state.ending == (turn == 21)
    assert army.vault == 0


@pytest.mark.rule("skirmish:end.no-elimination")
def test_a_side_without_creatures_goes_on() -> None:
    yard = Yard()
    yard.state.stage = stages.TURN_END
    yard.put("drow-wizard", (1, 1))
    end_turn(yard.state)
    assert (yard.state.active, yard.state.outcome) == (CORMYR, None)


@pytest.mark.rule("skirmish:end.tie")
def test_equal_totals_are_a_draw_or_counted_by_levels() -> None:
    for levels, winners in ((False, ()), (True, (CORMYR,))):
        yard = Yard(surviving_levels=levels)
        yard.put("drow-wizard", (1, 1))
        yard.put("dragon-knight", (5, 5))
        assert final_count(yard.state).winners == winners


def four() -> State:
    """A battle of two teams before its first question."""
    return battle("two_and_two")


@pytest.mark.rule("skirmish:team.sides", "skirmish:team.setup", "skirmish:setup.players")
def test_four_players_sit_alternately_and_partners_share_a_start_area() -> None:
    state = four()
    orders = [start_of(state, side).default() for side in (0, 1)]
    from rulebooks.skirmish.playing import Bench

    table = Bench([*orders, None, None])
    RULEBOOK.step(state, table)
    assert [decision.side for decision in table.asked] == [0, 1, 2, 3]
    homes = state.setting.board.starts
    assert all(creature.place in homes[creature.side % 2] for creature in state.creatures)
    assert {creature.side for creature in state.creatures} == {0, 1, 2, 3}
    assert len(state.armies) == 4


@pytest.mark.rule("skirmish:team.effects", "skirmish:action.ally", "skirmish:assist.team")
def test_partners_are_allies_and_decide_over_their_own_help() -> None:
    from rulebooks.skirmish.field import act

    for consent in (True, False):
        yard = Yard()
        state = yard.state
        setting = state.setting
        setting.names = ("Drow", "Cormyr", "Drow two", "Cormyr two")
        state.armies += [state.armies[0].copy(), state.armies[1].copy()]
        guard = yard.put("drow-house-guard", (1, 1))
        wizard = yard.put("drow-wizard", (2, 1), side=2)
        foe = yard.put("umber-hulk", (1, 2), side=1, tapped=True)
        yard.deal(DROW, "shadow-strike", "piercing-strike")
        act(yard, ("activate", guard.id))
        answer = ("assist",) if consent else ("decline",)
        orders = [play("shadow-strike", guard, helpers=(wizard,)), answer]
        if consent:
            orders += [("go", guard.id, yard.name(1, 1)), ("choose", foe.id)]
        else:
            orders += [("end",)]
        table = act(yard, *orders)
        assert table.asked[1].side == 2
        assert (wizard.tapped, foe.damage) == ((True, 15) if consent else (False, 0))
        # The partner's creature is no enemy: it may be walked through, and its tap is not answered by its own team.
        assert not any(decision.kind == "answer" and decision.side == 2 for decision in table.asked)


@pytest.mark.rule("skirmish:team.end")
def test_teams_add_up_their_points() -> None:
    state = four()
    for army, points in zip(state.armies, (3, 1, 0, 4), strict=True):
        army.points, army.vault = points, 0
    assert final_count(state).winners == (1, 3)


@pytest.mark.rule("skirmish:timing.chain", "skirmish:timing.window")
def test_passing_is_not_asked_again_unless_somebody_answers() -> None:
    from rulebooks.skirmish.playing import attack

    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    archer = yard.put("elf-archer", (2, 1))
    yard.put("dwarven-defender", (1, 2))
    table = attack(yard, guard, archer, PASS)
    assert len(table.asked) == 1
    assert printed(guard).name == "Drow House Guard"
