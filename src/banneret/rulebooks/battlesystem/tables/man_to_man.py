"""Individual combat: what hits, how many attacks there are, what abilities add, and what becomes of those whose unit is wiped out.

Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.attacks, battlesystem:9.4b.abilities, battlesystem:9.4b.rounds, battlesystem:9.1e.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA

REAR: Final = 2
"""The bonus to hit from behind. Rule: battlesystem:9.4b.rear."""

ROUNDS: Final = 3
"""Melee rounds of individual combat in a Melee Phase. Rule: battlesystem:9.4b.rounds."""

TWENTY: Final = 20
REPEATED: Final = (
    25  # the attack tables have 20 six times: up to here a 20 hits. Rule: battlesystem:9.4b.to-hit
)
FATES_DIE: Final = 10
_ONE: Final = 2  # attacks in two melee rounds of those whose class has no row


@dataclass(frozen=True, slots=True)
class Fate:
    """A row of Table 11: what befalls who gets it on a die of ten, up to `most`. `lies`: on the field. Rule: battlesystem:9.1e."""

    id: str
    text: str
    most: int
    lies: bool = False
    lives: bool = False
    hit_points: int = 0
    turns: int = 0


def hits(die: int, needed: int) -> bool:
    """True if a d20 hits where THAC0 less armour class, after modifiers, is `needed`. Rule: battlesystem:9.4b.to-hit.

    >>> hits(8, 8), hits(19, 22), hits(20, 22), hits(20, 26), hits(1, 0)
    (True, False, True, False, True)
    """
    return die >= needed or (die == TWENTY and needed <= REPEATED)


def chances(needed: int) -> int:
    """The faces of a d20 that hit. Rule: battlesystem:9.4b.to-hit.

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
    """Of attacks in two melee rounds those of one round, the first being 1: the larger half in odd rounds. Rule: 9.4b.rounds.

    >>> [attacks_in(3, number) for number in range(1, 7)]
    [2, 1, 2, 1, 2, 1]
    """
    return (halves + 1) // 2 if melee_round % 2 else halves // 2


def strength(score: int, percent: int = 0) -> tuple[int, int]:
    """The bonus to hit and to damage; `percent` of exceptional strength, 100 for 00. Rule: battlesystem:9.4b.abilities.

    >>> strength(18, 52), strength(18), strength(9)
    ((2, 3), (1, 2), (0, 0))
    """
    table = _table()["strength"]
    row = _row(table["exceptional"], percent) if percent and score == 18 else _row(table["rows"], score)
    return row["hit"], row["damage"]


def dexterity(score: int) -> tuple[int, int]:
    """The bonus to hit with missiles, and what is added to the armour class. Rule: battlesystem:9.4b.abilities.

    >>> dexterity(16), dexterity(10)
    ((1, -2), (0, 0))
    """
    row = _row(_table()["dexterity"]["rows"], score)
    return row["missile"], row["ac"]


@cache
def fates() -> tuple[Fate, ...]:
    """Table 11, in the order of the die. Rule: battlesystem:9.1e."""
    found = tuple([Fate(**row) for row in _table()["fate"]])
    ends = [fate.most for fate in found]
    if ends != sorted(set(ends)) or ends[-1] != FATES_DIE:
        raise BadInput("fate: the rows must rise to 10", where="man-to-man.toml")
    return found


def fate_of(die: int) -> Fate:
    """The fate that a die of ten says. Rule: battlesystem:9.1e.

    >>> [fate_of(die).id for die in (1, 3, 4, 7, 8, 10)]
    ['lost', 'killed', 'wounded', 'wounded', 'unconscious', 'unconscious']
    """
    return next(fate for fate in fates() if die <= fate.most)


@cache
def _table() -> dict[str, Any]:
    return read_toml(DATA / "man-to-man.toml")


def _row(rows: list[dict[str, int]], score: int) -> dict[str, int]:
    """The last row that begins at or below a score; the first for those below all."""
    found = rows[0]
    for row in rows:
        if row["score"] <= score:
            found = row
    return found
