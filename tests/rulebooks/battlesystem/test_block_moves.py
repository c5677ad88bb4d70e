"""Moves of a block: slides, wheels, faces, changes of formation and front."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few, headings
from hypothesis import given
from hypothesis import strategies as st
from rulebooks.battlesystem.shapes import blocks

from banneret.geometry.rectangles import LEFT, REAR, RIGHT
from banneret.rulebooks.battlesystem.blocks.block import (
    Block,
)
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    face,
    pivot,
    slide,
    spread,
    turned,
    wheel,
    wheel_cost,
    wheel_radius,
    wheel_within,
    widen,
    without,
)

sides = st.sampled_from([RIGHT, LEFT])


def men(figures: int = 12, files: int = 6, spacing: float = 0.0, x: float = 30, y: float = 20) -> Block:
    return Block(x, y, 0, figures, files, 0.75, 0.75, spacing)


@pytest.mark.rule("battlesystem:7.9a")
def test_slides_of_the_catalogue() -> None:
    after = slide(men(), 30, 5)
    assert (after.x, after.y, after.heading) == (32.5, 24.33, 0)


@pytest.mark.rule("battlesystem:7.9a")
@few
@given(blocks(), headings, st.integers(0, 18_000))
def test_slides_reverse_and_keep_the_order(block: Block, direction: float, way: int) -> None:
    there = slide(block, direction, way / 1000)
    back = slide(there, direction + 180, way / 1000)
    assert (back.x, back.y) == pytest.approx((block.x, block.y), abs=0.0010001)
    assert there.facts()[2:] == block.facts()[2:]
    assert math.isclose(math.dist((there.x, there.y), (block.x, block.y)), way / 1000, abs_tol=0.00071)


@few
@given(blocks(), sides, st.integers(0, 9000))
@pytest.mark.rule("battlesystem:7.9b")
def test_wheels_keep_the_pivot_and_every_length(block: Block, side: int, angle: int) -> None:
    after = wheel(block, side, angle / 100)
    assert math.dist(pivot(after, side), pivot(block, side)) < 0.00071
    turn = angle if side == RIGHT else -angle
    assert round(after.heading * 100) == (round(block.heading * 100) + turn) % 36_000
    mine, theirs = block.bases(), after.bases()
    for i in (0, block.figures // 2, block.figures - 1):
        assert math.isclose(
            math.dist((mine[0].x, mine[0].y), (mine[i].x, mine[i].y)),
            math.dist((theirs[0].x, theirs[0].y), (theirs[i].x, theirs[i].y)),
            abs_tol=1e-9,
        )


@few
@given(blocks(), sides, st.integers(0, 9000))
def test_wheels_reverse(block: Block, side: int, angle: int) -> None:
    after = wheel(block, side, angle / 100)
    back = wheel(after, side, -angle / 100)
    assert (back.x, back.y) == pytest.approx((block.x, block.y), abs=0.0020001)
    assert back.heading == block.heading


@few
@given(blocks(), sides)
@pytest.mark.rule("battlesystem:7.9c")
def test_a_wheel_costs_the_way_of_the_outermost_figure(block: Block, side: int) -> None:
    about = pivot(block, side)
    farthest = max(math.dist(base.front_middle(), about) for base in block.bases())
    assert math.isclose(wheel_radius(block, side), farthest, abs_tol=1e-9)
    assert math.isclose(wheel_cost(block, side, 90), farthest * math.pi / 2, abs_tol=1e-9)
    degrees = wheel_within(block, side, 3.0)
    assert wheel_cost(block, side, degrees) <= 3.0 + 1e-6
    assert degrees == 90 or wheel_cost(block, side, degrees + 0.0101) > 3.0


@pytest.mark.rule("battlesystem:7.9h")
def test_faces_of_the_catalogue() -> None:
    right = face(men(), RIGHT)
    assert right.facts()[:5] == (32.25, 19.25, 90, 12, 2)
    assert right.ranks == 6
    about = face(men(), REAR)
    assert about.facts()[:5] == (30, 18.5, 180, 12, 6)
    ragged = face(men(14, 5), REAR)
    assert (ragged.heading, ragged.files, ragged.ranks, ragged.last) == (180, 5, 3, 4)


@few
@given(st.integers(1, 8), st.integers(1, 6), headings, st.sampled_from([0.0, 0.5]))
@pytest.mark.rule("battlesystem:7.9e", "battlesystem:7.9f", "battlesystem:7.9h")
def test_with_full_ranks_and_square_bases_nobody_moves_by_facing(
    files: int, ranks: int, heading: float, spacing: float
) -> None:
    block = Block(30, 20, heading, files * ranks, files, 0.75, 0.75, spacing)
    places = sorted((base.x, base.y) for base in block.bases())
    for side in (RIGHT, LEFT, REAR):
        after = sorted((base.x, base.y) for base in face(block, side).bases())
        for x, y in places:  # each old place is a new one, to the snapping of the anchor
            assert min(math.dist((x, y), place) for place in after) < 0.00071


@few
@given(blocks())
def test_two_turns_about_come_home(block: Block) -> None:
    back = face(face(block, REAR), REAR)
    assert back.facts()[2:] == block.facts()[2:]
    assert (back.x, back.y) == pytest.approx((block.x, block.y), abs=0.0010001)


@pytest.mark.rule("battlesystem:7.6c", "battlesystem:4.5b")
@given(blocks(), headings)
def test_turning_on_the_spot_keeps_the_middle(block: Block, heading: float) -> None:
    there = turned(block, heading)
    assert abs(there.middle_x - block.middle_x) <= 0.001
    assert abs(there.middle_y - block.middle_y) <= 0.001
    assert (there.files, there.figures, there.spacing) == (block.files, block.figures, block.spacing)


def test_opening_spreads_to_both_sides_and_to_the_rear() -> None:
    opened = spread(men(), 0.5)
    assert (men().centre(0, 0)[0], opened.centre(0, 0)[0]) == (28.125, 26.875)
    assert (men().centre(1, 0)[1], opened.centre(1, 0)[1]) == (18.875, 18.375)
    assert (opened.x, opened.y, opened.files, opened.breadth) == (30, 20, 6, 7.0)
    assert spread(opened, 0.0).facts() == men().facts()


@pytest.mark.rule("battlesystem:7.10a", "battlesystem:7.10d")
def test_frontage_of_the_catalogue() -> None:
    wider = widen(men(), 0, 2)
    assert (wider.x, wider.y, wider.files) == (30.75, 20, 8)
    narrower = widen(men(), -1, -1)
    assert (narrower.x, narrower.files) == (30, 4)
    assert men().centre(0, 0) == wider.centre(0, 0)  # front figures keep their places
    with pytest.raises(ValueError, match="abreast"):
        widen(men(), 4, 4)


@few
@given(blocks(), st.integers(0, 3), st.integers(0, 3))
def test_widening_reverses(block: Block, left: int, right: int) -> None:
    if block.files + left + right <= block.figures:
        back = widen(widen(block, left, right), -left, -right)
        assert back.files == block.files
        assert (back.x, back.y) == pytest.approx((block.x, block.y), abs=0.0010001)


@pytest.mark.rule("battlesystem:7.2a", "battlesystem:7.5", "battlesystem:7.10e")
def test_losses_come_off_the_rear_and_the_front_keeps_its_places() -> None:
    after = without(men(), 4)
    assert after is not None
    assert [file for file in range(6) if after.holds(1, file)] == [2, 3]
    fewer = without(men(), 7)
    assert fewer is not None
    assert (fewer.files, fewer.ranks, fewer.centre(0, 0)) == (5, 1, men().centre(0, 0))
    from_left = without(men(), 7, from_left=1)
    assert from_left is not None
    assert from_left.centre(0, 4) == men().centre(0, 5)
    assert without(men(), 12) is None
