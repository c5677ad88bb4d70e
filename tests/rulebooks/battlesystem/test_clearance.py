"""How far a block can go before something is in its way."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few, headings, rectangles
from hypothesis import assume, given
from hypothesis import strategies as st
from rulebooks.battlesystem.shapes import blocks, overlapping

from banneret.geometry.plane import TOLERANCE, forward
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import LEFT, RIGHT, Rectangle, distance, gap, placed
from banneret.geometry.sweeps import (
    NEVER,
    RUB,
    first_rub,
    first_touch,
    ground_border_way,
    ground_way,
    inside_board,
)
from banneret.rulebooks.battlesystem.blocks.base_contact import in_contact
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_contact import touches
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    inner_pivot,
    pivot,
    slide,
    spread,
    swing_radius,
    swung,
    wheel,
    wheel_radius,
)
from banneret.rulebooks.battlesystem.blocks.clearance import (
    border_way,
    contact_way,
    on_table,
    slide_way,
    swing_way,
    wheel_way,
)

SMALL = 1e-6
STEP, ROUNDED = 1e-7, 1e-10
"""Inches of a step so short that it does not pass the middle of an obstacle, and what rounding may add to it."""


def men(x: float, y: float, heading: float, figures: int = 12, files: int = 6) -> Block:
    return Block(x, y, heading, figures, files, 0.75, 0.75, 0.0)


@few
@given(rectangles(2000), rectangles(2000), headings, st.sampled_from([RIGHT, LEFT]))
@pytest.mark.rule("battlesystem:7.15c")
def test_what_a_body_stands_in_holds_it_only_against_going_deeper(
    body: Rectangle, obstacle: Rectangle, direction: float, side: int
) -> None:
    depth = -gap(body, obstacle)
    assume(depth > RUB)
    east, north = forward(direction)
    way = first_touch(body, obstacle, east, north, 5)
    assert way in (0, NEVER)
    onward = -gap(body.moved(STEP * east, STEP * north), obstacle)
    assert onward <= depth + ROUNDED if way else onward >= depth - ROUNDED
    block = Block(body.x, body.y, direction, 12, 6, 0.75, 0.75, 0.0)
    turn = wheel_way(block, side, 90, [obstacle])
    before = -gap(block.area()[0], obstacle)
    if before > RUB:
        after = wheel(block, side, turn)
        assert -gap(after.area()[0], obstacle) <= before + 0.001


@pytest.mark.rule("battlesystem:7.8", "battlesystem:7.8a")
def test_rubbing_along_an_enemy_is_contact() -> None:
    body = placed(0, 0, 2, 2, 0)
    for off in (2.0, 2.009, 1.992, -2.0):
        enemy = placed(off, 5, 2, 2, 90)
        way = first_rub(body, enemy, 0, 1, 30)
        assert way == pytest.approx(3 + 2 * TOLERANCE)
        assert in_contact(body.moved(0, way), enemy)
        assert not in_contact(body.moved(0, 3), enemy)
    block = men(0, 0, 0)
    beside = men(4.5, 3, 180)
    assert slide_way(block, 0, 9, beside.area()) == 9
    way = contact_way(block, 0, 9, beside.area())
    assert way == pytest.approx(3.02)
    assert touches(slide(block, 0, way), beside)
    assert first_rub(body, placed(2.02, 5, 2, 2, 0), 0, 1, 30) == NEVER
    assert first_rub(body, placed(2, 5, 2, 2, 0), 0, 1, 2) == NEVER
    assert first_rub(body, placed(2, -5, 2, 2, 0), 0, 1, 30) == NEVER
    assert first_rub(body, placed(2, 5, 2, 2, 30), 0, 1, 30) == NEVER


@few
@given(blocks(24, 0), blocks(24, 0), headings, st.integers(-10, 10))
@pytest.mark.rule("battlesystem:7.8")
def test_a_block_that_was_stopped_by_an_enemy_is_in_contact(
    mine: Block, theirs: Block, direction: float, aside: int
) -> None:
    theirs = spread(theirs, 0.0)  # without gaps: a file may stand before one and touch nobody
    mine = slide(spread(mine, 0.0), direction + 180 + aside, 100)  # a column may be 48 in long
    way = slide_way(mine, direction, 120.0, theirs.area())
    if way == 120.0:
        return  # it goes past
    there = slide(mine, direction, way)
    assert not overlapping(there, theirs)
    near = min(distance(a, b) for a in there.bases() for b in theirs.bases())
    assert near <= 0.0011
    square = round((mine.heading - theirs.heading) * 100) % 9000
    if min(square, 9000 - square) > 100:
        assert touches(there, theirs)


@few
@given(blocks(24, 8_000), rectangles(6000), st.sampled_from([RIGHT, LEFT]), st.integers(0, 9000))
@pytest.mark.rule("battlesystem:7.9d")
def test_a_wheel_never_tunnels(block: Block, obstacle: Rectangle, side: int, angle: int) -> None:
    assume(all(gap(part, obstacle) >= 0 for part in block.area()))
    way = wheel_way(block, side, angle / 100, [obstacle])
    about = pivot(block, side)
    hand = 1 if side == RIGHT else -1

    def strips(degrees: float) -> list[float]:
        sine, cosine = forward(hand * degrees)
        turned = [part.moved(0, 0) for part in block.area()]
        for start, part in zip(block.area(), turned, strict=True):
            part.swing(start, *about, sine, cosine)
        return [gap(part, obstacle) for part in turned]

    for part in range(91):
        assert min(strips(way * part / 90)) >= -RUB - SMALL
    if way < angle / 100:  # one part of its ground is stopped; another may rub along already
        pairs = zip(strips(way), strips(way + 0.01), strict=True)
        assert any(here >= 0.0 > there for here, there in pairs)
        assert min(min(strips(way + 0.01 * i)) for i in range(1, 400)) < -RUB + 1e-4


@pytest.mark.rule("battlesystem:7.9d", "battlesystem:7.9b")
def test_a_wheel_stops_in_contact() -> None:
    block = men(30, 20, 0)
    enemy = men(30, 24.0, 180)
    way = wheel_way(block, RIGHT, 90, enemy.area())
    assert 0 < way < 90
    assert touches(wheel(block, RIGHT, way), enemy)
    assert not touches(wheel(block, RIGHT, way - 0.5), enemy)
    beside = men(34.5, 20, 0)  # a friend shoulder to shoulder on the side of the pivot is not in the way
    assert wheel_way(block, RIGHT, 90, beside.area()) == 90
    assert wheel_way(block, LEFT, 90, beside.area()) < 1  # but the far shoulder swings into it


@pytest.mark.rule("battlesystem:7.1e")
def test_prohibited_ground_and_the_edge_of_the_table_stop_a_move() -> None:
    pond = Polygon([(25, 24.2), (35, 24.2), (35, 30), (25, 30)])
    assert slide_way(men(30, 20, 0), 0, 9, pond.walls) == pytest.approx(4.2)
    reentrant = Polygon([(20, 22), (40, 22), (40, 40), (33, 40), (33, 26), (27, 26), (27, 40), (20, 40)])
    assert slide_way(men(30, 20, 0), 0, 9, reentrant.walls) == pytest.approx(2)
    assert border_way(men(30, 45, 0), 0, 9, 60, 48) == 3
    assert border_way(men(30, 45, 0), 45, 9, 60, 48) == pytest.approx(3 * math.sqrt(2))
    assert border_way(men(57.75, 20, 90), 90, 9, 60, 48) == 2.25
    assert border_way(men(30, 45, 180), 180, 9, 60, 48) == 9
    assert on_table(men(2.25, 1.5, 0), 60, 48)
    assert not on_table(men(2.23, 1.5, 0), 60, 48)


@few
@given(blocks(), st.lists(rectangles(9000), max_size=4), headings)
def test_single_bodies_are_stopped_where_their_block_is(
    block: Block, obstacles: list[Rectangle], direction: float
) -> None:
    way = ground_way(block.area(), direction, 9.0, obstacles)
    assert way == pytest.approx(slide_way(block, direction, 9.0, obstacles))
    assert ground_border_way(block.area(), direction, 9.0, 60, 48) == border_way(
        block, direction, 9.0, 60, 48
    )


@few
@given(blocks(), headings, st.sampled_from([LEFT, RIGHT]))
@pytest.mark.rule("battlesystem:7.9b")
def test_about_the_outer_figure_a_swing_is_a_wheel(block: Block, degrees: float, side: int) -> None:
    degrees = degrees / 4.0
    outer = block.files - 1 if side == RIGHT else 0
    x, y = inner_pivot(block, side, outer)
    assert (x, y) == pytest.approx(pivot(block, side))
    assert swing_radius(block, x, y) == pytest.approx(wheel_radius(block, side))
    assert swung(block, side, degrees, x, y).facts()[:3] == pytest.approx(
        wheel(block, side, degrees).facts()[:3], abs=2e-3
    )
    assert swing_way(block, side, degrees, x, y, []) == wheel_way(block, side, degrees, [])


def test_ground_inside_the_table_is_what_a_block_on_it_has() -> None:
    for x, inside in ((2.25, True), (2.241, True), (2.2, False)):
        block = men(x, 10, 0)
        assert inside_board(block.area(), 60, 48) is on_table(block, 60, 48) is inside
