"""Shield walls and set spears: the sides to which they hold, and what ends them.

Each is a set of sides: bit n stands for side n of `rectangles`. Rules: battlesystem:11.6a, 11.6b, 11.6d, 11.6g, 11.6h, 11.7f.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.rulebooks.battlesystem.state import State, Unit, is_mended

WALKING: Final = 1 << FRONT  # a shield wall to the front only
ALL: Final = 15  # all four sides: a square, which has neither flank nor rear
WALL: Final = 2
"""Points by which a shield wall's armour class is better in melee. Rule: battlesystem:11.6a."""


def end(unit: Unit) -> None:
    """End a unit's wall or set spears: it opened, lost command, routs, or gives way. Rules: 11.6g, battlesystem:11.7f."""
    unit.shields = unit.spears = 0


def end_old(unit: Unit, is_charged: bool = False) -> None:
    """End a unit's set spears and its wall to the front when its side's part begins; a square stays, and so does a wall in contact.

    `is_charged`: True if an enemy has charged it this round: then it keeps its spears for the Melee Phase.
    Rules: battlesystem:11.6d, battlesystem:11.6g, battlesystem:11.7f.
    """
    if not is_charged:
        unit.spears = 0
    if unit.shields != ALL and not unit.engaged:
        unit.shields = 0


def end_met(unit: Unit) -> None:
    """At the end of a round, end set spears that a unit in contact kept for enemies that charged it. Rule: battlesystem:11.7f."""
    if unit.engaged:
        unit.spears = 0


def spear_of(unit: Unit) -> int:
    """The index of the first of a unit's weapons that can be set against charges, -1 if it has none. Rule: battlesystem:11.7."""
    for place, weapon in enumerate(unit.now.weapons):
        if weapon.sets:
            return place
    return -1


def look_out(state: State, unit: Unit, side: int) -> bool:
    """True if a unit has set spears to a side: its figures look that way, so that this side counts as its front.

    By versions 1 to 9 of the rules it remained a flank or the rear. Rules: battlesystem:11.7e, battlesystem:7.9g.
    """
    return bool(unit.spears >> side & 1) and is_mended(state, 10)


def are_turned_out(state: State, unit: Unit, side: int) -> bool:
    """True if the figures on a side of a unit are turned to it: in a square of shields, and where spears are set. Rules: 11.6d, 11.7e."""
    return unit.shields == ALL or look_out(state, unit, side)


def side_toward(unit: Unit, x: float, y: float) -> int:
    """The side of a unit's block that the line from a point to its middle crosses; a corner counts as front. Rule: 11.6h."""
    block = unit.block
    if block is None:
        return FRONT
    east, north = x - block.middle_x, y - block.middle_y
    ahead = east * block.forward_x + north * block.forward_y
    right = east * block.forward_y - north * block.forward_x
    # in units of half the block, so that its corners lie on the diagonals
    ahead, right = ahead * block.breadth, right * block.length
    if ahead >= abs(right):
        return FRONT
    if -ahead > abs(right):
        return REAR
    return RIGHT if right > 0.0 else LEFT


def covers(unit: Unit, x: float, y: float) -> bool:
    """True if a unit's shield wall covers it against missiles from a point. Rules: battlesystem:11.6b, battlesystem:11.6h."""
    return bool(unit.shields) and bool(unit.shields >> side_toward(unit, x, y) & 1)
