"""Friends near a unit that routs. Rules: battlesystem:2.9b, battlesystem:7.15b."""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, forward, length
from banneret.geometry.rectangles import Rectangle, circle_around, distance
from banneret.geometry.sweeps import NEVER
from banneret.rulebooks.battlesystem.morale.rout.runners import Course
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.state import State, figures_standing, on_field
from banneret.rulebooks.battlesystem.tables.rosters import SKIRMISHERS
from banneret.rulebooks.battlesystem.unit import Unit


def friends_in_the_way(
    state: State, unit: Unit, course: Course, passed: list[int]
) -> list[tuple[float, int]]:
    """The friends that a rout runs into, each after the inches until it does, the nearest first; none that it has `passed` before.

    Rule: battlesystem:7.15b.
    """
    found: list[tuple[float, int]] = []
    for friend in _along(state, unit.side, course):
        if friend.side != unit.side or friend.id == unit.id or friend.id in passed or friend.routed:
            continue
        way = course.met(standing.ground(friend))
        if way < NEVER:
            found.append((way, friend.id))
    found.sort()
    return found


def _along(state: State, side: int, course: Course) -> list[Unit]:
    """Units that include all those of `side` that a course may meet; for a straight course only those in the circle around it."""
    if len(course.legs) != 1:
        return on_field(state, side)
    leg = course.legs[0]
    x, y, reach = circle_around(leg.ground)
    east, north = forward(leg.heading)
    half = leg.inches / 2.0
    return units_near(state, x + east * half, y + north * half, reach + half + TOLERANCE)


def skirmishers_near(state: State, unit: Unit, bases: list[Rectangle]) -> list[tuple[int, int]]:
    """The skirmishers, as unit and figure, within their movement rate of bases of a friend about to rout, before it moves. Rule: 2.9b."""
    found: list[tuple[int, int]] = []
    flags = state.setting.flags
    for friend in on_field(state, unit.side):
        roster = friend.now
        if roster.kind != SKIRMISHERS or (friend.id == unit.id and not flags.skirmish_chain):
            continue
        reach = roster.movement + TOLERANCE
        for figure in figures_standing(friend):
            base = standing.base_of(friend, figure)
            if _is_near(base, bases, reach):
                found.append((friend.id, figure))
    return found


def _is_near(base: Rectangle, others: list[Rectangle], reach: float) -> bool:
    """True if some other base is within reach, in inches; for most bases the distance of the middles decides."""
    closest: list[Rectangle] = []
    for other in others:
        away = length(other.x - base.x, other.y - base.y)
        if away <= reach:
            return True
        if away - reach <= base.half_width + base.half_depth + other.half_width + other.half_depth:
            closest.append(other)
    return any(distance(base, other) <= reach for other in closest)
