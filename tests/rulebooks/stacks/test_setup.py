"""Setting up: scenarios, who begins, blind spells and reserves, single battles."""

from __future__ import annotations

from collections import Counter

import pytest
from rulebooks.stacks.games import LAND, Game, game, start

from banneret.rulebooks.stacks.army.single_battles import read_battle
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import DRAWN, NOBODY, RESERVE, SETUP
from banneret.rulebooks.stacks.tables.facts import facts


def brm(playing: Game, side: int) -> int:
    kinds = playing.state.setting.kinds
    return sum(kinds[unit.kind].brm for unit in playing.state.units if unit.side == side and unit.place >= 0)


def hand(playing: Game, side: int) -> list[str]:
    return [playing.state.setting.spell_kinds[kind].id for kind in playing.state.hands[side]]


@pytest.mark.rule("stacks:setup.scenario")
def test_two_banners_is_set_up_as_written() -> None:
    playing = start("two_banners")
    state = playing.state
    assert [len(stacks) for stacks in state.stacks] == [2, 2]
    assert [len([unit for unit in state.units if unit.side == side]) for side in (0, 1)] == [8, 9]
    assert [brm(playing, side) for side in (0, 1)] == [40, 43]
    assert sorted(hand(playing, 0)) == ["battle_blessing", "mist_step"]
    assert hand(playing, 1) == []
    assert [(chit.kind, playing.state.units[chit.holder].kind) for chit in state.artifacts] == [
        (facts().artifact("oathsword").index, facts().unit("dwarflord").index)
    ]
    assert playing.stack("A3") == ["elves", "elves", "sylvan_knights", "sylvan_knights", "ents"]
    assert playing.stack("E2", 1) == ["goblins", "goblins", "griffons", "stone_giants"]
    setting = state.setting
    assert (setting.turn_limit, setting.stack_limit, setting.hand_limit) == (8, 8, 7)
    assert (setting.recruits_per_turn, setting.spells_per_turn, setting.artifact_draws) == (0, 0, False)
    assert [setting.grid.names[hex_] for hex_ in (*setting.capitals, *setting.objectives)] == [
        "A3",
        "E3",
        "C3",
    ]
    assert setting.goal == "capital"


@pytest.mark.rule("stacks:setup.scenario", "stacks:site.revealed", "stacks:hidden.stack")
def test_starting_sites_lie_open_and_everything_else_is_hidden() -> None:
    state = start("two_banners").state
    known = {state.setting.kinds[unit.kind].id for unit in state.units if unit.known}
    assert known == {"dwarf_hall"}
    assert all(unit.known in (0, 0b11) for unit in state.units)
    assert all(chit.seen == 0 for chit in state.artifacts)


@pytest.mark.rule("stacks:setup.scenario", "stacks:transport.water")
def test_passengers_start_aboard_their_ships() -> None:
    playing = start("narrow_sea")
    galley = playing.unit("war_galley")
    assert [
        playing.state.units[playing.unit(name)].aboard for name in ("longbowmen", "paladin", "longship")
    ] == [
        galley,
        galley,
        NOBODY,
    ]
    assert playing.reserve(0) == playing.reserve(1) == ["archmage"]
    assert all(unit.origin == SETUP for unit in playing.state.units)


@pytest.mark.rule("stacks:setup.scenario")
def test_nothing_is_rolled_or_asked_before_the_set_up_step() -> None:
    first, second = start("halls_and_groves").state, start("halls_and_groves").state
    assert first.stage == second.stage == 0
    assert first.turn == first.clock == 0
    assert first.hands == [[], []]


# ---------------------------------------------------------------- who begins


@pytest.mark.rule("stacks:setup.order")
def test_the_higher_die_begins_and_ties_are_rolled_again() -> None:
    playing = start("halls_and_groves").play(dice=[3, 3, 2, 5])
    assert playing.state.active == 1
    assert playing.state.begun == 1
    assert playing.rolled[:5][:4] == [(6, -1)] * 4
    assert playing.rolled[4][0] != 6
    told = playing.told(None, "begins")
    assert told == [
        "Who begins: Groves 3 and Halls 3. A tie is rolled again.",
        "Who begins: Groves 2 and Halls 5.",
    ]
    assert start("halls_and_groves").play(dice=[6, 1]).state.active == 0


@pytest.mark.rule("stacks:setup.order")
def test_a_scenario_may_name_who_begins() -> None:
    assert start("two_banners").play().rolled == []
    assert start("two_banners").play().state.active == 0
    ashes = start("ashes_and_banners").play()
    assert ashes.state.active == 1
    assert 6 not in [faces for faces, _ in ashes.rolled]


@pytest.mark.rule("stacks:setup.order")
def test_of_four_only_those_who_tie_roll_again() -> None:
    stacks = {"north": {"E1": "elves"}, "south": {"A5": "elves"}}
    playing = game(LAND, {"A1": "elves"}, {"E5": "orcs"}, stage=None, first="roll", **stacks)  # type: ignore[arg-type]
    playing.play(dice=[4, 6, 1, 6, 2, 2, 3, 5])
    assert playing.state.active == 3
    assert len(playing.rolled) == 8


# ---------------------------------------------------------------- spells and reserves


@pytest.mark.rule("stacks:setup.spells", "stacks:hidden.hand")
def test_spells_are_dealt_blind_from_a_pile_of_35() -> None:
    playing = start("halls_and_groves")
    assert len(playing.state.spell_pile) == 35
    playing.play(dice=[6, 1, 1, 5, 33])
    blind = playing.rolled[2:12]
    assert [faces for faces, _ in blind] == [35, 34, 33, 32, 31, 30, 29, 28, 27, 26]
    assert [to for _, to in blind] == [0] * 5 + [1] * 5
    assert [len(side) for side in playing.state.hands] == [5, 5]
    assert len(playing.state.spell_pile) == 25
    # the pile lies in the order of the list: 4 Blessings, so the first die gives one, and the second (5th chit) a Curse
    assert {"battle_blessing", "withering_curse", "farsight"} <= set(hand(playing, 0))


@pytest.mark.rule("stacks:setup.spells")
@pytest.mark.parametrize(
    ("die", "spell"),
    [(1, "battle_blessing"), (4, "battle_blessing"), (5, "withering_curse"), (35, "farsight")],
)
def test_a_blessing_is_dealt_with_four_of_35(die: int, spell: str) -> None:
    playing = game(
        LAND,
        {"A1": "elves"},
        {"E5": "orcs"},
        stage=None,
        before=lambda state: setattr(state.setting, "spells_random", [1, 0]),
    )
    playing.play(dice=[die])
    assert hand(playing, 0) == [spell]


@pytest.mark.rule("stacks:setup.spells")
def test_named_hands_are_taken_out_before_blind_ones_are_dealt() -> None:
    playing = game(
        LAND,
        {"A1": "elves"},
        {"E5": "orcs"},
        spells={"east": "battle_blessing, battle_blessing, battle_blessing"},
        stage=None,
        before=lambda state: setattr(state.setting, "spells_random", [2, 0]),
    )
    assert Counter(playing.state.spell_pile)[facts().spell("battle_blessing").index] == 1
    playing.play(dice=[1, 1])
    assert hand(playing, 0) == ["battle_blessing", "withering_curse"]
    assert playing.rolled == [(32, 0), (31, 0)]


@pytest.mark.rule("stacks:setup.reserve")
def test_a_blind_reserve_comes_from_all_piles_together() -> None:
    playing = start("halls_and_groves")
    assert (
        len(playing.state.piles["Forest"]) == 44
    )  # Elf Lord, 2 Elves, Sylvan Knights, 2 Centaurs are on the map
    assert len(playing.state.piles["Mountain"]) == 55 - 6
    playing.play(dice=[6, 1])
    reserve = [faces for faces, _ in playing.rolled[12:]]
    assert reserve == [44, 43, 42, 49, 48, 47]
    drawn = [unit for unit in playing.state.units if unit.place == RESERVE]
    assert [unit.side for unit in drawn] == [0, 0, 0, 1, 1, 1]
    assert all(unit.origin == DRAWN and unit.known == 0 for unit in drawn)


@pytest.mark.rule("stacks:setup.reserve")
def test_several_lists_are_one_pile() -> None:
    playing = game(
        LAND,
        {"A1": "elves"},
        {"E5": "orcs"},
        lists={"west": "Mountain, Forest"},
        stage=None,
        before=lambda state: setattr(state.setting, "reserve_random", [2, 0]),
    )
    playing.play(
        dice=[55, 55]
    )  # of 55 + 49, then of 54 + 49: the last Dwarf Hall, then the first chit of the Forest
    assert playing.rolled == [(104, 0), (103, 0)]
    assert playing.reserve() == ["dwarf_hall", "elves"]


# ---------------------------------------------------------------- single battles


@pytest.mark.rule("stacks:setup.battle-only")
def test_a_single_battle_has_two_stacks_in_one_hex_and_begins_with_scouting() -> None:
    playing = start("giant_at_the_gate")
    state = playing.state
    assert state.setting.side_names == ["attacker", "defender"]
    assert playing.stack("A1", 0) == ["storm_giants"]
    assert playing.stack("A1", 1) == ["dwarf_hall", "dwarves", "dwarflord"]
    assert state.setting.terrain == ["Mountain"]
    playing.play()
    assert playing.state.active == 0
    assert playing.decisions[0].kind == "look"
    assert playing.rolled == []


@pytest.mark.rule("stacks:setup.battle-only")
def test_all_twelve_battles_are_set_up_with_their_spells() -> None:
    for battle in facts().battles:
        playing = start(battle.id)
        assert playing.stack("A1", 0) == sorted(battle.attacker, key=list(battle.attacker).index)
        assert playing.stack("A1", 1) == list(battle.defender)
        assert sorted(hand(playing, 0)) == sorted(battle.attacker_spells)
        assert sorted(hand(playing, 1)) == sorted(battle.defender_spells)
    assert len(facts().battles) == 12


@pytest.mark.rule("stacks:setup.battle-only", "stacks:transport.capacity")
def test_at_sea_who_cannot_swim_boards_the_first_listed_transport_with_room() -> None:
    playing = start(
        read_battle("Longship, War Galley, 4 Dwarves, DwarfLord, Griffons, Lizardmen", "Kraken", "Sea")
    )
    units = playing.state.units
    longship, galley = playing.unit("longship"), playing.unit("war_galley")
    assert [units[number].aboard for number in playing.units("dwarves")] == [
        longship,
        longship,
        galley,
        galley,
    ]
    assert units[playing.unit("dwarflord")].aboard == longship  # a Hero takes no place
    assert units[playing.unit("griffons")].aboard == units[playing.unit("lizardmen")].aboard == NOBODY


@pytest.mark.rule("stacks:setup.battle-only")
def test_a_battle_of_two_lists_is_at_sea_if_a_unit_needs_it() -> None:
    assert start(read_battle("4 Dwarves, DwarfLord", "6 Goblins")).state.setting.terrain == ["Plains"]
    assert start(read_battle("Kraken", "2 Longships")).state.setting.terrain == ["Sea"]
    assert start(read_battle("Elves", "Ents", "Forest")).state.setting.terrain == ["Forest"]


@pytest.mark.rule("stacks:setup.battle-only")
def test_artifacts_may_be_given_to_a_single_battle() -> None:
    row = {
        "attacker": ["ranger"],
        "defender": "2 Goblins",
        "attacker_artifacts": [{"artifact": "Oathsword", "holder": 0}],
    }
    playing = start(RULEBOOK.read_scenario(row, "test"))
    assert [chit.holder for chit in playing.state.artifacts] == [0]
    assert playing.state.setting.artifacts_possible
    assert not start("first_blood").state.setting.artifacts_possible


@pytest.mark.rule("stacks:battle.two-sides", "stacks:setup.scenario")
def test_the_six_scenarios_have_two_sides_each() -> None:
    games = [scenario for scenario in RULEBOOK.scenarios().values() if scenario.kind == "scenario"]
    assert [scenario.id for scenario in games] == [
        "two_banners",
        "millers_ford",
        "halls_and_groves",
        "narrow_sea",
        "duel_of_archmages",
        "ashes_and_banners",
    ]
    assert {len(scenario.sides) for scenario in RULEBOOK.scenarios().values()} == {2}
    assert all(len(scenario.summary) > 20 for scenario in RULEBOOK.scenarios().values())
