"""Stocks, lifepaths and packages: what common troops are.

Rules: companies:force.competence, companies:force.free-lifepaths, companies:core.root.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.rulebooks.companies.tables.files import data, must, rows
from banneret.rulebooks.companies.tables.skills import STATS, skills

COMPETENCE: Final[dict[int, int]] = {
    row["affiliation_dice"]: row["skill_exponent"] for row in rows("competence", "primary")
}
"""The exponent of the troops' skills by the dice of the affiliation. Rule: companies:force.competence."""
BOUGHT: Final[dict[int, int]] = {
    row["affiliation_dice"]: row["extra_lifepaths"] for row in rows("competence", "purchased")
}
"""The lifepaths that a bought affiliation adds, by its dice. Rule: companies:force.purchase."""
STEALTH: Final = "Stealthy"
TRAINING: Final[frozenset[str]] = frozenset(data("disposition")["training_skills"]["names"])
"""The training skills that count. Rule: companies:disp.training."""
MOUNTED: Final = "mounted"
APPROPRIATE: Final = "Appropriate Weapons"


@dataclass(frozen=True, slots=True)
class Stock:
    """A people: the stats of its common troops, in the order of `STATS`. `size` is its place in the order of sizes."""

    id: str
    stats: tuple[int, ...]
    speed: float
    size: int
    couriers: tuple[str, ...]
    natural_armour: bool


@dataclass(frozen=True, slots=True)
class Lifepath:
    """A lifepath: the skills it brings, the weapons its troops may strike with, the training it teaches; `higher` ones are not free."""

    id: str
    name: str
    stock: str
    skills: tuple[str, ...]
    weapons: tuple[str, ...]
    training: tuple[str, ...]
    infiltration: int
    higher: bool


@dataclass(frozen=True, slots=True)
class Package:
    """The five lifepaths that a company has for nothing. `regular`: they are the soldiers of a stock; `swaps`: the lifepaths that others may replace."""

    id: str
    label: str
    stock: str
    lifepaths: tuple[str, ...]
    weapon: str
    regular: bool
    swaps: dict[str, str]


@cache
def sizes() -> tuple[str, ...]:
    """The sizes, from the smallest to the largest. Rule: companies:strike.size."""
    return tuple(data("stocks")["size"]["order"])


def size_of(stock: Stock, mounted: bool) -> int:
    """The place of troops in the order of sizes; mounted troops stand at least as high as horsemen. Rule: companies:strike.size."""
    return max(stock.size, sizes().index(MOUNTED)) if mounted else stock.size


@cache
def stocks() -> dict[str, Stock]:
    """The stocks by id."""
    return {
        row["id"]: Stock(
            row["id"],
            tuple([int(row[stat]) for stat in STATS]),
            float(row["speed_multiplier"]),
            sizes().index(row["size"]),
            tuple(row["courier_skills"]),
            bool(row.get("natural_armour", False)),
        )
        for row in rows("stocks", "stock")
    }


@cache
def lifepaths() -> dict[str, Lifepath]:
    """The lifepaths by id."""
    return {row["id"]: _lifepath(row) for row in rows("lifepaths", "lifepath")}


def _lifepath(row: dict[str, Any]) -> Lifepath:
    """A lifepath; what it adds to the infiltration agrees with its skills. Rules: companies:disp.infiltration-mass, companies:disp.training."""
    must(row["stock"] in stocks(), f"the stock of {row['id']} is known")
    must(bool(row["stealth"]) == (STEALTH in row["skills"]), f"{row['id']} is stealthy by its skills")
    must(
        bool(row["armor_training"]) == ("Armor Training" in row["training"]),
        f"{row['id']} is trained to armour",
    )
    must(TRAINING.issuperset(row["training"]), f"the training of {row['id']} is such as counts")
    must(
        row["infiltration"] == row["stealth"] - row["armor_training"],
        f"the infiltration of {row['id']} adds up",
    )
    weapons = [name for name in row["weapons"] if name != APPROPRIATE] + list(row.get("choose", ()))
    must(all(name in skills() for name in weapons), f"the weapons of {row['id']} are known")
    return Lifepath(
        row["id"],
        row["name"],
        row["stock"],
        tuple([name for name in row["skills"] if name != APPROPRIATE]),
        tuple(weapons),
        tuple(row["training"]),
        int(row["infiltration"]),
        bool(row.get("higher", False)),
    )


@cache
def packages() -> dict[str, Package]:
    """The packages by id; their printed totals agree with their lifepaths. Rules: companies:force.free-lifepaths, companies:disp.training."""
    found = {}
    for row in rows("packages", "package"):
        paths = [lifepaths()[name] for name in row["lifepaths"]]
        must(len(paths) == 5, f"{row['id']} has five lifepaths")
        must(
            sum(path.infiltration for path in paths) == row["infiltration"],
            f"the infiltration of {row['id']} adds up",
        )
        training = {name for path in paths for name in path.training}
        must(training == set(row["training"]), f"the training of {row['id']} is that of its lifepaths")
        found[row["id"]] = Package(
            row["id"],
            row["label"],
            row["stock"],
            tuple(row["lifepaths"]),
            row["default_weapon"],
            row["id"] == row["stock"],
            dict(row.get("may_swap", {})),
        )
    return found
