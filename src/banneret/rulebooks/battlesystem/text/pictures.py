"""The pictures of units and commanders, by what they are and what they carry: read once from `data/symbols.toml`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.files import read_toml

FILE: Final = Path(__file__).parent.parent / "data" / "symbols.toml"
HELMET: Final = "barbute"


@cache
def _symbols() -> dict[str, Any]:
    return read_toml(FILE)


def unit_picture(names: Iterable[str], weapons: Iterable[str]) -> str:
    """The picture of a unit: that of the first of its names that has one, else of a weapon, else a helmet.

    >>> unit_picture(["dwarf-hill", "dwarf"], ["axe"]), unit_picture(["human-0"], ["spear"]), unit_picture(["human-0"], [])
    ('dwarf-helmet', 'spears', 'barbute')
    """
    creatures, arms = _symbols()["creature"], _symbols()["weapon"]
    for name in names:
        if name in creatures:
            return str(creatures[name])
        if name in creatures.values():  # a roster may name the picture itself
            return name
    for weapon in weapons:
        words = weapon.split("-")
        for word in (weapon, words[-1], words[0]):
            if word in arms:
                return str(arms[word])
    return HELMET


def commander_picture(leads_the_army: bool) -> str:
    """The picture of a commander above units."""
    return "crown" if leads_the_army else "laurels"
