"""Files that go on alone once their block has touched an enemy."""

from __future__ import annotations

import math

import pytest

from banneret.geometry.plane import forward
from banneret.geometry.rectangles import gap, placed
from banneret.rulebooks.battlesystem.blocks.base_contact import in_contact
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
    # it cannot reach him and keep shoulder to shoulder: it stays with the body, unless its owner names it
    assert file_ways(block, 0, 5, bodies, bodies, closed=True) == [0, 0, 0, 0]
    assert file_ways(block, 0, 5, bodies, bodies, closed=True, named=(3,), freely=5) == [0, 0, 0, 0.74]
    assert file_ways(block, 0, 5, bodies, bodies, closed=True, past=True) == [0, 0, 0, 0.74]  # version 1


@pytest.mark.rule("battlesystem:7.8b")
def test_closed_files_go_on_together_where_each_of_them_comes_to_touch() -> None:
    block = men(0, 0, 0, 8, 4)

    def ways(*gaps: float | None) -> list[float]:
        """For an enemy so many inches before each file, or none."""
        bodies = [
            placed(-1.125 + 0.75 * file, gap + 0.375, 0.7, 0.75, 180)
            for file, gap in enumerate(gaps)
            if gap is not None
        ]
        return file_ways(block, 0, 5, bodies, bodies, closed=True)

    assert ways(0, 0.7, 1.4, 2.1) == [0, 0.7, 1.4, 2.1]  # stairs
    assert ways(0, 0.74, 0.5, 0.74) == [0, 0.74, 0.5, 0.74]
    assert ways(0, 0.741, None, 0.7) == [0, 0, 0, 0.7]  # a thousandth too far
    assert ways(0, None, 0.7, 1.5) == [0, 0, 0.7, 0]  # 0.8 in beside its neighbour
    assert ways(0, 0.7, None, 1.0) == [0, 0.7, 0, 0]
    assert ways(0, 0.7, 1.5, 1.4) == [
        0,
        0.7,
        0,
        0,
    ]  # without the one between them the outer one cannot either
    assert ways(0.3, 0, 0, 0.3) == [0.3, 0, 0, 0.3]


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:7.8")
@pytest.mark.parametrize("closed", [True, False])
def test_a_file_goes_no_farther_than_to_touch_also_where_it_rubs_along_an_enemy(closed: bool) -> None:
    block = men(0, 0, 0, 8, 4)
    near = placed(0, 0.375, 1.5, 0.75, 180)  # before files 1 and 2, as broad as both
    behind = placed(0, 0.975, 6, 0.75, 180)  # 0.6 in ahead of all
    bodies = [near, behind]
    # the outer files touch his flanks as soon as they have a fiftieth of an inch of edge in common
    assert file_ways(block, 0, 5, bodies, bodies, closed) == [0.02, 0, 0, 0.02]
    assert file_ways(block, 0, 5, bodies, bodies, closed, past=True) == [0.6, 0, 0, 0.6]  # version 1
    alone = [near]
    assert file_ways(block, 0, 5, alone, alone, closed) == [
        0,
        0,
        0,
        0,
    ]  # nobody goes on only to rub along him
    slim = [placed(0, 0.375, 1.4, 0.75, 180), behind]
    assert file_ways(block, 0, 5, slim, slim, closed) == [0.6, 0, 0, 0.6]  # room beside him: they go on


@pytest.mark.rule("battlesystem:7.8b")
@pytest.mark.parametrize("heading", [0, 17, 90, 211.5, 270])
@pytest.mark.parametrize("slope", [-25, -10, 3, 10, 30, 44])
def test_every_file_that_goes_on_comes_to_touch(heading: float, slope: float) -> None:
    block = men(20, 20, heading, 12, 6)
    east, north = forward(heading)
    wall = placed(20 + 5 * east, 20 + 5 * north, 20, 1, heading + slope)
    stopped = slide(block, heading, slide_way(block, heading, 9, [wall]))
    ways = file_ways(stopped, heading, 4, [wall], [wall], closed=True)
    assert max(ways) > 0
    for file, way in enumerate(ways):
        there = stopped.base(0, file).moved(east * way, north * way)
        assert gap(there, wall) > -0.01
        assert way == 0 or in_contact(there, wall)


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
