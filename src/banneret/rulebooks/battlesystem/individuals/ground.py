"""Ground under individuals who fight: it costs each of them what it costs a single skirmisher.

The printed rules ([7.0]) have one movement cost of ground for all figures. By versions 1 to 8 of the rules it cost an individual
nothing. Rules: battlesystem:9.0d, battlesystem:11.8 to battlesystem:11.8o.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from math import floor
from typing import Final

from banneret.geometry.plane import TOLERANCE, heading_of, length, snap
from banneret.geometry.rectangles import Rectangle
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space.field import WATER, stood_on
from banneret.rulebooks.battlesystem.space.tariffs import ROAD, Tariff
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.creatures import alike
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.mounted import mount_of
from banneret.rulebooks.battlesystem.tables.rosters import Roster, unknown
from banneret.rulebooks.battlesystem.tables.sheets import Sheet
from banneret.rulebooks.battlesystem.unit import Single
from banneret.rulebooks.battlesystem.worth.present import alone

Way = list[tuple[float, float]]
SHORT: Final = 1e-6
"""Inches up to which a way counts as none."""


class Walk:
    """A way over ground as far as it can be paid for.

    Attributes:
        points: the ends of its legs, in inches.
        costs: the movement that each leg takes, in inches.
        halt: the ground that ended it; None if none did.
        slowed: the price of each inch for the rest of the round, for ground that slows a whole round; `ROAD` while all of it was by road.
        strays: True if it would leave the road along which he has moved this round.

    Rules: battlesystem:11.8n, battlesystem:11.8a.
    """

    __slots__ = ("costs", "halt", "points", "slowed", "strays")

    def __init__(self) -> None:
        self.points: Way = []
        self.costs: list[float] = []
        self.halt: Feature | None = None
        self.slowed: float = 1.0
        self.strays: bool = False


def counts(state: State, one: Individual) -> bool:
    """True if ground slows an individual; commanders without a sheet move as in the Basic Game. Rules: battlesystem:9.0d, 5.0c."""
    return bool(state.setting.terrain) and footprints.champion(state, one) is not None and is_mended(state, 9)


def walk(state: State, one: Individual, points: Way, left: float) -> Walk:
    """The way of an individual from where he stands through points, as far as `left` inches of movement pay for it.

    Rules: battlesystem:9.0d, battlesystem:11.8n.
    """
    prices = _tariff(state, one)
    found = Walk()
    along = _cut(one, points, left / ROAD) if prices.roads else []
    if along and _keeps_to_road(state, one, prices, along):
        found.slowed = ROAD
        _by_road(prices, one, along, left, found)
        return found
    found.slowed = one.slowed
    if one.slowed < 1.0:
        found.strays = True
        return found
    x, y, spent = one.x, one.y, 0.0
    for to_x, to_y in points:
        far = length(to_x - x, to_y - y)
        if far <= TOLERANCE:
            continue
        if left - spent <= TOLERANCE:
            break
        heading = heading_of(to_x - x, to_y - y)
        prices.begin(one.moved + spent, found.slowed)
        course = prices.course([(x, y)], heading, far, left - spent, stood_on(prices, x, y, heading, far))
        way = min(course.way, far)
        if way > SHORT:
            found.costs.append(prices.bill([(x, y)], heading, way, course))
            spent += found.costs[-1]
            found.slowed = prices.held_after([(x, y)], heading, way)
            share = way / far
            x, y = snap(x + (to_x - x) * share), snap(y + (to_y - y) * share)
            found.points.append((x, y))
        if way < far - TOLERANCE:
            found.halt = course.halt
            break
    return found


def _by_road(prices: Tariff, one: Individual, points: Way, left: float, found: Walk) -> None:
    """Find the way of an individual along a road, as far as he can pay for its slopes and fords. Rules: battlesystem:11.8a, 9.0d."""
    x, y, spent = one.x, one.y, 0.0
    for to_x, to_y in points:
        far = length(to_x - x, to_y - y)
        heading = heading_of(to_x - x, to_y - y)
        course = prices.along_road([(x, y)], heading, far, left - spent, stood_on(prices, x, y, heading, far))
        way = far if course.halt is None else min(course.way, far)
        if prices.on_roads and course.halt is None and course.way < far - TOLERANCE:
            way = course.way  # all is spent
        if way < far:
            to_x, to_y = snap(x + (to_x - x) * way / far), snap(y + (to_y - y) * way / far)
        if way > SHORT:
            found.points.append((to_x, to_y))
            found.costs.append(prices.bill([(x, y)], heading, way, course))
            spent += found.costs[-1]
        if way < far:
            found.halt = course.halt
            return
        x, y = to_x, to_y


def inches(one: Individual, points: Way) -> float:
    """The length, in inches, of an individual's way from where he stands through points."""
    x, y, found = one.x, one.y, 0.0
    for to_x, to_y in points:
        found += length(to_x - x, to_y - y)
        x, y = to_x, to_y
    return found


def _cut(one: Individual, points: Way, most: float) -> Way:
    """At most n inches of a way from where an individual stands through points."""
    found: Way = []
    x, y = one.x, one.y
    for to_x, to_y in points:
        far = length(to_x - x, to_y - y)
        if far <= TOLERANCE:
            continue
        if most <= TOLERANCE:
            break
        share = min(1.0, most / far)
        most -= far * share
        x, y = snap(x + (to_x - x) * share), snap(y + (to_y - y) * share)
        found.append((x, y))
        if share < 1.0:
            break
    return found


def _keeps_to_road(state: State, one: Individual, prices: Tariff, points: Way) -> bool:
    """True if all of an individual's move this round runs along a road, with all of his base on it. Rule: battlesystem:11.8a."""
    if one.moved > 0.0 and one.slowed >= 1.0:
        return False
    half = footprints.half_of(state, one)
    x, y = one.x, one.y
    for to_x, to_y in points:
        far = length(to_x - x, to_y - y)
        if far > 0.0:
            east, north = (to_x - x) / far, (to_y - y) / far
            steps = floor(far) + 1
            for step in range(steps + 1):
                gone = far * step / steps
                if not prices.carries(Rectangle(x + east * gone, y + north * gone, half, half, east, north)):
                    return False
        x, y = to_x, to_y
    return bool(points)


def _tariff(state: State, one: Individual) -> Tariff:
    """The prices of ground for an individual: he is at home where his people are; a rider only if his mount is too. Rule: 11.8d."""
    sheet = state.setting.sheets[one.id]
    found = alone(one.side, _facts(sheet.movement, natives_of(sheet), _swim_of(sheet)))
    found.stand_singly([Single(one.x, one.y, one.heading)])
    flat, across = state.setting.flags.flat_ground, is_mended(state, 14)
    return Tariff(state.setting.terrain, found, flat, across=across, on_roads=is_mended(state, 17))


@lru_cache
def _facts(movement: float, natives: tuple[str, ...], swim: float) -> Roster:
    """A roster with only the facts that ground asks for; cached, since making it takes as long as a short way."""
    return replace(unknown(), movement=movement, natives=natives, swim=swim)


def natives_of(sheet: Sheet) -> tuple[str, ...]:
    """The kinds of ground where an individual is at home: those of his people; of a rider, those of his mount too. Rule: battlesystem:11.8d."""
    champion = sheet.champion
    return () if champion is None else _natives(sheet.creature or champion.creature, champion.mount)


@cache
def _natives(creature: str, mount: str) -> tuple[str, ...]:
    """As `natives_of`, for a creature on foot or on a mount."""
    known = alike(creature)
    if known is None:
        return ()
    return tuple([one for one in known.natives if not mount or one in mount_of(mount).natives])


def swims(state: State, one: Individual) -> bool:
    """True if an individual is at home in deep water, and so may enter it; by versions 1 to 8 of the rules none might. Rule: 11.8l."""
    setting = state.setting
    if len(setting.swimmers_ground) == len(setting.ground) or not is_mended(state, 9):
        return False
    return WATER in natives_of(setting.sheets[one.id])


def _swim_of(sheet: Sheet) -> float:
    """Inches that an individual moves in water in a round; 0 if he moves as on land."""
    champion = sheet.champion
    return 0.0 if champion is None or champion.mount else _swims_at(sheet.creature or champion.creature)


@cache
def _swims_at(creature: str) -> float:
    """As `_swim_of`, for a creature on foot."""
    known = alike(creature)
    return 0.0 if known is None else known.swim
