"""Polygons and strips of ground, and what a straight line meets in them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from geometry.bodies import few, inches
from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.geometry.polygons import Polygon, Strip, line_cost, line_within, stretches
from banneret.geometry.rectangles import Rectangle, placed
from banneret.geometry.sight import inside_of

WOOD = Polygon([(10, 10), (20, 10), (20, 20), (10, 20)])


ROUGH = Polygon([(15, 0), (30, 0), (30, 30), (15, 30)])


HORSESHOE = Polygon([(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)])


points = st.tuples(inches, inches)


def man(x: float, y: float, heading: float) -> Rectangle:
    return placed(x, y, 0.75, 0.75, heading)


@st.composite
def stars(draw: st.DrawFn) -> Polygon:
    """A polygon around the origin, hollow more often than not."""
    count = draw(st.integers(3, 9))
    arms = draw(st.lists(st.integers(1, 20), min_size=count, max_size=count))
    return Polygon(
        [
            (arm * math.cos(2 * math.pi * i / count), arm * math.sin(2 * math.pi * i / count))
            for i, arm in enumerate(arms)
        ]
    )


@few
@given(stars(), points, points)
def test_between_two_cuts_a_line_is_all_inside_or_all_outside(
    area: Polygon, start: tuple[float, float], end: tuple[float, float]
) -> None:
    span = math.dist(start, end)
    assume(span > 0.1)
    cuts = [0.0, *area.cuts(*start, *end), span]
    for begin, stop in pairwise(cuts):
        if stop - begin < 1e-3:
            continue
        found = set()
        for part in range(1, 8):
            share = (begin + (stop - begin) * part / 8) / span
            found.add(
                area.holds(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            )
        assert len(found) == 1


@few
@given(stars(), points, points)
def test_the_way_back_lies_as_far_inside(
    area: Polygon, start: tuple[float, float], end: tuple[float, float]
) -> None:
    assume(math.dist(start, end) > 0.1)
    there, back = inside_of(area, *start, *end), inside_of(area, *end, *start)
    assert there == pytest.approx(back, abs=1e-6)
    assert 0 <= there <= math.dist(start, end) + 1e-9


def test_a_hollow_polygon() -> None:
    assert HORSESHOE.holds(1, 8)
    assert HORSESHOE.holds(4.5, 1)
    assert not HORSESHOE.holds(4.5, 8)
    assert HORSESHOE.cuts(-1, 6, 10, 6) == [1, 4, 7, 10]
    assert HORSESHOE.meets(man(8, 8, 30))
    assert not HORSESHOE.meets(man(4.5, 8, 30))
    assert not HORSESHOE.meets(man(3.375, 8, 0))  # along the wall, outside
    with pytest.raises(ValueError, match="at least three corners"):
        Polygon([(0, 0), (1, 1)])


# proves too, once its part of the catalogue is there: battlesystem:11.8n
def test_a_move_is_cut_where_it_enters_and_leaves() -> None:
    cut = [(piece.start, piece.end, piece.area) for piece in stretches([WOOD, ROUGH], 5, 15, 35, 15)]
    assert cut == [(0, 5, -1), (5, 15, 0), (15, 25, 1), (25, 30, -1)]
    assert line_cost([WOOD, ROUGH], [1.5, 2.0], 5, 15, 35, 15) == 5 + 15 + 20 + 5
    assert line_within([WOOD, ROUGH], [1.5, 2.0], 5, 15, 35, 15, 8) == 7
    assert line_within([WOOD, ROUGH], [1.5, 2.0], 5, 15, 35, 15, 100) == 30


@few
@given(stars(), points, points, st.integers(1, 40))
def test_what_an_allowance_pays_for_costs_the_allowance(
    area: Polygon, start: tuple[float, float], end: tuple[float, float], allowance: int
) -> None:
    span = math.dist(start, end)
    assume(span > 0.1)
    way = line_within([area], [1.5], *start, *end, allowance)
    assume(way > 1e-6)
    share = way / span
    there = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
    cost = line_cost([area], [1.5], *start, *there)
    assert cost <= allowance + 1e-6
    if way < span - 1e-6:
        assert cost == pytest.approx(allowance, abs=1e-6)


# proves too, once its part of the catalogue is there: battlesystem:11.8a
def test_roads_carry_whole_bases() -> None:
    road = Strip([(0, 0), (20, 0), (20, 20)], 2)
    assert road.carries(man(5, 0.5, 0))
    assert not road.carries(man(5, 0.7, 0))
    assert road.cuts(5, -5, 5, 5) == [5]
    assert road.cuts(5, -5, 35, 25) == pytest.approx([5 * math.sqrt(2), 15 * math.sqrt(2)])
    with pytest.raises(ValueError, match="two points"):
        Strip([(0, 0)], 2)
