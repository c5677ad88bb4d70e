"""Shots at individuals on the move: asked for at every inch of their way, one of a unit in a round. Rules: 9.4d, 10.2b, 10.6, 10.6a.

Orders: ("snipe", unit, individual, stop) and ("aim", individual, "man", individual, stop), the stop by its number on the way.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length, snap
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import passing_shots
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot, shooters_of, stop_of
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD, reach_of
from banneret.rulebooks.battlesystem.state import NOBODY, Individual, State

STEP: Final = 1.0  # inches between the points at which he may be shot at

Spots = list[tuple[float, float, float]]
"""Inches of way, and where he is then."""


def spots_of(one: Individual, points: list[tuple[float, float]]) -> Spots:
    """The points of a way at which he may be shot at: before it, at every inch, at its corners and its end. Rule: 10.6a."""
    found: Spots = [(0.0, one.x, one.y)]
    x, y, gone = one.x, one.y, 0.0
    for to_x, to_y in points:
        far = length(to_x - x, to_y - y)
        inches = STEP
        while inches < far - STEP / 4.0:
            share = inches / far
            found.append((gone + inches, snap(x + (to_x - x) * share), snap(y + (to_y - y) * share)))
            inches += STEP
        gone += far
        found.append((gone, to_x, to_y))
        x, y = to_x, to_y
    return found


def along(state: State, side: int, one: Individual, spots: Spots, first: int) -> list[Order]:
    """The shots of a side at an individual on his way, by stops, from one of them on. Rules: battlesystem:9.4d, 10.6a, 10.6b."""
    shooters, heroes = shooters_of(state, side), by_champions.ready_to_pass(state, side)
    if not (shooters or heroes) or footprints.champion(state, one) is None:
        return []
    was = one.x, one.y
    found: list[Order] = []
    for number in range(first, len(spots)):
        _, one.x, one.y = spots[number]
        found += [
            (at_champions.SNIPE, unit.id, one.id, number)
            for unit in shooters
            if at_champions.refusal(state, unit, one, reach_of(state, unit)) is None
        ]
        for hero in heroes:
            found += [(*shot, number) for shot in by_champions.at_man(state, hero, one)]
    one.x, one.y = was
    return found


def under_fire(state: State, table: Table, one: Individual, points: list[tuple[float, float]]) -> float:
    """An individual goes his way, shot at as his enemies like; the inches he has made when he arrives, or falls. Rule: 10.6."""
    spots = spots_of(one, points)
    at = 0
    while True:
        first: Order | None = None
        for side in state.ranking:
            if side == one.side:
                continue
            options = along(state, side, one, spots, at)
            if not options:
                continue
            order = table.ask(PassingShot(side, options, NOBODY, None, spots))
            if order != HOLD and (first is None or stop_of(order) < stop_of(first)):
                first = order
        if first is None:
            at = len(spots) - 1
            break
        at = stop_of(first)
        _, one.x, one.y = spots[at]
        passing_shots.fire(state, table, first)
        if not one.on_table:
            break
    _, one.x, one.y = spots[at]
    return spots[at][0]
