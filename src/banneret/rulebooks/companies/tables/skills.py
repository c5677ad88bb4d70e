"""Skills: the stats in which they root, those that are open-ended, and those that stand for others.

Rules: companies:core.root, companies:core.open-ended, companies:script.equivalents.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from banneret.rulebooks.companies.tables.files import must, rows

STATS: Final = ("will", "perception", "agility", "speed", "power", "forte")
WISE: Final = "-wise"
WISE_ROOTS: Final = ("perception",)
NAVAL: Final = "naval battle"
MUSICAL: Final = "Musical Instrument"
INSTRUMENTS: Final = ("Drum", "Fife", "Trumpet")


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill. `weapon`: one of arms; `missile`: it shoots."""

    name: str
    roots: tuple[str, ...]
    magical: bool = False
    weapon: bool = False
    missile: bool = False


@cache
def skills() -> dict[str, Skill]:
    """All skills that the rules name, and those that stand for them, by name."""
    found = {
        row["name"]: Skill(row["name"], tuple(row["roots"]), bool(row.get("magical", False)))
        for row in rows("skills", "skill")
    }
    for row in rows("skills", "weapon_skill"):
        found[row["name"]] = Skill(
            row["name"],
            tuple(row["roots"]),
            weapon=True,
            missile=bool(row["missile"]),
        )
    for row in rows("skills", "skill"):
        for other in row.get("aliases", ()):
            found.setdefault(other, Skill(other, tuple(row["roots"]), bool(row.get("magical", False))))
    for row in rows("equivalents", "equivalent"):
        own = row["skill"]
        if own not in found:
            found[own] = Skill(own, found[row["stands_for"][0]].roots)
    for skill in found.values():
        must(0 < len(skill.roots) <= 2, f"{skill.name} has one root stat or two")
        must(all(root in STATS for root in skill.roots), f"{skill.name} roots in stats")
    return found


def _other_names(skill: str) -> list[str]:
    """The other names of a skill, such as Engineering for Engineer. Rule: companies:spec.reinforce."""
    return [
        other for row in rows("skills", "skill") if row["name"] == skill for other in row.get("aliases", ())
    ]


@cache
def stand_ins(skill: str, naval: bool, named: bool = True) -> tuple[str, ...]:
    """The skills that may be used for a listed one, itself first.

    Args:
        skill: The listed skill.
        naval: True in a naval battle, where some more stand for others.
        named: True if its other names serve too, and any instrument for music; by versions 1 to 3 of the rules they did not.

    Rules: companies:script.equivalents, companies:script.naval.
    """
    found = [skill, *(_other_names(skill) if named else ())]
    if skill in INSTRUMENTS:
        found.append(MUSICAL)
    elif skill == MUSICAL and named:
        found += INSTRUMENTS
    found += [
        row["skill"]
        for row in rows("equivalents", "equivalent")
        if skill in row["stands_for"] and (naval or row.get("only_when") != NAVAL)
    ]
    return tuple(found)


def roots_of(skill: str) -> tuple[str, ...]:
    """The stats in which a skill roots; a wise roots in Perception. Rule: companies:core.root."""
    return WISE_ROOTS if skill.endswith(WISE) else skills()[skill].roots


def is_magical(skill: str) -> bool:
    """True if a test of the skill is open-ended. Rule: companies:core.open-ended."""
    known = skills().get(skill)
    return known is not None and known.magical
