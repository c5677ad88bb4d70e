"""Distances: the units that are near, and how far units are apart. The last distance of each two blocks is cached here.

Rule: battlesystem:7.8a.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.bands import Bands
from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.rectangles import Rectangle, gap
from banneret.geometry.rectangles import distance as apart
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.space.standing import body, ground
from banneret.rulebooks.battlesystem.state import State, all_on_field, enemies
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

FEW: Final = 24  # up to so many units, looking at all is faster than sorting them into bands
KEPT: Final = 4096  # the most pairs of units in a cache
_DISTANCES: Final[dict[int, tuple[Block, Block, float]]] = {}

_MOST: Final = 4096  # above any unit's number

# ---------------------------------------------------------------- who is near


def units_near(state: State, x: float, y: float, reach: float, but: int = -1) -> list[Unit]:
    """The units on the table that may have a figure within `reach` inches of a point; no other unit has one.

    Units of side `but` are left out.
    """
    found: list[Unit] = []
    if not state.shares and len(state.units) > FEW:
        units = state.units
        for number in sorted_in(state).near(x, y, reach):
            unit = units[number]
            if unit.side != but and unit.status == FIELD:
                found.append(unit)
        return found
    for unit in all_on_field(state) if but < 0 else enemies(state, but):
        stand = unit.body
        if stand is None:
            stand = body(unit)
        east, north, far = stand.x - x, stand.y - y, stand.reach + reach
        if east * east + north * north <= far * far:
            found.append(unit)
    return found


def sorted_in(state: State) -> Bands:
    """The units of a battle sorted into bands by place, up to date; they are kept with the state.

    A battle that shares its units with another has none. The units that moved are also put on the list `elsewhere` of the bands, which
    `contacts` clears when it has found whom they touch.
    """
    units, bands = state.units, state.bands
    assert not state.shares, "a unit notes its moves for one battle only"
    if bands is None:
        bands = state.bands = Bands(state.setting.width, state.setting.depth)
        for unit in units.values():
            unit.log, unit.touching = bands.moved, None
            _put(bands, unit)
    elif bands.moved:
        elsewhere = bands.elsewhere
        for number in bands.moved:
            _put(bands, units[number])
            if number not in elsewhere:
                elsewhere.append(number)
        bands.moved.clear()
    return bands


def _put(bands: Bands, unit: Unit) -> None:
    if unit.block is None and unit.singles is None:
        bands.drop(unit.id)
    else:
        stand = body(unit)
        bands.put(unit.id, stand.x, stand.y, stand.reach)


def others_near(state: State, unit: Unit, margin: float) -> list[Unit]:
    """The other units on the table, of any side, that may be within `margin` inches of a unit; no other is.

    For a copy of a unit, the unit that it was copied from is left out too.
    """
    mine = body(unit)
    return [one for one in units_near(state, mine.x, mine.y, mine.reach + margin) if one.id != unit.id]


def enemies_near(state: State, unit: Unit, margin: float) -> list[Unit]:
    """The enemy units on the table that may be within `margin` inches of a unit; no other enemy is."""
    mine = body(unit)
    return units_near(state, mine.x, mine.y, mine.reach + margin, unit.side)


def may_meet(unit: Unit, other: Unit, margin: float) -> bool:
    """False if two units are surely more than `margin` inches apart, since the circles around them are. Cheap."""
    mine, theirs = body(unit), body(other)
    reach = mine.reach + theirs.reach + margin
    east, north = theirs.x - mine.x, theirs.y - mine.y
    return east * east + north * north <= reach * reach


# ---------------------------------------------------------------- distances


def distance(unit: Unit, other: Unit) -> float:
    """Inches between two units, base to base; 0 in contact. Rule: battlesystem:7.8a."""
    first, second = unit.block, other.block
    if first is None or second is None or unit.loose is not None or other.loose is not None:
        return _between(unit, other)
    key = pair_of(unit, other)
    kept = _DISTANCES.get(key)
    if kept is not None and kept[0] is first and kept[1] is second:
        return kept[2]
    if len(_DISTANCES) >= KEPT:
        _DISTANCES.clear()
    found = _between(unit, other)
    _DISTANCES[key] = (first, second, found)
    return found


def pair_of(unit: Unit, other: Unit) -> int:
    """The key of two units in a cache, which keeps the last answer for them together with how they stood.

    (A cache keyed by how they stood would fill with answers that nobody needs again; collecting them took an eighth of a battle.)
    """
    return unit.id * _MOST + other.id


def is_beyond(unit: Unit, other: Unit, limit: float) -> bool:
    """True if two units are surely more than `limit` inches apart, since their grounds are. Cheaper than `distance`."""
    for part in ground(unit):
        for facing in ground(other):
            if gap(part, facing, limit) <= limit:
                return False
    return True


def _between(unit: Unit, other: Unit) -> float:
    """Inches between two units, base to base."""
    mine, theirs = ground(unit), ground(other)
    nearest = 1e300
    for part in mine:
        for facing in theirs:
            nearest = apart(part, facing, nearest)
    if _is_solid(unit) and _is_solid(other):
        return nearest
    # The gaps of open formation are ground without bases: the nearest bases are farther apart than the grounds, but by little.
    one, two = unit.block, other.block
    slack = (0.0 if one is None else one.spacing) + (0.0 if two is None else two.spacing)
    nearest += slack + TOLERANCE
    own, reach = _within(body(unit).bases, theirs, nearest)
    facing_us, far = _within(body(other).bases, mine, nearest)
    reach += far
    for base in own:
        for facing in facing_us:
            east, north, far = facing.x - base.x, facing.y - base.y, nearest + reach
            if east * east + north * north < far * far:
                nearest = apart(base, facing, nearest)
    return nearest


def _within(bases_of: list[Rectangle], area: list[Rectangle], limit: float) -> tuple[list[Rectangle], float]:
    """The bases, all of one size, that may be within a limit of some ground, and the radius of the circle around each."""
    found: list[Rectangle] = []
    if not bases_of:
        return found, 0.0
    radius = length(bases_of[0].half_width, bases_of[0].half_depth)
    for base in bases_of:
        for part in area:
            if part.distance_to(base.x, base.y) <= limit + radius:
                found.append(base)
                break
    return found, radius


def _is_solid(unit: Unit) -> bool:
    """True if a unit's ground has no gaps between bases."""
    block = unit.block
    return block is None or block.spacing == 0.0
