"""Contact of bases: which touch, on which sides, and from where an attack comes."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few, headings, rectangles, turned
from hypothesis import assume, given

from banneret.geometry.plane import TOLERANCE, forward
from banneret.geometry.rectangles import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Rectangle,
    distance,
    gap,
    overlap,
    placed,
)
from banneret.kernel.dice import Chance
from banneret.rulebooks.battlesystem.blocks.base_contact import (
    are_square,
    aspect,
    in_contact,
    shared_edge,
    side_touched,
)


def man(x: float, y: float, heading: float) -> Rectangle:
    return placed(x, y, 0.75, 0.75, heading)


@pytest.mark.rule("battlesystem:7.8a")
def test_contacts_of_the_catalogue() -> None:
    lower = man(10, 10, 0)
    assert in_contact(lower, man(10.375, 10.75, 180))
    assert not in_contact(lower, man(10.745, 10.75, 180))  # 0.005 inch of edge in common
    assert not in_contact(lower, man(10.75, 10.75, 180))  # corner to corner
    corner = 0.375 * (forward(30)[0] + forward(30)[1])  # how far a turned base reaches down
    assert in_contact(man(10.1, 10.375 + corner, 30), lower)
    assert not in_contact(man(10.1, 10.375 + corner + 0.011, 30), lower)
    assert in_contact(man(10, 10.76, 0.5), lower)  # within a degree: as good as parallel


@few
@given(rectangles(), rectangles())
def test_contact_is_symmetric(one: Rectangle, other: Rectangle) -> None:
    assert in_contact(one, other) == in_contact(other, one)


@few
@given(rectangles(), rectangles(), headings)
def test_turning_the_table_changes_no_contact(one: Rectangle, other: Rectangle, turn: float) -> None:
    strip = gap(one, other)
    assume(abs(strip - TOLERANCE) > 1e-9 and abs(strip + TOLERANCE) > 1e-9)
    one_turned, other_turned = turned(one, turn), turned(other, turn)
    if not are_square(one, other):
        assume(abs(distance(one, other) - TOLERANCE) > 1e-9)
        assert in_contact(one_turned, other_turned) == in_contact(one, other)


@few
@given(rectangles(), rectangles())
def test_what_touches_is_near_and_what_overlaps_touches(one: Rectangle, other: Rectangle) -> None:
    if in_contact(one, other):
        assert distance(one, other) <= TOLERANCE
    else:
        assert not overlap(one, other)


@pytest.mark.rule("battlesystem:7.8e")
def test_sides_of_the_catalogue() -> None:
    dwarf = man(10, 10, 0)
    assert side_touched(dwarf, man(10, 9.25, 0)) == REAR
    assert side_touched(dwarf, man(10.75, 10.2, 270)) == RIGHT
    assert side_touched(dwarf, man(9.25, 10.2, 90)) == LEFT
    assert side_touched(dwarf, man(10.3, 10.75, 180)) == FRONT


@pytest.mark.rule("battlesystem:7.8e")
def test_a_corner_is_front_rear_or_flank_by_where_the_other_stands() -> None:
    dwarf = man(0, 0, 0)
    reach = 0.375 * math.sqrt(2)  # of a base that stands on its corner
    assert side_touched(dwarf, man(0.375, 0.375 + reach, 45)) == FRONT
    assert side_touched(dwarf, man(0.375 + reach, 0.375, 45)) == RIGHT
    assert side_touched(dwarf, man(-0.375 - reach, 0.375, 45)) == LEFT
    assert side_touched(dwarf, man(-0.375, -0.375 - reach, 45)) == REAR


@pytest.mark.rule("battlesystem:7.8e")
def test_a_corner_a_hair_deeper_than_the_tolerance_is_on_the_nearest_edge() -> None:
    # places are rounded to thousandths: the corner of a base that stands on it, 0.5303 in from its middle, is 0.0103 in inside an edge
    dwarf = man(0, 0, 0)
    around = [((0, 0.895), FRONT), ((0.895, 0), RIGHT), ((0, -0.895), REAR), ((-0.895, 0), LEFT)]
    for (x, y), side in around:
        assert in_contact(dwarf, man(x, y, 45))
        assert side_touched(dwarf, man(x, y, 45)) == side
    # by versions 1 to 18 of the rules it was on a flank
    assert all(side_touched(dwarf, man(x, y, 45), False) in (RIGHT, LEFT) for (x, y), _ in around)


@few
@given(headings)
def test_sides_turn_with_the_figure(turn: float) -> None:
    for side, (x, y) in enumerate([(0.1, 0.75), (0.75, 0.1), (0.1, -0.75), (-0.75, 0.1)]):
        assert side_touched(turned(man(0, 0, 0), turn), turned(man(x, y, 180), turn)) == side


@pytest.mark.rule("battlesystem:7.8e")
def test_the_aspect_is_that_of_most_and_on_a_tie_the_worse_for_the_attacker() -> None:
    assert aspect([FRONT, REAR, REAR]) == REAR
    assert aspect([LEFT, RIGHT, REAR]) == RIGHT
    assert aspect([FRONT, RIGHT]) == FRONT
    assert aspect([REAR, LEFT]) == RIGHT
    with pytest.raises(ValueError, match="no figure touches"):
        aspect([])


@pytest.mark.rule("battlesystem:8.1c")
def test_edges_in_common() -> None:
    ahead = man(0, 0, 0)
    assert shared_edge(ahead, man(0.375, 0.75, 180)) == pytest.approx(0.375)
    assert shared_edge(ahead, man(0, 0.75, 90)) == pytest.approx(0.75)
    assert shared_edge(ahead, man(0.75, -0.25, 180)) == pytest.approx(0.5)  # side by side
    assert shared_edge(ahead, placed(0.1, 0.625, 0.5, 0.5, 180)) == pytest.approx(0.5)  # the smaller wholly
    cavalry = placed(0, 0, 0.75, 1.5, 0)
    assert shared_edge(cavalry, placed(0.875, 0, 1, 1, 90)) == pytest.approx(1.0)
    assert shared_edge(placed(0.875, 0, 1, 1, 90), cavalry) == pytest.approx(1.0)
    assert shared_edge(ahead, man(0, 0.9, 45)) == 0.0  # a corner on an edge has no length


@pytest.mark.rule("battlesystem:7.8a")
def test_one_degree_off_is_still_square() -> None:
    """Whatever the rounding of sines: headings are kept to a hundredth of a degree."""
    for hundredths in range(0, 36000, 7):
        heading = hundredths / 100.0
        base = placed(10, 10, 0.75, 0.75, heading)
        for off in (1.0, 89.0, 91.0, 181.0, 269.0, -1.0):
            assert are_square(base, placed(11, 10, 0.75, 0.75, heading + off)), (heading, off)
        assert not are_square(base, placed(11, 10, 0.75, 0.75, heading + 1.01))


def _places(count: int) -> list[tuple[float, float, float]]:
    """Turns in degrees and places on a table, the same every time."""
    chance = Chance(4)
    return [
        (chance.below(36000) / 100, chance.below(72000) / 1000, chance.below(48000) / 1000)
        for _ in range(count)
    ]


def _carried(base: Rectangle, turn: float, x: float, y: float, mirrored: bool) -> Rectangle:
    """A base after the whole table was mirrored, turned about its corner, and shifted."""
    hand = -1.0 if mirrored else 1.0
    sine, cosine = forward(turn)
    east, ahead = hand * base.x, hand * base.forward_x
    return Rectangle(
        x + east * cosine + base.y * sine,
        y + base.y * cosine - east * sine,
        base.half_width,
        base.half_depth,
        ahead * cosine + base.forward_y * sine,
        base.forward_y * cosine - ahead * sine,
    )


EDGE_TO_EDGE = [
    (0.375, 0.75, True),
    (0.375, 0.76, True),  # exactly the tolerance away
    (0.375, 0.761, False),
    (0.375, 0.74, True),  # exactly the tolerance inside
    (0.74, 0.75, False),  # exactly the tolerance of edge in common: more is wanted
    (0.739, 0.75, True),
    (-0.74, 0.76, False),
    (-0.739, 0.76, True),
    (0.75, 0.75, False),
]
CORNER_TO_EDGE = [
    (heading, aside, away, away < 0.0105)
    for heading in (10.0, 30.0, 45.0, 60.0)
    for aside in (0.0, 0.3, 0.375, -0.2, -0.375)
    for away in (0.0, 0.01, 0.011)
]


@pytest.mark.rule("battlesystem:7.8a", "battlesystem:7.1a")
@pytest.mark.parametrize(("x", "y", "touches"), EDGE_TO_EDGE)
def test_edge_to_edge_exactly_at_the_tolerance_is_one_answer(x: float, y: float, touches: bool) -> None:
    for turn, east, north in _places(60):
        for mirrored in (False, True):
            one = _carried(man(0, 0, 0), turn, east, north, mirrored)
            other = _carried(man(x, y, 180), turn, east, north, mirrored)
            assert in_contact(one, other) is in_contact(other, one) is touches
            assert not overlap(one, other)


@pytest.mark.rule("battlesystem:7.8a", "battlesystem:7.8e", "battlesystem:7.1a")
@pytest.mark.parametrize(("heading", "aside", "away", "touches"), CORNER_TO_EDGE)
def test_corner_to_edge_exactly_at_the_tolerance_is_one_answer(
    heading: float, aside: float, away: float, touches: bool
) -> None:
    corners = man(0, 0, heading).corners()
    low_x, low_y = min(corners, key=lambda corner: corner[1])
    left_x, left_y = min(corners)
    before_the_front = (aside - low_x, 0.375 + away - low_y)  # its corner that far to the right of the middle
    at_the_flank = (0.375 + away - left_x, aside - left_y)
    for x, y in (before_the_front, at_the_flank):
        sides = set()
        for turn, east, north in _places(60):
            for mirrored in (False, True):
                one = _carried(man(0, 0, 0), turn, east, north, mirrored)
                other = _carried(man(x, y, heading), turn, east, north, mirrored)
                assert in_contact(one, other) is in_contact(other, one) is touches
                side = side_touched(one, other)
                sides.add(
                    LEFT if mirrored and side == RIGHT else RIGHT if mirrored and side == LEFT else side
                )
        assert not touches or len(sides) == 1
