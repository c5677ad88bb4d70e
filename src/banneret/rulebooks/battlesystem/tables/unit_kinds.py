"""Kinds of unit, the formations they may take, and the bases their figures stand on."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput

_FILE: Final = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "kinds.toml")


class Formation:
    """A formation: how the figures of a unit stand to each other. Rules: battlesystem:7.1 to battlesystem:7.5.

    Attributes:
        id: its id.
        spacing: inches between neighbouring bases; for skirmishers the least.
        spacing_of_stands: the same between stands of three.
        attack_rating: what it adds to the attack rating.
        morale: what it adds to morale.
        neighbours_fight: figures beside those that touch an enemy fight too.
        from_rear: losses are taken from the rear rank.
    """

    __slots__ = (
        "attack_rating",
        "from_rear",
        "id",
        "morale",
        "neighbours_fight",
        "spacing",
        "spacing_of_stands",
    )

    def __init__(self, row: dict[str, Any]) -> None:
        self.id: str = row["id"]
        self.spacing: float = row["spacing"]
        self.spacing_of_stands: float = row["spacing_of_stands"]
        self.attack_rating: int = row["attack_rating"]
        self.morale: int = row["morale"]
        self.neighbours_fight: bool = row["neighbours_fight"]
        self.from_rear: bool = row["losses"] == "rear"


class Kind:
    """A kind of unit: the fewest and most figures it starts with, its formations, whether it needs a commander.

    Rules: battlesystem:2.8, battlesystem:2.9, battlesystem:2.10, battlesystem:2.11.
    """

    __slots__ = ("fewest", "formations", "id", "most", "needs_commander", "size_rule")

    def __init__(self, row: dict[str, Any]) -> None:
        self.id: str = row["id"]
        self.fewest: int = row["fewest"]
        self.most: int = row["most"]
        self.size_rule: str = f"battlesystem:{row['size_rule']}"
        self.formations: tuple[str, ...] = tuple(row["formations"])
        self.needs_commander: bool = row["needs_commander"]

    def check_figures(self, figures: int) -> None:
        """Raise `BadInput` if a unit of the kind cannot start with n figures.

        Rules: battlesystem:2.8e, battlesystem:2.9i, battlesystem:2.10l.
        """
        if not self.fewest <= figures <= self.most:
            raise BadInput(
                f"a {self.id} unit cannot start with {figures} figures",
                hint=f"{self.fewest} to {self.most} are possible",
            )


@cache
def _rows() -> dict[str, Any]:
    with open(_FILE, "rb") as file:
        return tomllib.load(file)


@cache
def kind(name: str) -> Kind:
    """The kind of unit of that id; raises `BadInput` for another."""
    return Kind(_row("kind", "id", name, "kind of unit"))


@cache
def formation(name: str) -> Formation:
    """The formation of that id; raises `BadInput` for another."""
    return Formation(_row("formation", "id", name, "formation"))


@cache
def base_of(size: str, creature: str = "") -> tuple[float, float]:
    """Width and depth of a base in inches, by size and creature; raises `BadInput`. Rules: battlesystem:2.3, battlesystem:2.3a."""
    row = _row("base", "size", _rows()["wider"].get(creature, size), "size of base")
    return row["width"], row["depth"]


def is_great(people: str) -> bool:
    """True of a people of the incredibly large, of whom an individual takes up an inch each way. Rule: battlesystem:9.0b.

    >>> is_great("giant"), is_great("ogre")
    (True, False)
    """
    great: list[str] = _rows()["great"]
    return people in great


def _row(table: str, key: str, name: str, what: str) -> dict[str, Any]:
    rows: list[dict[str, Any]] = _rows()[table]
    for row in rows:
        if row[key] == name:
            return row
    known = ", ".join(row[key] for row in rows)
    raise BadInput(f"there is no {what} {name!r}", hint=f"there are: {known}")
