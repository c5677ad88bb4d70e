"""The way that a block can slide or wheel before something stops it.

Rules: battlesystem:7.1e, battlesystem:7.8, battlesystem:7.9d.
"""

from __future__ import annotations

from banneret.geometry.plane import forward
from banneret.geometry.rectangles import Rectangle
from banneret.geometry.sweeps import (
    bodies_ahead,
    ground_border_way,
    ground_swing_way,
    inside_board,
    rub_way,
    straight_way,
)
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import pivot


def slide_way(block: Block, direction: float, limit: float, obstacles: list[Rectangle]) -> float:
    """Inches, at most `limit`, that a block can slide along a direction before ground in its way.

    Rules: battlesystem:7.1e, battlesystem:7.8.
    """
    east, north = forward(direction)
    return straight_way(
        block.area(), block.middle_x, block.middle_y, block.girth, east, north, limit, obstacles
    )


def contact_way(block: Block, direction: float, limit: float, enemies: list[Rectangle]) -> float:
    """Inches, at most `limit`, that a block slides before it touches the ground of an enemy, if only along its edge.

    Rules: battlesystem:7.8, battlesystem:7.8a.
    """
    east, north = forward(direction)
    area, x, y, girth = block.area(), block.middle_x, block.middle_y, block.girth
    close = bodies_ahead(x, y, girth, east, north, limit, enemies)
    return rub_way(area, close, east, north, straight_way(area, x, y, girth, east, north, limit, close))


def border_way(block: Block, direction: float, limit: float, table_width: float, table_depth: float) -> float:
    """Inches, at most `limit`, until a base would be more than the tolerance over the edge of the table.

    Rule: battlesystem:7.1e.
    """
    east, north = forward(direction)
    x, y, girth = block.middle_x + east * limit, block.middle_y + north * limit, block.girth
    if girth <= x <= table_width - girth and girth <= y <= table_depth - girth and limit > 0.0:
        return limit  # the circle around it is on the table where it ends
    return ground_border_way(block.area(), direction, limit, table_width, table_depth)


def on_table(block: Block, table_width: float, table_depth: float) -> bool:
    """True if every base lies on the table, within the tolerance. Rule: battlesystem:7.1e."""
    return inside_board(block.area(), table_width, table_depth)


def wheel_way(block: Block, side: int, degrees: float, obstacles: list[Rectangle]) -> float:
    """Degrees, at most `degrees`, that a block can wheel before it touches ground in its way, to 0.01.

    Rule: battlesystem:7.9d.
    """
    return swing_way(block, side, degrees, *pivot(block, side), obstacles)


def swing_way(
    block: Block, side: int, degrees: float, about_x: float, about_y: float, obstacles: list[Rectangle]
) -> float:
    """`wheel_way` about any point. Rule: battlesystem:7.9d, option wheel_pivot."""
    return ground_swing_way(block.area(), side, degrees, about_x, about_y, obstacles)
