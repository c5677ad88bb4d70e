"""Files that go on alone once their block has touched an enemy."""

from __future__ import annotations

import math

import pytest

from banneret.geometry.rectangles import placed
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    slide,
    spread,
)
from banneret.rulebooks.battlesystem.blocks.clearance import (
    slide_way,
)
from banneret.rulebooks.battlesystem.blocks.file_advance import file_ways, hold_files


def men(x: float, y: float, heading: float, figures: int = 12, files: int = 6) -> Block:
    return Block(x, y, heading, figures, files, 0.75, 0.75, 0.0)


@pytest.mark.rule("battlesystem:7.8b")
def test_files_go_on_singly_to_a_slanting_line() -> None:
    enemy = placed(0, 5, 20, 1, 10)  # a line turned by ten degrees
    block = men(0, 0, 0, 8, 4)
    way = slide_way(block, 0, 9, [enemy])
    stopped = slide(block, 0, way)
    more = file_ways(stopped, 0, 0.5, [enemy], [enemy], closed=True)
    slope = 0.75 * math.tan(math.radians(10))
    assert sorted(more) == pytest.approx([0, slope, 2 * slope, 3 * slope], abs=0.0011)
    less = file_ways(stopped, 0, 0.3, [enemy], [enemy], closed=True)
    assert sorted(less) == pytest.approx([0, 0, slope, 2 * slope], abs=0.0011)


@pytest.mark.rule("battlesystem:7.8b")
def test_closed_files_keep_shoulder_to_shoulder() -> None:
    block = men(0, 0, 0, 8, 4)
    near = placed(-1.125, 0.375, 0.75, 0.75, 180)  # in front of file 0
    far = placed(1.125, 1.375, 0.75, 0.75, 180)  # one inch ahead of file 3
    bodies = [near, far]
    assert file_ways(block, 0, 5, bodies, bodies, closed=False) == [0, 0, 0, 1]
    assert file_ways(block, 0, 5, bodies, bodies, closed=True) == [0, 0, 0, 0.74]


@pytest.mark.rule("battlesystem:7.8b")
def test_aslant_no_file_gains_on_the_one_beside_it_more_than_the_room_between_them() -> None:
    block = men(0, 0, 0, 4, 4)
    ways = [2.0, 1.0, 0.0, 3.0]
    hold_files(block, 30, ways, closed=False)
    assert ways == [0.0, 0.0, 0.0, 3.0]
    ways = [3.0, 1.0, 0.0, 2.0]
    hold_files(block, 330, ways, closed=False)
    assert ways == [3.0, 1.0, 0.0, 0.0]
    ways = [2.0, 1.0, 0.0, 3.0]
    hold_files(spread(block, 0.5), 30, ways, closed=False)  # half an inch aside after an inch of the way
    assert ways == [2.0, 1.0, 0.0, 3.0]
    ways = [2.0, 0.5, 0.0, 3.0]
    hold_files(block, 0, ways, closed=False)
    assert ways == [2.0, 0.5, 0.0, 3.0]
