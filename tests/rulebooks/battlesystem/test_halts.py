"""A move can be halted anywhere on its way."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few
from hypothesis import given
from hypothesis import strategies as st
from rulebooks.battlesystem.shapes import blocks

from banneret.geometry.rectangles import RIGHT
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import pivot, wheel, wheel_cost
from banneret.rulebooks.battlesystem.blocks.halts import WHEEL, Leg, slid


@few
@given(blocks(), st.integers(0, 20_000))
def test_a_halt_lies_on_the_way(block: Block, thousandths: int) -> None:
    inches = thousandths / 1000
    arc = wheel_cost(block, RIGHT, 30)
    turn = Leg(WHEEL, block, wheel(block, RIGHT, 30), arc, RIGHT)
    there = turn.after(inches)
    if inches < arc:
        assert math.dist(pivot(there, RIGHT), pivot(block, RIGHT)) < 0.0008
        turned = (there.heading - block.heading) % 360
        assert turned == pytest.approx(30 * inches / arc, abs=0.011)
    else:
        assert there is turn.end
    walk = slid(turn.end, turn.end.heading + 20, 5)
    there = walk.after(inches)
    walked = math.dist((there.x, there.y), (turn.end.x, turn.end.y))
    assert walked == pytest.approx(min(inches, 5), abs=0.0008)
    assert walk.after(0) is walk.start
    assert walk.after(5) is walk.end
