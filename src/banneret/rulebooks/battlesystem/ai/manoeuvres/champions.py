"""Moves of individuals who fight, as the greedy player makes them: at figures that they are likely to wound, else with the line.

Marks are in figures of plain infantry. Rules: battlesystem:9.0d, battlesystem:9.4a.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length, snap
from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.manoeuvres.commanders import lead
from banneret.rulebooks.battlesystem.ai.manoeuvres.hunts import hunt, met
from banneret.rulebooks.battlesystem.ai.worth import mean_damage, worth_of_figure
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.individual import HERO, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.individuals.roles import rank_of
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

WORTH: Final = 2.0  # of an unhurt champion, when risks to him are weighed
SPENT: Final = 0.3  # share of his hit points at which he breaks off
BESET: Final = 1.4  # factor of the gain against a foe whom friends fight already
AHEAD: Final = 6.0  # inches that he goes beyond the foremost friend at most
MOST_TRIED: Final = 12  # places beside his unit that are tried for a commander who goes back
WAYS: Final = tuple(
    [one + other for one in range(1, 7) for other in range(1, 7)]
)  # the 36 throws of two dice


def champion_order(front: Front, one: Individual) -> Order | None:
    """The order to an individual who fights; None to stay. Commanders keep to their troops unless prey is near. Rule: battlesystem:9.0d."""
    state = front.state
    if not individual_moves.is_able(state, one):
        return None
    if footprints.is_held(state, one):
        return _away(state, one) if is_spent(state, one) else None
    rank = rank_of(state, one)
    if rank == UNIT_COMMANDER:
        return _home(state, one)
    if front.objective.wants(one.x, one.y, state.setting.sheets[one.id].movement):
        return None if front.objective.is_at(one.x, one.y) else _to_the_ground(front, one)
    if rank != HERO:
        hunted = None if one.moved > 0.0 or is_spent(state, one) else hunt(front, one)
        return lead(front, one) if hunted is None else hunted
    if one.moved > 0.0:
        return None
    found: Order | None = None
    top = 0.0
    for foe in front.foes:
        order = _at(state, one, foe)
        if order is not None:
            value = mark(state, one, foe)
            if value > top:
                value += WORTH * met(state, one, order)
            if value > top and individual_moves.refusal(state, one.side, order) is None:
                found, top = order, value
    if found is None and not is_spent(state, one):
        found = hunt(front, one)
    return found if found is not None else _with_the_line(front, one)


def _home(state: State, one: Individual) -> Order | None:
    """The order to a Unit Commander apart from his unit to go back to it; None if he cannot. Rule: battlesystem:9.2a."""
    unit = state.units[one.post]
    if unit.status != FIELD or one.moved > 0.0:
        return None
    for x, y in footprints.beside(state, one, unit)[:MOST_TRIED]:
        if commander_figures.finds_room(state, one, x, y):
            order: Order = ("lead", one.id, (plain(x), plain(y)))
            return order if individual_moves.refusal(state, one.side, order) is None else None
    return None


def is_spent(state: State, one: Individual) -> bool:
    """True if he has so few hit points left that he should break off."""
    return harm.left(state, one) <= SPENT * sums.sheet_of(state, one).hit_points


def mark(state: State, one: Individual, foe: Unit) -> float:
    """The gain of one phase against figures of a unit, less its likely cost to him."""
    if foe.routed:
        return 0.0
    figure = sums.aim_at(state, one, foe)
    total = sums.champion_sum(state, one, foe, figure)
    gain = 0.0
    attacks = sums.strikes(state, one, foe)
    for roll in WAYS:
        tenths = sums.suffered(state, attacks, foe, sums.champion_damage(state, one, foe, total + roll))
        if tenths:
            gain += max(0.5, tenths / foe.now.figure)
    gain *= worth_of_figure(foe.now) / len(WAYS)
    if contacts.is_engaged(state, foe):
        gain *= BESET
    return gain - cost(state, one, foe)


def cost(state: State, one: Individual, foe: Unit) -> float:
    """The likely cost to him of one phase against figures of a unit, in figures of plain infantry. Rule: battlesystem:9.4a.figure-attacks."""
    sheet = sums.sheet_of(state, one)
    weapon = foe.now.weapons[foe.weapon]
    total = sums.figure_sum(state, foe, one)
    tenths = sum([mean_damage(row, total) for row in (weapon.large if sheet.size == "L" else weapon.small)])
    count = min(sums.most_attackers(sheet), foe.figures, 2)
    return WORTH * count * tenths * sums.PER_DIE / TENTHS / max(1, harm.left(state, one))


def _at(state: State, one: Individual, foe: Unit) -> Order | None:
    """The order to come into contact with a unit in this move; None if it is too far."""
    x, y = standing.nearest_figure(foe, one.x, one.y)
    far = length(x - one.x, y - one.y)
    if far > individual_moves.left_of(state, one) + footprints.half_of(state, one) + foe.depth / 2.0:
        return None
    order: Order = ("lead", one.id, (plain(snap(x)), plain(snap(y))))
    ends = individual_moves.planned(state, one, order)
    if not ends:
        return None
    reach = footprints.half_of(state, one) + footprints.TOUCH
    return order if footprints.figures_touched(foe, *ends[-1], reach) else None


def _with_the_line(front: Front, one: Individual) -> Order | None:
    """The order toward the nearest enemy, to within one move of him but not far ahead of the foremost friend; None to stay."""
    state = front.state
    foe = individual_moves.nearest_foe(state, one)
    friends = [unit for unit in front.mine if not unit.routed]
    if foe is None:
        return None
    far = length(foe[0] - one.x, foe[1] - one.y)
    stop = state.setting.sheets[one.id].movement - 1.0
    if friends:
        line = min([length(*_off(standing.nearest_figure(unit, *foe), foe)) for unit in friends])
        stop = max(stop, line - AHEAD)
    inches = min(far - stop, individual_moves.left_of(state, one))
    if inches < 1.0:
        return None
    to_x, to_y = one.x + (foe[0] - one.x) * inches / far, one.y + (foe[1] - one.y) * inches / far
    return _lead_to(state, one, to_x, to_y)


def _to_the_ground(front: Front, one: Individual) -> Order | None:
    """The order toward the middle of the ground to be held, as far as he can go; None to stay. Rule: battlesystem:1.7."""
    far, left = front.objective.away(one.x, one.y), individual_moves.left_of(front.state, one)
    if left < 1.0:
        return None
    share = min(1.0, left / far)
    to_x, to_y = one.x + (front.objective.x - one.x) * share, one.y + (front.objective.y - one.y) * share
    return _lead_to(front.state, one, to_x, to_y)


def _lead_to(state: State, one: Individual, to_x: float, to_y: float) -> Order | None:
    """The order to go to the free place nearest to a point; None if he cannot."""
    spot = commander_figures.nearest_room(state, one, to_x, to_y)
    if spot is None:
        return None
    order: Order = ("lead", one.id, (plain(spot[0]), plain(spot[1])))
    return order if individual_moves.refusal(state, one.side, order) is None else None


def _off(spot: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """The inches east and north from `other` to `spot`."""
    return spot[0] - other[0], spot[1] - other[1]


def _away(state: State, one: Individual) -> Order | None:
    """The order to break off; None if he cannot. Rule: battlesystem:9.4b.leave."""
    order: Order = ("lead", one.id, individual_moves.WITHDRAW)
    return order if individual_moves.refusal(state, one.side, order) is None else None


# ---------------------------------------------------------------- listed questions


def strike(decision: Choice, state: State) -> Order:
    """The target of an individual's strikes with the best mark."""
    one = state.individuals[decision.options[0][1]]
    return max(decision.options, key=lambda order: mark(state, one, state.units[order[2]]))


def beset(decision: Choice, state: State) -> Order:
    """The choice of the figures that strike at an individual: those likely to hurt him most."""
    one = state.individuals[decision.options[0][1]]

    def pain(order: Order) -> float:
        found = 0.0
        for number, count in order[2:]:
            found += count * cost(state, one, state.units[number])
        return found

    return max(decision.options, key=pain)
