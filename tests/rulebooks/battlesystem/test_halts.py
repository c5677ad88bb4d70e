"""A move can be halted anywhere on its way."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from geometry.bodies import few
from hypothesis import given
from hypothesis import strategies as st
from rulebooks.battlesystem.shapes import blocks

from banneret.geometry.rectangles import LEFT, RIGHT
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import pivot, spread
from banneret.rulebooks.battlesystem.blocks.halts import Leg, changed, halted, halts, slid, way_of, wheeled


def move_of(block: Block) -> list[Leg]:
    first = wheeled(block, RIGHT, 30)
    second = changed(first.end, spread(first.end, 0.5))
    third = slid(second.end, second.end.heading + 20, 5)
    return [first, second, third]


@few
@given(blocks(), st.integers(0, 20_000))
def test_a_halt_lies_on_the_way(block: Block, thousandths: int) -> None:
    legs = move_of(block)
    inches = thousandths / 1000
    there = halted(legs, inches)
    arc = legs[0].way
    if inches < arc:
        assert math.dist(pivot(there, RIGHT), pivot(block, RIGHT)) < 0.0008
        turned = (there.heading - block.heading) % 360
        assert turned == pytest.approx(30 * inches / arc, abs=0.011)
    elif inches < arc + 5:
        walked = math.dist((there.x, there.y), (legs[1].end.x, legs[1].end.y))
        assert walked == pytest.approx(inches - arc, abs=0.0008)
        assert there.spacing == 0.5
    else:
        assert there is legs[2].end


@few
@given(blocks())
# proves too, once its part of the catalogue is there: battlesystem:10.6a
def test_halts_rise_from_start_to_end_an_inch_or_less_apart(block: Block) -> None:
    legs = move_of(block)
    marks = halts(legs, into_contact=True)
    total = way_of(legs)
    assert marks[0] == 0
    assert total - marks[-1] <= 0.01
    assert all(0 < later - earlier <= 1.0101 for earlier, later in pairwise(marks))
    assert min(abs(mark - legs[0].way) for mark in marks) <= 0.01
    assert min(abs(mark - (total - 0.1)) for mark in marks) <= 0.01


# proves too, once its part of the catalogue is there: battlesystem:10.6a
def test_halts_of_a_plain_move() -> None:
    block = Block(30, 20, 0, 12, 6, 0.75, 0.75, 0.0)
    assert halts([slid(block, 0, 3.5)], into_contact=True) == pytest.approx([0, 1, 2, 3, 3.4, 3.5])
    assert halts([slid(block, 0, 2)], into_contact=False) == [0, 1, 2]
    left = wheeled(block, LEFT, 90)
    assert halted([left], 100) is left.end
    assert halted([left], 0) is left.start
