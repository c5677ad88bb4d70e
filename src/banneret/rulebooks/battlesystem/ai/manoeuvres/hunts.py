"""Hunts of enemy individuals by the greedy player: with champions likely to beat them, and with units when no enemy unit is left.

Rules: battlesystem:9.0d, battlesystem:9.4b, battlesystem:lairn.victory.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai import duels
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.manoeuvres.approaches import nearer, out_of_jam
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import leads_on, over_ground
from banneret.rulebooks.battlesystem.combat.champions import duelling
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.individual import HERO, Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.individuals.roles import rank_of
from banneret.rulebooks.battlesystem.missiles import at_champions
from banneret.rulebooks.battlesystem.missiles.shooters import missile_of
from banneret.rulebooks.battlesystem.missiles.shooting_orders import is_ready
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import LONG
from banneret.rulebooks.battlesystem.unit import Unit

LIKELY: Final = 0.6  # chance to win man to man from which a hero hunts
SURE: Final = 0.85  # and a commander, whom his army would miss
FAR: Final = 3.0  # moves beyond which nobody is hunted
CLOSE: Final = 1.5  # moves within which a unit looks for a way into contact
NEARER: Final = 0.05  # inches nearer that are worth a move then
SLANTS: Final = (0, 15, -15, 30, -30, 45, -45)
FIRST: Final[tuple[tuple[Step, ...], ...]] = (
    (),
    *[(("wheel", side, degrees),) for degrees in (15, 30, 60, 90) for side in ("left", "right")],
    (("face", "left"),),
    (("face", "right"),),
    (("about",),),
    (("frontage", -1, -1),),
)
"""First steps, before it slides, of a unit that looks for a way into contact."""


def is_alone(front: Front) -> bool:
    """True if all enemy units left are routed."""
    return all(foe.routed for foe in front.foes)


def hunt(front: Front, one: Individual) -> Order | None:
    """The order toward the enemy individual whom this one is most likely to beat man to man, the near first; None if there is none."""
    state = front.state
    others = at_champions.targets(state, one.side)
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
        if 1.0 / (reach + far) <= top:
            continue  # so far off that no chance is good enough
        chance = duels.chance([own, duelling.duellist(state, other)], one.side, state.setting.daylight)
        if chance >= least and chance / (reach + far) > top:
            best, top = other, chance / (reach + far)
    return None if best is None else _toward(state, one, best.x, best.y)


def _toward(state: State, one: Individual, x: float, y: float) -> Order | None:
    """The order that leads him toward a point as far as he can go; None if he cannot."""
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
    """The promise of individual combat with the enemies whom an order leads him to, for each from -1 (he loses) to 1 (he wins).

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
    """The steps of a unit toward the nearest enemy individual, into contact if it can; empty if there is none or it touches him."""
    state, block = front.state, unit.block
    nearest = None if block is None else _nearest(state, unit.side, block.x, block.y)
    if nearest is None:
        return []
    inches = unit.now.movement - unit.spent
    away = _off(unit, nearest)
    if away <= footprints.half_of(state, nearest) + footprints.TOUCH:
        return []
    if away <= CLOSE * unit.now.movement:
        steps = _into_contact(state, unit, nearest, inches)
        if steps:
            return steps
    steps = over_ground(state, unit, nearer(state, unit, unit, nearest.x, nearest.y, inches, inches))
    if not steps:
        steps = out_of_jam(state, unit, nearest.x, nearest.y, inches)
    return steps if leads_on(state, unit, steps) else []


def may_snipe(state: State, unit: Unit) -> bool:
    """True if a unit has a shot at an enemy individual from where it stands. Rule: battlesystem:9.4d."""
    if not is_ready(state, unit):
        return False
    reach, others = missile_of(unit).ranges[LONG], at_champions.targets(state, unit.side)
    return any(at_champions.refusal(state, unit, one, reach) is None for one in others)


def run_down(front: Front, unit: Unit) -> Order | None:
    """The order to skirmishers to go at the nearest enemy individual; None if there is none."""
    x, y = standing.centre(unit)
    nearest = _nearest(front.state, unit.side, x, y)
    if nearest is None:
        return None
    bearing = heading_of(nearest.x - x, nearest.y - y)
    return ("skirmish", unit.id, ("all", plain(round(bearing) % 360), plain(unit.now.movement)))


def _nearest(state: State, side: int, x: float, y: float) -> Individual | None:
    """The enemy of a side nearest to a point of those who fight alone; None if there is none."""
    others = at_champions.targets(state, side)
    return min(others, key=lambda one: (length(one.x - x, one.y - y), one.id), default=None)


def _off(unit: Unit, one: Individual) -> float:
    """Inches from an individual to the nearest base of a unit."""
    return min([base.distance_to(one.x, one.y) for base in standing.bases(unit)])


def _into_contact(state: State, unit: Unit, one: Individual, inches: float) -> list[Step]:
    """The steps that bring a unit nearest to an individual: a slide, straight or oblique, after one of `FIRST`; empty if none helps."""
    best: list[Step] = []
    least = _off(unit, one) - NEARER
    for first in FIRST:
        for slant in SLANTS:
            steps: list[Step] = [*first, ("slide", slant, plain(inches))]
            walk = plan(state, unit, steps, None, True)
            if walk.refusal is not None:
                continue
            away = _off(walk.unit, one)
            if away < least:
                least, best = away, steps
        if best and least <= footprints.half_of(state, one) + footprints.TOUCH:
            break  # it touches him
    return best
