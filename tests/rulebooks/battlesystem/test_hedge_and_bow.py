"""The battle that teaches missiles and ground, and what the computer player knows of ground, walls and spears."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import area, battle, line, men, weapon

import banneret
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.render.text.plane import plane_lines
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import may_close, over_ground, stays_in_cover
from banneret.rulebooks.battlesystem.ai.manoeuvres.thoughts import thoughts
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN

NAME = "hedge_and_bow"


def played(seed: int, players: list[Player]) -> State:
    """A battle to its end, its state looked at after each step."""
    state = RULEBOOK.new(RULEBOOK.scenario(NAME), RULEBOOK.options())
    table = DirectTable(players, [Seat(RULEBOOK.sight, side, state) for side in (0, 1)], Chance(seed))
    while state.outcome is None:
        RULEBOOK.step(state, table)
        assert RULEBOOK.invariants(state) == []
    return state


def test_it_has_three_units_a_side_a_road_a_hedge_and_a_wood() -> None:
    state = RULEBOOK.new(RULEBOOK.scenario(NAME), RULEBOOK.options())
    assert state.setting.tier == stages.INTERMEDIATE
    assert [one.ground.id for one in state.setting.terrain] == ["road", "hedge", "woods"]
    assert [sum(unit.side == side for unit in state.units.values()) for side in (0, 1)] == [3, 3]
    assert sum(unit.now.missile is not None for unit in state.units.values()) == 2
    elves = next(unit for unit in state.units.values() if unit.now.creature == "elf")
    assert elves.now.natives == ("woods",)


@pytest.mark.long
def test_it_is_played_to_its_end_by_the_computer() -> None:
    for seed in range(4):
        state = played(seed, [RULEBOOK.computer.greedy(Chance(side)) for side in (0, 1)])
        assert state.outcome is not None
        assert len(state.outcome.winners) == 1
        by_chance: list[Player] = [RandomPlayer(Chance(2 * seed + side)) for side in (0, 1)]
        assert played(seed, by_chance).outcome is not None


# ---------------------------------------------------------------- what the computer player knows


def test_closed_troops_open_to_go_into_woods() -> None:
    wood = area("woods", 0, 21, 60, 40)
    foe = men("Foe", 12, 6, 30, 40, 180, side=1)
    state = battle(men("Axes", 12, 6, 30, 20), foe, terrain=[wood], tier=stages.INTERMEDIATE)
    unit = state.units[0]
    assert over_ground(state, unit, [("slide", 0, 9)]) == [("formation", "open"), ("slide", 0, 9)]
    assert over_ground(state, unit, [("slide", 0, 1)]) == [("slide", 0, 1)]
    assert may_close(state, unit)
    inside = battle(men("Axes", 12, 6, 30, 30, formation=OPEN), foe, terrain=[wood], tier=stages.INTERMEDIATE)
    assert not may_close(inside, inside.units[0])


def test_shooters_stay_behind_a_hedge() -> None:
    bow = missile_of("long-bow")
    archers = men("Archers", 12, 6, 30, 20, missile=bow, volleys=bow.volleys, formation=OPEN)
    foe = men("Foe", 12, 6, 30, 38, 180, side=1)
    state = battle(archers, foe, terrain=[line("hedge", (0, 20.5), (60, 20.5))], tier=stages.INTERMEDIATE)
    assert stays_in_cover(Front(state, 0), state.units[0])
    bare = battle(archers, foe, tier=stages.INTERMEDIATE)
    assert not stays_in_cover(Front(bare, 0), bare.units[0])


def test_spears_are_set_where_riders_can_charge() -> None:
    spear = weapon("1d6", reach=2, name="spear")
    spear.sets = True
    spears = men("Spears", 16, 8, 30, 20, weapons=[spear])
    horse = men(
        "Horse",
        16,
        8,
        30,
        40,
        180,
        side=1,
        width=0.75,
        depth=1.5,
        figure=200,
        movement=24.0,
        riding="cavalry",
    )
    state = battle(spears, horse, tier=stages.INTERMEDIATE)
    orders = [order for mark, order in thoughts(Front(state, 0), state.units[0]) if mark > 0.0]
    assert ("set", 0, "front") in orders
    foot = men("Foot", 16, 8, 30, 40, 180, side=1, formation=CLOSED)
    calm = battle(spears, foot, tier=stages.INTERMEDIATE)
    assert all(order[0] != "set" for _, order in thoughts(Front(calm, 0), calm.units[0]))


def test_shields_go_up_where_bows_reach() -> None:
    bow = missile_of("long-bow")
    legion = men("Legion", 16, 8, 30, 10, large_shields=True)
    archers = men("Archers", 12, 12, 30, 28, 180, side=1, missile=bow, volleys=bow.volleys, formation=OPEN)
    state = battle(legion, archers, tier=stages.INTERMEDIATE)
    orders = [order for mark, order in thoughts(Front(state, 0), state.units[0]) if mark > 0.0]
    assert ("wall", 0) in orders


def test_the_map_of_text_shows_the_hedge() -> None:
    battle = banneret.start("battlesystem", NAME, seed=1)
    lines = plane_lines(battle.scene("spectator"))
    assert any("ooooo" in line for line in lines)
    assert any("====" in line for line in lines)
