"""Bodies in motion: where they first touch another."""

from __future__ import annotations

import pytest
from geometry.bodies import few, headings, rectangles, turned
from hypothesis import assume, given

from banneret.geometry.plane import TOLERANCE, forward
from banneret.geometry.rectangles import RIGHT, Rectangle, gap, placed
from banneret.geometry.sweeps import (
    NEVER,
    RUB,
    first_touch,
    ground_swing_way,
    leave_way,
)

SMALL = 1e-6


@few
@given(rectangles(9000), rectangles(9000), headings)
@pytest.mark.rule("battlesystem:7.8", "battlesystem:7.1e")
def test_a_swept_move_never_tunnels(body: Rectangle, obstacle: Rectangle, direction: float) -> None:
    assume(gap(body, obstacle) >= 0)
    east, north = forward(direction)
    way = first_touch(body, obstacle, east, north, 30.0)
    free = min(way, 30.0)
    for part in range(61):
        there = body.moved(east * free * part / 60, north * free * part / 60)
        assert gap(there, obstacle) >= -RUB - SMALL
    if way < NEVER:
        assert abs(gap(body.moved(east * way, north * way), obstacle)) < SMALL
        # going on would lead more than the tolerance into the other
        beyond = [gap(body.moved(east * (way + d), north * (way + d)), obstacle) for d in _onward()]
        assert min(beyond) < -RUB + 1e-4


def _onward() -> list[float]:
    return [0.002 * i for i in range(1, 40)] + [0.08 * i for i in range(1, 300)]


@few
@given(rectangles(9000), rectangles(9000), headings)
def test_who_moves_makes_no_difference(body: Rectangle, obstacle: Rectangle, direction: float) -> None:
    east, north = forward(direction)
    there = first_touch(body, obstacle, east, north, 30.0)
    assert there == pytest.approx(first_touch(obstacle, body, -east, -north, 30.0), abs=1e-9)


@few
@given(rectangles(9000), rectangles(9000), headings, headings)
def test_turning_the_table_turns_the_move(
    body: Rectangle, obstacle: Rectangle, direction: float, turn: float
) -> None:
    way = first_touch(body, obstacle, *forward(direction), 30.0)
    again = first_touch(turned(body, turn), turned(obstacle, turn), *forward(direction + turn), 30.0)
    assume(
        (way < NEVER) == (again < NEVER)
    )  # else it is a hair's breadth between running into it and passing
    assert again == pytest.approx(way, abs=1e-6)


@pytest.mark.rule("battlesystem:7.1e")
def test_bodies_side_by_side_slide_past_each_other() -> None:
    body = placed(0, 0, 2, 2, 0)
    for off in (2.0, 2.0005, 1.9995, 1.991):
        assert first_touch(body, placed(off, 5, 2, 2, 0), 0, 1, 30) == NEVER
    assert first_touch(body, placed(1.98, 5, 2, 2, 0), 0, 1, 30) == 3
    assert first_touch(body, placed(0, 5, 2, 2, 0), 0, 1, 3) == 3
    assert first_touch(body, placed(0, 5, 2, 2, 0), 0, 1, 2.999) == NEVER
    assert first_touch(body, placed(0, 1, 2, 2, 0), 0, 1, 3) == 0
    assert first_touch(body, placed(0, 2, 2, 2, 0), 0, -1, 30) == NEVER  # away from what it touches


@few
@given(rectangles(2000), rectangles(2000), headings)
@pytest.mark.rule("battlesystem:7.15b")
def test_a_body_leaves_another_behind(body: Rectangle, obstacle: Rectangle, direction: float) -> None:
    assume(gap(body, obstacle) < 0)
    east, north = forward(direction)
    way = leave_way(body, obstacle, east, north)
    assert gap(body.moved(east * way, north * way), obstacle) == pytest.approx(TOLERANCE, abs=SMALL)
    assert leave_way(body.moved(east * way, north * way), obstacle, east, north) < SMALL


@pytest.mark.rule("battlesystem:7.15b")
def test_what_lies_behind_or_abreast_is_left_already() -> None:
    body = placed(0, 0, 4, 2, 0)
    assert leave_way(body, placed(0, 3, 4, 2, 0), 0.0, 1.0) == pytest.approx(5.01)
    assert leave_way(body, placed(0, -3, 4, 2, 0), 0.0, 1.0) == 0.0
    assert leave_way(body, placed(5, 1, 4, 2, 0), 0.0, 1.0) == 0.0


@pytest.mark.parametrize(("x", "degrees"), [(-2.975, 0.0), (2.975, 90.0)])
def test_a_body_that_stands_in_another_by_more_than_a_rub_turns_only_out_of_it(
    x: float, degrees: float
) -> None:
    body = placed(
        0.0, 0.0, 4.0, 2.0, 0.0
    )  # turning about its right front, its left rear goes to the left first
    beside = placed(x, -1.0, 2.0, 2.0, 0.0)
    assert gap(body, beside) < -RUB
    assert ground_swing_way([body], RIGHT, 90.0, 2.0, 1.0, [beside]) == degrees
