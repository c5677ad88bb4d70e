"""Dice that are thrown and added up, as the parent game writes them: "2d8", "1d10+5". Units read them as damage columns instead.

Rule: battlesystem:9.4b.damage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from banneret.kernel.errors import BadInput, shown
from banneret.kernel.stake import Stake, trial
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.tables.combat_results import TENTHS

WAYS: Final = ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1))
"""The sums of two six-sided dice, each with its number of ways, of `ROLLS` in all."""
ROLLS: Final = 36

TEN: Final = 10
TWENTY: Final = 20
LEAST: Final = 1  # points of damage of a hit, whatever is subtracted
_TEXT: Final = re.compile(r"(\d{1,2})d(\d{1,3})([+-]\d{1,3})?")


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of dice of one sort, and what is added to their sum. As damage they come to 1 at least.

    >>> Dice.of("2d8"), str(Dice.of("1d10+5"))
    (Dice(count=2, faces=8, plus=0), '1d10+5')
    """

    count: int
    faces: int
    plus: int = 0

    @staticmethod
    def of(text: str) -> Dice:
        """Read dice such as "2d8" or "1d10+5"; raises `BadInput` for anything else."""
        found = _TEXT.fullmatch(text.strip())
        if not found or not int(found[1]) or not int(found[2]):
            raise BadInput(f"{shown(text)} are not dice", hint='write them as in "2d8" or "1d10+5"')
        return Dice(int(found[1]), int(found[2]), int(found[3] or "0"))

    def throw(self, table: Table, why: str, side: int) -> int:
        """Throw the dice at the table; return their points, at least 1. Rule: battlesystem:9.4b.damage."""
        return max(LEAST, sum(table.dice(self.count, self.faces, why, side)) + self.plus)

    def ways(self) -> tuple[list[int], int]:
        """The number of throws that give n points, by n from 0 on, and the number of all throws.

        >>> Dice.of("1d4-2").ways()
        ([0, 3, 1], 4)
        """
        return list(_ways(self.count, self.faces, self.plus)), self.faces**self.count

    @property
    def mean(self) -> float:
        """The points on average."""
        ways, whole = self.ways()
        return sum([points * many for points, many in enumerate(ways)]) / whole

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}" + (f"{self.plus:+d}" if self.plus else "")


@cache
def _ways(count: int, faces: int, plus: int) -> tuple[int, ...]:
    ways = [1]
    for _ in range(count):
        after = [0] * (len(ways) + faces)
        for total, many in enumerate(ways):
            for face in range(1, faces + 1):
                after[total + face] += many
        ways = after
    found = [0] * (max(LEAST, len(ways) - 1 + plus) + 1)
    for total, many in enumerate(ways):
        found[max(LEAST, total + plus)] += many
    return tuple(found)


# ---------------------------------------------------------------- stakes: what rolls were for


def damage_stake(side: int, tenths: int, at: list[int]) -> Stake:
    """The tenths of hit dice done, among all that two dice could have done; `at` has the tenths at the sums 2 to 12."""
    ways = [(many, (found,)) for (_, many), found in zip(WAYS, at, strict=True)]
    return Stake("hit dice of damage", (side,), (tenths,), tuple(ways), TENTHS)


def check_stake(side: int, passed: bool, needed: int) -> Stake:
    """A check that passes if two ten-sided dice sum to `needed` or less. Rules: battlesystem:4.3, battlesystem:4.6b.

    >>> check_stake(0, True, 4).ways
    ((94, (0,)), (6, (1,)))
    """
    return trial("checks passed", side, passed, passing_ways(needed), TEN * TEN)


def passing_ways(needed: int) -> int:
    """The throws of two ten-sided dice, of 100, that sum to `needed` or less. Rule: battlesystem:4.3.

    >>> passing_ways(1), passing_ways(2), passing_ways(11), passing_ways(20)
    (0, 1, 55, 100)
    """
    return sum([min(TEN, max(0, needed - die)) for die in range(1, TEN + 1)])


def point_stake(side: int, points: int, faces: int, dice: Dice) -> Stake:
    """The hit points that a blow took, among all that its d20 and its damage dice could have; it hits on `faces` of the twenty.

    Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.damage.

    >>> point_stake(0, 2, 5, Dice.of("1d2")).ways
    ((30, (0,)), (5, (1,)), (5, (2,)))
    """
    ways, whole = dice.ways()
    hits = [(faces * many, (value,)) for value, many in enumerate(ways) if faces * many]
    return Stake("hit points in duels", (side,), (points,), ((whole * (TWENTY - faces), (0,)), *hits))
