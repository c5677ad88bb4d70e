"""Areas of ground and lines of sight."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from geometry.bodies import few, inches, rectangles
from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.geometry.plane import TOLERANCE, all_within
from banneret.geometry.polygons import Polygon, Strip, line_cost, line_within, stretches
from banneret.geometry.rectangles import RIGHT, Rectangle, placed
from banneret.geometry.sight import UNSEEN, crosses, in_arc, inside_of, is_free, seen_distance
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import outermost, wheel_cost
from banneret.rulebooks.battlesystem.blocks.ground_costs import slide_cost, slide_within, wheel_price
from banneret.rulebooks.battlesystem.space.lines_of_sight import range_to, sees_base, strip_between

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


# proves too, once its part of the catalogue is there: battlesystem:11.8n
@pytest.mark.rule("battlesystem:7.7")
def test_the_dearest_front_figure_sets_the_cost_of_a_slide() -> None:
    block = Block(20, 5, 0, 12, 6, 0.75, 0.75, 0.0)  # half its front will march through the wood
    assert slide_cost([WOOD], [1.5], block, 0, 8) == pytest.approx(5 + 3 * 1.5)
    assert slide_within([WOOD], [1.5], block, 0, 12, 8) == pytest.approx(7)
    assert slide_within([WOOD], [1.5], block, 0, 6, 8) == 6


# proves too, once its part of the catalogue is there: battlesystem:11.8n
@pytest.mark.rule("battlesystem:7.9c")
def test_the_arc_of_the_outermost_figure_sets_the_cost_of_a_wheel() -> None:
    block = Block(20, 5, 0, 12, 6, 0.75, 0.75, 0.0)
    everywhere = Polygon([(0, 0), (60, 0), (60, 48), (0, 48)])
    far = wheel_cost(block, RIGHT, 60)
    assert wheel_price([], [], block, RIGHT, 60) == pytest.approx(far)
    assert wheel_price([everywhere], [2.0], block, RIGHT, 60) == pytest.approx(2 * far)
    pivot_x = 22.25
    left_half = Polygon([(0, 0), (20, 0), (20, 48), (0, 48)])  # the wheeling end leaves it on its way
    x, y = outermost(block, RIGHT)
    radius = math.dist((x, y), (pivot_x, 5))
    begin, leave = math.asin((5 - y) / radius), math.acos((pivot_x - 20) / radius)
    priced = wheel_price([left_half], [2.0], block, RIGHT, 80)
    assert priced == pytest.approx(wheel_cost(block, RIGHT, 80) + radius * (begin + leave), abs=0.01)


# proves too, once its part of the catalogue is there: battlesystem:11.8a
def test_roads_carry_whole_bases() -> None:
    road = Strip([(0, 0), (20, 0), (20, 20)], 2)
    assert road.carries(man(5, 0.5, 0))
    assert not road.carries(man(5, 0.7, 0))
    assert road.cuts(5, -5, 5, 5) == [5]
    assert road.cuts(5, -5, 35, 25) == pytest.approx([5 * math.sqrt(2), 15 * math.sqrt(2)])
    with pytest.raises(ValueError, match="two points"):
        Strip([(0, 0)], 2)


# proves too, once its part of the catalogue is there: battlesystem:10.1b
@pytest.mark.rule("battlesystem:4.6i")
def test_the_arc_is_45_degrees_to_either_side_its_edge_included() -> None:
    viewer = man(10, 10, 0)
    assert in_arc(viewer, 10, 10, 14, 14)
    assert in_arc(viewer, 10, 10, 6, 14)
    assert not in_arc(viewer, 10, 10, 14, 13.99)
    assert not in_arc(viewer, 10, 10, 10, 9)


def shrunk(body: Rectangle, margin: float) -> Rectangle:
    return Rectangle(
        body.x, body.y, body.half_width - margin, body.half_depth - margin, body.forward_x, body.forward_y
    )


@few
@given(points, points, rectangles(20_000))
def test_a_line_crosses_a_body_when_some_of_its_points_lie_in_it(
    start: tuple[float, float], end: tuple[float, float], body: Rectangle
) -> None:
    assume(math.dist(start, end) < 40)
    along = [
        (start[0] + (end[0] - start[0]) * i / 400, start[1] + (end[1] - start[1]) * i / 400)
        for i in range(401)
    ]
    if crosses(*start, *end, body):
        assert min(body.distance_to(x, y) for x, y in along) <= 0.05
        assert crosses(*end, *start, shrunk(body, -1e-6))
    else:
        inner = shrunk(body, 1.001 * TOLERANCE)
        assert min(inner.distance_to(x, y) for x, y in along) > 0


# proves too, once its part of the catalogue is there: battlesystem:10.1d
def test_a_line_along_an_edge_is_free_and_one_through_a_body_is_not() -> None:
    body = placed(0, 0, 4, 2, 0)
    assert crosses(-5, 0, 5, 0, body)
    assert not crosses(-5, 1, 5, 1, body)
    assert not crosses(-5, 1 - TOLERANCE, 5, 1 - TOLERANCE, body)
    assert crosses(-5, 0.98, 5, 0.98, body)
    assert not crosses(-5, 0, -3, 0, body)  # it ends before the body
    assert not crosses(1, 2, 3, 0, body)  # through the corner
    assert is_free(-5, 3, 5, 3, [body], [WOOD])
    assert not is_free(5, 15, 25, 15, [], [WOOD])


@pytest.mark.rule("battlesystem:4.6i")
def test_units_are_seen_ahead_and_not_behind_or_through_friends() -> None:
    goblins = [man(x, 10, 0) for x in (9, 10, 11)]
    ahead = [man(x, 20, 180) for x in (9, 10, 11)]
    assert seen_distance(goblins, ahead, [], [], 9.5) == pytest.approx(9.25)
    assert seen_distance(goblins, ahead, [], [], 9.23) == UNSEEN
    assert seen_distance(goblins, [man(10, 2, 0)], [], [], 20) == UNSEEN
    friend = Block(10, 15, 0, 12, 6, 0.75, 0.75, 0.0)
    assert seen_distance(goblins, ahead, friend.area(), [], 20) == UNSEEN
    aside = Block(12.6, 15, 0, 12, 6, 0.75, 0.75, 0.0)  # covers x from 10.35: the left files see past it
    assert seen_distance(goblins, ahead, aside.area(), [], 20) == pytest.approx(9.25)


# proves too, once its part of the catalogue is there: battlesystem:10.1c, battlesystem:10.1d, battlesystem:10.1l
def test_one_free_line_to_a_corner_is_enough_to_shoot() -> None:
    archer, target = man(0, 0, 0), man(0, 10, 180)
    assert range_to(archer, target) == 9.25
    assert sees_base(archer, target, [], [])
    assert not sees_base(archer, target, [placed(0, 5, 4, 1, 0)], [])
    assert sees_base(archer, target, [placed(-1.9, 5, 4, 1, 0)], [])  # past its end to one corner
    gap_closed = strip_between(man(-0.6, 5, 0), man(0.8, 5, 0), 1.0)
    assert gap_closed is not None
    assert not is_free(0, 0, 0, 10, [gap_closed], [])
    assert strip_between(man(-1, 5, 0), man(0.8, 5, 0), 1.0) is None


@pytest.mark.rule("battlesystem:4.7", "battlesystem:7.1a")
def test_a_command_radius_holds_its_edge() -> None:
    places = [(0.0, float(y)) for y in range(5)]
    assert all_within(0, 0, 4, places)
    assert not all_within(0, 0, 4, [*places, (0, 4.3)])
    assert all_within(0, 0, 4, [(0, 4.01)])
    assert not all_within(0, 0, 4, [(0, 4.0101)])
