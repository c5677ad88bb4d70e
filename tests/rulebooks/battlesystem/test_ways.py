"""The points of a move at which the enemy may shoot, and what is left of it after one of them."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import battle, men

from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.march.ways import Way
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN


def way_of(state: State, steps: list[Step], allowance: float = 20.0) -> Way:
    """The way of the first unit by some steps."""
    walk = plan(state, state.units[0], steps, allowance, True)
    return Way(state.units[0], walk.legs, bool(walk.contacts))


def marks(way: Way) -> list[tuple[int, float, float]]:
    """Leg, inches into it, inches in all."""
    return [(stop.leg, round(stop.offset, 3), round(stop.inches, 3)) for stop in way.stops]


@pytest.mark.rule("battlesystem:10.6a")
def test_before_it_starts_after_each_inch_and_at_the_end() -> None:
    state = battle(men("Reds", 12, 6, 30, 8))
    way = way_of(state, [("slide", 0, 3.5)])
    assert marks(way) == [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 0, 3.5)]
    assert way.is_end(way.stops[-1])
    assert [stop.block.y for stop in way.stops if stop.block is not None] == [9, 10, 11, 11.5]
    assert way.stops[0].block is None  # there it stands already
    assert marks(Way(state.units[0], [], False)) == [(0, 0, 0)]


@pytest.mark.rule("battlesystem:10.6a")
def test_at_each_change_of_direction_formation_and_facing() -> None:
    state = battle(men("Reds", 12, 6, 30, 8))
    way = way_of(state, [("formation", "open"), ("slide", 0, 1.5), ("slide", 45, 1), ("about",)])
    assert marks(way) == [(0, 0, 0), (1, 0, 0), (1, 1, 1), (2, 0, 1.5), (2, 0.5, 2), (3, 0, 2.5), (4, 0, 2.5)]
    assert [stop.formation for stop in way.stops] == [CLOSED, *[OPEN] * 6]


@pytest.mark.rule("battlesystem:10.6a")
def test_a_tenth_of_an_inch_before_contact() -> None:
    state = battle(men("Reds", 12, 6, 30, 8), men("Orcs", 12, 6, 30, 12, 180, side=1))
    way = way_of(state, [("slide", 0)])
    assert marks(way) == [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 3.9, 3.9)]
    assert not way.is_end(way.stops[-1])
    near = battle(men("Reds", 12, 6, 30, 8), men("Orcs", 12, 6, 30, 11.05, 180, side=1))
    assert marks(way_of(near, [("slide", 0)])) == [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 2.95, 2.95)]
    hair = battle(men("Reds", 12, 6, 30, 8), men("Orcs", 12, 6, 30, 8.05, 180, side=1))
    assert marks(way_of(hair, [("slide", 0)])) == [(0, 0, 0)]


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:10.6c")
def test_the_rest_of_a_way_goes_on_where_it_was_halted() -> None:
    state = battle(men("Reds", 12, 6, 30, 8))
    steps: list[Step] = [("slide", 0, 2.5), ("wheel", "right", 40), ("slide", 10, 3)]
    way = way_of(state, steps)
    whole = plan(state, state.units[0], steps, 20.0, True)
    for stop in way.stops[:-1]:
        before, rest = way.cut(stop)
        part = plan(state, state.units[0], before, 20.0, True)
        if stop.block is not None:
            assert part.unit.block is not None
            assert (part.unit.block.x, part.unit.block.y) == pytest.approx(
                (stop.block.x, stop.block.y), abs=0.01
            )
        there = battle(men("Reds", 12, 6, 30, 8))
        there.units[0] = part.unit
        end = plan(there, part.unit, rest, 20.0, True).unit
        assert end.block is not None
        assert whole.unit.block is not None
        assert (end.block.x, end.block.y) == pytest.approx((whole.unit.block.x, whole.unit.block.y), abs=0.02)
        assert end.block.heading == pytest.approx(whole.unit.block.heading, abs=0.02)
        assert end.spent == pytest.approx(whole.unit.spent, abs=0.02)
    assert way.cut(way.stops[1]) == ([("slide", 0, 1.0)], [("slide", 0, 1.5), *steps[1:]])
