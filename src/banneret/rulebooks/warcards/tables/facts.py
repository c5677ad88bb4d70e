"""All tables, read once from `data/` and shared.

Rules: warcards:unit.card, warcards:unit.statistics, warcards:unit.races.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.files import read_toml
from banneret.rulebooks.warcards.tables.cards import NONE, Card
from banneret.rulebooks.warcards.tables.spells import Spell, uses_of

DATA: Final = Path(__file__).parent.parent / "data"


@dataclass(slots=True)
class Facts:
    """All tables of the rulebook."""

    cards: dict[str, Card]
    ships: dict[str, Card]
    spells: dict[str, Spell]
    bonuses: list[tuple[int, int, int]]  # by EL: attack, defense, morale


@cache
def symbols() -> dict[str, str]:
    """The picture of each type of unit, kind of ship and kind of person."""
    return {kind: name for part in read_toml(DATA / "symbols.toml").values() for kind, name in part.items()}


@cache
def facts() -> Facts:
    """The tables, read once."""
    races = {row["id"]: row for row in read_toml(DATA / "races.toml")["race"]}
    cards = {row["id"]: _unit(row, races) for row in read_toml(DATA / "units.toml")["unit"]}
    ships = {row["id"]: _ship(row) for row in read_toml(DATA / "ships.toml")["ship"]}
    spells = {row["id"]: _spell(row) for row in read_toml(DATA / "battle_spells.toml")["spell"]}
    with (DATA / "hero_bonuses.csv").open(encoding="utf-8") as file:
        bonuses = [
            (int(row["attack"]), int(row["defense"]), int(row["morale"])) for row in csv.DictReader(file)
        ]
    return Facts(cards, ships, spells, bonuses)


def _rating(value: Any) -> int:
    return NONE if value == "-" else int(value)


def _unit(row: dict[str, Any], races: dict[str, Any]) -> Card:
    race = races[row["race"]]
    return Card(
        row["id"],
        row["name"],
        row["race"],
        row["type"],
        int(row["melee"]),
        _rating(row["missile"]),
        _rating(row["charge"]),
        int(row["defense"]),
        int(row["morale"]),
        int(row["hits"]),
        int(row["move"]),
        int(row["muster"]),
        row["mount"] == "mounted",
        row["armor"],
        pike="pike" in row["tags"],
        artillery="artillery" in row["tags"],
        moves_freely="move-freely" in row["tags"],
        night_sight=bool(race["night_sight"]),
        dwarven=bool(race["dwarven"]),
    )


def _ship(row: dict[str, Any]) -> Card:
    """A vessel's card; its ram stands as charge. Rule: warcards:naval.same-rules."""
    return Card(
        row["id"],
        row["name"],
        "human",
        "ship",
        int(row["melee"]),
        _rating(row["missile"]),
        _rating(row["ram"]),
        int(row["defense"]),
        int(row["morale"]),
        int(row["hits"]),
        int(row["move"]),
        int(row["muster"]),
        False,
        "none",
        ship=True,
        heavy=row["weight"] == "heavy",
        bunks=int(row["bunks"]),
    )


def _spell(row: dict[str, Any]) -> Spell:
    return Spell(row["id"], row["name"], int(row["level"]), uses_of(row["uses"]))
