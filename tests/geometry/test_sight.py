"""Lines of sight: arcs, and what blocks a straight line."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few, inches, rectangles
from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.geometry.plane import TOLERANCE, forward
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle, distance, placed
from banneret.geometry.sight import UNSEEN, crosses, hides_all, in_arc, is_free, seen_distance

WOOD = Polygon([(10, 10), (20, 10), (20, 20), (10, 20)])
HEAD = forward(0)


points = st.tuples(inches, inches)


def man(x: float, y: float, heading: float) -> Rectangle:
    return placed(x, y, 0.75, 0.75, heading)


@pytest.mark.rule("battlesystem:4.6i", "battlesystem:10.1b")
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


@pytest.mark.rule("battlesystem:10.1d")
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


some = st.lists(rectangles(spread=12_000), min_size=1, max_size=5)


@few
@given(some, some, some, st.sampled_from([UNSEEN, 4.0, 12.0]))
def test_the_distance_seen_is_the_least_along_any_free_line(
    viewers: list[Rectangle], targets: list[Rectangle], bodies: list[Rectangle], limit: float
) -> None:
    seen = [
        distance(viewer, target)
        for viewer in viewers
        for target in targets
        if in_arc(viewer, viewer.x, viewer.y, target.x, target.y)
        and is_free(viewer.x, viewer.y, target.x, target.y, bodies, [])
    ]
    least = min([far for far in seen if far <= limit + TOLERANCE], default=UNSEEN)
    assert seen_distance(viewers, targets, bodies, [], limit) == pytest.approx(least, abs=1e-9)


@pytest.mark.rule("battlesystem:10.1d")
def test_a_body_hides_all_of_another_where_no_corner_of_it_is_seen() -> None:
    wall = Rectangle(
        0.0, 4.0, 3.0, 0.5, *HEAD
    )  # 3.5 in off: of what is 6 in off it hides 5.1 in to either side
    assert hides_all(wall, 0.0, 0.0, man(0.0, 6.0, 0.0))
    assert hides_all(wall, 0.0, 0.0, man(4.0, 6.0, 0.0))
    assert hides_all(wall, 0.0, 8.0, man(4.0, 2.0, 45.0))
    assert not hides_all(wall, 0.0, 0.0, man(5.0, 6.0, 0.0))  # its right corners are seen
    assert not hides_all(wall, 0.0, 0.0, man(0.0, 3.5, 0.0))  # it stands half before the wall
    assert not hides_all(wall, 0.0, 4.0, man(0.0, 6.0, 0.0))  # from within nothing is said
    assert hides_all(wall, -9.0, 4.0, man(6.0, 4.0, 0.0))
    assert not hides_all(wall, -9.0, 5.0, man(6.0, 5.0, 0.0))
    assert not hides_all(Rectangle(0.0, 4.0, 3.0, 0.0, *HEAD), 0.0, 0.0, man(0.0, 6.0, 0.0))  # a fence


@few
@given(points, rectangles(20_000), rectangles(20_000))
def test_what_a_body_hides_all_of_has_no_corner_to_which_a_line_is_free(
    start: tuple[float, float], body: Rectangle, mark: Rectangle
) -> None:
    if hides_all(body, *start, mark):
        assert all(crosses(*start, x, y, body) for x, y in (*mark.corners(), (mark.x, mark.y)))
