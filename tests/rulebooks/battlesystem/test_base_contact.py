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
from banneret.rulebooks.battlesystem.blocks.base_contact import (
    are_square,
    aspect,
    in_contact,
    shared_edge,
    side_touched,
    touching_pairs,
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


@few
@given(rectangles(1500), rectangles(1500), rectangles(1500))
def test_touching_pairs_misses_none(one: Rectangle, other: Rectangle, third: Rectangle) -> None:
    bodies = [one, other, third]
    expected = [(i, j) for i in range(3) for j in range(3) if in_contact(bodies[i], bodies[j])]
    assert touching_pairs(bodies, bodies) == expected


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
