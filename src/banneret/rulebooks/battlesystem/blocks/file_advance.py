"""Files that go on alone after their block has touched an enemy, or keep touch when it opens. Rules: battlesystem:7.8b, battlesystem:4.5b."""

from __future__ import annotations

from banneret.geometry.plane import LEEWAY, forward, length, snap
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
    past: bool = False,
    slack: float = 0.0,
) -> list[float]:
    """Inches that each file goes on alone after the block has touched. Rule: battlesystem:7.8b.

    The files that come upon an enemy go on, and those that are named; none goes past an enemy that it touches on its way. In closed
    formation no file gets ahead of its neighbour by more than the depth of a base less the tolerance: one that would have to stays with
    the block, a named file stops there. No file runs into another; one that would have to stop short of the enemy for that stays too.

    Args:
        block: the unit where it stopped.
        direction: the way it was moving.
        remaining: inches of movement left.
        enemies: bases of enemy figures that may be touched.
        obstacles: all ground that cannot be entered, that of the enemies included.
        closed: whether the unit is in closed formation.
        named: files that go on even if they come into contact with nobody, until something stops them.
        freely: the most inches that named files go then.
        past: as by version 1 of the rules, files go on past enemies that they only rub along, and closed files as near as they can.
        slack: see `hold_files`; with none, as by versions 1 to 18 of the rules, files of an open unit go as near as they can.

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
                ways[file] = way if past else snap(rub_way([column], near, east, north, way))
                break
        else:
            if file in named:
                ways[file] = snap(rub_way([column], near, east, north, min(way, freely)))
    if (closed or slack > 0.0) and not past:
        keep_back(block, direction, ways, closed, named, slack)
    hold_files(block, direction, ways, closed, slack)
    return ways


def keep_back(
    block: Block,
    direction: float,
    ways: list[float],
    closed: bool,
    named: tuple[int, ...] = (),
    slack: float = 0.0,
) -> None:
    """Let files that would have to stop short of the enemy stay, except those that are named. Rule: battlesystem:7.8b."""
    while True:
        held = list(ways)
        hold_files(block, direction, held, closed, slack)
        short = [file for file, way in enumerate(ways) if held[file] < way and file not in named]
        if not short:
            return
        for file in short:
            ways[file] = 0.0


def hold_files(block: Block, direction: float, ways: list[float], closed: bool, slack: float = 0.0) -> None:
    """Shorten the ways of files that would run into a neighbour, or in closed formation leave one behind. Rule: battlesystem:7.8b.

    In an oblique move no file may outrun the next file on the side to which they go by more than the gap between them allows, and `slack`:
    the inches that bases may be inside each other. By versions 1 to 18 of the rules there were none, so that in closed order the files on
    the far side stayed behind at the least angle. Rule: battlesystem:7.1a.
    """
    if closed:
        most = block.depth - LEEWAY
        for file in range(1, block.files):
            ways[file] = min(ways[file], snap(ways[file - 1] + most))
        for file in range(block.files - 2, -1, -1):
            ways[file] = min(ways[file], snap(ways[file + 1] + most))
    east, north = forward(direction)
    aside = east * block.forward_y - north * block.forward_x  # to the right
    if aside > ALONG:
        for file in range(block.files - 2, -1, -1):
            ways[file] = min(ways[file], snap(ways[file + 1] + (block.spacing + slack) / aside))
    elif aside < -ALONG:
        for file in range(1, block.files):
            ways[file] = min(ways[file], snap(ways[file - 1] - (block.spacing + slack) / aside))


def carried_ways(
    block: Block,
    direction: float,
    before: list[float],
    most: list[float],
    enemies: list[Rectangle],
    obstacles: list[Rectangle],
) -> list[float]:
    """Inches that each file stands ahead of a block that has opened in contact. Rules: battlesystem:4.5b, battlesystem:7.8b.

    Args:
        block: the unit as it would stand in line.
        direction: the way its files had gone on.
        before: inches that each file stood ahead before the block opened, and still does if there is room.
        most: for a file that touched, the most inches that it may go to touch again from its new place; 0 for others.
        enemies: bases of the enemies that it touched.
        obstacles: all ground that cannot be entered, that of the enemies included.
    """
    east, north = forward(direction)
    ways: list[float] = []
    for file in range(block.files):
        farthest = max(before[file], most[file])
        if farthest <= 0.0:
            ways.append(0.0)
            continue
        leader, column = block.base(0, file), block.column(file)
        girth = length(column.half_width, column.half_depth)
        way = snap(straight_way([column], column.x, column.y, girth, east, north, farthest, obstacles))
        there = leader.moved(east * way, north * way)
        if way >= farthest or not any(in_contact(there, enemy) for enemy in enemies):
            way = min(way, before[file])  # going farther it would touch nobody
        ways.append(way)
    hold_files(block, direction, ways, False)
    return ways


def advanced(block: Block, direction: float, ways: list[float]) -> list[tuple[float, float, float]]:
    """The poses of the figures of a block when each file has gone on n inches in a direction. Rule: battlesystem:7.8b."""
    east, north = forward(direction)
    poses: list[tuple[float, float, float]] = []
    for figure, base in enumerate(block.bases()):
        way = ways[block.place(figure)[1]]
        poses.append((snap(base.x + east * way), snap(base.y + north * way), block.heading))
    return poses
