"""Individuals who fight, as they stand: whom they touch, how far they can go, where they find room.

An individual may face anywhere, so he can lay an edge of his base on another as soon as his middle is half its width away: for contact
and room his base counts as round. Rules: battlesystem:2.3b, battlesystem:7.8a, battlesystem:9.0b, battlesystem:9.0d.
"""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.geometry.plane import length, snap
from banneret.geometry.rectangles import Rectangle
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.bodies import Body
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.space import obstacles, standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.sheets import Champion
from banneret.rulebooks.battlesystem.unit import FIELD, SLAIN, Unit

TOUCH: Final = obstacles.TOUCH  # inches between an individual's edge and a base at which they touch
PUSHED: Final = 0.005  # inches from a base at which an individual stands who steps aside
LEAST: Final = 0.015  # inches of the shortest step tried on the way to an enemy


def champion(state: State, one: Individual) -> Champion | None:
    """The sheet of an individual who fights and stands on the table, not as part of a unit; else None. Rules: battlesystem:9.2b, 9.2g, 9.4."""
    # `stands_alone`, written out: it is asked of everyone
    return state.setting.sheets[one.id].champion if one.on_table and one.aids < 0 else None


def half_of(state: State, one: Individual) -> float:
    """Inches from the middle of an individual to his edge. Rule: battlesystem:9.0b."""
    sheet = state.setting.sheets[one.id].champion
    return 0.25 if sheet is None else sheet.footprint / 2.0


# ---------------------------------------------------------------- contact


def touched(state: State, one: Individual) -> dict[int, list[int]]:
    """The figures that an individual touches, by enemy unit, both in the order of their numbers. Rule: battlesystem:7.8a."""
    reach = half_of(state, one) + TOUCH
    found: dict[int, list[int]] = {}
    for unit in units_near(state, one.x, one.y, reach, one.side):
        figures = figures_touched(unit, one.x, one.y, reach)
        if figures:
            found[unit.id] = figures
    return found


def figures_touched(unit: Unit, x: float, y: float, reach: float) -> list[int]:
    """The figures of a unit with a base within `reach` inches of a point, in the order of their numbers.

    If there is none, but the unit's ground is within reach, because the point lies at a gap in its ranks, it is the nearest figure.
    """
    stand = standing.body(unit)
    if length(stand.x - x, stand.y - y) > stand.reach + reach + TOUCH:
        return []
    touching: list[int] = []
    for place, base in enumerate(stand.bases):
        east, north, far = base.x - x, base.y - y, base.girth + reach
        if east * east + north * north <= far * far and base.distance_to(x, y) <= reach:
            touching.append(stand.figures[place])
    if touching:
        return sorted(touching)
    if unit.singles is None and any(part.distance_to(x, y) <= reach for part in standing.ground(unit)):
        return [_nearest(stand, x, y)]
    return []


def _nearest(stand: Body, x: float, y: float) -> int:
    """The figure of a unit whose base is nearest to a point; of equals the first."""
    near, found = 1e300, -1
    for figure, base in zip(stand.figures, stand.bases, strict=True):
        away = base.distance_to(x, y)
        if away < near:
            near, found = away, figure
    return found


def friend_at(state: State, side: int, unit: Unit) -> Individual | None:
    """The first individual of a side who fights and touches an enemy unit, so that his side may not shoot at it; else None.

    Always None under the option `fire_into_melee`. Rule: battlesystem:10.1n.
    """
    if state.setting.flags.fire_into_melee or not state.individuals or not is_mended(state, 3):
        return None
    x, y, far = standing.circle(unit)
    for one in state.individuals.values():
        sheet = champion(state, one) if one.side == side else None
        if sheet is not None:
            reach = sheet.footprint / 2.0 + TOUCH
            if length(one.x - x, one.y - y) <= far + reach and figures_touched(unit, one.x, one.y, reach):
                return one
    return None


def besieged(state: State, unit: Unit) -> list[int]:
    """The figures of a unit touched by enemy individuals who fight, who count as enemy figures for shots and rallies. Rules: 10.1a, 6.1."""
    if not state.individuals or unit.status != FIELD or not is_mended(state, 3):
        return []
    return [figure for _, figures in besiegers(state, unit) for figure in figures]


def besiegers(state: State, unit: Unit) -> list[tuple[Individual, list[int]]]:
    """The enemy individuals who fight and touch a unit, each with the figures that he touches. Rule: battlesystem:7.8a."""
    x, y, far = standing.circle(unit)
    found: list[tuple[Individual, list[int]]] = []
    for one in state.individuals.values():
        if one.side == unit.side:
            continue
        sheet = champion(state, one)
        if sheet is None:
            continue
        reach = sheet.footprint / 2.0 + TOUCH
        if length(one.x - x, one.y - y) <= far + reach:
            figures = figures_touched(unit, one.x, one.y, reach)
            if figures:
                found.append((one, figures))
    return found


def is_beset(state: State, unit: Unit) -> bool:
    """True if an enemy individual who fights touches a unit: then no other enemy provokes it, and it makes no forced march.

    By versions 1 to 10 of the rules individuals had neither effect. Rules: battlesystem:4.6c, battlesystem:7.13b, battlesystem:9.4.
    """
    return is_mended(state, 11) and bool(besieged(state, unit))


def rivals(state: State, one: Individual) -> list[int]:
    """The enemy individuals who fight and whom he touches. Rule: battlesystem:9.4b."""
    half, side, x, y = half_of(state, one), one.side, one.x, one.y
    found: list[int] = []
    for other in state.individuals.values():
        if other.side == side:
            continue
        sheet = champion(state, other)
        if sheet is not None and length(other.x - x, other.y - y) <= half + sheet.footprint / 2.0 + TOUCH:
            found.append(other.id)
    return found


def part_from_rivals(state: State, one: Individual) -> None:
    """Break off the combats of an individual who has moved with enemies he no longer touches, even if they meet again later.

    By versions 1 to 8 of the rules a combat went on if they met again in the same round. Rule: battlesystem:9.4b.rounds.
    """
    if not one.foes or not is_mended(state, 9):
        return
    close = rivals(state, one)
    for number in one.foes:
        if number not in close:
            other = state.individuals[number]
            other.foes = tuple([foe for foe in other.foes if foe != one.id])
    one.foes = tuple([foe for foe in one.foes if foe in close])


def is_held(state: State, one: Individual) -> bool:
    """True if an individual touches any enemy. Rules: battlesystem:7.8a, battlesystem:9.0d."""
    reach = half_of(state, one) + TOUCH
    for unit in units_near(state, one.x, one.y, reach, one.side):
        if figures_touched(unit, one.x, one.y, reach):
            return True
    return bool(rivals(state, one))


# ---------------------------------------------------------------- ways and room


def until_contact(
    state: State, one: Individual, x0: float, y0: float, x1: float, y1: float, but: tuple[int, ...] = ()
) -> tuple[float, bool]:
    """The inches of a straight way until an individual touches an enemy, and True if he does; else its length, and False.

    `but`: enemies to ignore: units by number, individuals as -1 less their number. Rule: battlesystem:9.0d.
    """
    far = length(x1 - x0, y1 - y0)
    if far <= 0.0:
        return 0.0, False
    half = half_of(state, one)
    parts: list[Rectangle] = []
    for unit in units_near(state, (x0 + x1) / 2.0, (y0 + y1) / 2.0, far / 2.0 + half + TOUCH, one.side):
        if unit.id not in but:
            parts.extend(standing.bases(unit) if unit.singles is not None else standing.ground(unit))
    others = [
        (other.x, other.y, half + half_of(state, other))
        for other in state.individuals.values()
        if other.side != one.side and champion(state, other) is not None and -1 - other.id not in but
    ]
    east, north = (x1 - x0) / far, (y1 - y0) / far
    gone = 0.0
    while gone < far:
        x, y = x0 + east * gone, y0 + north * gone
        near = far
        for part in parts:
            near = min(near, part.distance_to(x, y) - half)
        for to_x, to_y, room in others:
            near = min(near, length(to_x - x, to_y - y) - room)
        if near <= PUSHED:
            return gone, True
        gone += max(near - PUSHED / 2.0, LEAST)
    return far, False


def trodden_on(
    state: State, one: Individual, x0: float, y0: float, x1: float, y1: float, enemies: tuple[int, ...]
) -> str:
    """The name of an enemy over whom a straight way of an individual leads; "" if it leads over none of them.

    `enemies`: units by number, individuals as -1 less their number. By versions 1 to 8 of the rules he went through enemies in contact.
    Rules: battlesystem:9.0d, battlesystem:7.8, battlesystem:7.12.
    """
    far, half = length(x1 - x0, y1 - y0), half_of(state, one)
    if far <= 0.0:
        return ""
    for number in enemies:
        if number >= 0:
            unit = state.units[number]
            name, room = unit.now.name, half - TOUCH
            parts = standing.bases(unit) if unit.singles is not None else standing.ground(unit)
        else:
            other = state.individuals[-1 - number]
            name, room = state.setting.sheets[other.id].name, half + half_of(state, other) - TOUCH
            parts = [Rectangle(other.x, other.y, 0.0, 0.0, 0.0, 1.0)]
        for part in parts:
            if _comes_within(part, x0, y0, (x1 - x0) / far, (y1 - y0) / far, far, room):
                return name
    return ""


def _comes_within(
    part: Rectangle, x: float, y: float, east: float, north: float, far: float, room: float
) -> bool:
    """True if a straight way comes within `room` inches of a rectangle; if it begins nearer than that, if it comes nearer still."""
    least = min(room, part.distance_to(x, y))
    gone = 0.0
    while gone < far:
        away = part.distance_to(x + east * gone, y + north * gone)
        if away < least - PUSHED:
            return True
        gone += max(away - least, LEAST)
    return False


def is_on(unit: Unit, x: float, y: float, half: float) -> bool:
    """True if an individual at a point would stand on a unit."""
    for part in standing.ground(unit):  # noqa: SIM110 - a loop is faster than a generator here
        if part.distance_to(x, y) < half - TOUCH:
            return True
    return False


def beside(state: State, one: Individual, unit: Unit) -> list[tuple[float, float]]:
    """The places at the edges of a unit's bases where an individual would touch it, the nearest first; others may stand there."""
    half = half_of(state, one) + PUSHED
    found: list[tuple[int, tuple[float, float]]] = []  # by millionths of an inch
    for base in standing.bases(unit):
        right, ahead = base.seen_from(one.x, one.y)
        across = min(max(right, -base.half_width), base.half_width)
        along = min(max(ahead, -base.half_depth), base.half_depth)
        for to_right, to_ahead in (
            (across, base.half_depth + half),
            (base.half_width + half, along),
            (across, -base.half_depth - half),
            (-base.half_width - half, along),
        ):
            x = snap(base.x + base.forward_y * to_right + base.forward_x * to_ahead)
            y = snap(base.y - base.forward_x * to_right + base.forward_y * to_ahead)
            found.append((floor(length(x - one.x, y - one.y) * 1e6 + 0.5), (x, y)))
    found.sort()
    return [spot for _, spot in found]


def rest(state: State, one: Individual) -> None:
    """Clear the marks of an individual that hold for one round only, when it ends. Rule: battlesystem:9.0d.

    By versions 1 to 8 of the rules a rest is made good here; from version 9 on `recover` does so before. By versions 1 to 4 one who
    shot, tried to rally troops or was attacked rested all the same.
    """
    if not is_mended(state, 9) and not _is_busy(state, one):
        one.march = 0
    one.done = one.struck = one.passing = one.attacked = one.split = one.bound = False
    one.slowed = 1.0


def _is_busy(state: State, one: Individual) -> bool:
    """True if an individual himself did something this round, or was attacked. Rule: battlesystem:9.0d."""
    is_busy = one.done or one.moved > 0.0 or one.struck
    if is_mended(state, 5):
        is_busy = is_busy or one.tried or one.attacked or one.shots_in(state.round) > 0
    return is_busy


def recover(state: State, table: Table) -> None:
    """Take one forced march from each individual who rested, unattacked, for the whole round. Rules: battlesystem:7.13e, 9.0d.

    One who is with a unit, or fought with one, rests only if it does. By versions 1 to 8 of the rules one round made good all marches, and
    individuals with units always rested; by version 9 the fallen rested too.
    """
    if not is_mended(state, 9):
        return
    for one in state.individuals.values():
        if not one.march or _is_busy(state, one) or (one.fate >= SLAIN and is_mended(state, 10)):
            continue
        number = one.unit if one.unit >= 0 else one.aids
        if number >= 0 and is_busy(state.units[number]):
            continue
        one.march -= 1
        if table.telling:
            text = f"{state.setting.sheets[one.id].name} has rested: one forced march is forgotten."
            data: dict[str, object] = {"leader": f"l{one.id}", "march": one.march}
            table.tell(Event("march", text, "battlesystem:7.13e", side=one.side, data=data))


def is_busy(unit: Unit) -> bool:
    """True if a unit did something this round, or was attacked, and so does not rest. Rule: battlesystem:7.13e."""
    return unit.moved or unit.acted or unit.attacked or unit.tried or unit.spent > 0.0
