"""Shield walls and set spears: the sides to which they hold, and what ends them.

Each is a set of sides: bit n stands for side n of `rectangles`. Rules: 11.6a, 11.6b, 11.6d, 11.6g, 11.6h, 11.6i, 11.7f.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward, snap_heading
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import Pose, Unit

WALKING: Final = 1 << FRONT  # a shield wall to the front only
ALL: Final = 15  # all four sides: a square, which has neither flank nor rear
WALL: Final = 2
"""Points by which a shield wall's armour class is better in melee. Rule: battlesystem:11.6a."""
OUTWARD: Final = ((FRONT, 0.0), (RIGHT, 90.0), (REAR, 180.0), (LEFT, -90.0))
"""The sides of a block, each with the degrees that its figures turn to look out."""


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


def is_square(state: State, unit: Unit) -> bool:
    """True if a unit stands in a square of shields that may shoot to all sides, by the option `shield_wall_may_shoot`.

    By versions 1 to 14 of the rules it shot to its front only. Rules: battlesystem:11.6d, battlesystem:11.6i.
    """
    return unit.shields == ALL and state.setting.flags.walls_shoot and is_mended(state, 15)


def shooters_of_square(unit: Unit, rows: int) -> list[int]:
    """The figures of a square that may shoot to any side: those with fewer than n figures before them there. Rules: 10.1i, 10.1j, 11.6d."""
    block = unit.block
    assert block is not None, "a square stands in a block"
    bases = block.bases()
    return [figure for figure in range(len(bases)) if _looks(bases, figure, rows)]


def turned_out(state: State, unit: Unit, x: float, y: float) -> Unit | None:
    """A copy of a square with each figure looking out, of two sides to that which faces the point (x, y) more; None of any other unit.

    Rules: battlesystem:11.6d, battlesystem:11.6i, battlesystem:10.1b.
    """
    block, missile = unit.block, unit.now.missile
    if block is None or missile is None or not is_square(state, unit):
        return None
    bases, rows = block.bases(), missile.rows
    poses: list[Pose] = []
    for figure, base in enumerate(bases):
        best, most = block.heading, -1e300
        for turn in _looks(bases, figure, rows):
            heading = snap_heading(block.heading + turn)
            east, north = forward(heading)
            toward = (x - base.x) * east + (y - base.y) * north
            if toward > most:
                best, most = heading, toward
        poses.append((base.x, base.y, best))
    found = unit.copy()
    found.marks = None
    found.stand(block, tuple(poses))
    return found


def _looks(bases: list[Rectangle], figure: int, rows: int) -> list[float]:
    """The turns by which a figure of a block looks out past fewer than n others."""
    base = bases[figure]
    wide, deep = base.half_width, base.half_depth
    before = [0, 0, 0, 0]
    for other, one in enumerate(bases):
        right, ahead = base.seen_from(one.x, one.y)
        if other == figure:
            continue
        if abs(right) < wide:
            before[FRONT if ahead > 0.0 else REAR] += 1
        if abs(ahead) < deep:
            before[RIGHT if right > 0.0 else LEFT] += 1
    return [turn for side, turn in OUTWARD if before[side] < rows]
