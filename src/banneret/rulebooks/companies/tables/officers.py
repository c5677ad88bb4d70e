"""Named characters: commanders and seconds. Rules: companies:core.hesitation, companies:core.steel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from banneret.rulebooks.companies.tables.files import must, rows
from banneret.rulebooks.companies.tables.shades import BLACK
from banneret.rulebooks.companies.tables.skills import STATS, skills
from banneret.rulebooks.companies.tables.troops import stocks

WILL = STATS.index("will")


@dataclass(frozen=True, slots=True)
class Officer:
    """A named character.

    Attributes:
        id: The word for the character in lists and orders.
        name: The name.
        stock: The people of the character.
        stats: The exponents of the stats, in the order of `STATS`.
        steel: The exponent of Steel.
        skills: The exponents of the skills.
        melee: The skill of the weapon for strikes.
        missile: The skill of the missile weapon, empty for none.
        armour: The id of the armour.
        shield: The id of the shield.
        shades: The shades of the skills, stats and Steel that are not black.
        artha: The points of Fate, Persona and Deeds.
        circles: The exponent with which recruits are found.
    """

    id: str
    name: str
    stock: str
    stats: tuple[int, ...]
    steel: int
    skills: dict[str, int]
    melee: str
    missile: str
    armour: str
    shield: str
    shades: dict[str, int]
    artha: tuple[int, int, int] = (0, 0, 0)
    circles: int = 0

    @property
    def hesitation(self) -> int:
        """The obstacle of a Steel test: 10 minus the Will. Rule: companies:core.hesitation."""
        return 10 - self.stats[WILL]

    def shade(self, skill: str) -> int:
        """The shade of a skill or stat. Rule: companies:core.shade."""
        return self.shades.get(skill, BLACK)


@cache
def officers() -> dict[str, Officer]:
    """The officers that are ready to command, by id."""
    found = {}
    for row in rows("officers", "officer"):
        must(row["stock"] in stocks(), f"the stock of {row['id']} is known")
        must(row["melee"] in skills(), f"the weapon of {row['id']} is known")
        officer = Officer(
            row["id"],
            row["name"],
            row["stock"],
            tuple([int(row[stat]) for stat in STATS]),
            int(row["steel"]),
            {name: int(exponent) for name, exponent in row["skills"].items()},
            row["melee"],
            row["missile"],
            row["armour"],
            row["shield"],
            {},
            (int(row["artha"][0]), int(row["artha"][1]), int(row["artha"][2])),
            int(row["circles"]),
        )
        must(officer.hesitation == row["hesitation"], f"{row['id']} hesitates by 10 minus the Will")
        found[officer.id] = officer
    return found


def unnamed_officer(stock: str, competence: int, weapon: str) -> Officer:
    """The officer who takes over when no second is left: Will, Perception and Steel 4, Command one below the troops. Rule: companies:force.succession."""
    stats = tuple(
        [
            4 if name in ("will", "perception") else value
            for name, value in zip(STATS, stocks()[stock].stats, strict=True)
        ]
    )
    skills_of = {"Command": competence - 1, weapon: competence}
    return Officer("officer", "An officer", stock, stats, 4, skills_of, weapon, "", "none", "none", {})
