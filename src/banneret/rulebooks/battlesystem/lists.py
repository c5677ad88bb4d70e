"""Two armies in words made into a battle on the smallest table, such as "12 Dwarves" against "20 Goblins (mob)".

Rules: battlesystem:intro.table, battlesystem:3.4.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.rulebook import Scenario
from banneret.rulebooks.battlesystem.enlisting import Recruit, enlist
from banneret.rulebooks.battlesystem.scenarios import read_scenario
from banneret.rulebooks.battlesystem.shortlist import read_list

TABLE: Final = 48.0  # inches, of two lists that fit on it
DEEP: Final = 12.0  # inches of each zone
SMALL: Final = 8  # units of a side up to which the smallest table will do


def matchup(first: str, second: str) -> Scenario:
    """The battle of two lists in the open, drawn up at opposite edges; raises `BadInput` where a list cannot be read."""
    return read_scenario(battle_of(read_list(first, "attacker"), read_list(second, "defender")), "matchup")


def battle_of(first: list[Recruit], second: list[Recruit]) -> dict[str, Any]:
    """The plain data of a battle of two lists."""
    width = TABLE if max(len(first), len(second)) <= SMALL else 2.0 * TABLE
    sides = [
        {
            "id": key,
            "name": name,
            "home": home,
            "zone": _band(width, home),
            "units": rows(recruits),
        }
        for key, name, home, recruits in (
            ("attackers", "Attackers", "south", first),
            ("defenders", "Defenders", "north", second),
        )
    ]
    return {
        "id": "matchup",
        "title": f"{_tallied(first)} against {_tallied(second)}"[:80],
        "table": {"width": width, "depth": TABLE},
        "setup": {"positions": "given"},
        "sides": sides,
    }


def rows(recruits: list[Recruit]) -> list[dict[str, Any]]:
    """The rosters of a list, units of one name told apart by numbers."""
    names = [enlist(one).row()["name"] for one in recruits]
    found: list[dict[str, Any]] = []
    for place, one in enumerate(recruits):
        name = names[place]
        if names.count(name) > 1:
            name = f"{name} {names[: place + 1].count(name)}"
        found.append(enlist(one).row(name))
    return found


def _band(width: float, home: str) -> list[list[float]]:
    low = 0.0 if home == "south" else TABLE - DEEP
    return [[0.0, low], [width, low], [width, low + DEEP], [0.0, low + DEEP]]


def _tallied(recruits: list[Recruit]) -> str:
    """The figures of a list by creature, in words."""
    return ", ".join([f"{one.figures} {enlist(one).creature.plural}" for one in recruits])
