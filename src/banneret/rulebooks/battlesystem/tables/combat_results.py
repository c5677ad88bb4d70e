"""The Combat Results Table and the damage columns it is read in. Damage is counted in tenths of a hit die.

Rules: battlesystem:8.4a to battlesystem:8.5g.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Final

from banneret.kernel.errors import BadInput, shown

TENTHS: Final = 10  # of a hit die: the table holds 0.1, 0.2 and 0.5
DICE: Final = (2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20)  # the columns from left to right
LAST: Final = len(DICE) - 1

DATA: Final = Path(os.path.abspath(__file__)).parent.parent / "data"
_FILE: Final = str(DATA / "results.csv")
_ROWS: Final = 37  # for 0 or less, each of 1 to 34, 35 to 39, 40 or more


def row_of(attack_roll: int) -> int:
    """The row of the table for an attack roll; low and high rolls share rows. Rule: battlesystem:8.4a."""
    if attack_roll <= 0:
        return 0
    if attack_roll < 35:
        return attack_roll
    return 35 if attack_roll < 40 else 36


@cache
def results_table() -> list[list[int]]:
    """The table, row by row (see `row_of`), in tenths of a hit die per attacking figure. Rule: battlesystem:8.4a."""
    with open(_FILE, encoding="utf-8") as file:
        lines = file.read().split()
    if lines[0] != "attack_roll," + ",".join(f"D{die}" for die in DICE) or len(lines) != _ROWS + 1:
        raise BadInput("the table needs 37 rows of 11 columns, D2 to D20", where=_FILE)
    return [[_tenths(cell) for cell in line.split(",")[1:]] for line in lines[1:]]


class Damage:
    """The damage of one attack of a figure: `times` the sum of its columns. Rules: battlesystem:8.5 to 8.5g.

    >>> Damage.of("2d4+1").shown(), Damage.of("1d20+3").shown(), Damage.of("2-16").shown()
    ('2 x D6', 'D20 + D4', '2 x D8')
    """

    __slots__ = ("columns", "times")

    def __init__(self, times: int, columns: tuple[int, ...]) -> None:
        self.times: int = times
        self.columns: tuple[int, ...] = columns  # places in `DICE`

    @staticmethod
    def of(text: str) -> Damage:
        """Read dice ("2d4+1"), a range ("2-8") or a fixed number ("3"); raises `BadInput` for anything else."""
        dice = _DICE_TEXT.fullmatch(text)
        if dice:
            plus = int((dice[3] or "0").replace(" ", ""))
            return Damage(int(dice[1] or "1"), shifted(column_of(int(dice[2])), plus))
        spread = _RANGE_TEXT.fullmatch(text)
        if spread:
            number, die, plus = dice_of(int(spread[1]), int(spread[2]))
            return Damage(number, shifted(column_of(die), plus))
        if text.strip().isdecimal() and int(text) > 0:
            return Damage(1, shifted(0, int(text) - 2))
        raise BadInput(
            f"{shown(text)} is not damage", hint='write dice as in "2d4+1", a range as in "2-8", or a number'
        )

    def per_figure(self, attack_roll: int) -> int:
        """Tenths of hit dice that one attacking figure does at an attack roll. Rules: battlesystem:8.4a, battlesystem:8.5g.

        >>> Damage.of("2d12+5").per_figure(20)
        180
        """
        row = results_table()[row_of(attack_roll)]
        return self.times * sum([row[column] for column in self.columns])

    def shown(self) -> str:
        """The columns in words: "2 x (D20 + D2)"."""
        text = " + ".join(f"D{DICE[column]}" for column in self.columns)
        if self.times == 1:
            return text
        return f"{self.times} x ({text})" if len(self.columns) > 1 else f"{self.times} x {text}"


def column_of(die: int) -> int:
    """The column of a die, or the next lower one if it has none. Rule: battlesystem:8.5b."""
    found = 0
    for column, sides in enumerate(DICE):
        if sides <= die:
            found = column
    return found


def shifted(column: int, plus: int) -> tuple[int, ...]:
    """The columns to which a plus or minus shifts a column; each time it passes D20, a D20 is added. Rules: battlesystem:8.5c to 8.5e."""
    place = column + plus
    found: list[int] = []
    while place > LAST:
        found.append(LAST)
        place -= LAST + 1
    found.append(max(place, 0))
    return tuple(found)


def dice_of(low: int, high: int) -> tuple[int, int, int]:
    """The dice of a damage range: their number, their sides, and the plus; raises `BadInput`. Rule: battlesystem:8.5b.

    >>> dice_of(2, 8), dice_of(2, 5), dice_of(4, 10)
    ((2, 4, 0), (1, 4, 1), (2, 4, 2))
    """
    if not 0 < low < high:
        raise BadInput(f"{low}-{high} is not a range of damage", hint="the second number must be the greater")
    if high % low == 0 and high // low in DICE:
        return low, high // low, 0
    for number in range(1, low + 1):
        most = high - (low - number)
        if most % number == 0 and most // number in DICE:
            return number, most // number, low - number
    # no dice make exactly this range: one die, the next lower column
    return 1, high - low + 1, low - 1


def _tenths(cell: str) -> int:
    whole, _, tenth = cell.partition(".")
    return int(whole) * TENTHS + int(tenth or "0")


_DICE_TEXT: Final = re.compile(r"\s*(\d{0,2})[dD](\d{1,3})\s*([+-]\s*\d{1,3})?\s*")
_RANGE_TEXT: Final = re.compile(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*")
