"""Dice that are thrown and added up, as the parent game writes them: "2d8", "1d10+5". Battles of units read them as columns instead.

Rule: battlesystem:9.4b.damage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from banneret.kernel.errors import BadInput, shown
from banneret.kernel.table import Table

LEAST: Final = 1  # points of damage of a hit, whatever is taken off
_TEXT: Final = re.compile(r"(\d{1,2})d(\d{1,3})([+-]\d{1,3})?")


@dataclass(frozen=True, slots=True)
class Dice:
    """So many dice of so many faces, and what is added. A hit does at least a point.

    >>> Dice.of("2d8"), str(Dice.of("1d10+5")), Dice.of("1d4-2").chances()
    (Dice(count=2, faces=8, plus=0), '1d10+5', ((1, 0.75), (2, 0.25)))
    """

    count: int
    faces: int
    plus: int = 0

    @staticmethod
    def of(text: str) -> Dice:
        """Reads dice; raises `BadInput` for anything else."""
        found = _TEXT.fullmatch(text.strip())
        if not found or not int(found[1]) or not int(found[2]):
            raise BadInput(f"{shown(text)} are not dice", hint='write them as in "2d8" or "1d10+5"')
        return Dice(int(found[1]), int(found[2]), int(found[3] or "0"))

    def throw(self, table: Table, why: str, side: int) -> int:
        """The points of a throw at the table. Rule: battlesystem:9.4b.damage."""
        return max(LEAST, sum(table.dice(self.count, self.faces, why, side)) + self.plus)

    def chances(self) -> tuple[tuple[int, float], ...]:
        """Each number of points that may come, with its chance, rising."""
        return _chances(self.count, self.faces, self.plus)

    @property
    def mean(self) -> float:
        """The points on average."""
        return sum([points * share for points, share in self.chances()])

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}" + (f"{self.plus:+d}" if self.plus else "")


@cache
def _chances(count: int, faces: int, plus: int) -> tuple[tuple[int, float], ...]:
    ways = {0: 1}
    for _ in range(count):
        after: dict[int, int] = {}
        for total, many in ways.items():
            for face in range(1, faces + 1):
                after[total + face] = after.get(total + face, 0) + many
        ways = after
    found: dict[int, int] = {}
    for total, many in ways.items():
        points = max(LEAST, total + plus)
        found[points] = found.get(points, 0) + many
    whole = faces**count
    return tuple([(points, many / whole) for points, many in sorted(found.items())])
