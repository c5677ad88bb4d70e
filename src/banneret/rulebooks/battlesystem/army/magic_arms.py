"""Prices of magic arms and armour: half of the experience points that the parent game gives for them. Rule: battlesystem:16.3i."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA

SWORD: Final = "long-sword"
"""The weapon whose experience points count if none are listed for a weapon with its bonus."""
PLATE: Final = "plate"
"""The armour whose experience points count if none are listed for armour with its bonus."""
SHIELD: Final = "shield"
RING: Final = "ring"  # of protection: the magic of those who wear neither armour nor shield


@cache
def _table() -> dict[str, Any]:
    return read_toml(DATA / "magic-arms.toml")


@cache
def _weapons() -> dict[str, list[int]]:
    """The experience points of weapons of +1 to +5, by id."""
    return {arm: row["experience"] for row in _table()["weapon"] for arm in row["arms"]}


def weapon_points(arm: str, plus: int) -> int:
    """Points of the magic of a weapon of +1 to +5; an unlisted one costs as a sword of that bonus. Rules: battlesystem:16.3i, battlesystem:16.3q."""
    return _points(_weapons(), arm, SWORD, plus)


def armour_points(worn: str, plus: int) -> int:
    """Points of the magic of armour, a shield or a ring of +1 to +5; unlisted armour costs as plate. Rules: battlesystem:16.3i, battlesystem:16.3q."""
    return _points(_table()["armour"], worn, PLATE, plus)


def _points(known: dict[str, list[int]], what: str, otherwise: str, plus: int) -> int:
    """Half of the experience points listed for `what` with a bonus of `plus`, else for `otherwise`. Rules: battlesystem:16.3i, battlesystem:16.3q."""
    listed = known.get(what, known[otherwise])[plus - 1]
    return (listed or known[otherwise][plus - 1]) // 2
