"""Forced marches and what they cost."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, captain, crowd, men, skirmishers

from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.movement import forced_marches
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.testing import Script

MARCH = ("march", 0, ("slide", 0, 13.5))


def axes(**changes: Any) -> Troop:
    return men("Axes", 12, 6, 30.0, 20.0, **changes)


def orcs(y: float, **changes: Any) -> Troop:
    return men("Orcs", 12, 6, **{"x": 30.0, "y": y, "heading": 180.0, "side": 1, **changes})


def refused(state: State, order: tuple[Any, ...] = MARCH) -> Refusal:
    found = forced_marches.refusal(state, 0, order)
    assert found is not None
    return found


def marched(state: State, dice: list[int], order: tuple[Any, ...] = MARCH) -> Script:
    table = Script(dice=dice)
    why = forced_marches.refusal(state, 0, order)
    assert why is None, why
    forced_marches.carry_out(state, table, 0, order)
    table.finish()
    return table


def y_of(state: State) -> float:
    block = state.units[0].block
    assert block is not None
    return block.y


def next_round(state: State) -> None:
    forced_marches.recover(state, Script())
    for unit in state.units.values():
        unit.moved = unit.acted = unit.attacked = unit.finished = unit.marched = False
        unit.spent = 0.0


@pytest.mark.rule("battlesystem:7.13")
@pytest.mark.parametrize(("rate", "reach"), [(9.0, 13.5), (6.0, 9.0)])
def test_a_forced_march_goes_half_as_far_again(rate: float, reach: float) -> None:
    state = battle(axes(movement=rate))
    marched(state, [1, 1], ("march", 0, ("slide", 0, 20)))
    assert y_of(state) == pytest.approx(20.0 + reach)
    assert state.units[0].marched
    assert state.units[0].finished


@pytest.mark.rule("battlesystem:7.13a")
def test_a_forced_march_needs_command() -> None:
    assert refused(battle(axes(in_command=False, formation=OPEN))).rule == "battlesystem:7.13a"
    assert refused(battle(crowd(x=30.0, y=20.0))).rule == "battlesystem:2.10"
    assert forced_marches.refusal(battle(axes()), 0, MARCH) is None


@pytest.mark.rule("battlesystem:7.13a")
@pytest.mark.rule("battlesystem:7.13")
def test_skirmishers_march_under_a_commander_who_reaches_all_of_them() -> None:
    places = [(28.0, 20.0), (30.0, 20.0), (32.0, 20.0)]
    order = ("march", 0, (0, 0, 20), (2, 90, 9))

    def line(reach: float) -> State:
        leader = captain("Marshal", 30.0, 18.0, radius=reach)
        return battle(skirmishers(places=places, movement=12.0), orcs(30.0, x=28.0), leaders=[leader])

    assert refused(line(2.5), order).rule == "battlesystem:7.13a"
    state = line(12.0)
    marched(state, [1, 1], order)
    singles = state.units[0].singles
    assert singles is not None
    # up to the enemy's line at y 30, a tenth short, its own half base besides
    assert (singles[0].x, singles[0].y) == (28.0, pytest.approx(30.0 - 0.1 - 0.375, abs=0.002))
    assert (singles[1].x, singles[1].y) == (30.0, 20.0)
    assert (singles[2].x, singles[2].y) == (41.0, 20.0)
    free = battle(skirmishers(places=places, movement=12.0), leaders=[captain("Marshal", 30.0, 18.0)])
    marched(free, [10, 10], order)
    singles = free.units[0].singles
    assert singles is not None
    assert singles[0].y == 38.0  # 18 in of 12
    assert free.units[0].march == 1
    for line_ in ((0, 0), (7, 0, 3), (0, "north", 3), "north"):
        assert forced_marches.refusal(free, 0, ("march", 0, line_)) is not None


@pytest.mark.rule("battlesystem:7.13b")
def test_it_touches_nobody() -> None:
    state = battle(axes(), orcs(28.0))
    marched(state, [1, 1])
    assert y_of(state) == pytest.approx(27.9, abs=0.002)
    assert refused(battle(axes(engaged=True), orcs(20.0))).rule == "battlesystem:7.13b"
    assert refused(battle(axes(moved=True, spent=2.0))).rule == "battlesystem:7.13b"


@pytest.mark.rule("battlesystem:7.13c")
def test_a_failed_check_worsens_the_attack_and_does_nothing_else() -> None:
    # ML 12 and 1 for closed formation: 13 holds, 14 does not
    state = battle(axes(attack_rating=15), orcs(40.0))
    marched(state, [7, 7])
    unit, enemy = state.units.values()
    assert unit.formation == CLOSED
    assert attack_rolls.rating(state, unit, enemy, 0) == 16 - 1  # the commander with it
    steady = battle(axes(attack_rating=15), orcs(40.0))
    marched(steady, [7, 6])
    assert attack_rolls.rating(steady, steady.units[0], steady.units[1], 0) == 15 - 1
    loose = battle(axes(formation=OPEN))
    marched(loose, [10, 10])
    assert not loose.units[0].routed
    assert loose.units[0].march == 1


@pytest.mark.rule("battlesystem:7.13c")
def test_the_option_lets_it_rout() -> None:
    state = battle(axes(formation=OPEN), orcs(47.0), options={"forced_march_rout": True})
    marched(state, [10, 10], ("march", 0, ("slide", 0, 5)))
    assert state.units[0].routed
    closed = battle(axes(), options={"forced_march_rout": True})
    marched(closed, [10, 10], ("march", 0, ("slide", 0, 5)))
    assert closed.units[0].formation == OPEN
    assert not closed.units[0].routed


@pytest.mark.rule("battlesystem:7.13d")
def test_penalties_add_up_and_nobody_is_exempt() -> None:
    state = battle(axes(attack_rating=15, never_checks=True, movement=3.0), orcs(45.0))
    unit, enemy = state.units.values()
    found = []
    for dice in ([10, 10], [10, 10], [1, 1]):
        marched(state, dice)
        found.append(attack_rolls.rating(state, unit, enemy, 0) + 1)
        next_round(state)
    assert found == [16, 17, 17]


@pytest.mark.rule("battlesystem:7.13e")
def test_whole_rounds_of_rest_remove_it_one_by_one() -> None:
    state = battle(axes(march=2))
    unit = state.units[0]
    next_round(state)
    assert unit.march == 1
    next_round(state)
    assert unit.march == 0
    next_round(state)
    assert unit.march == 0
    for field in ("attacked", "moved", "acted", "tried"):
        tired = battle(axes(march=2, **{field: True}))
        next_round(tired)
        assert tired.units[0].march == 2, field


@pytest.mark.rule("battlesystem:7.15f")
def test_who_guards_captives_makes_no_forced_march() -> None:
    state = battle(men("Keepers", 12, 6, guards=1))
    found = forced_marches.refusal(state, 0, ("march", 0, ("slide", 0, 6)))
    assert found is not None
    assert found.rule == "battlesystem:7.15f"
