"""The figures of commanders: Unit Commanders stand at a figure of their unit; others have bases of their own and make room for units.

Rules: battlesystem:2.3b, battlesystem:3.4, battlesystem:4.7, battlesystem:5.0c.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, sqrt
from typing import Final

from banneret.geometry.plane import LEEWAY, TOLERANCE, forward, length, snap
from banneret.geometry.rectangles import Rectangle, overlap
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints, ground
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.state import PASSING, State, figures_standing, is_mended
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

# ---------------------------------------------------------------- at a figure of the unit


def default_place(files: int) -> int:
    """The front-rank figure at which a commander stands by default: the middle one, of an even number the left one of the two. Rule: 4.7.

    >>> default_place(5), default_place(6)
    (2, 2)
    """
    return (files - 1) // 2


def succeed(unit: Unit, x: float, y: float) -> None:
    """Move the commander, whose figure at (x, y) is lost, to the nearest figure left. Rule: battlesystem:4.7."""
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
"""Inches of a side of a commander's base. Rule: battlesystem:2.3b."""
STEP: Final = 0.25  # inches between the places tried when he must make room
RINGS: Final = 400  # rings tried, `STEP` apart
AROUND: Final = 16  # directions tried on each ring
# the way to a place on the first ring, in each direction
_STEPS: Final = [
    (east * STEP, north * STEP) for east, north in [forward(turn * 360.0 / AROUND) for turn in range(AROUND)]
]
LOOK: Final = 8  # rings for which the units nearby are looked up together
APART: Final = 1.0  # inches between individuals who are set up: the largest of their bases


def base(x: float, y: float) -> Rectangle:
    """A commander's base at a point; its facing does not matter."""
    return Rectangle(x, y, BASE / 2.0, BASE / 2.0, 0.0, 1.0)


def is_open(setting: Setting, x: float, y: float, half: float = BASE / 2.0, swims: bool = False) -> bool:
    """True if all of a base at (x, y) would be on the table, and none of it on forbidden ground. Rule: crossroads.prohibited.

    `half`: inches from its middle to its edges; `swims`: True if it may stand in deep water. Rule: battlesystem:11.8l.
    """
    if not (half <= x <= setting.width - half and half <= y <= setting.depth - half):
        return False
    for polygon in setting.swimmers_ground if swims else setting.ground:
        if polygon.holds(x, y):
            return False
    spot = Rectangle(x, y, half, half, 0.0, 1.0)
    for wall in setting.swimmers_walls if swims else setting.walls:
        east, north, far = wall.x - x, wall.y - y, wall.half_width + 2.0 * half
        if east * east + north * north <= far * far and overlap(spot, wall):
            return False
    return True


def is_open_to(state: State, one: Individual, x: float, y: float) -> bool:
    """True if all of an individual would be on the table and on no ground forbidden to him; other figures are ignored.

    By versions 1 to 8 of the rules a giant could hang over the edge. Rules: battlesystem:9.0b, battlesystem:11.8l.
    """
    return is_open(state.setting, x, y, _space_of(state, one), ground.swims(state, one))


def _space_of(state: State, one: Individual) -> float:
    """Inches from the middle of an individual that must be on the table; see `is_open_to`. Rule: battlesystem:9.0b."""
    return footprints.half_of(state, one) if is_mended(state, 9) else BASE / 2.0


def may_stand(state: State, x: float, y: float) -> bool:
    """True if a commander finds room there: on the table, on no unit, on no forbidden ground. Rule: battlesystem:5.0c."""
    return is_open(state.setting, x, y) and not _is_taken(units_near(state, x, y, BASE), x, y)


def _is_taken(units: list[Unit], x: float, y: float) -> bool:
    """True if a commander's base at a point would lie on the ground of one of these units. Rule: battlesystem:5.0c."""
    spot: Rectangle | None = None
    for unit in units:
        stand = standing.body(unit)  # a look at the circle first: there are many places to try
        east, north, far = stand.x - x, stand.y - y, stand.reach + BASE
        if east * east + north * north <= far * far:
            if spot is None:
                spot = base(x, y)
            if is_on(unit, spot):
                return True
    return False


def is_on(unit: Unit, spot: Rectangle) -> bool:
    """True if a base would lie on the ground of a unit. Rule: battlesystem:5.0c."""
    for part in standing.ground(unit):  # noqa: SIM110 - a loop is faster than a generator here
        if overlap(spot, part):
            return True
    return False


def make_room(state: State, table: Table, changed: list[Unit]) -> None:
    """Move individuals on whom a unit has come to stand to the nearest free place, at no cost; one who fights moves beside the enemy.

    `changed`: units that include all that moved since the last review. For a unit that is shot at as it passes nobody makes room before it
    stops; by versions 1 to 16 of the rules those did over whom it passed just then.

    Rules: battlesystem:5.0c, battlesystem:9.0d.
    """
    crowd = _stood_on(state, changed)
    state.is_crowded = False
    if crowd and state.walker == PASSING:
        state.posts = None  # they are looked at when the unit has gone on
        state.is_crowded = True
        return
    for leader in crowd:
        spot = nearest_room(state, leader, leader.x, leader.y)
        if spot is None:
            state.posts = None  # the next review looks at all of them again
            state.is_crowded = True
            continue
        leader.x, leader.y = spot
        footprints.part_from_rivals(state, leader)
        if table.telling:
            text = f"{state.setting.sheets[leader.id].name} makes room."
            data: dict[str, object] = {"leader": f"l{leader.id}", "x": leader.x, "y": leader.y}
            table.tell(Event("lead", text, "battlesystem:5.0c", side=leader.side, data=data))


def _stood_on(state: State, changed: list[Unit]) -> list[Individual]:
    """The individuals who stand on the ground of some unit; only where they or the unit moved since the last review. Who walks does not stand."""
    moved: list[Unit] = []
    for unit in changed:
        last = unit.review
        if last is None or last.body is not unit.body:
            moved.append(unit)
    bodies = [standing.body(unit) for unit in moved]
    found: list[Individual] = []
    posts, sheets, is_crowded = state.posts, state.setting.sheets, state.is_crowded
    for leader in list(state.individuals.values()):
        if not leader.on_table or leader.id == state.walker:
            continue
        x, y = leader.x, leader.y
        has_moved = posts is None or posts[leader.id] != (x, y, True)
        if not (has_moved or moved or is_crowded):
            continue  # runs after every order for every leader, so the common case comes first
        champion = sheets[leader.id].champion
        half = BASE if champion is None else champion.footprint / 2.0
        near: list[Unit] = []
        if has_moved or (champion is not None and is_crowded):
            near = units_near(state, x, y, half)
        else:
            for place, stand in enumerate(bodies):  # see `_is_taken`
                east, north, far = stand.x - x, stand.y - y, stand.reach + half
                if east * east + north * north <= far * far:
                    near.append(moved[place])
        if not near:
            continue
        if champion is None:
            is_stood_on = _is_taken(near, x, y)
        else:
            is_stood_on = any(footprints.is_on(unit, x, y, half) for unit in near)
        if is_stood_on:
            found.append(leader)
    return found


def finds_room(state: State, one: Individual, x: float, y: float) -> bool:
    """True if an individual may stand there: where a commander may, and one who fights on no other who fights. Rules: 5.0c, 9.0b."""
    if state.setting.sheets[one.id].champion is None:
        return may_stand(state, x, y)
    needs = _Needs(state, one)
    return needs.are_met(x, y, units_near(state, x, y, needs.half))


class _Needs:
    """The demands of an individual who fights on a place, for trying many places. Rules: battlesystem:5.0c, battlesystem:9.0b."""

    __slots__ = ("close", "half", "others", "setting", "space", "swims")

    def __init__(self, state: State, one: Individual) -> None:
        self.setting: Setting = state.setting
        self.half: float = footprints.half_of(state, one)
        self.space: float = _space_of(state, one)
        self.swims: bool = ground.swims(state, one)
        # the others who fight, as they stand, and the least inches from the middle of each
        self.others: list[tuple[float, float, float]] = []
        for other in state.individuals.values():
            sheet = footprints.champion(state, other) if other.id != one.id else None
            if sheet is not None:
                least = self.half + sheet.footprint / 2.0 - footprints.TOUCH
                self.others.append((other.x, other.y, least))
        # those of them who may be in the way of the places that are tried next
        self.close: list[tuple[float, float, float]] = self.others

    def look(self, x: float, y: float, reach: float) -> None:
        """From now on places within `reach` inches of a point are tried, and a hair beyond."""
        self.close = [one for one in self.others if length(one[0] - x, one[1] - y) <= one[2] + reach + LEEWAY]

    def are_met(self, x: float, y: float, near: list[Unit]) -> bool:
        """True if he may stand at a point; `near`: units that include all that may stand there."""
        for other_x, other_y, least in self.close:
            east, north = other_x - x, other_y - y
            if sqrt(east * east + north * north) < least:  # faster than a call of `length`
                return False
        half = self.half
        for unit in near:
            stand = standing.body(unit)  # see `_is_taken`
            east, north, far = stand.x - x, stand.y - y, stand.reach + half
            if east * east + north * north <= far * far and footprints.is_on(unit, x, y, half):
                return False
        return is_open(self.setting, x, y, self.space, self.swims)


def nearest_room(state: State, one: Individual, x: float, y: float) -> tuple[float, float] | None:
    """The nearest place with room for an individual, None if there is none; for one who fights and on whom an enemy stands, beside it.

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
    return _nearest(state, one, x, y)


def nearest_free(state: State, x: float, y: float) -> tuple[float, float] | None:
    """The nearest place with room for a commander; None if there is none. Rule: battlesystem:5.0c."""
    return _nearest(state, None, x, y)


def _nearest(state: State, one: Individual | None, x: float, y: float) -> tuple[float, float] | None:
    """The nearest place with room, searched ring by ring, for an individual who fights, or if `one` is None for a commander."""
    spot = snap(x), snap(y)
    if may_stand(state, *spot) if one is None else finds_room(state, one, *spot):
        return spot
    needs = None if one is None else _Needs(state, one)
    half = BASE if needs is None else needs.half
    near: list[Unit] = []
    known = 0  # the rings up to which `near` holds all units
    for ring in range(1, RINGS + 1):
        if ring > known:
            known += LOOK
            near = units_near(state, x, y, STEP * known + half + BASE)
            if needs is not None:
                needs.look(x, y, STEP * known)
        for to_x, to_y in _ring(x, y, ring):
            if needs is not None:
                is_free = needs.are_met(to_x, to_y, near)
            else:
                is_free = not _is_taken(near, to_x, to_y) and is_open(state.setting, to_x, to_y)
            if is_free:
                return to_x, to_y
    return None


def nearest_post(
    state: State, one: Individual, x: float, y: float, taken: list[tuple[float, float]]
) -> tuple[float, float] | None:
    """The nearest place at which an individual may be set up, clear of the places `taken`, units ignored; None if there is none.

    Rules: battlesystem:3.4, battlesystem:5.0c.
    """
    zone = state.setting.zones[one.side].area
    for to_x, to_y in _around(x, y):
        if any(length(to_x - at_x, to_y - at_y) < APART for at_x, at_y in taken):
            continue
        if zone.holds(to_x, to_y) and is_open_to(state, one, to_x, to_y):
            return to_x, to_y
    return None


def _around(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Yield a point, then places around it on rings a quarter inch apart."""
    yield snap(x), snap(y)
    for ring in range(1, RINGS + 1):
        yield from _ring(x, y, ring)


def _ring(x: float, y: float, ring: int) -> list[tuple[float, float]]:
    """The places on one ring."""
    found: list[tuple[float, float]] = []
    for east, north in _STEPS:
        to_x, to_y = x + east * ring, y + north * ring
        if to_x >= 0.0 and to_y >= 0.0:  # `snap`, written out: there are many places to try
            found.append((floor(to_x * 1000.0 + 0.5) / 1000.0, floor(to_y * 1000.0 + 0.5) / 1000.0))
        else:
            found.append((snap(to_x), snap(to_y)))
    return found
