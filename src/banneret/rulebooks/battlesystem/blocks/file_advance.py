"""Files that go on alone once their block has touched an enemy. Rule: battlesystem:7.8b."""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, forward, length, snap
from banneret.geometry.rectangles import Rectangle
from banneret.geometry.sweeps import ALONG, bodies_ahead, rub_way, straight_way
from banneret.rulebooks.battlesystem.blocks.base_contact import in_contact
from banneret.rulebooks.battlesystem.blocks.block import Block


def file_ways(
    block: Block,
    direction: float,
    remaining: float,
    enemies: list[Rectangle],
    obstacles: list[Rectangle],
    closed: bool,
    named: tuple[int, ...] = (),
    freely: float = 0.0,
) -> list[float]:
    """The inches that each file goes on alone once the block has touched. Rule: battlesystem:7.8b.

    Exactly the files go on that come into contact by it, and those that are named. In closed formation a file stops where it
    would be shifted against its neighbour by more than the depth of a base less the tolerance; no file runs into another.

    Args:
        block: the unit where it stopped.
        direction: the way it was moving.
        remaining: inches of movement left.
        enemies: bases of enemy figures that can be touched.
        obstacles: all ground that cannot be entered, that of the enemies included.
        closed: whether the unit is in closed formation.
        named: files that go on also where they come into contact with nobody, until something stops them.
        freely: inches that those go at most.

    Returns:
        Inches for each file from the left, snapped; 0 for a file that stays.
    """
    east, north = forward(direction)
    ways = [0.0] * block.files
    x, y, girth = block.middle_x, block.middle_y, block.girth
    bars = bodies_ahead(x, y, girth, east, north, remaining, obstacles)
    near = bodies_ahead(x, y, girth, east, north, remaining, enemies)
    reach = length(block.width, block.depth) / 2.0
    for file in range(block.files):
        leader = block.base(0, file)
        facing = bodies_ahead(leader.x, leader.y, reach, east, north, remaining, near)
        if not facing and file not in named:
            continue
        column = block.column(file)
        girth = length(column.half_width, column.half_depth)
        way = snap(straight_way([column], column.x, column.y, girth, east, north, remaining, bars))
        there = leader.moved(east * way, north * way)
        for enemy in facing:
            if in_contact(there, enemy):
                ways[file] = way
                break
        else:
            if file in named:
                ways[file] = snap(rub_way([column], near, east, north, min(way, freely)))
    hold_files(block, direction, ways, closed)
    return ways


def hold_files(block: Block, direction: float, ways: list[float], closed: bool) -> None:
    """Shortens the ways of files that would run into a neighbour, or in closed formation leave one behind. Rule: 7.8b.

    Aslant a file may not gain more on the file beside it, on the side to which it goes, than the room between them.
    """
    if closed:
        most = block.depth - TOLERANCE
        for file in range(1, block.files):
            ways[file] = min(ways[file], snap(ways[file - 1] + most))
        for file in range(block.files - 2, -1, -1):
            ways[file] = min(ways[file], snap(ways[file + 1] + most))
    east, north = forward(direction)
    aside = east * block.forward_y - north * block.forward_x  # to the right
    if aside > ALONG:
        for file in range(block.files - 2, -1, -1):
            ways[file] = min(ways[file], snap(ways[file + 1] + block.spacing / aside))
    elif aside < -ALONG:
        for file in range(1, block.files):
            ways[file] = min(ways[file], snap(ways[file - 1] - block.spacing / aside))
