"""Zones where sides set up, and their distance from the enemy.

Rules: battlesystem:3.4, battlesystem:crossroads.setup, battlesystem:crossroads.prohibited.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle, circle_around, distance, gap
from banneret.rulebooks.battlesystem.space import field
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.space.obstacles import hits
from banneret.rulebooks.battlesystem.space.standing import ground
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

# the distance that a unit must keep from the enemy when it sets up. Rule: battlesystem:3.4
FREELY: Final = 0  # none
MEASURED: Final = 1  # two full moves from units on the table
TO_ZONES: Final = 2  # and from the zones of those that are not placed yet

QUARTER: Final = 0.2  # share of the table's depth that is a side's zone, if none is given
MARGIN: Final = 6.0  # inches kept free at both of its ends


def quarter(home: int, width: float, depth: float) -> list[tuple[float, float]]:
    """The corners, in inches, of the zone along a side's home edge if the scenario gives none."""
    if home in (NORTH, SOUTH):
        low, high = (0.0, depth * QUARTER) if home == SOUTH else (depth * (1.0 - QUARTER), depth)
        return [(MARGIN, low), (width - MARGIN, low), (width - MARGIN, high), (MARGIN, high)]
    low, high = (width * (1.0 - QUARTER), width) if home == EAST else (0.0, width * QUARTER)
    return [(low, MARGIN), (high, MARGIN), (high, depth - MARGIN), (low, depth - MARGIN)]


def is_inside(polygon: Polygon, body: Rectangle) -> bool:
    """True if a body stands wholly in an area, its edges included."""
    return polygon.holds(body.x, body.y) and all(gap(body, wall) >= -TOLERANCE for wall in polygon.walls)


def is_on_table(state: State, body: Rectangle) -> bool:
    """True if no corner of a body sticks out over the table's edge."""
    width, depth = state.setting.width + TOLERANCE, state.setting.depth + TOLERANCE
    return all(-TOLERANCE <= x <= width and -TOLERANCE <= y <= depth for x, y in body.corners())


def trouble(state: State, unit: Unit, area: list[Rectangle], zone: Polygon | None) -> tuple[str, str]:
    """The reason a unit cannot be put down, and the rule; two empty texts if it can.

    Args:
        state: the battle, with those already on the table.
        unit: who is to be put there.
        area: the rectangles that it would take up.
        zone: the area in which it must stand wholly; None for the whole table.
    """
    setting = state.setting
    barred = field.forbidden(state, unit)
    for body in area:
        if not is_on_table(state, body):
            return "would stand off the table.", "battlesystem:3.4"
        if zone is not None and not is_inside(zone, body):
            return f"would not stand wholly where {setting.names[unit.side]} sets up.", _ZONE_RULE
        for number, polygon in enumerate(setting.ground):
            if polygon.meets(body) and any(one is polygon for one in barred):
                text = f"would stand in {setting.ground_names[number]}, which nobody may enter."
                return text, "battlesystem:crossroads.prohibited"
    for other in units_near(state, *circle_around(area)):
        if other.id == unit.id:
            continue
        if any(hits(area, theirs) for theirs in ground(other)):
            return f"would stand on the ground of {name(state, other)}.", "battlesystem:7.1e"
    return "", ""


_ZONE_RULE: Final = "battlesystem:crossroads.setup"


def too_near(state: State, unit: Unit, area: list[Rectangle], to_zones: bool = False) -> str:
    """The reason a unit would begin too near an enemy, "" if it would not: see `shortfall`. Rule: battlesystem:3.4."""
    short, enemy = shortfall(state, unit, area, to_zones)
    if enemy is None:
        return ""
    apart = 2.0 * max(_rate(state, unit), _rate(state, enemy))
    text = f"would stand {max(apart - short, 0.0):.1f} in from {name(state, enemy)}"
    return f"{text}: more than {apart:g} in are wanted, two full moves of the faster."


def shortfall(
    state: State, unit: Unit, area: list[Rectangle], to_zones: bool = False
) -> tuple[float, Unit | None]:
    """The inches by which a unit would begin too near an enemy, and the enemy; 0 and None if it would not. Rule: battlesystem:3.4.

    More than two full moves of the faster must lie between them. With `to_zones`, or if the sides set up in secret, an enemy that is
    not placed yet may be anywhere in its zone.
    """
    setting = state.setting
    worst, nearest = 0.0, None
    zones: dict[int, float] = {}
    for other in state.units.values():
        if other.side == unit.side or other.now.arrives:
            continue
        if other.status == FIELD:
            # a greater distance need not be measured
            away = 2.0 * max(_rate(state, unit), _rate(state, other)) + 2.0 * TOLERANCE
            for body in area:
                for theirs in ground(other):
                    away = distance(body, theirs, away)
        elif to_zones or setting.hidden:
            if other.side not in zones:
                zone = setting.zones[other.side].area
                zones[other.side] = min([_to_zone(zone, body) for body in area])
            away = zones[other.side]
        else:
            continue
        short = 2.0 * max(_rate(state, unit), _rate(state, other)) - away
        if short >= -TOLERANCE and (nearest is None or short > worst):
            worst, nearest = short, other
    return worst, nearest


def _rate(state: State, unit: Unit) -> float:
    """Inches of a unit's full move."""
    return unit.now.movement


def _to_zone(area: Polygon, body: Rectangle) -> float:
    """Inches from a body to a zone, 0 inside it."""
    return 0.0 if area.holds(body.x, body.y) else min([distance(body, wall) for wall in area.walls])
