"""The scenarios that come with the rulebook."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from banneret.kernel.scenario import Scenario, Scenarios, scenario_file
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
def shipped() -> Scenarios:
    """The scenarios that come with the rulebook: the hex games, then the ready-made battles.

    Rule: stacks:setup.scenario, stacks:setup.battle-only.
    """
    games = {
        name: scenario_file(Path(FOLDER, "scenarios", f"{name}.toml"), read_scenario) for name in SHIPPED
    }
    battles = {str(row["id"]): partial(_battle, row) for row in read_data("battles")["battle"]}
    return Scenarios(games | battles)


def _battle(row: dict[str, Any]) -> Scenario:
    return read_scenario({"battle": [row]}, f"battles.toml, {row['id']}")
