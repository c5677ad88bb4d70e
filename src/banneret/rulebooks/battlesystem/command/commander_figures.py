"""The figures of commanders: those of Unit Commanders in their unit, the others on bases of their own, which make room for units.

Rules: battlesystem:2.3b, battlesystem:3.4, battlesystem:4.7, battlesystem:5.0c.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, length, snap
from banneret.geometry.rectangles import Rectangle, overlap, placed
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    NOBODY,
    Individual,
    Setting,
    State,
    Unit,
    figures_standing,
)

# ---------------------------------------------------------------- at a figure of the unit


def default_place(files: int) -> int:
    """The front-rank figure at which a commander stands: the middle file, left of it when even. Rule: 4.7.

    >>> default_place(5), default_place(6)
    (2, 2)
    """
    return (files - 1) // 2


def may_stand_at(unit: Unit, figure: int) -> bool:
    """True if the owner may place the Unit Commander at that figure. Rule: battlesystem:4.7."""
    if unit.singles is not None:
        return figure in figures_standing(unit)
    return unit.block is not None and 0 <= figure < unit.block.files


def succeed(unit: Unit, x: float, y: float) -> None:
    """The commander's figure at that place is lost: he stands at the nearest one that remains. Rule: battlesystem:4.7."""
    numbers = figures_standing(unit)
    if unit.block is not None:
        numbers = list(range(unit.block.figures))
    nearest, found = 1e300, NOBODY
    for figure in numbers:
        at_x, at_y = figure_place(unit, figure)
        away = length(at_x - x, at_y - y)
        if away < nearest - TOLERANCE:
            nearest, found = away, figure
    unit.leader_at = found


# ---------------------------------------------------------------- on a base of their own


BASE: Final = 0.5
"""Inches of a commander's base. Rule: battlesystem:2.3b."""
STEP: Final = 0.25  # inches between the places tried when he must make room
RINGS: Final = 400
AROUND: Final = 16  # directions tried
APART: Final = 1.0  # inches between individuals who are set up: the largest of their bases


def base(x: float, y: float) -> Rectangle:
    """His base at a point; where he looks is no matter."""
    return placed(x, y, BASE, BASE, 0.0)


def is_open(setting: Setting, x: float, y: float) -> bool:
    """True if all of a commander's base would be on the table, and none of it on forbidden ground. Rule: crossroads.prohibited."""
    half = BASE / 2.0
    if not (half <= x <= setting.width - half and half <= y <= setting.depth - half):
        return False
    if any(polygon.holds(x, y) for polygon in setting.ground):
        return False
    spot = base(x, y)
    return not any(overlap(spot, wall) for wall in setting.walls)


def may_stand(state: State, x: float, y: float) -> bool:
    """True if a commander finds room there: on the table, on no unit, on no forbidden ground. Rule: battlesystem:5.0c."""
    if not is_open(state.setting, x, y):
        return False
    spot = base(x, y)
    return not any(is_on(unit, spot) for unit in units_near(state, x, y, BASE))


def is_on(unit: Unit, spot: Rectangle) -> bool:
    """True if a base would lie on the ground of a unit. Rule: battlesystem:5.0c."""
    for part in standing.ground(unit):  # noqa: SIM110 - asked too often for a generator
        if overlap(spot, part):
            return True
    return False


def make_room(state: State, table: Table) -> None:
    """Individuals on whom a unit has come to stand step aside to the nearest free place, free; who fights, to the enemy's side.

    Rules: battlesystem:5.0c, battlesystem:9.0d.
    """
    for leader in _stood_on(state):
        spot = nearest_room(state, leader, leader.x, leader.y)
        if spot is None:
            state.posts = None  # to be looked at again in the next review
            continue
        leader.x, leader.y = spot
        if table.telling:
            text = f"{state.setting.sheets[leader.id].name} makes room."
            data: dict[str, object] = {"leader": f"l{leader.id}", "x": leader.x, "y": leader.y}
            table.tell(Event("lead", text, "battlesystem:5.0c", side=leader.side, data=data))


def _stood_on(state: State) -> list[Individual]:
    """The commanders whose places are on the ground of some unit: of one of them, or one, that moved since the last review."""
    moved = [unit for unit in state.units.values() if unit.status == FIELD and not _is_where_it_was(unit)]
    found: list[Individual] = []
    for leader in state.individuals:
        if not leader.on_table:
            continue
        x, y = leader.x, leader.y
        spot = base(x, y)
        if state.setting.sheets[leader.id].champion is not None:
            half = footprints.half_of(state, leader)
            if any(footprints.is_on(unit, x, y, half) for unit in units_near(state, x, y, half)):
                found.append(leader)
            continue
        if state.posts is None or state.posts[leader.id] != (x, y, True):
            if any(is_on(unit, spot) for unit in units_near(state, x, y, BASE)):
                found.append(leader)
            continue
        for unit in moved:
            to_x, to_y, reach = standing.circle(unit)
            east, north, reach = to_x - x, to_y - y, reach + BASE
            if east * east + north * north <= reach * reach and is_on(unit, spot):
                found.append(leader)
                break
    return found


def _is_where_it_was(unit: Unit) -> bool:
    last = unit.review
    return last is not None and last.body is unit.body


def finds_room(state: State, one: Individual, x: float, y: float) -> bool:
    """True if an individual may stand there: as a commander may, and who fights on no other who does. Rules: 5.0c, 9.0b."""
    if state.setting.sheets[one.id].champion is None:
        return may_stand(state, x, y)
    half = footprints.half_of(state, one)
    if not is_open(state.setting, x, y):
        return False
    for unit in units_near(state, x, y, half):
        if footprints.is_on(unit, x, y, half):
            return False
    for other in state.individuals:
        if other.id == one.id or footprints.champion(state, other) is None:
            continue
        if length(other.x - x, other.y - y) < half + footprints.half_of(state, other) - footprints.TOUCH:
            return False
    return True


def nearest_room(state: State, one: Individual, x: float, y: float) -> tuple[float, float] | None:
    """The nearest place with room for an individual; for one who fights and on whom an enemy unit stands, at its side.

    Rules: battlesystem:5.0c, battlesystem:9.0d.
    """
    if state.setting.sheets[one.id].champion is None:
        return nearest_free(state, x, y)
    half = footprints.half_of(state, one)
    if (x, y) == (one.x, one.y):
        for unit in units_near(state, x, y, half, one.side):
            if footprints.is_on(unit, x, y, half):
                for spot in footprints.beside(state, one, unit):
                    if finds_room(state, one, *spot):
                        return spot
    for to_x, to_y in _around(x, y):
        if finds_room(state, one, to_x, to_y):
            return to_x, to_y
    return None


def nearest_free(state: State, x: float, y: float) -> tuple[float, float] | None:
    """The nearest place with room for a commander; None when there is none. Rule: battlesystem:5.0c."""
    for to_x, to_y in _around(x, y):
        if may_stand(state, to_x, to_y):
            return to_x, to_y
    return None


def nearest_post(
    setting: Setting, side: int, x: float, y: float, taken: list[tuple[float, float]]
) -> tuple[float, float] | None:
    """The nearest place at which an individual may be set up, units aside, clear of those `taken`; None when there is none.

    Rules: battlesystem:3.4, battlesystem:5.0c.
    """
    zone = setting.zones[side].area
    for to_x, to_y in _around(x, y):
        if any(length(to_x - at_x, to_y - at_y) < APART for at_x, at_y in taken):
            continue
        if zone.holds(to_x, to_y) and is_open(setting, to_x, to_y):
            return to_x, to_y
    return None


def _around(x: float, y: float) -> Iterator[tuple[float, float]]:
    """A point, then places around it on rings a quarter inch apart."""
    yield snap(x), snap(y)
    for ring in range(1, RINGS + 1):
        for turn in range(AROUND):
            east, north = forward(turn * 360.0 / AROUND)
            yield snap(x + east * STEP * ring), snap(y + north * STEP * ring)
