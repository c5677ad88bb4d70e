"""Shooting of the greedy player: the volley that is worth most, shots kept for shorter range, and shooting before going nearer.

Values are in figures of plain infantry.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.rectangles import FRONT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.artillery import value_of
from banneret.rulebooks.battlesystem.ai.prospects import rate as melee_rate
from banneret.rulebooks.battlesystem.ai.prospects import strikers
from banneret.rulebooks.battlesystem.ai.worth import CHAMPION, mean_damage, worth, worth_of_figure
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.engines.shots import FIRE
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot, is_at_man, man_shot_at, stop_of
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions, felling, into_melee
from banneret.rulebooks.battlesystem.missiles.at_champions import OTHERS, SNIPE
from banneret.rulebooks.battlesystem.missiles.by_champions import AIM
from banneret.rulebooks.battlesystem.missiles.shooters import figures, may_arch, missile_of, shots_left
from banneret.rulebooks.battlesystem.missiles.shooting_orders import (
    HOLD,
    OVER,
    Shooting,
    is_ready,
    why_spared,
)
from banneret.rulebooks.battlesystem.movement import split_fire
from banneret.rulebooks.battlesystem.odds.champion import aim_odds
from banneret.rulebooks.battlesystem.space import distances
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire, aim
from banneret.rulebooks.battlesystem.stages import INITIAL_MISSILES
from banneret.rulebooks.battlesystem.state import State, enemies, figures_on, is_mended
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import TWENTY, chances
from banneret.rulebooks.battlesystem.tables.missiles import BEYOND, LONG, SHORT, band
from banneret.rulebooks.battlesystem.unit import Unit
from banneret.rulebooks.battlesystem.worth.shooting_limits import volleys_left

BREAKING: Final = 0.15
"""The worth of a volley for each quarter of the target's figures that it fells, as a share of its worth: it checks morale."""

LEAST: Final = 0.02  # figures that a shot must be worth
KEEPING: Final = 0.5  # volleys that can run out are kept unless worth this share of one at short range
PATIENCE: Final = (
    1.6  # a shot in the Initial Missile Phase is kept if one at short range is worth this many times as much
)
WAITING: Final = 1.3  # a shot at a mover is made on his way if worth this many times one at its end
CHARGE: Final = 1.5  # times its movement that an enemy may charge


def volley(decision: Shooting, state: State) -> Order:
    """The volley, or shots of an individual, worth most; to hold if none is worth making."""
    found, top = HOLD, LEAST
    for unit in decision.units:
        shots = shots_left(state, unit)
        for order in decision.offers(unit):
            if order[0] == SNIPE:
                value = sniping(state, unit, state.individuals[order[2]], shots)
                if value > top:
                    found, top = order, value
                continue
            target = state.units[order[2]]
            value = _value(state, unit, target, shots, OVER in order)
            if value > top and not _keeps(state, unit, target, value):
                found, top = order, value
    for one in decision.heroes:
        for order in by_champions.offers(state, one):
            value = aiming(state, order)
            if value > (0.0 if found == HOLD else top):  # he has nothing better to do
                found, top = order, value
    if found[0] == "shoot" and is_mended(state, 19):
        return _divided(decision, state, found)
    return _with_others(decision, state, found) if found[0] == SNIPE else found


def _divided(decision: Shooting, state: State, order: Order) -> Order:
    """A volley with the best other target, straight or over friends, for those of a unit in formation who do not see its own, if any is worth it.

    By versions 1 to 18 of the rules they held. Rules: battlesystem:10.1m, battlesystem:10.7b.
    """
    unit, target, over = state.units[order[1]], state.units[order[2]], OVER in order
    fire, shots = decision.aimed(unit, target, over), shots_left(state, unit)
    ready = figures(state, unit, shots)
    if unit.singles is not None or fire is None or len(fire.shooters) >= len(ready):
        return order
    rest = [one for one in ready if one not in fire.shooters]
    first = _share(state, unit, target, [one for one in ready if one in fire.shooters], over)
    found, top = order, LEAST
    for enemy in enemies(state, decision.side):
        if enemy.id == target.id or why_spared(state, unit, enemy) is not None:
            continue
        for arched in (False, True) if may_arch(state, unit) else (False,):
            seen = decision.aimed(unit, enemy, arched)
            able = [one for one in rest if one in seen.shooters] if seen is not None else []
            mine = _fire_of(state, unit, enemy, able, arched) if able else None
            value = 0.0 if mine is None else _value_of(state, unit, enemy, mine, shots, arched)
            if value > top and not _keeps(state, unit, enemy, value):
                divided = ("split", unit.id, first, _share(state, unit, enemy, able, arched))
                if decision.check(divided) is None:
                    found, top = divided, value
    return found


def _share(state: State, unit: Unit, target: Unit, able: list[int], over: bool) -> Order:
    """The part of an order by which some figures of a unit shoot at a target. Rule: battlesystem:10.1m."""
    count = figures_on(unit, able)
    return (target.id, count, OVER) if over else (target.id, count)


def _with_others(decision: Shooting, state: State, order: Order) -> Order:
    """A volley at an individual with the best target of those of the unit who do not aim at him, if there is any. Rule: 10.1m."""
    unit = state.units[order[1]]
    found, top = order, 0.0
    for shared in decision.shared(unit, decision.offers(unit)):
        if shared[2] == order[2]:
            value = _value(state, unit, state.units[shared[4]], shots_left(state, unit), False)
            if value > top:
                found, top = shared, value
    return found


def aiming(state: State, order: Order, one_shot: bool = False) -> float:
    """The worth of an individual's shots in a phase, in figures of plain infantry; with `one_shot` of a single one. Rule: 9.4c.

    Into a melee it is nothing, as in `sniping`. Rule: battlesystem:10.1n.
    """
    one, target = state.individuals[order[1]], by_champions.target_of(state, order)
    fire, missile = by_champions.aimed(state, one, target), by_champions.missile_of(state, one)
    if fire is None or missile is None:
        return 0.0
    at, shots = band(missile.ranges, fire.inches), 1 if one_shot else by_champions.shots_left(state, one)
    if at == BEYOND:
        return 0.0
    if order[2] == by_champions.MAN:
        other = state.individuals[order[3]]
        hit = chances(by_champions.needed(state, one, other, fire, at)) / TWENTY
        return CHAMPION * hit * shots * Dice.of(missile.dice[0]).mean / max(1, harm.left(state, other))
    if into_melee.at_unit(state, one.side, target).whole:
        return 0.0
    found = aim_odds(state, one, target, fire, at, shots)
    return worth_of_figure(target.now) * float(found.wounds / 2 + found.felled)


def sniping(state: State, unit: Unit, one: Individual, shots: int) -> float:
    """The worth of a volley at an individual, by the hit points it is likely to take, in figures of plain infantry. Rule: battlesystem:9.4d.

    Into a melee, where friends would suffer as much as he, it is worth nothing. Rule: battlesystem:10.1n.
    """
    ranges = missile_of(unit).ranges
    fire = at_champions.aimed(state, unit, one, ranges[LONG])
    if fire is None or into_melee.at_man(state, unit.side, one).whole > 1:
        return 0.0
    missile = missile_of(unit)
    sheet = sums.sheet_of(state, one)
    row = missile.large if sheet.size == "L" else missile.small
    tenths = 0.0
    for at, mine in at_champions.attacks(state, unit, one, fire):
        total = at_champions.attack_sum(state, unit, one, mine, at)
        tenths += mean_damage(row, total) * len(mine.shooters) * shots
    return CHAMPION * tenths * sums.PER_DIE / TENTHS / max(1, harm.left(state, one))


def passing(decision: PassingShot, state: State) -> Order:
    """The shot at troops on the move that is worth most; to hold if it is no better than one when they have moved.

    Those about to be charged shoot if that is worth more than the blows that they give up by it. Rule: battlesystem:10.2d.
    """
    way = decision.way
    if decision.spots:
        return _passing_by(decision, state)
    if way is None:
        return HOLD  # it can shoot at the same targets in the next phase, with all its shots
    last = len(way.stops) - 1
    options = decision.shots_at({0, last // 3, 2 * last // 3, last})
    there = state.copy()
    mover = there.units[decision.mover]
    found, top, end = HOLD, LEAST, 0.0
    for order in options:
        stop = way.stops[order[3]]
        stop.set_down(mover)
        if order[0] in (FIRE, AIM):
            value = value_of(there, order) if order[0] == FIRE else aiming(there, order, True)
            if way.is_end(stop):
                end = max(end, value)
            if value > top:
                found, top = order, value
            continue
        unit = there.units[order[1]]
        value = _value(there, unit, there.units[order[2]], 1, OVER in order)
        if way.is_end(stop):
            end = max(end, value)
        if value > top and not (mover.charged == unit.id and _blow(there, unit, mover) > value):
            found, top = order, value
    return found if top > WAITING * end else HOLD


def shot_on_the_move(state: State, unit: Unit) -> Order | None:
    """The best shot of troops that may shoot during their own move, at short range or when threatened; None to wait. Rule: 10.5."""
    if unit.now.missile is None:
        return None
    found, top = None, LEAST
    for order in split_fire.offers(state, unit):
        target = state.units[order[2]]
        near = distances.distance(unit, target) <= missile_of(unit).ranges[SHORT]
        if near or _is_threatened(state, unit):
            value = _value(state, unit, target, 1, OVER in order)
            if value > top:
                found, top = order, value
    return found


def _fire_of(state: State, unit: Unit, target: Unit, able: list[int], over: bool) -> Fire | None:
    """The aim of some figures at a target within long range; None if there is none."""
    return aim(state, unit, able, target, missile_of(unit).ranges[LONG], over)


def _fire(state: State, unit: Unit, target: Unit, over: bool) -> Fire | None:
    """The aim of a volley at a target within long range; None if there is none."""
    return aim(state, unit, figures(state, unit), target, missile_of(unit).ranges[LONG], over)


def _passing_by(decision: PassingShot, state: State) -> Order:
    """The best shot at an individual on the move if none will be possible at the end of it; else to hold."""
    last = len(decision.spots) - 1
    if any(is_at_man(order) for order in decision.shots_at({last})):
        return HOLD
    options = [order for order in decision.orders()[1:] if is_at_man(order)]
    there = state.copy()
    found, top = HOLD, LEAST
    for order in options:
        one = there.individuals[man_shot_at(order)]
        _, one.x, one.y = decision.spots[stop_of(order)]
        if order[0] == FIRE:
            value = value_of(there, order)
        elif order[0] == AIM:
            value = aiming(there, order, True)
        else:
            unit = there.units[order[1]]
            value = sniping(there, unit, one, 1)
            if OTHERS in order:
                value += _value(there, unit, there.units[order[-1]], 1, False)
        if value > top:
            found, top = order, value
    return found


def _value(state: State, unit: Unit, target: Unit, shots: int, over: bool) -> float:
    """The value of a volley, by the figures it fells and the morale check; 0 if it cannot be shot."""
    fire = _fire(state, unit, target, over)
    return 0.0 if fire is None else _value_of(state, unit, target, fire, shots, over)


def _value_of(state: State, unit: Unit, target: Unit, fire: Fire, shots: int, over: bool) -> float:
    lost = felling.by_volley(state, unit, target, fire, shots, over)
    found = lost * worth_of_figure(target.now)
    if not target.routed:
        found += BREAKING * worth(state, target) * min(4.0, 4.0 * lost / target.now.figures)
    return found


def _keeps(state: State, unit: Unit, target: Unit, value: float) -> bool:
    """True if a shot is better kept, for shorter range, or because a unit that has shot does not strike when charged. Rule: 10.2d."""
    missile = missile_of(unit)
    near = distances.distance(unit, target)
    if state.stage == INITIAL_MISSILES:
        if _is_threatened(state, unit) and _blow(state, unit, target) > value:
            return True
        comes = near - target.now.movement
        return comes <= missile.ranges[SHORT] < near and _at_short(state, unit, target) > PATIENCE * value
    if volleys_left(unit) is None or near <= missile.ranges[SHORT]:
        return False
    return value < KEEPING * _at_short(state, unit, target)


def _at_short(state: State, unit: Unit, target: Unit) -> float:
    """The value of a single shot at short range by all who see the target now."""
    fire = _fire(state, unit, target, False)
    if fire is None:
        return 0.0
    return _value_of(state, unit, target, fire.at(0.0), 1, False)


def _is_threatened(state: State, unit: Unit) -> bool:
    """True if an enemy can charge a unit this round."""
    for foe in enemies(state, unit.side):
        if not foe.routed and distances.may_meet(unit, foe, CHARGE * foe.now.movement):
            return True
    return False


def _blow(state: State, unit: Unit, target: Unit) -> float:
    """The worth of the enemy figures that a unit is likely to fell in its first round of melee."""
    block = unit.block
    if block is None:
        return 0.0
    count = strikers(state, unit, block.breadth)
    lost = count * melee_rate(state, unit, target, FRONT) / target.now.figure
    return min(lost, target.figures) * worth_of_figure(target.now)


def worth_of_staying(state: State, unit: Unit) -> float:
    """The value of the shots that a unit has if it stays where it is; 0 without missiles."""
    if unit.now.missile is None or not is_ready(state, unit):
        return 0.0
    shots = shots_left(state, unit)
    best = 0.0
    for enemy in enemies(state, unit.side):
        if why_spared(state, unit, enemy) is not None:
            continue
        best = max(best, _value(state, unit, enemy, shots, False))
        if best == 0.0 and may_arch(state, unit):
            best = _value(state, unit, enemy, shots, True)
    return best
