"""Beams: what stops all lines from one group of bodies to another."""

from __future__ import annotations

import pytest
from geometry.bodies import few, rectangles
from hypothesis import given
from hypothesis import strategies as st

from banneret.geometry.beams import Beam
from banneret.geometry.plane import TOLERANCE
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle, placed
from banneret.geometry.sight import crosses, inside_of

RANK = [placed(10.0 + n, 10.0, 0.75, 0.75, 0.0) for n in range(4)]  # from 9.625 to 13.375
ENEMY = [placed(11.0 + n, 30.0, 0.75, 0.75, 180.0) for n in range(3)]  # from 10.625 to 13.375

spots = st.tuples(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))


def point(body: Rectangle, spot: tuple[float, float]) -> tuple[float, float]:
    """A point of a body, by shares of its half width and half depth."""
    right, ahead = spot[0] * body.half_width, spot[1] * body.half_depth
    return (
        body.x + right * body.forward_y + ahead * body.forward_x,
        body.y - right * body.forward_x + ahead * body.forward_y,
    )


def test_a_body_stops_the_beam_when_it_is_broader_than_all_of_it() -> None:
    """Half way the beam is 3.25 in broad and a little more towards the rank: bodies of 3.3 in let a line by, of 4 in none."""
    beam = Beam(RANK, ENEMY)
    assert beam.is_stopped_by(placed(11.75, 20.0, 4.0, 1.0, 0.0))
    assert not beam.is_stopped_by(placed(11.75, 20.0, 3.0, 1.0, 0.0))
    assert not beam.is_stopped_by(placed(13.0, 20.0, 4.0, 1.0, 0.0))


def test_a_narrowed_beam_begins_at_one_point() -> None:
    beam = Beam(RANK, ENEMY)
    narrow = placed(11.75, 20.0, 2.5, 1.0, 0.0)
    assert not beam.is_stopped_by(narrow)
    beam.narrow(11.0, 10.375)
    assert beam.is_stopped_by(narrow)
    assert len(beam.lines) == 4


@pytest.mark.parametrize(
    "corners", [[(8, 18), (16, 18), (16, 22), (8, 22)], [(8, 22), (16, 22), (16, 18), (8, 18)]]
)
def test_an_area_stops_the_beam_whichever_way_its_corners_go(corners: list[tuple[float, float]]) -> None:
    assert Beam(RANK, ENEMY).is_stopped_by_area(Polygon(corners), 0.0)


def test_an_area_in_which_a_rank_stands_stops_the_beam_if_it_is_deep_enough() -> None:
    """The rank stands from 9.625 to 10.375 in, the area reaches from 5 to 16.4 in: it stands 4.625 in deep in it, and 6.025 on the way."""
    beam = Beam(RANK, ENEMY)
    around = Polygon([(4, 5), (19, 5), (19, 16.4), (4, 16.4)])
    assert beam.runs_through(around)
    assert beam.is_stopped_by_area(around, 4.5)
    assert not beam.is_stopped_by_area(around, 4.7)
    beside = Polygon([(14, 5), (19, 5), (19, 35), (14, 35)])
    assert not beam.runs_through(beside)
    assert not beam.is_stopped_by_area(beside, 0.0)
    around = Polygon([(4, 5), (19, 5), (19, 35), (4, 35)])  # both stand in it, 19.25 in apart
    assert beam.is_stopped_by_area(around, 4.5)
    assert not beam.is_stopped_by_area(around, 4.7)


def test_a_short_beam_is_not_stopped_by_the_wood_in_which_both_ends_are() -> None:
    near = [placed(10.0 + n, 14.0, 0.75, 0.75, 180.0) for n in range(4)]
    wood = Polygon([(0, 0), (30, 0), (30, 30), (0, 30)])
    assert Beam(RANK, near).is_stopped_by_area(wood, 3.2)  # 3.25 in apart
    assert not Beam(RANK, near).is_stopped_by_area(wood, 3.3)


def test_a_hollow_area_is_not_judged() -> None:
    hollow = Polygon([(8, 18), (16, 18), (16, 22), (12, 21), (8, 22)])
    assert not hollow.is_run_through(12.0, 10.0, 12.0, 30.0)
    assert not Beam(RANK, ENEMY).runs_through(hollow)
    assert not Beam(RANK, ENEMY).is_stopped_by_area(hollow, 0.0)


def moved(body: Rectangle, north: float, wider: float = 1.0) -> Rectangle:
    return Rectangle(
        body.x, body.y + north, wider * body.half_width, body.half_depth, body.forward_x, body.forward_y
    )


@few
@given(rectangles(), rectangles(), rectangles(), st.lists(spots, min_size=8, max_size=8))
def test_what_stops_a_beam_stops_each_line(
    viewer: Rectangle, mark: Rectangle, body: Rectangle, at: list[tuple[float, float]]
) -> None:
    """A body six times as wide between two others that are 30 in apart: some three of four stop the beam."""
    viewer, mark, body = moved(viewer, -15.0), moved(mark, 15.0), moved(body, 0.0, 6.0)
    beam = Beam([viewer], [mark])
    area = Polygon(body.corners())
    stops, hides = beam.is_stopped_by(body), beam.is_stopped_by_area(area, 1e300)
    for start in at[:4]:
        for end in at[4:]:
            line = (*point(viewer, start), *point(mark, end))
            assert not stops or crosses(*line, body)
            assert not hides or inside_of(area, *line) > TOLERANCE
            assert not hides or not (area.holds(*line[:2]) or area.holds(*line[2:]))


@few
@given(rectangles(), rectangles(), rectangles(), spots)
def test_what_stops_a_narrowed_beam_stops_each_line_from_there(
    viewer: Rectangle, mark: Rectangle, body: Rectangle, at: tuple[float, float]
) -> None:
    viewer, mark, body = moved(viewer, -15.0), moved(mark, 15.0), moved(body, 0.0, 3.0)
    beam = Beam([viewer], [mark])
    beam.narrow(viewer.x, viewer.y)
    if beam.is_stopped_by(body):
        assert crosses(viewer.x, viewer.y, *point(mark, at), body)


SIGHT = 3.0  # inches


@few
@given(
    rectangles(), rectangles(), rectangles(), st.floats(-25.0, 25.0), st.lists(spots, min_size=8, max_size=8)
)
def test_a_beam_is_stopped_by_an_area_that_each_line_runs_through_or_far_enough_into(
    viewer: Rectangle, mark: Rectangle, wood: Rectangle, north: float, at: list[tuple[float, float]]
) -> None:
    """An area four times as deep and wide, anywhere between two bodies that are 30 in apart, or round one of them."""
    viewer, mark = moved(viewer, -15.0), moved(mark, 15.0)
    wood = Rectangle(
        wood.x, wood.y + north, 4.0 * wood.half_width, 4.0 * wood.half_depth, wood.forward_x, wood.forward_y
    )
    beam, area = Beam([viewer], [mark]), Polygon(wood.corners())
    through, stops = beam.runs_through(area), beam.is_stopped_by_area(area, SIGHT)
    for start in at[:4]:
        for end in at[4:]:
            line = (*point(viewer, start), *point(mark, end))
            inches = inside_of(area, *line)
            assert not through or inches > TOLERANCE
            assert not area.is_run_through(*line) or inches > TOLERANCE
            is_past = not area.holds(*line[:2]) and not area.holds(*line[2:])
            assert not stops or (inches > TOLERANCE if is_past else inches > SIGHT + TOLERANCE)
