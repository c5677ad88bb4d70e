"""Individual combat: to-hit rolls, numbers of attacks, ability bonuses, hit points.

Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.attacks, battlesystem:9.4b.abilities, battlesystem:9.4b.rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA

REAR: Final = 2
"""The bonus to hit from behind. Rule: battlesystem:9.4b.rear."""

FLEEING: Final = 2
"""The bonus to hit those who flee. Rule: battlesystem:9.4b.leave."""

DEAD: Final = -10
"""The hit points at or below which the fallen are dead. Rule: battlesystem:9.4b.hit-points."""

INITIATIVE: Final = 6
"""The faces of the die of initiative. Rule: battlesystem:9.4b.initiative."""

ROUNDS: Final = 3
"""Melee rounds of individual combat in one Melee Phase. Rule: battlesystem:9.4b.rounds."""

TWENTY: Final = 20
REPEATED: Final = 25
"""The highest roll needed at which a 20 still hits: the attack tables repeat 20 six times. Rule: battlesystem:9.4b.to-hit."""
_ONE: Final = 2  # attacks in two melee rounds if the class has no row


@dataclass(frozen=True, slots=True)
class Body:
    """The hit dice of a class.

    Attributes:
        faces: of each die.
        dice: the most dice.
        extra: dice beyond one at the first level.
        later: hit points for each level after the last die.
    """

    faces: int
    dice: int
    extra: int
    later: int

    def points(self, level: int) -> int:
        """Hit points on average, rounded down; at least 1.

        >>> Body(10, 9, 0, 3).points(7), Body(10, 9, 0, 3).points(10), Body(8, 11, 1, 2).points(1)
        (38, 52, 9)
        """
        level = max(level, 1)
        thrown = min(level + self.extra, self.dice)
        return max(thrown * (self.faces + 1) // 2 + (level + self.extra - thrown) * self.later, 1)


@dataclass(frozen=True, slots=True)
class Kit:
    """The usual weapon and armour of a class, by id, and whether it carries a shield."""

    weapon: str
    armour: str
    shield: bool


def hits(die: int, needed: int) -> bool:
    """True if a d20 hits when `needed` is THAC0 less armour class, with modifiers. Rule: battlesystem:9.4b.to-hit.

    >>> hits(8, 8), hits(19, 22), hits(20, 22), hits(20, 26), hits(1, 0)
    (True, False, True, False, True)
    """
    return die >= needed or (die == TWENTY and needed <= REPEATED)


def chances(needed: int) -> int:
    """The number of faces of a d20 that hit. Rule: battlesystem:9.4b.to-hit.

    >>> chances(8), chances(22), chances(26), chances(-3)
    (13, 1, 0, 20)
    """
    return sum([hits(die, needed) for die in range(1, TWENTY + 1)])


def attacks(class_: str, level: int) -> int:
    """The attacks of a character in two melee rounds. Rule: battlesystem:9.4b.attacks.

    >>> attacks("fighter", 10), attacks("ranger", 7), attacks("cleric", 14)
    (3, 2, 2)
    """
    rows: list[list[int]] = _table()["attacks"].get(class_, [])
    return max([count for least, count in rows if level >= least], default=_ONE)


def attacks_in(halves: int, melee_round: int) -> int:
    """The attacks in a melee round, of `halves` attacks in two rounds: the larger half in odd rounds, counted from 1. Rule: 9.4b.rounds.

    >>> [attacks_in(3, number) for number in range(1, 7)]
    [2, 1, 2, 1, 2, 1]
    """
    return (halves + 1) // 2 if melee_round % 2 else halves // 2


def strength(score: int, percent: int = 0) -> tuple[int, int]:
    """The bonuses to hit and to damage of a strength; `percent` is that of exceptional strength, 100 for 00. Rule: battlesystem:9.4b.abilities.

    >>> strength(18, 52), strength(18), strength(9)
    ((2, 3), (1, 2), (0, 0))
    """
    table = _table()["strength"]
    row = _row(table["exceptional"], percent) if percent and score == 18 else _row(table["rows"], score)
    return row["hit"], row["damage"]


def dexterity(score: int) -> tuple[int, int]:
    """The bonus to hit with missiles, and what a dexterity adds to the armour class (negative is better). Rule: battlesystem:9.4b.abilities.

    >>> dexterity(16), dexterity(10)
    ((1, -2), (0, 0))
    """
    row = _row(_table()["dexterity"]["rows"], score)
    return row["missile"], row["ac"]


def body_of(class_: str) -> Body:
    """The hit dice of a class."""
    return Body(**_table()["body"][class_])


def kit_of(class_: str) -> Kit:
    """The usual arms of a class."""
    return Kit(**_table()["kit"][class_])


@cache
def _table() -> dict[str, Any]:
    return read_toml(DATA / "man-to-man.toml")


def _row(rows: list[dict[str, int]], score: int) -> dict[str, int]:
    """The row for a score: the last that begins at or below it; the first if it is below all."""
    found = rows[0]
    for row in rows:
        if row["score"] <= score:
            found = row
    return found
