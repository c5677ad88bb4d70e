"""Which figures of two blocks touch, and which fight."""

from __future__ import annotations

import pytest
from geometry.bodies import few
from hypothesis import given
from rulebooks.battlesystem.shapes import blocks, overlapping

from banneret.geometry.rectangles import FRONT, REAR, RIGHT
from banneret.rulebooks.battlesystem.blocks.block import (
    Block,
    may_touch,
)
from banneret.rulebooks.battlesystem.blocks.block_contact import touches
from banneret.rulebooks.battlesystem.blocks.fighters import fighters, neighbours, rows


def men(figures: int = 12, files: int = 6, spacing: float = 0.0, x: float = 30, y: float = 20) -> Block:
    return Block(x, y, 0, figures, files, 0.75, 0.75, spacing)


@few
@given(blocks(24, 4000), blocks(24, 4000))
@pytest.mark.rule("battlesystem:7.8a")
def test_touching_is_symmetric_and_no_shortcut_loses_a_pair(mine: Block, theirs: Block) -> None:
    there = {(touch.figure, touch.other, touch.side, touch.other_side) for touch in touches(mine, theirs)}
    back = {(touch.other, touch.figure, touch.other_side, touch.side) for touch in touches(theirs, mine)}
    assert there == back
    assert overlapping(mine, theirs) == overlapping(theirs, mine)
    assert may_touch(mine, theirs) == may_touch(theirs, mine)
    if overlapping(mine, theirs):
        assert may_touch(mine, theirs)


@pytest.mark.rule("battlesystem:8.1a")
def test_neighbours_stay_in_their_side_and_two_groups_share_the_one_between() -> None:
    line = men(20, 10)
    assert neighbours(line, [(figure, FRONT) for figure in (3, 4, 5, 6)]) == [2, 7]
    assert neighbours(line, [(2, FRONT), (4, FRONT)]) == [1, 3, 5]
    assert neighbours(line, [(0, FRONT)]) == [1]  # not round the corner to the flank
    assert neighbours(line, [(9, RIGHT)]) == [19]
    assert rows(line)[RIGHT] == [9, 19]
    assert rows(line)[REAR] == list(range(10, 20))


@pytest.mark.rule("battlesystem:8.1", "battlesystem:8.1b")
def test_flanks_fight_without_support_from_behind() -> None:
    spears = men(12, 4, x=0, y=0)
    enemy = Block(1.5, -1.125, 270, 2, 2, 0.75, 0.75, 0.0)  # against the right flank, rear two of three
    assert fighters(spears, enemy, closed=True, reach=3) == [3, 7, 11]
    assert fighters(spears, enemy, closed=False, reach=3) == [3, 7, 11]
