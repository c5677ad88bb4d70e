"""Specialist actions, spells, and the obstacles of treating wounds.

Rules: companies:spec.buy, companies:spec.magic, companies:spec.field-dressing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from banneret.rulebooks.companies.tables.files import data, must, rows

DRESSING: Final = "field-dressing"
RUNNERS: Final = "take-out-runners"
SCOUTS: Final = "take-out-scouts"
STEEL: Final = "force-steel"
ARTILLERY: Final = "artillery-fire"
MAGIC: Final = "magic"
REINFORCE: Final = "reinforce"
ORDER: Final = (DRESSING, RUNNERS, SCOUTS, REINFORCE, ARTILLERY, MAGIC)
"""The order in which specialist actions are resolved, before strikes and Steel tests. Rule: companies:volley.resolve-order."""
WOUNDS: Final = ("", "Superficial", "Light", "Midi", "Severe", "Traumatic", "Mortal")
MORTAL: Final = 6


@dataclass(frozen=True, slots=True)
class Specialist:
    """A specialist action, and the skills by which it is tried."""

    id: str
    label: str
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spell:
    """A battle spell.

    Attributes:
        id: Its word in orders.
        label: Its name.
        ob: Its obstacle.
        damage: The Disposition that the enemy loses.
        damage_more: The Disposition more for every two successes beyond the obstacle.
        works: The points taken off the works that the enemy holds.
        works_more: The points more for every two successes beyond the obstacle.
        steel: True if the enemy commander tests Steel.
        steel_most: The most that successes beyond the obstacle raise that test.
        hides: True if the enemy loses sight of the company.
    """

    id: str
    label: str
    ob: int
    damage: int
    damage_more: int
    works: int
    works_more: int
    steel: bool
    steel_most: int
    hides: bool


@cache
def specialists() -> dict[str, Specialist]:
    """The specialist actions by id."""
    found = {
        row["id"]: Specialist(row["id"], row["label"], tuple(row["skill"]))
        for row in rows("specialists", "specialist")
    }
    must(set(found) == {*ORDER, STEEL}, "seven specialist actions")
    must(tuple(data("sequence")["purchase_order"]) == ORDER, "specialist actions are resolved in order")
    return found


@cache
def spells() -> dict[str, Spell]:
    """The battle spells by id."""
    return {
        row["id"]: Spell(
            row["id"],
            row["label"],
            int(row["ob"]),
            int(row.get("damage", 0)),
            int(row.get("damage_per_two_extra", 0)),
            -int(row.get("fort", 0)),
            -int(row.get("fort_per_two_extra", 0)),
            bool(row.get("steel", False)),
            int(row.get("steel_ob_max", 0)),
            bool(row.get("unscout", False)),
        )
        for row in rows("spells", "spell")
    }


@cache
def dressing_obstacle(step: int, skill: str) -> int:
    """The obstacle of treating a wound of that step with a skill. Rule: companies:spec.field-dressing."""
    for row in rows("wounds", "field_dressing"):
        if row["wound"] == WOUNDS[step]:
            return int(row[skill])
    raise KeyError(WOUNDS[step])


@cache
def wound_dice() -> tuple[int, ...]:
    """The dice that a wound of each step takes; step 0 is no wound. Rule: companies:core.wounds."""
    found = [0] * len(WOUNDS)
    for row in _wounds():
        found[row[0]] = row[1]
    return tuple(found)


def _wounds() -> list[tuple[int, int]]:
    """Step and dice of each wound, checked by its name."""
    listed = data("core")["wound"]
    must([row["name"] for row in listed] == list(WOUNDS[1:]), "six steps of wounds")
    return [(int(row["step"]), int(row["dice"])) for row in listed]
