"""Scenarios from plain data: hex games and single battles, from files and records.

All is checked as it is read. The result is in a normal form that reads back to itself, so that a record carries the whole scenario.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banneret.kernel.bounds import check_values
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.entries import MOST_SIDES, OUTER
from banneret.rulebooks.stacks.army.games import read_game
from banneret.rulebooks.stacks.army.single_battles import read_single_battle
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.names import MOST_CHARACTERS


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from plain data, fully checked: flat as in a user's file, or as a record carries it.

    A file may wrap it in one `[[scenario]]` or `[[battle]]` table. Raises `BadInput` naming the field.
    """
    top = Fields(data, where)
    check_values(data, where)
    for wrapper in ("scenario", "battle"):
        if top.has(wrapper):
            top.only((wrapper,))
            rows = data[wrapper] if isinstance(data[wrapper], list | tuple) else [data[wrapper]]
            if len(rows) != 1 or not isinstance(rows[0], Mapping):
                raise top.wrong(f"{len(rows)} scenarios", "one to a file")
            row = Fields(rows[0], where)
            return read_game(row) if wrapper == "scenario" else read_single_battle(row)
    if not top.has("data"):
        return _read_flat(top)
    top.only((*OUTER, "sides", "data"))
    inner = top.table("data").data
    for key in OUTER:
        if key in inner:
            raise top.wrong(f"{key} stands in data", f"put {key} beside data")
    scenario = _read_flat(Fields({**inner, **{key: data[key] for key in OUTER if key in data}}, where))
    if top.has("sides") and top.words("sides", MOST_SIDES, MOST_CHARACTERS) != scenario.sides:
        raise top.wrong("sides are not those of the players", ", ".join(scenario.sides))
    return scenario


def _read_flat(row: Fields) -> Scenario:
    """A scenario with all its fields on one level; without `kind`, one with an attacker or defender is a single battle."""
    likely = "battle" if row.has("attacker") or row.has("defender") else "scenario"
    kind = row.word("kind", ("scenario", "battle"), likely)
    return read_single_battle(row) if kind == "battle" else read_game(row)


def armies(scenario: Scenario) -> tuple[str, ...]:
    """The units on each side at the start, in words, each kind named once. Rule: stacks:setup.scenario."""
    data = scenario.data
    known = facts().extended(list(data.get("unit", ())), where=scenario.id) if data.get("unit") else facts()
    if scenario.kind == "battle":
        forces = [list(data[side]) for side in scenario.sides]
    else:
        forces = [[unit for stack in player["stack"] for unit in stack["units"]] for player in data["player"]]
    return tuple(
        [_army_line([known.find_unit(unit, scenario.id).name for unit in force]) for force in forces]
    )


def _army_line(names: list[str]) -> str:
    return f"{len(names)} {'unit' if len(names) == 1 else 'units'}: {', '.join(dict.fromkeys(names))}"
