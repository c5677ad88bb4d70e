"""Rectangles: how far apart they are, and which overlap."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few, headings, rectangles, turned
from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.geometry.plane import TOLERANCE
from banneret.geometry.rectangles import (
    Rectangle,
    between,
    distance,
    gap,
    is_nearer,
    overlap,
    placed,
)


def man(x: float, y: float, heading: float) -> Rectangle:
    return placed(x, y, 0.75, 0.75, heading)


@pytest.mark.rule("battlesystem:7.1b")
def test_a_base_of_the_catalogue() -> None:
    assert man(10, 10, 0).corners()[:2] == [(9.625, 10.375), (10.375, 10.375)]
    rider = placed(10, 10, 0.75, 1.5, 90).corners()
    assert (min(x for x, _ in rider), max(x for x, _ in rider)) == (9.25, 10.75)
    assert (min(y for _, y in rider), max(y for _, y in rider)) == (9.625, 10.375)


@few
@given(rectangles(), rectangles())
def test_gap_and_distance_are_symmetric_to_the_last_bit(one: Rectangle, other: Rectangle) -> None:
    assert gap(one, other) == gap(other, one)
    assert distance(one, other) == distance(other, one)


@few
@given(rectangles(), rectangles(), st.integers(1, 4000))
def test_who_is_nearer_than_a_limit_is_seen_as_by_measuring(
    one: Rectangle, other: Rectangle, limit: int
) -> None:
    assert is_nearer(one, other, limit / 1000) == (distance(one, other) < limit / 1000)


@few
@given(rectangles(), rectangles(), headings)
def test_turning_the_board_changes_nothing(one: Rectangle, other: Rectangle, turn: float) -> None:
    strip = gap(one, other)
    assume(abs(strip - TOLERANCE) > 1e-9 and abs(strip + TOLERANCE) > 1e-9)
    one_turned, other_turned = turned(one, turn), turned(other, turn)
    assert math.isclose(distance(one_turned, other_turned), distance(one, other), abs_tol=1e-9)
    assert overlap(one_turned, other_turned) == overlap(one, other)


def far_samples(body: Rectangle, steps: int = 24) -> list[tuple[float, float]]:
    """Points along the edges of a rectangle."""
    corners = body.corners()
    found = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        found += [(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps)]
    return found


@few
@given(rectangles(), rectangles())
def test_distance_is_the_least_between_points_and_nought_exactly_where_bodies_meet(
    one: Rectangle, other: Rectangle
) -> None:
    apart = distance(one, other)
    sampled = min(one.distance_to(x, y) for x, y in far_samples(other))
    assert apart <= sampled + 1e-9
    if apart > 0:
        pitch = max(other.half_width, other.half_depth) / 12
        assert sampled <= apart + pitch
    assert (apart == 0) == (gap(one, other) <= 0)
    assert gap(one, other) <= apart + 1e-12


def test_a_line_is_a_rectangle_without_depth() -> None:
    wall = between(0, 0, 3, 4)
    assert (wall.half_width, wall.half_depth) == (2.5, 0.0)
    assert wall.distance_to(3, 4) == pytest.approx(0, abs=1e-12)
    assert distance(wall, man(3, -2, 0)) == pytest.approx(wall.distance_to(2.625, -1.625))
