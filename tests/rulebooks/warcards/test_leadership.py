"""Heroes and leaders: levels, bonuses, movement."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebooks.warcards.cards_top import data, field, fresh

from banneret.kernel.errors import BadInput
from banneret.rulebooks.warcards.board.people import skill_of
from banneret.rulebooks.warcards.ratings.allowance import group_move
from banneret.rulebooks.warcards.ratings.attacks import (
    BOARDING,
    CHARGING,
    ON_THE_MOVE,
    STILL,
    STRIKE,
    attack_total,
    missile_rating,
)
from banneret.rulebooks.warcards.ratings.defense import defense_total
from banneret.rulebooks.warcards.ratings.leadership import lead, level_of
from banneret.rulebooks.warcards.ratings.morale import morale_total
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.rulebooks.warcards.tables.hero_levels import encounter_level, hero_bonus, hero_move


def attack(state: State, one: int, other: int, kind: int = STRIKE, penalty: int = 0) -> int:
    return attack_total(state, state.units[one], state.units[other], kind, penalty)


def defense(state: State, one: int, against: int, missile: bool = False) -> int:
    return defense_total(state, state.units[one], state.units[against], missile)


@pytest.mark.rule("warcards:hero.el", "warcards:hero.level", "warcards:magic.conventional")
def test_encounter_levels() -> None:
    assert encounter_level([5, 5]) == 7
    assert encounter_level([4, 4, 5, 7, 10]) == 11
    assert encounter_level([3, 3, 3, 3]) == 7
    assert encounter_level([2, 3, 5]) == encounter_level([3, 5])
    assert encounter_level([2, 2]) == 0
    for level in range(3, 21):
        assert [encounter_level([level] * count) for count in (1, 2, 4, 8)] == [
            level,
            level + 2,
            level + 4,
            level + 6,
        ]


@pytest.mark.rule("warcards:hero.el")
def test_encounter_levels_are_those_of_the_table() -> None:
    import csv

    with (Path(__file__).parent / "hero_el.csv").open() as file:
        for row in csv.DictReader(file):
            for count in range(1, 9):
                assert encounter_level([int(row["level"])] * count) == int(row[f"n{count}"]), (row, count)


@pytest.mark.rule("warcards:hero.bonus", "warcards:hero.form", "warcards:lead.stack", "warcards:lead.bonus")
def test_heroes_and_their_general() -> None:
    assert (hero_bonus(7), hero_bonus(3), hero_bonus(2)) == ((2, 1, 1), (1, 0, 1), (0, 0, 0))
    state = field(
        "N3 infantry, N4 archers", "N3 infantry",
        A={
            "general": {"name": "G", "level": 5, "lead": 10, "with": "H"},
            "heroes": [{"name": "H", "members": [{"name": "G", "level": 5}, {"name": "K", "level": 5}], "with": "infantry#1"}],
        },
    )  # fmt: skip
    assert (attack(state, 0, 2), defense(state, 0, 2)) == (6, 15)
    assert morale_total(state, state.units[0], False) == 5
    state.figures[0].cast = True
    assert level_of(state, state.groups[0]) == 5
    assert missile_rating(state, state.units[0], True) == NONE


@pytest.mark.rule("warcards:hero.bonus")
def test_the_bonuses_of_heroes_go_on_beyond_the_table() -> None:
    """Attack a quarter of EL + 1, defense half of that down, morale half up: EL 27 gives 7, 3, 4 and EL 31 gives 8, 4, 4."""
    assert [hero_bonus(el) for el in (23, 26, 27, 30, 31)] == [
        (6, 3, 3), (6, 3, 3), (7, 3, 4), (7, 3, 4), (8, 4, 4),
    ]  # fmt: skip
    for el, row in enumerate(facts().bonuses):
        attack = (el + 1) // 4
        assert hero_bonus(el) == row == (attack, attack // 2, (attack + 1) // 2)


@pytest.mark.rule("warcards:lead.bonus", "warcards:lead.one", "warcards:lead.general-place")
@pytest.mark.parametrize(("ranks", "bonus"), [(4, 0), (9, 1), (10, 2)])
def test_lead(ranks: int, bonus: int) -> None:
    more = {
        "general": {"lead": ranks, "with": "infantry#1"},
        "casters": [{"name": "W", "lead": 3, "with": "infantry#1"}],
    }
    state = field("N3 infantry, N4 infantry", "N3 infantry", A=more)
    assert [lead(state, unit) for unit in state.units[:2]] == [bonus, 0]
    state = field("N3 infantry", "N3 infantry", A={"general": {"lead": 10, "warcraft": 6}})
    assert lead(state, state.units[0]) == 0  # he is in the reserve
    assert skill_of(state, 0, False) == 6


@pytest.mark.rule("warcards:hero.max")
def test_nine_heroes_are_too_many() -> None:
    heroes = [{"name": "Crowd", "members": [{"level": 3}] * 9}]
    with pytest.raises(BadInput, match="one to eight"):
        fresh(data(["infantry"], ["infantry"], A={"heroes": heroes}))


@pytest.mark.rule("warcards:hero.move-rating")
def test_heroes_are_as_slow_as_the_slowest() -> None:
    assert hero_move(False, 20, 0, False) == 1
    assert hero_move(False, 30, 0, False) == 2
    assert hero_move(True, 20, 4, True) == 3
    assert hero_move(True, 20, 5, True) == 4
    members = [{"ride": ride, "mounted": True, "war_trained": True} for ride in (5, 5, 1)]
    more = {"A": {"heroes": [{"name": "H", "members": members}]}}
    state = field("N3 infantry", "N3 infantry", **more)
    assert group_move(state, state.groups[0]) == 3
    state = field(
        "N3 infantry", "N3 infantry", province={"major": "forest"}, conditions={"terrain": "forest"}, **more
    )
    assert group_move(state, state.groups[0]) == 1


@pytest.mark.rule("warcards:hero.no-stationary", "warcards:hero.no-charge")
def test_heroes_who_moved() -> None:
    heroes = [
        {"name": "H", "members": [{"level": 7, "speed": 30}], "with": "archers#1"},
        {"name": "K", "members": [{"level": 7, "speed": 30}], "with": "knights#1"},
    ]
    state = field("N3 archers, N4 knights", "B3 infantry, N4 infantry", A={"heroes": heroes})
    assert attack(state, 0, 2, STILL) == 6
    state.groups[0].spent = 1
    assert attack(state, 0, 2, STILL) == 4
    assert attack(state, 0, 2, ON_THE_MOVE) == 6
    state.groups[1].spent = 2
    assert (attack(state, 1, 3, CHARGING), attack(state, 1, 3)) == (10, 8)
    state.groups[1].spent = 1
    assert attack(state, 1, 3, CHARGING) == 12


@pytest.mark.rule("warcards:magic.stacking", "warcards:magic.missile-grant", "warcards:missile.capability")
def test_spells_add_up_as_best_and_worst() -> None:
    state = field("N3 infantry", "N3 infantry")
    state.effects = [(0, 0, 2), (0, 0, 3), (0, 0, -2), (0, 2, 3), (0, 1, 2)]
    assert (attack(state, 0, 1), defense(state, 0, 1)) == (5, 17)
    assert missile_rating(state, state.units[0], True) == 2
    state.effects = []
    assert missile_rating(state, state.units[0], True) == NONE
    assert attack(state, 0, 1, BOARDING) == 4
