"""Circles: who may be sought before a battle, and the obstacle of finding them. Rule: companies:force.circles-ob."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from banneret.rulebooks.companies.tables.files import data, must, rows
from banneret.rulebooks.companies.tables.troops import lifepaths


@dataclass(frozen=True, slots=True)
class Sought:
    """Someone who may be recruited for one battle: the lifepath that they add, and the obstacle of finding them in time."""

    lifepath: str
    ob: int


@cache
def modifiers() -> dict[str, int]:
    """The modifiers of the obstacle, by name."""
    return {row["id"]: int(row["ob"]) for row in rows("circles", "modifier")}


def circles_obstacle(occupation: str, higher: bool, knowledge: bool, place: str = "before") -> int:
    """The obstacle of finding someone.

    Args:
        occupation: The modifier of how common the occupation is: "common", "uncommon" or "rare".
        higher: True if they are of a higher standing.
        knowledge: True if they must know something particular.
        place: The modifier of the place and time.

    >>> circles_obstacle("rare", False, True), circles_obstacle("uncommon", False, False)
    (6, 4)
    """
    found = modifiers()
    ob = int(data("circles")["base_obstacle"]) + found[occupation] + found[place]
    return ob + found["higher" if higher else "same"] + (found["particular"] if knowledge else 0)


@cache
def sought() -> tuple[Sought, ...]:
    """All who may be sought, those that are found most easily first."""
    found = []
    for row in rows("circles", "recruit"):
        must(row["lifepath"] in lifepaths(), f"the recruit {row['lifepath']} is known")
        ob = circles_obstacle(row["occupation"], bool(row["higher"]), bool(row.get("knowledge", False)))
        found.append(Sought(row["lifepath"], ob))
    return tuple(sorted(found, key=lambda one: one.ob))
