"""Friends of who routs: those run into check and may run as well, skirmishers near by are shaken.

Rules: battlesystem:2.9b, battlesystem:7.15b.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.rectangles import Rectangle, distance
from banneret.geometry.sweeps import NEVER
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import morale, standing
from banneret.rulebooks.battlesystem.causes import FRIEND, Cause
from banneret.rulebooks.battlesystem.facts import SKIRMISHERS
from banneret.rulebooks.battlesystem.flight import Course
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import FIELD, State, Unit, name, on_field
from banneret.rulebooks.battlesystem.state import standing as figures_standing


def break_through(state: State, table: Table, unit: Unit, course: Course, passed: list[int]) -> None:
    """Friends in the way check, the nearest first; those that rout run ahead, the others are broken around.

    Each checks once for a routing unit. Rule: battlesystem:7.15b.
    """
    hit: list[tuple[float, int]] = []
    for friend in on_field(state, unit.side):
        if friend.id == unit.id or friend.id in passed or friend.routed:
            continue
        way = course.met(standing.ground(friend))
        if way < NEVER:
            hit.append((way, friend.id))
    hit.sort()
    for way, number in hit:
        friend = state.units[number]
        if friend.status != FIELD or friend.routed or number in passed:
            continue
        passed.append(number)
        if table.telling:
            _tell_hit(state, table, unit, friend)
        cause = Cause(FRIEND, unit.id, *course.point(way))
        if friend.singles is None:
            morale.check(state, table, friend, cause)
        else:
            _check_passed(state, table, unit, friend, cause, course)


def _check_passed(state: State, table: Table, unit: Unit, friend: Unit, cause: Cause, course: Course) -> None:
    """Skirmishers that are run through check, those that do not for being near anyhow. Rules: 7.15b, 2.9b."""
    reach = state.setting.rosters[friend.id].movement + TOLERANCE
    for figure in figures_standing(friend):
        base = standing.base_of(friend, figure)
        if course.met([base]) == NEVER:
            continue
        if min(distance(base, mine) for mine in standing.bases(unit)) > reach:
            morale.check_figure(state, table, friend, figure, cause)


def skirmishers_near(state: State, unit: Unit, bases: list[Rectangle]) -> list[tuple[int, int]]:
    """Skirmishers of the side within their movement rate of what is about to rout, before it moves. Rule: 2.9b."""
    found: list[tuple[int, int]] = []
    flags = state.setting.flags
    for friend in on_field(state, unit.side):
        roster = state.setting.rosters[friend.id]
        if roster.kind != SKIRMISHERS or (friend.id == unit.id and not flags.skirmish_chain):
            continue
        reach = roster.movement + TOLERANCE
        for figure in figures_standing(friend):
            base = standing.base_of(friend, figure)
            if _is_near(base, bases, reach):
                found.append((friend.id, figure))
    return found


def _is_near(base: Rectangle, others: list[Rectangle], reach: float) -> bool:
    """Whether some other base is within reach; most are told from their middles alone."""
    closest: list[Rectangle] = []
    for other in others:
        away = length(other.x - base.x, other.y - base.y)
        if away <= reach:
            return True
        if away - reach <= base.half_width + base.half_depth + other.half_width + other.half_depth:
            closest.append(other)
    return any(distance(base, other) <= reach for other in closest)


def shaken(state: State, table: Table, near: list[tuple[int, int]], cause: Cause) -> None:
    """The checks of skirmishers who saw a friend rout. Rule: battlesystem:2.9b."""
    for number, figure in near:
        friend = state.units[number]
        if friend.status == FIELD:
            morale.check_figure(state, table, friend, figure, cause)


def _tell_hit(state: State, table: Table, unit: Unit, friend: Unit) -> None:
    text = says(state, unit, "runs|run into {}.", name(state, friend))
    data: dict[str, object] = {"unit": f"u{unit.id}", "target": f"u{friend.id}"}
    table.tell(Event("panic", text, "battlesystem:7.15b", side=unit.side, data=data))
