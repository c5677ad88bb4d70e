"""The shortest way of a single figure off the table."""

from __future__ import annotations

import math

import pytest

from banneret.geometry.rectangles import between
from banneret.rulebooks.battlesystem.morale.rout.pathfinding import point_along, way_length, way_to_edge
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH, WEST


@pytest.mark.rule("battlesystem:7.15c", "battlesystem:7.15e")
def test_the_way_out_is_short_and_keeps_clear() -> None:
    assert way_to_edge(30, 24, SOUTH, 60, 48, []) == [(30, 24), (30, 0)]
    assert way_length(way_to_edge(30, 24, WEST, 60, 48, [])) == 30
    wall = between(20, 20, 40, 20)
    way = way_to_edge(31, 24, SOUTH, 60, 48, [wall])
    around = math.dist((31, 24), (40.375, 20)) + 19.6
    assert around < way_length(way) < around + 1.2
    assert min(wall.distance_to(*point_along(way, i / 10)) for i in range(400)) > 0.3
    assert point_along(way, 0) == (31, 24)
    assert point_along(way, 1000)[1] == 0


@pytest.mark.rule("battlesystem:7.15c")
def test_the_way_leads_through_the_gap_or_there_is_none() -> None:
    box = [between(25, 20, 35, 20), between(25, 28, 35, 28), between(25, 20, 25, 28)]
    shut = [*box, between(35, 20, 35, 28)]
    assert way_to_edge(30, 24, NORTH, 60, 48, shut) == []
    with_gap = [*box, between(35, 20, 35, 23.4), between(35, 24.4, 35, 28)]
    way = way_to_edge(30, 24, NORTH, 60, 48, with_gap)
    assert way[-1][1] == 48
    assert any(
        abs(x - 35) < 0.5 and 23.4 < y < 24.4 for x, y in (point_along(way, i / 20) for i in range(999))
    )
    assert way_to_edge(30, 24, EAST, 60, 48, with_gap)[-1][0] == 60
