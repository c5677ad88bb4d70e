"""The scenarios that come with the rulebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from banneret.kernel.files import read_toml
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.tables.facts import FOLDER, read_data

SHIPPED: Final = (
    "two_banners",
    "millers_ford",
    "halls_and_groves",
    "narrow_sea",
    "duel_of_archmages",
    "ashes_and_banners",
)


@cache
def shipped() -> dict[str, Scenario]:
    """The scenarios that come with the rulebook: the hex games, then the ready-made battles.

    Rule: stacks:setup.scenario, stacks:setup.battle-only.
    """
    found: dict[str, Scenario] = {}
    for name in SHIPPED:
        found[name] = read_scenario(
            read_toml(Path(FOLDER, "scenarios", f"{name}.toml")), f"scenarios/{name}.toml"
        )
    for row in read_data("battles")["battle"]:
        found[row["id"]] = read_scenario({"battle": [row]}, f"battles.toml, {row['id']}")
    return found
