"""Armour and shields of named characters. Rule: companies:fight.house-hit."""

from __future__ import annotations

from functools import cache

from banneret.rulebooks.companies.tables.files import rows


@cache
def armour_dice() -> dict[str, int]:
    """The dice of each armour, by id."""
    return {row["id"]: int(row["dice"]) for row in rows("armour", "armour")}


@cache
def shield_dice() -> dict[str, int]:
    """The dice of each shield, by id."""
    return {row["id"]: int(row["dice"]) for row in rows("armour", "shield")}
