"""The figures that shots fell on average, over all rolls of 2d6: computer players and default orders go by them.

Of shots into a melee those of friends are taken off (option `fire_into_melee`). A wound counts as half a figure. If nothing is measured before a shot (option `premeasure`), the average is taken over all three ranges,
so that it gives none away; and it is 0 for a target that seems out of range, judged by eye from the middle of those who shoot.
Rules: battlesystem:10.0a, battlesystem:10.1h, battlesystem:3.5, battlesystem:9.4c, battlesystem:9.4d.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length, within
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.combat.losses.casualties import toll
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions, into_melee, volleys
from banneret.rulebooks.battlesystem.missiles.into_melee import Friends
from banneret.rulebooks.battlesystem.missiles.shooters import missile_of
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire
from banneret.rulebooks.battlesystem.state import State, figures_on
from banneret.rulebooks.battlesystem.tables.dice import ROLLS, WAYS, Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import TWENTY, chances
from banneret.rulebooks.battlesystem.tables.missiles import LONG, MEDIUM, SHORT, Missile, band
from banneret.rulebooks.battlesystem.unit import Unit

WOUND: Final = 0.5  # of a figure
RANGES: Final = (SHORT, MEDIUM, LONG)


def figures_felled(target: Unit, seen: int, tenths: int) -> float:
    """The figures that a damage in tenths of hit dice fells, `seen` of them at most. Rule: battlesystem:10.1h."""
    losses = toll(tenths, target.now.figure, min(seen, target.figures), target.wounded)
    return losses.killed + (WOUND if losses.wounded and not target.wounded else 0.0)


def by_volley(state: State, unit: Unit, target: Unit, fire: Fire, shots: int, over: bool) -> float:
    """Figures that a volley takes off on average, at the ranges of its aim, less those of friends. Rules: 10.0a, 10.1k, battlesystem:10.1n."""
    found = 0.0
    most, friends = figures_on(target, fire.seen), into_melee.at_unit(state, unit.side, target)
    for range_band, figures in volleys.parts(unit, fire):
        total = volleys.attack_sum(state, unit, target, fire, range_band, over)
        count = figures_on(unit, figures)
        for dice, ways in WAYS:
            tenths = volleys.damage(state, unit, target, count, shots, total + dice)
            found += ways * (
                figures_felled(target, most, friends.left(tenths)) - of_friends(state, friends, tenths)
            )
    return found / ROLLS


def of_friends(state: State, friends: Friends, tenths: int, shots: int = 0) -> float:
    """The figures of friends in the melee that a damage fells, an individual by the share of his hit points; `shots`: those of an individual.

    Rule: battlesystem:10.1n.
    """
    found = 0.0
    for unit, part, bases in friends.of_units(tenths):
        suffered = sums.suffered(state, shots, unit, part) if shots else part
        found += figures_felled(unit, figures_on(unit, bases), suffered)
    for one in friends.heroes:
        found += min(1.0, sums.hit_points(friends.of_hero(tenths)) / max(1, harm.left(state, one)))
    return found


def known_to(state: State, unit: Unit, target: Unit, fire: Fire, shots: int, over: bool) -> float:
    """Figures that a volley takes off on average, as far as its owner may know before it. Rules: battlesystem:3.5, battlesystem:10.1l."""
    if state.setting.flags.premeasure:
        return by_volley(state, unit, target, fire, shots, over)
    reach = missile_of(unit).ranges
    if _seems_far(state, standing.circle(unit)[:2], target, reach[LONG]):
        return 0.0
    found = [by_volley(state, unit, target, fire.at(reach[at]), shots, over) for at in RANGES]
    return sum(found) / len(found)


def of_individual(state: State, unit: Unit, one: Individual, fire: Fire, shots: int) -> float:
    """The share of an individual's hit points left that a volley takes on average, 0 to 1. Rules: battlesystem:9.4d, 3.5."""
    target, reach = at_champions.as_unit(state, one), missile_of(unit).ranges[LONG]
    if _seems_far(state, standing.circle(unit)[:2], target, reach):
        return 0.0
    left, friends = max(1, harm.left(state, one)), into_melee.at_man(state, unit.side, one)
    found = 0.0
    is_known = state.setting.flags.premeasure
    rolled = at_champions.attacks(state, unit, one, fire) if is_known else [(at, fire) for at in RANGES]
    for at, mine in rolled:
        total = at_champions.attack_sum(state, unit, one, mine, at)
        for dice, ways in WAYS:
            tenths = at_champions.damage(state, unit, one, len(mine.shooters), shots, total + dice)
            found += ways * min(1.0, sums.hit_points(friends.left(tenths)) / left)
            found -= ways * of_friends(state, friends, tenths)
    return min(1.0, found / ROLLS / (1 if is_known else len(RANGES)))


def by_individual(state: State, order: Order) -> float:
    """The figures that an individual's shots fell on average; at an individual, the share of his hit points left. Rules: 9.4c, 3.5."""
    one, target = state.individuals[order[1]], by_champions.target_of(state, order)
    fire, missile = by_champions.aimed(state, one, target), by_champions.missile_of(state, one)
    if fire is None or missile is None:
        return 0.0
    if _seems_far(state, (one.x, one.y), target, missile.ranges[LONG]):
        return 0.0
    shots = by_champions.shots_left(state, one)
    bands = _bands(state, missile, fire)
    found = 0.0
    if order[2] == by_champions.MAN:
        other = state.individuals[order[3]]
        points = Dice.of(missile.dice[1 if sums.sheet_of(state, other).size == "L" else 0]).mean
        for at in bands:
            hits = shots * chances(by_champions.needed(state, one, other, fire, at)) / TWENTY
            found += min(1.0, hits * points / max(1, harm.left(state, other)))
        return found / len(bands)
    shooter, friends = by_champions.turned_to(state, one, target), into_melee.at_unit(state, one.side, target)
    for at in bands:
        total = volleys.attack_sum(state, shooter, target, fire, at, False)
        for dice, ways in WAYS:
            tenths = volleys.damage(state, shooter, target, 1, shots, total + dice)
            suffered = by_champions.left_to(state, one.side, target, shots, tenths)
            found += ways * figures_felled(target, target.figures, suffered)
            found -= ways * of_friends(state, friends, tenths, shots)
    return found / ROLLS / len(bands)


def _seems_far(state: State, place: tuple[float, float], target: Unit, reach: float) -> bool:
    """True if nothing may be measured, and the nearest figure of a target is farther than n inches from a place. Rule: battlesystem:3.5."""
    if state.setting.flags.premeasure:
        return False
    x, y = place
    east, north = standing.nearest_figure(target, x, y)
    return not within(length(east - x, north - y), reach)


def _bands(state: State, missile: Missile, fire: Fire) -> tuple[int, ...]:
    """The range bands that a shot may have for its owner: the true one if it may be measured, else all. Rule: 3.5."""
    return (band(missile.ranges, fire.inches),) if state.setting.flags.premeasure else RANGES
