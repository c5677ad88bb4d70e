"""The worth of each number of extra successes where they are spent on what is worth most, in points of Disposition.

Rules: companies:volley.allocate, companies:disp.loss, companies:charge.strikes, companies:charge.strike-dice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

MOST: Final = 20
"""Worths are counted for fewer extra successes than this."""
MANY: Final = MOST
"""More points, or strikes, than can be bought."""
DAMAGE: Final = 2
"""The extra successes that a point of the enemy's costs. Rules: companies:flank.damage, companies:skirmish.damage."""
Worths = tuple[float, ...]
"""The worth of each number of extra successes."""
Strike = tuple[float, float]
"""The points that a strike is expected to cost the enemy, and its own side."""


def lost(points: float, shield: int, ground: float) -> float:
    """The worth of points that a company loses, of which a point of ground counts less.

    Args:
        points: The points.
        shield: Those that the company has of a position and of digging in, which are lost first.
        ground: The worth of one of these.

    Rule: companies:disp.loss.

    >>> lost(3, 0, 0.25), lost(3, 2, 0.25), lost(1, 2, 0.25)
    (3.0, 1.5, 0.25)
    """
    off = min(points, float(shield))
    return ground * off + points - off


@lru_cache(maxsize=4096)
def spent(items: tuple[float, ...], price: int, points: int, shield: int, ground: float) -> Worths:
    """The worth of each number of extra successes that buy some things once each, and points of the enemy's with the rest.

    Args:
        items: The worths of the things, the best first.
        price: The extra successes that each of them costs.
        points: The most points of the enemy's that may be bought.
        shield: The enemy's points that count as ground.
        ground: The worth of one of these.

    >>> spent((0.75,), 1, 9, 0, 0.25)[:5]
    (0.0, 0.75, 1.0, 1.75, 2.0)
    """
    found = []
    for extra in range(MOST):
        best = lost(min(points, extra // DAMAGE), shield, ground)
        had = 0.0
        left = extra
        for item in items:
            left -= price
            if left < 0:
                break
            had += item
            best = max(best, had + lost(min(points, left // DAMAGE), shield, ground))
        found.append(best)
    return tuple(found)


def besides(worths: Worths, price: int, worth: float) -> Worths:
    """The worths with one thing more, which may be bought once at a price.

    >>> besides((0.0, 0.5, 0.5, 0.5), 2, 0.75)
    (0.0, 0.5, 0.75, 1.25)
    """
    return tuple(
        [
            max(one, worths[extra - price] + worth) if extra >= price else one
            for extra, one in enumerate(worths)
        ]
    )


@lru_cache(maxsize=4096)
def struck(
    first: tuple[Strike, Strike],
    usual: tuple[Strike, Strike],
    weight: float,
    shield: int,
    ground: float,
    served: int = MANY,
    bare: tuple[Strike, Strike] | None = None,
) -> Worths:
    """The worth of each number of extra successes that buy strikes and dice for them; strikes that bring nothing are not bought.

    Args:
        first: The first strike, perhaps the commander's own, without and with a bought die.
        usual: Each strike after it, likewise.
        weight: The weight of a point that the own side loses.
        shield: The enemy's points that count as ground.
        ground: The worth of one of these.
        served: The number of strikes that saved dice serve, if by an option each die serves one.
        bare: The strikes after those, without saved dice.

    >>> even, better = ((0.5, 0.5), (0.75, 0.25)), ((0.75, 0.25), (0.75, 0.25))
    >>> struck(even, even, 1.0, 0, 0.25)[:5]
    (0.0, 0.0, 0.5, 0.5, 1.0)
    >>> struck(better, better, 1.0, 0, 0.25, 1, even)[:5]
    (0.0, 0.5, 0.5, 0.5, 1.0)
    """
    after = usual if bare is None else bare
    found = [0.0]
    for extra in range(1, MOST):
        best = found[-1]
        for strikes in range((extra + 1) // 2, extra + 1):
            hurt = suffered = 0.0
            for number in range(strikes):
                one = (first if number == 0 else usual if number < served else after)[
                    int(number < extra - strikes)
                ]
                hurt += one[0]
                suffered += one[1]
            best = max(best, lost(hurt, shield, ground) - weight * suffered)
        found.append(best)
    return tuple(found)


def mean(extra: Worths, worths: Worths) -> float:
    """The worth to be expected from the chances of each number of extra successes."""
    total = 0.0
    for number, chance in enumerate(extra):
        if chance:
            total += chance * worths[min(number, MOST - 1)]
    return total
