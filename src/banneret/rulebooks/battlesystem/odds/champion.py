"""Exact odds of an individual against figures: of his blows and shots, and of theirs at him.

Rules: battlesystem:9.4a.figure-attacks, battlesystem:9.4a.hero-attacks, battlesystem:9.4a.whole-figure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat.champions import harm, sums
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions, into_melee, volleys
from banneret.rulebooks.battlesystem.space.lines_of_fire import Fire
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Unit

ROLLS = tuple([one + other for one in range(1, 7) for other in range(1, 7)])


@dataclass(frozen=True, slots=True)
class StrikeOdds:
    """The odds of an individual's attacks in one phase.

    Attributes:
        total: the attack sum, to which 2d6 are added.
        nothing: the chance of no effect.
        wounds: the chance that one figure is wounded, or the wound fells one.
        fells: the chance that he fells whole figures.
        felled: the whole figures that he fells on average.
    """

    total: int
    nothing: Fraction
    wounds: Fraction
    fells: Fraction
    felled: Fraction


def strike_odds(state: State, one: Individual, unit: Unit, figure: int, free: bool = False) -> StrikeOdds:
    """The odds of an individual who strikes a figure; `free`: True for a free attack on troops that flee. Rules: 9.4a.hero-attacks, 9.4a.whole-figure, 8.8d."""
    total = sums.champion_sum(state, one, unit, figure, None, free)
    attacks = sums.strikes(state, one, unit)

    def damage(roll: int) -> int:
        return sums.suffered(state, attacks, unit, sums.champion_damage(state, one, unit, roll))

    return _struck(unit, total, attacks, damage)


def _struck(unit: Unit, total: int, attacks: int, damage: Callable[[int], int]) -> StrikeOdds:
    """The odds of n attacks on a figure, over all rolls of 2d6; `damage` gives the tenths of hit dice that it suffers at an attack roll."""
    nothing = fells = felled = 0
    for roll in ROLLS:
        tenths = damage(total + roll)
        if tenths >= unit.now.figure:
            fells += 1
            felled += min(unit.figures, tenths // unit.now.figure)
        elif 4 * tenths < unit.now.figure:
            nothing += 1
    of = len(ROLLS)
    wounds = Fraction(of - nothing - fells, of)
    return StrikeOdds(total, Fraction(nothing, of), wounds, Fraction(fells, of), Fraction(felled, of))


@dataclass(frozen=True, slots=True)
class BlowOdds:
    """The odds of figures that strike or shoot at an individual.

    Attributes:
        total: the attack sum, to which 2d6 are added.
        points: the chance of each number of hit points lost.
        falls: the chance that he falls.
    """

    total: int
    points: dict[int, Fraction]
    falls: Fraction

    def mean(self) -> Fraction:
        """Hit points that he loses on average."""
        return sum([points * chance for points, chance in self.points.items()], Fraction(0))


def shot_odds(state: State, unit: Unit, one: Individual, fire: Fire, range_band: int, shots: int) -> BlowOdds:
    """The odds of shots at an individual. Rule: battlesystem:9.4d."""
    total = at_champions.attack_sum(state, unit, one, fire, range_band)
    count = len(fire.shooters)
    friends = into_melee.at_man(state, unit.side, one)

    def damage(roll: int) -> int:
        return friends.left(at_champions.damage(state, unit, one, count, shots, total + roll))

    return counted(state, one, total, damage)


def aim_odds(
    state: State,
    one: Individual,
    target: Unit,
    fire: Fire,
    range_band: int,
    shots: int,
    tally: Tally | None = None,
) -> StrikeOdds:
    """The odds of an individual's shots at a figure, after the shares of friends. Rules: battlesystem:9.4c, 9.4a.hero-attacks, 10.1n."""
    shooter = by_champions.turned_to(state, one, target)
    total = volleys.attack_sum(state, shooter, target, fire, range_band, False, tally)

    def damage(roll: int) -> int:
        tenths = volleys.damage(state, shooter, target, 1, shots, roll)
        return by_champions.left_to(state, one.side, target, shots, tenths)

    return _struck(target, total, shots, damage)


def blow_odds(state: State, unit: Unit, figures: int, one: Individual, behind: bool = False) -> BlowOdds:
    """The odds of n figures of a unit that strike at an individual. Rule: battlesystem:9.4a.figure-attacks."""
    total = sums.figure_sum(state, unit, one, None, behind)
    return counted(
        state, one, total, lambda roll: sums.figure_damage(state, unit, one, figures, total + roll)
    )


def counted(state: State, one: Individual, total: int, damage: Callable[[int], int]) -> BlowOdds:
    """The odds of damage to an individual, over all rolls of 2d6; `damage` gives tenths of hit dice at a roll of the dice."""
    found: dict[int, Fraction] = {}
    falls = Fraction(0)
    left = harm.left(state, one)
    for roll in ROLLS:
        points = sums.hit_points(damage(roll))
        found[points] = found.get(points, Fraction(0)) + Fraction(1, len(ROLLS))
        if points >= left:
            falls += Fraction(1, len(ROLLS))
    return BlowOdds(total, dict(sorted(found.items())), falls)
