"""Characters: THAC0, saving throws and price by class and level, and ability scores as rolled.

Rules: battlesystem:3.1c, battlesystem:3.2, battlesystem:3.2a, battlesystem:3.3, battlesystem:8.3, battlesystem:8.3a.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA
from banneret.rulebooks.battlesystem.tables.ratings import HitDice

ABILITIES: Final = ("strength", "dexterity", "charisma")
"""The abilities that matter here, in the order in which players place their best scores."""
HIGHEST: Final = 20  # the highest level in the tables


@dataclass(frozen=True, slots=True)
class Class:
    """A class of characters.

    Attributes:
        id: its id.
        name: its name.
        fights_as: the class by whose tables it hits and saves.
        experience: the most experience points of each level, from the 1st on.
        least: the least ability scores that it needs.
        weapons: those it may fight with; empty for all. Rule: battlesystem:9.1b.
        missiles: those it may use; empty for all. Rule: battlesystem:10.1.
    """

    id: str
    name: str
    fights_as: str
    experience: tuple[int, ...]
    least: dict[str, int]
    weapons: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()

    @property
    def fighter(self) -> bool:
        """True of fighters and their subclasses. Rule: battlesystem:4.8."""
        return self.fights_as == "fighter"

    def price(self, level: int) -> int:
        """Points of a character: a hundredth of the most experience points of the level, rounded up; 0 off the table. Rules: battlesystem:16.3l, battlesystem:16.3q."""
        return ceil(self.experience[level - 1] / 100) if 1 <= level <= HIGHEST else 0

    def thac0(self, level: int) -> int:
        """The roll with which he hits armour class 0. Rules: battlesystem:8.3, battlesystem:8.3a."""
        return int(_row(_tables()[self.fights_as]["thac0"], level)[1])

    def saves(self, level: int) -> tuple[int, ...]:
        """The five saving throws, in the order in which the tables of the parent game have them. Rule: battlesystem:3.1c."""
        return tuple(_row(_tables()[self.fights_as]["saves"], level)[1:])


@cache
def classes() -> dict[str, Class]:
    """The classes by id."""
    return {
        row["id"]: Class(
            row["id"],
            row["name"],
            row["fights_as"],
            tuple(row["experience"]),
            row.get("least", {}),
            tuple(row.get("weapons", ())),
            tuple(row.get("missiles", ())),
        )
        for row in read_toml(DATA / "classes.toml")["class"]
    }


def class_of(name: str) -> Class:
    """The class of that id; raises `BadInput` with near ones."""
    found = classes().get(name)
    if found is None:
        raise BadInput(f"there is no class {name[:60]!r}", hint=nearest(name[:60], list(classes())))
    return found


def thac0_of(hit_dice: HitDice) -> int:
    """The roll with which a creature of n hit dice hits armour class 0. Rules: battlesystem:8.3, battlesystem:8.3a."""
    monsters = _monsters()
    if hit_dice.dice < 1:
        return int(monsters["under"])
    if hit_dice.dice == 1 and hit_dice.points <= 0:
        return int(monsters["one"] if hit_dice.points == 0 else monsters["weak"])
    return int(_row(monsters["thac0"], int(hit_dice.whole))[1])


@cache
def _monsters() -> dict[str, Any]:
    """The attack rolls of monsters, as the file has them."""
    found: dict[str, Any] = read_toml(DATA / "classes.toml")["monsters"]
    return found


def best_of_four(four: list[int]) -> int:
    """A score by the first method of the parent game: four dice, the lowest left out. Rule: battlesystem:3.2a."""
    return sum(four) - min(four)


def rolled_charisma(class_: Class, dice: Callable[[int], list[int]], parent: str = "adnd") -> int:
    """The charisma of a commander who has none yet, raised to what his class needs. Rule: battlesystem:3.2a.

    `dice` rolls n six-sided dice. By `parent` "adnd" (its first method) six scores are rolled and placed by choice; charisma gets the
    best, the only score that matters in a commander. By "dnd" it is the sum of three dice.
    """
    score = sum(dice(3)) if parent == "dnd" else max([best_of_four(dice(4)) for _ in range(6)])
    return max(score, class_.least.get("charisma", 0))


@cache
def _tables() -> dict[str, Any]:
    return {row["id"]: row for row in read_toml(DATA / "classes.toml")["table"]}


def _row(rows: list[list[int]], level: int) -> list[int]:
    """The row for a level: the last that begins at or below it; the first if it is below all."""
    found = rows[0]
    for row in rows:
        if row[0] <= level:
            found = row
    return found
