"""Obstacles that units cannot enter: others on the table, forbidden ground, the edge of the table.

Rules: battlesystem:7.1e, battlesystem:7.4a.
"""

from __future__ import annotations

from banneret.geometry.rectangles import Rectangle, circle_around, overlap
from banneret.geometry.sweeps import inside_board
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.space.field import forbidden, walls
from banneret.rulebooks.battlesystem.space.standing import ground
from banneret.rulebooks.battlesystem.state import FIELD, State, Unit


def obstacles(state: State, unit: Unit, friends: bool) -> list[Rectangle]:
    """Everything that a unit cannot enter: other units on the table and the edges of forbidden ground.

    With `friends` only those of its own side and the ground, not its enemies. Skirmishers pass friendly skirmishers.
    Rules: battlesystem:7.1e, battlesystem:7.4a.
    """
    return _obstacles_of(state, unit, list(state.units.values()), friends)


def obstacles_near(state: State, unit: Unit, area: list[Rectangle], margin: float) -> list[Rectangle]:
    """Those of the `obstacles` of its own side and the ground that bodies of a unit may meet within n inches."""
    x, y, reach = circle_around(area)
    return _obstacles_of(state, unit, units_near(state, x, y, reach + margin), True)


def _obstacles_of(state: State, unit: Unit, units: list[Unit], friends: bool) -> list[Rectangle]:
    found: list[Rectangle] = list(walls(state, unit))
    side = unit.side
    loners = unit.singles is not None
    for other in units:
        if other.id == unit.id or other.status != FIELD:
            continue
        if other.side == side:
            if loners and other.singles is not None:
                continue
        elif friends:
            continue
        found.extend(ground(other))
    return found


def is_free(state: State, unit: Unit, area: list[Rectangle]) -> bool:
    """True if a unit could stand on that ground: on the table, on no forbidden ground, on no other unit.

    Rule: battlesystem:7.1e.
    """
    setting = state.setting
    if not inside_board(area, setting.width, setting.depth):
        return False
    for polygon in forbidden(state, unit):
        for part in area:
            if polygon.holds(part.x, part.y):
                return False
    x, y, reach = circle_around(area)
    for wall in walls(state, unit):
        east, north, far = wall.x - x, wall.y - y, wall.half_width + reach
        if east * east + north * north <= far * far and hits(area, wall):
            return False
    loners = unit.singles is not None
    for other in units_near(state, x, y, reach):
        if other.id == unit.id or (loners and other.singles is not None and other.side == unit.side):
            continue
        for bar in ground(other):
            if hits(area, bar):
                return False
    return True


def hits(area: list[Rectangle], bar: Rectangle) -> bool:
    """True if some part of an area lies on another rectangle. Rule: battlesystem:7.1e."""
    for part in area:  # noqa: SIM110 - asked too often for a generator
        if overlap(part, bar):
            return True
    return False
