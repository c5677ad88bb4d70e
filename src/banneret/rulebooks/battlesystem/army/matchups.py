"""Two armies in words made into a battle, on the smallest table that has room for them, such as "12 Dwarves" against "20 Goblins (mob)".

A unit of a scenario goes by its name, as it stands on its roster: "Twin Blades" against "Skullcrushers".

Elite troops and berserkers may take part, as in any scenario: "12 Elves (elite)".

Rules: battlesystem:intro.table, battlesystem:2.11, battlesystem:3.4.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.battlesystem.army.rosters.fields import ON_FOOT
from banneret.rulebooks.battlesystem.army.scenarios import read_scenario, shipped
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from banneret.rulebooks.battlesystem.army.worded_lists import MOST_TEXT, read_list, spelling
from banneret.rulebooks.battlesystem.stages import INTERMEDIATE, TIERS

TABLE: Final = 48.0  # inches of the smallest table, each way
DEEP: Final = 12.0  # inches from the edge to the far side of a zone
ELSEWHERE: Final = ("place", "brigade", "chain", "arrives", "edge")  # what a roster says of one battle only
SMALL: Final = 8  # units of a side up to which the smallest table will do


def matchup(first: str, second: str) -> Scenario:
    """The battle of two lists in the open, drawn up at opposite edges; raises `BadInput` if a list cannot be read."""
    return read_scenario(battle_between(units_of(first, "attacker"), units_of(second, "defender")), "matchup")


def units_of(text: str, where: str = "") -> list[dict[str, Any]]:
    """The rosters of a list, read as `read_list` does; the name of a unit of a scenario stands for that unit.

    Raises `BadInput`. Rule: battlesystem:3.1.

    >>> [row["name"] for row in units_of("Twin Blades, 12 Goblins")]
    ['Twin Blades', 'Goblins']
    """
    parts = [part.strip() for part in text.split(",")] if len(text) <= MOST_TEXT else []
    if not any(spelling(part) in _printed() for part in parts):
        return rows(read_list(text, where, printed_units(), special=True))
    found: list[dict[str, Any]] = []
    for part in parts:
        printed = _printed().get(spelling(part))
        found += (
            [dict(printed)]
            if printed is not None
            else rows(read_list(part, where, printed_units(), special=True))
        )
    return _told_apart(found)


def is_units(text: str) -> bool:
    """True if a list can be read as units."""
    try:
        units_of(text)
    except BadInput:
        return False
    return True


def printed_units() -> list[str]:
    """The names of all units of the scenarios, as on their rosters."""
    return [row["name"] for row in _printed().values()]


@cache
def _printed() -> dict[str, dict[str, Any]]:
    """The rosters of all units of the scenarios by the spelling of their names, without place, commanders and arrival."""
    found: dict[str, dict[str, Any]] = {}
    for scenario in shipped().values():
        for side in scenario.data["sides"]:
            for row in side["units"]:
                plain = {name: value for name, value in row.items() if name not in ELSEWHERE}
                found.setdefault(spelling(row["name"]), plain)
    return found


def battle_of(first: list[Recruit], second: list[Recruit]) -> dict[str, Any]:
    """The plain data of a battle of two lists of recruits."""
    return battle_between(rows(first), rows(second))


def battle_between(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> dict[str, Any]:
    """The plain data of a battle of two lists of rosters: of the Basic Game, unless one of them is beyond it."""
    width = TABLE if max(len(first), len(second)) <= SMALL else 2.0 * TABLE
    sides = [
        {
            "id": key,
            "name": name,
            "home": home,
            "zone": _band(width, home),
            "units": units,
        }
        for key, name, home, units in (
            ("attackers", "Attackers", "south", first),
            ("defenders", "Defenders", "north", second),
        )
    ]
    return {
        **({"tier": TIERS[INTERMEDIATE]} if any(is_beyond_basic(row) for row in [*first, *second]) else {}),
        "id": "matchup",
        "title": f"{_tallied(first)} against {_tallied(second)}"[:80],
        "table": {"width": width, "depth": TABLE},
        "setup": {"positions": "given"},
        "sides": sides,
    }


def is_beyond_basic(row: dict[str, Any]) -> bool:
    """True of a roster that the Basic Game cannot have: with missiles or artillery, mounted, or with a commander who may leave it.

    Rule: battlesystem:1.0d.
    """
    return (
        "missile" in row
        or "engine" in row
        or row.get("troop", ON_FOOT) != ON_FOOT
        or row.get("commander", {}).get("apart", False)
    )


def rows(recruits: list[Recruit]) -> list[dict[str, Any]]:
    """The rosters of a list; units of the same name are numbered."""
    return _told_apart([enlist(one).row() for one in recruits])


def _told_apart(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same rosters; number those of the same name, their ids too."""
    names = [row["name"] for row in units]
    for place, row in enumerate(units):
        name = names[place]
        if names.count(name) > 1:
            number = names[: place + 1].count(name)
            row["name"] = f"{name} {number}"
            if "id" in row:
                row["id"] = f"{row['id']}-{number}"
    return units


def _band(width: float, home: str) -> list[list[float]]:
    """The corners of the zone along a side's home edge, in inches. Rule: battlesystem:3.4."""
    low = 0.0 if home == "south" else TABLE - DEEP
    return [[0.0, low], [width, low], [width, low + DEEP], [0.0, low + DEEP]]


def _tallied(units: list[dict[str, Any]]) -> str:
    """The units of a list in words: "12 Dwarves, 20 Goblins"."""
    return ", ".join([f"{row['figures']} {row['name']}" for row in units])
