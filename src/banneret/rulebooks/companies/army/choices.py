"""Everything a company may be raised of: packages, officers, lifepaths, arms. Rules: companies:force.free-lifepaths, companies:force.competence."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.kernel.abilities.muster import Choice, Field, Kind, Tables
from banneret.kernel.files import read_toml
from banneret.rulebooks.companies.army.companies import FREE, MOBILITY, MOST_SECONDS, MOST_TROOPS
from banneret.rulebooks.companies.army.lists import TROOPS
from banneret.rulebooks.companies.tables.files import DATA
from banneret.rulebooks.companies.tables.officers import officers
from banneret.rulebooks.companies.tables.skills import skills
from banneret.rulebooks.companies.tables.troops import lifepaths, packages, stocks

DICE: Final = 2
"""The usual dice of an affiliation, and the price of a package."""
FURTHER: Final = 5
"""The most further lifepaths."""
USUAL: Final = "usual"
"""The choice of the package's own weapon or stock."""
ARMS: Final = {
    "longest": "longest weapons, such as pikes",
    "right_tools": "the right tools for its objective",
    "superior_position": "the better ground",
}
BUDGETS: Final = (2, 3, 4, 6)


@cache
def tables() -> Tables:
    """The choices, as the muster of any client shows them."""
    return Tables(
        "companies",
        "dice of affiliations",
        BUDGETS,
        (Kind("company", "Company", _fields()),),
        {
            path.stem: tuple(read_toml(path)["sides"])
            for path in sorted((DATA.parent / "scenarios").glob("*.toml"))
        },
        "One company: its package, who leads it, what it brings. Further lifepaths cost the dice of a bought affiliation.",
    )


def _fields() -> tuple[Field, ...]:
    weapons = [skill.name for skill in skills().values() if skill.weapon and not skill.missile]
    paths = [
        Choice(path.id, path.name, path.stock.title(), text=", ".join(path.skills))
        for path in lifepaths().values()
    ]
    free = [choice for choice in paths if not lifepaths()[choice.id].higher]
    people = [
        Choice(
            one.id,
            one.name,
            one.stock.title(),
            text=", ".join([f"{name} {value}" for name, value in one.skills.items()]),
        )
        for one in officers().values()
    ]
    kinds = [
        Choice(
            one.id,
            one.label,
            one.stock.title(),
            DICE,
            ", ".join([lifepaths()[path].name for path in one.lifepaths]),
        )
        for one in packages().values()
    ]
    return (
        Field("package", "Package", "one", tuple(kinds)),
        Field("commander", "Commander", "one", tuple(people), people[0].id),
        Field(
            "affiliation_dice",
            "Affiliation",
            "number",
            default=str(DICE),
            least=1,
            most=3,
            text="1 average, 2 trained, 3 elite",
        ),
        Field("seconds", "Seconds", "many", tuple(people), most=MOST_SECONDS),
        Field("extra_lifepaths", "Further lifepaths", "many", tuple(paths), most=FURTHER),
        Field(
            "weapon",
            "Weapon",
            "one",
            (Choice(USUAL, "that of the package"), *[Choice(one, one) for one in weapons]),
            USUAL,
        ),
        Field("troops", "Troops", "number", default=str(TROOPS), least=1, most=MOST_TROOPS),
        Field("gear", "Gear", "number", default="1", most=3, text="compared with the enemy's"),
        Field(
            "mobility", "Moves", "one", tuple([Choice(one, one) for one in MOBILITY]), MOBILITY[0], rare=True
        ),
        Field(
            "arms",
            "Besides",
            "many",
            tuple([Choice(name, text) for name, text in ARMS.items()]),
            most=3,
            rare=True,
        ),
        Field(
            "stock",
            "Stock",
            "one",
            (Choice(USUAL, "that of the package"), *[Choice(one, one) for one in stocks()]),
            USUAL,
            rare=True,
        ),
        Field(
            "lifepaths",
            "Free lifepaths",
            "many",
            tuple(free),
            most=FREE,
            rare=True,
            text="five of its stock in place of the package's, such as a Crossbowman for the Archer",
        ),
    )
