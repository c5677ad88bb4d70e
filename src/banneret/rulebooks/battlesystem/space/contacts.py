"""Contacts: the units and figures that touch each other, and on which sides. The last contacts of each two units are cached here.

Rules: battlesystem:7.8a, battlesystem:7.8e, battlesystem:8.1a.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.bands import Bands
from banneret.geometry.plane import LEEWAY, TOLERANCE, turn_between
from banneret.geometry.rectangles import FRONT, REAR, Rectangle
from banneret.rulebooks.battlesystem.blocks import block_contact, fighters
from banneret.rulebooks.battlesystem.blocks.base_contact import aspect as aspect_of
from banneret.rulebooks.battlesystem.blocks.base_contact import in_contact
from banneret.rulebooks.battlesystem.blocks.block import Block, is_near
from banneret.rulebooks.battlesystem.blocks.block_contact import Touch
from banneret.rulebooks.battlesystem.blocks.bodies import Body
from banneret.rulebooks.battlesystem.space.distances import KEPT, enemies_near, pair_of, sorted_in
from banneret.rulebooks.battlesystem.space.standing import body
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

_FEW: Final = 3  # a ground of so many parts is looked at before the bases on it
_TOUCHES: Final[dict[int, tuple[Block | Body, Block | Body, list[Touch]]]] = {}  # by `distances.pair_of`


def touches(state: State, unit: Unit, other: Unit) -> list[Touch]:
    """Every pair of figures of two units in contact, in the order of their numbers. Rule: battlesystem:7.8a.

    Seen from either unit it is the same, to the last figure.
    """
    if unit.status != FIELD or other.status != FIELD:
        return []
    first, second = unit.block, other.block
    if first is not None and second is not None and unit.loose is None and other.loose is None:
        reach = first.girth + second.girth + TOLERANCE
        east, north = second.middle_x - first.middle_x, second.middle_y - first.middle_y
        if east * east + north * north > reach * reach:
            return []
        kept = _TOUCHES.get(pair_of(unit, other))
        if kept is not None and kept[0] is first and kept[1] is second:
            return kept[2]
        if unit.id > other.id:  # always worked out from the lower number, so that both get the same
            return _kept(unit, other, first, second, _mirrored(touches(state, other, unit)))
        found = block_contact.touches(first, second, tolerance_of(state), is_mended(state, 19))
        return _kept(unit, other, first, second, found)
    mine, theirs = body(unit), body(other)
    reach = mine.reach + theirs.reach + TOLERANCE
    east, north = theirs.x - mine.x, theirs.y - mine.y
    if east * east + north * north > reach * reach:
        return []
    kept = _TOUCHES.get(pair_of(unit, other))
    if kept is not None and kept[0] is mine and kept[1] is theirs:
        return kept[2]
    if unit.id > other.id:
        return _kept(unit, other, mine, theirs, _mirrored(touches(state, other, unit)))
    return _kept(
        unit, other, mine, theirs, _body_touches(mine, theirs, tolerance_of(state), is_mended(state, 19))
    )


def tolerance_of(state: State) -> float:
    """Inches within which bases touch; by version 1 of the rules rounding decided when they were exactly so far apart. Rule: 7.8a."""
    return TOLERANCE if is_mended(state) else LEEWAY


def _kept(
    unit: Unit, other: Unit, first: Block | Body, second: Block | Body, found: list[Touch]
) -> list[Touch]:
    if len(_TOUCHES) >= KEPT:
        _TOUCHES.clear()
    _TOUCHES[pair_of(unit, other)] = (first, second, found)
    return found


def _mirrored(touches_of: list[Touch]) -> list[Touch]:
    """The same contacts as the other unit sees them."""
    if not touches_of:
        return touches_of
    found = [one.mirrored() for one in touches_of]
    found.sort(key=_by_figures)
    return found


def _by_figures(touch: Touch) -> tuple[int, int]:
    return touch.figure, touch.other


def _body_touches(mine: Body, theirs: Body, tolerance: float, by_nearest: bool) -> list[Touch]:
    """Every pair of figures of two bodies in contact. Circles around the bases sort out most pairs before any is measured."""
    found: list[Touch] = []
    # the side that leaves out most goes first: a circle around scattered skirmishers excludes little
    if len(theirs.ground) <= _FEW:
        own = _near(mine, theirs)
        near = _near(theirs, mine) if own else []
    else:
        near = _near(theirs, mine)
        own = _in_circle(mine, theirs) if near else []
    if not own or not near:
        return found
    for number, base in own:
        x, y, reach = base.x, base.y, base.girth + TOLERANCE
        for figure, facing in near:
            east, north, far = facing.x - x, facing.y - y, facing.girth + reach
            if east * east + north * north <= far * far and in_contact(base, facing, tolerance):
                found.append(Touch(number, figure, base, facing, by_nearest))
    return found


def _in_circle(mine: Body, other: Body) -> list[tuple[int, Rectangle]]:
    """The bases of a body that meet the circle around another, with the numbers of their figures."""
    found: list[tuple[int, Rectangle]] = []
    x, y, reach = other.x, other.y, other.reach + TOLERANCE
    for place, base in enumerate(mine.bases):
        east, north, far = base.x - x, base.y - y, base.girth + reach
        if east * east + north * north <= far * far:
            found.append((mine.figures[place], base))
    return found


def _near(mine: Body, other: Body) -> list[tuple[int, Rectangle]]:
    """As `_in_circle`, but only the bases within the tolerance of the other's ground."""
    ground = other.ground
    return [one for one in _in_circle(mine, other) if is_near(one[1], ground)]


def are_touching(state: State, unit: Unit, other: Unit) -> bool:
    """True if some figure of one unit touches some figure of the other. Rule: battlesystem:7.8a."""
    return bool(touches(state, unit, other))


def enemies_touching(state: State, unit: Unit) -> list[int]:
    """The numbers of the enemy units in contact with a unit. Rule: battlesystem:7.8a."""
    return list(_touching(state, unit))


def _touching(state: State, unit: Unit) -> list[int]:
    """As `enemies_touching`, but not to be changed: units of the battle itself, not copies, keep the list."""
    if unit.status != FIELD:
        return []
    if state.shares:
        return _find_touching(state, unit)
    bands = sorted_in(state)
    if unit.log is not bands.moved:
        return _find_touching(state, unit)  # it is a copy
    if bands.elsewhere:
        _settle(state, bands)
    found = unit.touching
    if found is None:
        found = unit.touching = _find_touching(state, unit)
    return found


def _find_touching(state: State, unit: Unit) -> list[int]:
    return [other.id for other in enemies_near(state, unit, TOLERANCE) if touches(state, unit, other)]


def _settle(state: State, bands: Bands) -> None:
    """Bring the kept lists of touching units up to date after moves: only contacts of units that moved can have changed.

    So every list that is kept holds all contacts, those with units that moved later too.
    """
    units, moved = state.units, bands.elsewhere
    bands.elsewhere = []
    for number in moved:
        _forget_touching(units, number)
    for number in moved:
        unit = units[number]
        _keep_touching(units, unit, _find_touching(state, unit) if unit.status == FIELD else [])


def _forget_touching(units: dict[int, Unit], number: int) -> None:
    """Strike a unit off all kept lists, and forget its own."""
    unit = units[number]
    before = list(units) if unit.touching is None else unit.touching
    unit.touching = None
    for one in before:
        known = units[one].touching
        if known and number in known:
            units[one].touching = [other for other in known if other != number]


def _keep_touching(units: dict[int, Unit], unit: Unit, found: list[int]) -> None:
    """Keep the list of the units that one touches, and note it in theirs."""
    unit.touching = found
    for one in found:
        known = units[one].touching
        if known is not None and unit.id not in known:
            units[one].touching = sorted([*known, unit.id])


def note(state: State, unit: Unit, found: list[int]) -> None:
    """Keep the enemies whom a unit that has just moved touches: its walk found them, so that they need not be looked for again."""
    if state.shares:
        return
    bands = sorted_in(state)
    if unit.log is bands.moved and bands.elsewhere == [unit.id]:
        bands.elsewhere = []
        _forget_touching(state.units, unit.id)
        _keep_touching(state.units, unit, list(found))


def is_engaged(state: State, unit: Unit) -> bool:
    """True if a unit touches any enemy unit. Rule: battlesystem:7.8a."""
    return bool(_touching(state, unit))


def friend_touching(state: State, side: int, unit: Unit) -> Unit | None:
    """The first unit of a side in contact with an enemy unit, at which the side then may not shoot. Rule: battlesystem:10.1n.

    None if there is none, and always by the option `fire_into_melee`.
    """
    return None if state.setting.flags.fire_into_melee else first_of(state, side, _touching(state, unit))


def in_melee_with(state: State, side: int, unit: Unit) -> list[tuple[Unit, list[int], list[int]]]:
    """The units of a side in contact with an enemy unit, each with its touching figures and those of the enemy. Rule: battlesystem:10.1n."""
    found: list[tuple[Unit, list[int], list[int]]] = []
    for number in _touching(state, unit):
        friend = state.units[number]
        if friend.side == side:
            touching = touches(state, friend, unit)
            mine = list(dict.fromkeys([touch.figure for touch in touching]))
            found.append((friend, mine, list(dict.fromkeys([touch.other for touch in touching]))))
    return found


def first_of(state: State, side: int, units: list[int]) -> Unit | None:
    """The first of some units, given by number, that belongs to a side; None if none does."""
    for number in units:
        if state.units[number].side == side:
            return state.units[number]
    return None


def touched_sides(state: State, unit: Unit) -> set[int]:
    """The sides of a unit, seen from its block's heading, on which enemies touch it. Rules: battlesystem:7.8e, battlesystem:7.12a."""
    found: set[int] = set()
    loose, block = unit.loose, unit.block
    for enemy in enemies_touching(state, unit):
        for touch in touches(state, unit, state.units[enemy]):
            quarters = 0
            if loose is not None and block is not None:
                quarters = round(turn_between(block.heading, loose[touch.figure][2]) / 90.0)
            found.add((touch.side + quarters) % 4)
    return found


def rear_touched(state: State, unit: Unit) -> bool:
    """True if an enemy touches some figure from behind, by the figure's own heading. Rules: battlesystem:4.2b, 7.8e, 7.9g."""
    for enemy in enemies_touching(state, unit):
        for touch in touches(state, unit, state.units[enemy]):
            if touch.side == REAR:
                return True
    return False


def aspect(state: State, attacker: Unit, defender: Unit) -> int:
    """The side from which a unit attacks another: `FRONT`, `RIGHT` (either flank) or `REAR`. Rule: battlesystem:7.8e.

    Each figure of the attacker in contact counts once; if it touches several figures, it counts as is worst for the attacker.
    Raises `ValueError` if the units do not touch.
    """
    sides: dict[int, int] = {}
    for touch in touches(state, attacker, defender):
        worst = sides.get(touch.figure)
        if worst is None or _is_worse(touch.other_side, worst):
            sides[touch.figure] = touch.other_side
    return aspect_of(list(sides.values()))


def side_met(state: State, attacker: Unit, defender: Unit) -> int:
    """The side of a unit, left and right told apart, that most figures of an attacker touch; on a tie the front. Rules: battlesystem:7.8e, 11.6h."""
    counts = [0, 0, 0, 0]
    seen: dict[int, int] = {}
    for touch in touches(state, attacker, defender):
        worst = seen.get(touch.figure)
        if worst is None or _is_worse(touch.other_side, worst):
            seen[touch.figure] = touch.other_side
    for side in seen.values():
        counts[side] += 1
    most = max(counts)
    return FRONT if counts[FRONT] == most or counts.count(most) > 1 else counts.index(most)


def _is_worse(side: int, other: int) -> bool:
    """True if an attack on one side is worse for the attacker than on another: the front, then flanks, then the rear."""
    return side != REAR and (other == REAR or side < other)


def straight_sides(unit: Unit) -> list[list[int]]:
    """The figures on the straight sides of a unit in a block, each in order: front, right, rear, left, then wings.

    A wing of wrapped files is a side of its own; its figures are no longer on the front or a flank. Rules: 8.1a, 7.11c.
    """
    block = unit.block
    assert block is not None, "skirmishers fight singly"
    found = fighters.rows(block)
    left, right = unit.wings
    if left == 0 and right == 0:
        return found
    wings: list[list[int]] = []
    if left:
        wings.append(list(range(left)))
    if right:
        wings.append(list(range(block.files - right, block.files)))
    turned = {figure for wing in wings for figure in wing}
    return [[figure for figure in row if figure not in turned] for row in found] + wings
