"""The exact odds of a clash. Rules: fenlight:clash.roll, fenlight:clash.losses.

>>> found = clash(3, 3)
>>> found.wins, found.ties, found.loses
(Fraction(5, 12), Fraction(1, 6), Fraction(5, 12))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from banneret_fenlight.resolution.clashes import losses


@dataclass(frozen=True, slots=True)
class Clash:
    """What may come of a clash: chances, and for both bands the chance of each number of warriors lost."""

    wins: Fraction
    ties: Fraction
    loses: Fraction
    lost: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]

    def expected(self, band: int) -> Fraction:
        """The warriors that a band loses on average."""
        return sum((count * chance for count, chance in enumerate(self.lost[band])), Fraction(0))


@cache
def clash(
    mine: int, theirs: int, warriors: tuple[int, int] | None = None, by_difference: bool = True
) -> Clash:
    """The odds of a band whose die is added to `mine` against `theirs`; `warriors` bound the losses (None: nothing does)."""
    most = warriors or (99, 99)
    ways = [0, 0, 0]
    lost: list[list[int]] = [[0] * 4, [0] * 4]
    for own, other in product(range(1, 7), repeat=2):
        gap = mine + own - theirs - other
        ways[0 if gap > 0 else 1 if gap == 0 else 2] += 1
        behind = losses(abs(gap), by_difference) if gap else 1
        lost[0][min(most[0], behind) if gap <= 0 else 0] += 1
        lost[1][min(most[1], behind) if gap >= 0 else 0] += 1
    spreads = [tuple([Fraction(count, 36) for count in counts]) for counts in lost]
    wins, ties, loses = [Fraction(count, 36) for count in ways]
    return Clash(wins, ties, loses, (spreads[0], spreads[1]))
