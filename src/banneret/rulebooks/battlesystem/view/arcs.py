"""Arcs of fire, drawn around a unit on demand: 45 degrees to either side, with its ranges if measuring is allowed.

Rules: battlesystem:10.1b, battlesystem:10.1l, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward
from banneret.geometry.rectangles import LEFT, REAR, RIGHT
from banneret.geometry.sight import ARC
from banneret.kernel.scene import Shape
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import face
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import BANDS, Missile, additions
from banneret.rulebooks.battlesystem.unit import Unit
from banneret.rulebooks.battlesystem.worth.walls_and_spears import is_square

STEPS: Final = 5  # straight pieces in which 45 degrees of a circle are drawn
RAYS: Final = 6.0  # inches of the rays drawn if nothing may be measured


def arcs(state: State, unit: Unit) -> list[Shape]:
    """The arc of fire of a unit in order, a line for each range; empty without missiles, when routed or out of order.

    Of a square of shields, four arcs. Rule: battlesystem:11.6i.
    """
    missile, block = unit.now.missile, unit.block
    if missile is None or block is None or unit.routed or unit.loose is not None:
        return []
    if not is_square(state, unit):
        return _arcs_of(state, missile, block)
    sides = (block, *[face(block, side) for side in (RIGHT, REAR, LEFT)])
    return [shape for side in sides for shape in _arcs_of(state, missile, side)]


def _arcs_of(state: State, missile: Missile, block: Block) -> list[Shape]:
    """The arc of fire of a block to its front."""
    left = block.point(-block.breadth / 2.0, 0.0)
    right = block.point(block.breadth / 2.0, 0.0)
    if not state.setting.flags.premeasure:
        return [Shape("arc", _ray(left, block.heading - ARC)), Shape("arc", _ray(right, block.heading + ARC))]
    found: list[Shape] = []
    for band, inches in enumerate(missile.ranges):
        points = [left]
        for start, first, last in ((left, -ARC, 0.0), (right, 0.0, ARC)):
            for step in range(STEPS + 1):
                east, north = forward(block.heading + first + (last - first) * step / STEPS)
                points.append((start[0] + east * inches, start[1] + north * inches))
        points.append(right)
        worse = additions().get(BANDS[band])
        words = f"{BANDS[band]} {inches:g}" + (f", +{worse.amount}" if worse is not None else "")
        found.append(Shape("arc", tuple([(round(x, 2), round(y, 2)) for x, y in points]), words))
    return found


def _ray(start: tuple[float, float], heading: float) -> tuple[tuple[float, float], ...]:
    """A ray of `RAYS` inches from a point."""
    east, north = forward(heading)
    return start, (round(start[0] + east * RAYS, 2), round(start[1] + north * RAYS, 2))
