"""Moves of a block: sliding, wheeling, facing, spreading, widening. Each returns a new block, snapped.

None of them looks at what is in the way: `clearance` does. Here are only the costs that follow from geometry, not those that are a
share of a movement rate.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward, length, radians, step, swing
from banneret.geometry.rectangles import REAR, RIGHT
from banneret.rulebooks.battlesystem.blocks.block import Block

OBLIQUE: Final = 45.0
"""Degrees to either side of its heading that a block may slide. Rule: battlesystem:7.9a."""

WHEEL: Final = 90.0
"""The most degrees of one wheel. Rule: battlesystem:7.9b."""


def rebuilt(block: Block, x: float, y: float, heading: float, files: int, spacing: float) -> Block:
    """The same figures and bases as another block."""
    return Block(x, y, heading, block.figures, files, block.width, block.depth, spacing)


def slide(block: Block, direction: float, distance: float) -> Block:
    """The block moved along a direction without turning. Rule: battlesystem:7.9a.

    >>> men = Block(30, 20, 0, 12, 6, 0.75, 0.75, 0.0)
    >>> slide(men, 30, 5).facts()[:3]
    (32.5, 24.33, 0.0)
    """
    x, y = step(block.x, block.y, direction, distance)
    return rebuilt(block, x, y, block.heading, block.files, block.spacing)


def pivot(block: Block, side: int) -> tuple[float, float]:
    """The corner about which a block wheels to its `RIGHT` or `LEFT`; not snapped. Rule: battlesystem:7.9b."""
    return block.point(block.breadth / 2.0 if side == RIGHT else -block.breadth / 2.0, 0.0)


def wheel(block: Block, side: int, degrees: float) -> Block:
    """The block wheeled forward about its `RIGHT` or `LEFT` front corner. Rule: battlesystem:7.9b.

    >>> men = Block(30, 20, 0, 12, 6, 0.75, 0.75, 0.0)
    >>> from banneret.geometry.rectangles import LEFT
    >>> wheel(men, RIGHT, 45).facts()[:3], wheel(men, LEFT, 45).facts()[:3]
    ((30.659, 21.591, 45.0), (29.341, 21.591, 315.0))
    """
    turn = degrees if side == RIGHT else -degrees
    x, y = swing(block.x, block.y, *pivot(block, side), turn)
    return rebuilt(block, x, y, block.heading + turn, block.files, block.spacing)


def inner_pivot(block: Block, side: int, file: int) -> tuple[float, float]:
    """The front corner, on the `RIGHT` or `LEFT`, of the leader of a file, about which a block swings to that side; not snapped.

    For the outermost file on that side it is the same as `pivot`. Rule: battlesystem:7.9b, option wheel_pivot.
    """
    pitch = block.width + block.spacing
    middle = (file - (block.files - 1) / 2.0) * pitch
    return block.point(middle + (block.width / 2.0 if side == RIGHT else -block.width / 2.0), 0.0)


def swung(block: Block, side: int, degrees: float, about_x: float, about_y: float) -> Block:
    """The block swung to its `RIGHT` or `LEFT` about any point. Rule: battlesystem:7.9b, option wheel_pivot."""
    turn = degrees if side == RIGHT else -degrees
    x, y = swing(block.x, block.y, about_x, about_y, turn)
    return rebuilt(block, x, y, block.heading + turn, block.files, block.spacing)


def swing_radius(block: Block, about_x: float, about_y: float) -> float:
    """Inches from a point to the farthest middle of a figure's front edge. Rule: battlesystem:7.9c, option wheel_pivot."""
    x, y = farthest_from(block, about_x, about_y)
    return length(x - about_x, y - about_y)


def farthest_from(block: Block, about_x: float, about_y: float) -> tuple[float, float]:
    """The middle of a figure's front edge that is farthest from a point. Rule: battlesystem:7.9c, option wheel_pivot."""
    farthest, place = -1.0, (block.x, block.y)
    for base in block.bases():
        x, y = base.front_middle()
        away = length(x - about_x, y - about_y)
        if away > farthest:
            farthest, place = away, (x, y)
    return place


def swing_within(block: Block, about_x: float, about_y: float, inches: float) -> float:
    """The degrees of a wheel about a point that n inches pay for, to 0.01, at most 90. Rule: battlesystem:7.9c, option wheel_pivot."""
    return _degrees_within(swing_radius(block, about_x, about_y), inches)


def wheel_radius(block: Block, side: int) -> float:
    """Inches from the corner of a wheel to the farthest middle of a figure's front edge. Rule: battlesystem:7.9c.

    A block never changes, so it is worked out once for each corner: who looks for a wheel toward an enemy asks several times.
    """
    known = block.radius_right if side == RIGHT else block.radius_left
    if known >= 0.0:
        return known
    east, north = _farthest(block, side)
    radius = length(east, north)
    if side == RIGHT:
        block.radius_right = radius
    else:
        block.radius_left = radius
    return radius


def outermost(block: Block, side: int) -> tuple[float, float]:
    """The middle of the front edge of the figure that goes farthest in a wheel. Rule: battlesystem:7.9c."""
    across, back = _farthest(block, side)
    inward = block.breadth / 2.0 - across  # from the middle of the front toward the corner of the wheel
    return block.point(inward if side == RIGHT else -inward, -back)


def _farthest(block: Block, side: int) -> tuple[float, float]:
    """Inches from the corner of a wheel to the place of `outermost`, along the front and to the rear."""
    pitch, row = block.width + block.spacing, block.depth + block.spacing
    farthest, place = -1.0, (0.0, 0.0)
    for rank in range(block.ranks):
        first, count = 0, block.files
        if rank == block.ranks - 1:
            first, count = block.last_first, block.last
        # files between the corner and the outermost figure of this rank
        apart = block.files - 1 - first if side == RIGHT else first + count - 1
        across, back = apart * pitch + block.width / 2.0, rank * row
        squared = across * across + back * back
        if squared > farthest:
            farthest, place = squared, (across, back)
    return place


def wheel_cost(block: Block, side: int, degrees: float) -> float:
    """Inches of movement that a wheel takes: the arc of the outermost figure. Rule: battlesystem:7.9c."""
    return radians(degrees) * wheel_radius(block, side)


def wheel_within(block: Block, side: int, inches: float) -> float:
    """The degrees of wheel that n inches pay for, to 0.01, at most 90. Rule: battlesystem:7.9c."""
    return _degrees_within(wheel_radius(block, side), inches)


def _degrees_within(radius: float, inches: float) -> float:
    most = inches / (radius * radians(1.0))
    if most >= WHEEL:
        return WHEEL
    degrees = int(most * 100.0 + 0.000001) / 100.0
    return degrees if degrees > 0.0 else 0.0


def face(block: Block, side: int) -> Block:
    """The block after all its figures turned to their `RIGHT` or `LEFT`, or about (`REAR`). Rule: battlesystem:7.9h.

    >>> men = Block(30, 20, 0, 12, 6, 0.75, 0.75, 0.0)
    >>> face(men, RIGHT).facts()[:5], face(men, REAR).facts()[:5]
    ((32.25, 19.25, 90.0, 12, 2), (30.0, 18.5, 180.0, 12, 6))
    """
    if side == REAR:
        x, y = block.point(0.0, -block.length)
        return rebuilt(block, x, y, block.heading + 180.0, block.files, block.spacing)
    across = block.breadth / 2.0 if side == RIGHT else -block.breadth / 2.0
    x, y = block.point(across, -block.length / 2.0)
    turn = 90.0 if side == RIGHT else -90.0
    return rebuilt(block, x, y, block.heading + turn, block.ranks, block.spacing)


def turned(block: Block, heading: float) -> Block:
    """The block turned on the spot, about its middle, to look along a heading. Rules: battlesystem:7.15a, battlesystem:8.8c.

    >>> men = Block(30, 20, 0, 12, 6, 0.75, 0.75, 0.0)
    >>> turned(men, 180).facts()[:3]
    (30.0, 18.5, 180.0)
    """
    if heading == block.heading:
        return block
    ahead_x, ahead_y = forward(heading)
    x, y = block.middle_x + ahead_x * block.length / 2.0, block.middle_y + ahead_y * block.length / 2.0
    return rebuilt(block, x, y, heading, block.files, block.spacing)


def spread(block: Block, spacing: float) -> Block:
    """The block in another formation: its front keeps its middle, heading and files. Rule: battlesystem:7.6c."""
    return rebuilt(block, block.x, block.y, block.heading, block.files, spacing)


def widen(block: Block, left: int, right: int) -> Block:
    """The block with figures added to (or, below zero, taken from) the ends of its front. Rule: battlesystem:7.10d.

    >>> men = Block(30, 20, 0, 12, 6, 0.75, 0.75, 0.0)
    >>> widen(men, 0, 2).facts()[:5], widen(men, -1, -1).files
    ((30.75, 20.0, 0.0, 12, 8), 4)
    """
    shift = (right - left) * (block.width + block.spacing) / 2.0
    x, y = block.point(shift, 0.0)
    return rebuilt(block, x, y, block.heading, block.files + left + right, block.spacing)


def without(block: Block, losses: int, from_left: int = 0) -> Block | None:
    """The block after losses from its rear; None if no figure is left. Rules: battlesystem:7.2a, battlesystem:7.10e.

    If fewer figures are left than stood abreast, the rest of the losses comes off the ends of the front, up to `from_left` of them at
    the left end; the figures that remain keep their places.
    """
    left = block.figures - losses
    if left < 1:
        return None
    narrower = block.files - left if block.files > left else 0
    from_left = min(from_left, narrower)
    shift = (from_left - (narrower - from_left)) * (block.width + block.spacing) / 2.0
    x, y = block.point(shift, 0.0)
    return Block(x, y, block.heading, left, block.files - narrower, block.width, block.depth, block.spacing)
