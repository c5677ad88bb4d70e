"""Enemies who go alone, as the greedy player hunts them: by champions who are likely to beat them, by units where no other enemy is left.

Rules: battlesystem:9.0d, battlesystem:9.4b, battlesystem:lairn.victory.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length, snap
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai import duels
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.manoeuvres.approaches import nearer
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import over_ground
from banneret.rulebooks.battlesystem.combat.champions import duelling
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.individuals.roles import rank_of
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.state import HERO, Individual, State, Unit

LIKELY: Final = 0.6  # chance to win man to man with which a hero hunts
SURE: Final = 0.85  # and a commander, whom his army would miss
FAR: Final = 3.0  # moves from him beyond which nobody is hunted


def rivals(state: State, side: int) -> list[Individual]:
    """The enemies of a side who fight alone."""
    return [
        one
        for one in state.individuals.values()
        if one.side != side and footprints.champion(state, one) is not None
    ]


def is_alone(front: Front) -> bool:
    """True if no enemy unit is left that is not routed."""
    return all(foe.routed for foe in front.foes)


def hunt(front: Front, one: Individual) -> Order | None:
    """The order to come upon an enemy whom an individual is likely to beat man to man, or nearer to him; None where there is none."""
    state = front.state
    others = rivals(state, one.side)
    if not others:
        return None
    reach = FAR * state.setting.sheets[one.id].movement
    least = LIKELY if rank_of(state, one) == HERO or is_alone(front) else SURE
    own = duelling.duellist(state, one)
    best: Individual | None = None
    top = 0.0
    for other in others:
        far = length(other.x - one.x, other.y - one.y)
        if far > reach and not is_alone(front):
            continue
        chance = duels.chance([own, duelling.duellist(state, other)], one.side, state.setting.daylight)
        if chance >= least and chance / (reach + far) > top:
            best, top = other, chance / (reach + far)
    return None if best is None else _toward(state, one, best.x, best.y)


def _toward(state: State, one: Individual, x: float, y: float) -> Order | None:
    """The order that leads him at a point as far as he can go."""
    far = length(x - one.x, y - one.y)
    left = individual_moves.left_of(state, one)
    if far > left:
        x, y = one.x + (x - one.x) * left / far, one.y + (y - one.y) * left / far
        spot = commander_figures.nearest_room(state, one, x, y)
        if spot is None:
            return None
        x, y = spot
    order: Order = ("lead", one.id, (plain(snap(x)), plain(snap(y))))
    return order if individual_moves.refusal(state, one.side, order) is None else None


def met(state: State, one: Individual, order: Order) -> float:
    """The promise of the individual combat with those upon whom an order leads him, 1 that he is sure to win, -1 to lose, each of them.

    Rule: battlesystem:9.4b.
    """
    ends = individual_moves.planned(state, one, order)
    there = one.copy()
    if ends:
        there.x, there.y = ends[-1]
    foes = footprints.rivals(state, there)
    if not foes:
        return 0.0
    fighters = [duelling.duellist(state, state.individuals[number]) for number in (one.id, *foes)]
    return len(foes) * (2.0 * duels.chance(fighters, one.side, state.setting.daylight) - 1.0)


def pursuit(front: Front, unit: Unit) -> list[Step]:
    """The way of a unit at the nearest enemy who goes alone; empty where there is none."""
    state, block = front.state, unit.block
    others = rivals(state, unit.side)
    if block is None or not others:
        return []
    nearest = min(others, key=lambda one: (length(one.x - block.x, one.y - block.y), one.id))
    inches = unit.now.movement - unit.spent
    return over_ground(state, unit, nearer(state, unit, unit, nearest.x, nearest.y, inches, inches))
