"""Exact chances of pools of dice: successes, obstacle tests, versus tests, Steel.

Rules: companies:core.dice, companies:core.open-ended, companies:core.versus, companies:core.steel.

>>> wins, ties, loses = versus(successes(4), successes(3))
>>> wins, ties, loses
(Fraction(1, 2), Fraction(35, 128), Fraction(29, 128))
>>> reaches(6, 5, open_ended=True) > reaches(6, 5)
True
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from banneret.rulebooks.companies.tables.shades import BLACK, SIDES

Spread = tuple[Fraction, ...]
"""The chance of each number of successes, from 0 on."""


@cache
def successes(dice: int, shade: int = BLACK) -> Spread:
    """The chances of a pool that is not open-ended; a pool of no dice has 0 successes."""
    hit = Fraction(SIDES + 1 - shade, SIDES)
    count = max(0, dice)
    return tuple([comb(count, good) * hit**good * (1 - hit) ** (count - good) for good in range(count + 1)])


@cache
def open_successes(dice: int, most: int, shade: int = BLACK) -> Spread:
    """The chances of 0 to `most` successes of an open-ended pool; the rest up to 1 is the chance of more."""
    miss = Fraction(shade - 1, SIDES)
    plain = Fraction(SIDES - shade, SIDES)  # a success that adds no die
    six = Fraction(1, SIDES)
    die = [miss]
    for count in range(1, most + 1):
        die.append(six * die[count - 1] + (plain if count == 1 else 0))
    spread = [Fraction(1)] + [Fraction(0)] * most
    for _ in range(max(0, dice)):
        spread = [
            sum((spread[part] * die[count - part] for part in range(count + 1)), Fraction(0))
            for count in range(most + 1)
        ]
    return tuple(spread)


def reaches(dice: int, ob: int, shade: int = BLACK, open_ended: bool = False) -> Fraction:
    """The chance that a pool has at least `ob` successes. Rule: companies:core.independent."""
    if ob <= 0:
        return Fraction(1)
    spread = open_successes(dice, ob - 1, shade) if open_ended else successes(dice, shade)
    return 1 - sum(spread[:ob], Fraction(0))


def versus(first: Spread, second: Spread) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the first has more successes, that they tie, and that the second has more. Rule: companies:core.versus."""
    found = [Fraction(0), Fraction(0), Fraction(0)]
    for own, chance in enumerate(first):
        for other, against in enumerate(second):
            found[0 if own > other else 1 if own == other else 2] += chance * against
    return found[0], found[1], found[2]


def lowered(spread: Spread, raised: int) -> Spread:
    """The chances of the successes that count once a wound or lost runners have taken `raised` of them. Rule: companies:core.raise-in-versus."""
    if not raised:
        return spread
    return (sum(spread[: raised + 1], Fraction(0)), *spread[raised + 1 :])


def keeps_nerve(steel: int, ob: int, shade: int = BLACK) -> Fraction:
    """The chance to pass a Steel test. Rule: companies:core.steel."""
    return reaches(steel, ob, shade, open_ended=True)


def strikes(own: Spread, other: Spread, count: int) -> dict[tuple[int, int], Fraction]:
    """The chances of the points that the striker and its enemy lose by a number of equal strikes. Rules: companies:strike.loss, companies:strike.tie."""
    wins, ties, loses = versus(own, other)
    found = {(0, 0): Fraction(1)}
    for _ in range(count):
        after: dict[tuple[int, int], Fraction] = {}
        for (mine, theirs), chance in found.items():
            for lost, more in (((0, 1), wins), ((1, 1), ties), ((1, 0), loses)):
                key = (mine + lost[0], theirs + lost[1])
                after[key] = after.get(key, Fraction(0)) + chance * more
        found = after
    return found
