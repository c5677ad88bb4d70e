"""Lines of sight between units. Rules: battlesystem:4.6i, battlesystem:10.1c, battlesystem:10.1d, battlesystem:10.1l."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.rectangles import Rectangle, between, distance
from banneret.geometry.sight import UNSEEN, in_arc, is_outside_arc, seen_distance
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import is_beyond, units_near
from banneret.rulebooks.battlesystem.space.screens import Screens, level_at
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import Unit

CLOSE: Final = 1.0
"""The widest gap between skirmishers, in inches, through which nobody sees. Rule: battlesystem:4.6i."""


def sees(state: State, unit: Unit, other: Unit, limit: float = UNSEEN) -> float:
    """The distance, in inches, of an enemy unit that a unit sees, base to base along the shortest free line; -1 if it does not see it.

    Rule: battlesystem:4.6i.

    Args:
        state: the battle.
        unit: the unit that looks.
        other: the unit looked for.
        limit: inches beyond which it is not looked for.
    """
    if limit < UNSEEN and _is_plainly_unseen(unit, other, limit):
        return -1.0
    # of a block only the rim is looked at, which is enough
    viewers, targets = standing.body(unit).bases, standing.body(other).bases
    if not viewers or not targets:
        return -1.0
    bodies = bodies_between(state, unit, other)
    if state.setting.terrain:
        screens = Screens(state.setting, bodies, unit.now.natives)
        return _over_ground(screens, viewers, targets, limit, is_mended(state, 5), is_mended(state, 19))
    found = seen_distance(viewers, targets, bodies, [], limit)
    return -1.0 if found == UNSEEN else found


def _is_plainly_unseen(unit: Unit, other: Unit, limit: float) -> bool:
    """True if another unit is wholly too far away, or wholly outside the arc of a unit in order. Rules: 4.6i, 10.1b."""
    block = unit.block
    if block is not None and unit.loose is None:
        to_x, to_y, theirs = standing.circle(other)
        east, north = to_x - block.middle_x, to_y - block.middle_y
        if is_outside_arc(block.forward_x, block.forward_y, east, north, block.girth + theirs):
            return True
    return is_beyond(unit, other, limit + 2.0 * TOLERANCE)


def _over_ground(
    screens: Screens,
    viewers: list[Rectangle],
    targets: list[Rectangle],
    limit: float,
    by_edges: bool,
    by_corners: bool,
) -> float:
    """As `sees`, in a battle with ground. Rules: battlesystem:10.1d, battlesystem:10.1e, battlesystem:11.9b.

    `by_edges`: if ground hides one middle from the other, the line between the nearest points of their bases is tried, so that an inch of
    sight in woods is an inch from base to base; versions 1 to 4 of the rules looked from middle to middle alone. `by_corners`: a corner that
    reaches into a house does not let anybody see through it, as since version 19.
    """
    setting = screens.setting
    nearest = -1.0
    most = limit + 2.0 * TOLERANCE  # farther than this nothing need be measured
    for viewer in viewers:
        own = level_at(setting, viewer.x, viewer.y)
        for target in targets:
            enough = most if nearest < 0.0 else nearest
            east, north, reach = (
                target.x - viewer.x,
                target.y - viewer.y,
                enough + viewer.girth + target.girth,
            )
            if east * east + north * north > reach * reach:
                continue  # the circles around them tell, cheaper than to measure
            if not in_arc(viewer, viewer.x, viewer.y, target.x, target.y):
                continue
            far = distance(viewer, target, enough)
            if far > limit + TOLERANCE or 0.0 <= nearest <= far:
                continue
            height = max(own, level_at(setting, target.x, target.y))
            if screens.is_free(viewer.x, viewer.y, target.x, target.y, height):
                nearest = far
            elif by_edges and screens.is_past_bodies(viewer.x, viewer.y, target.x, target.y, height):
                x, y = _nearest_point(viewer, target.x, target.y)
                line = (x, y, *_nearest_point(target, x, y))
                middles = (viewer.x, viewer.y, target.x, target.y)
                if screens.is_free(*line, height) and (
                    not by_corners or screens.is_past_houses(middles, line, height)
                ):
                    nearest = far
    return nearest


def _nearest_point(base: Rectangle, x: float, y: float) -> tuple[float, float]:
    """The point of a base that is nearest to another point."""
    right, ahead = base.seen_from(x, y)
    right = max(-base.half_width, min(base.half_width, right))
    ahead = max(-base.half_depth, min(base.half_depth, ahead))
    east = base.forward_y * right + base.forward_x * ahead
    north = base.forward_y * ahead - base.forward_x * right
    return base.x + east, base.y + north


def bodies_between(
    state: State, unit: Unit, other: Unit, but: int = -1, ahead: float = 0.0
) -> list[Rectangle]:
    """The bodies that may hide one unit from another: grounds of formed units, and skirmishers that stand close to each other.

    Units of side `but` are left out. `ahead` is the distance, in inches, from the unit to the artillery piece with which it looks.
    No line of sight runs farther from the line between their middles than the wider of the two reaches.
    Rules: battlesystem:4.6i, battlesystem:10.1d.
    """
    x, y, mine = standing.circle(unit)
    return bodies_towards(state, x, y, mine + ahead, other, unit.id, but)


def bodies_towards(
    state: State, from_x: float, from_y: float, mine: float, other: Unit, own: int, but: int = -1
) -> list[Rectangle]:
    """As `bodies_between`, for someone of unit `own` who looks from within `mine` inches of a point."""
    to_x, to_y, theirs = standing.circle(other)
    line = between(from_x, from_y, to_x, to_y)
    margin = max(mine, theirs)
    found: list[Rectangle] = []
    half = length(to_x - from_x, to_y - from_y) / 2.0
    for third in units_near(state, line.x, line.y, half + margin + TOLERANCE, but):
        if third.id == own or third.id == other.id:
            continue
        x, y, reach = standing.circle(third)
        if line.distance_to(x, y) > margin + reach:
            continue
        for body in standing.ground(third) if third.singles is None else _strips(third):
            if line.distance_to(body.x, body.y) > margin + body.girth:
                continue
            found.append(body)
    return found


def _strips(unit: Unit) -> list[Rectangle]:
    """The gaps between skirmishers through which nobody sees, and the bases beside them; kept with the unit's body. Rule: battlesystem:4.6i."""
    stand = standing.body(unit)
    if stand.strips is None:
        stand.strips = _find_strips(unit)
    return stand.strips


def _find_strips(unit: Unit) -> list[Rectangle]:
    found: list[Rectangle] = []
    close: list[Rectangle] = []  # bases beside such a gap
    bases = standing.bases(unit)
    most = CLOSE + 2.0 * (unit.width + unit.depth)  # between the middles of any two that are close
    for one, base in enumerate(bases):
        for second in range(one):
            facing = bases[second]
            if abs(facing.x - base.x) > most or abs(facing.y - base.y) > most:
                continue
            strip = strip_between(base, facing, CLOSE)
            if strip is not None:
                found.append(strip)
                for one_of_them in (base, facing):
                    if one_of_them not in close:
                        close.append(one_of_them)
    return found + close


def strip_between(first: Rectangle, second: Rectangle, most: float) -> Rectangle | None:
    """The strip that blocks sight between two skirmishers at most `most` inches apart; None if they stand farther apart.

    It runs from middle to middle, as wide as the narrower base. Rule: battlesystem:10.1d.
    """
    far = most + 2.0 * TOLERANCE
    if distance(first, second, far) > most + TOLERANCE:
        return None
    line = between(first.x, first.y, second.x, second.y)
    deep = min(first.half_width, second.half_width)
    return Rectangle(line.x, line.y, line.half_width, deep, line.forward_x, line.forward_y)
