"""Scenarios from plain data: those of the hex game and single battles, of files and of records.

Everything is checked before it is built, and refused with the place and what would be right. What comes out is in a normal
form that reads back to itself, so that a record carries the whole scenario.
"""

from __future__ import annotations

from collections.abc import Mapping

from banneret.kernel.bounds import check_values
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.entries import MOST_SIDES, OUTER, Row
from banneret.rulebooks.stacks.army.games import read_game
from banneret.rulebooks.stacks.army.single_battles import read_single_battle
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.fields import known_keys, text_of, words_of
from banneret.rulebooks.stacks.tables.names import shown


def read_scenario(data: Row, where: str) -> Scenario:
    """A scenario from plain data, fully checked: flat as in a user's file, or as a record carries it.

    A file may wrap it in one `[[scenario]]` or `[[battle]]` table. Raises `BadInput` naming the field.
    """
    if not isinstance(data, Mapping):
        raise BadInput("is not a table", where=where)
    check_values(data, where)
    for wrapper in ("scenario", "battle"):
        if wrapper in data:
            known_keys(data, (wrapper,), where)
            rows = data[wrapper] if isinstance(data[wrapper], list | tuple) else [data[wrapper]]
            if len(rows) != 1 or not isinstance(rows[0], Mapping):
                raise BadInput(f"{len(rows)} scenarios", where=where, hint="one to a file")
            return read_game(rows[0], where) if wrapper == "scenario" else read_single_battle(rows[0], where)
    if "data" not in data:
        return read_single_battle(data, where) if _is_battle(data, where) else read_game(data, where)
    known_keys(data, (*OUTER, "sides", "data"), where)
    inner = data["data"]
    if not isinstance(inner, Mapping):
        raise BadInput("data is not a table", where=where)
    for key in OUTER:
        if key in inner:
            raise BadInput(f"{key} stands in data", where=where, hint="it belongs beside it")
    flat = {**inner, **{key: data[key] for key in OUTER if key in data}}
    scenario = read_single_battle(flat, where) if _is_battle(flat, where) else read_game(flat, where)
    if "sides" in data and words_of(data, "sides", where, MOST_SIDES) != list(scenario.sides):
        raise BadInput("sides are not those of the players", where=where, hint=f"{', '.join(scenario.sides)}")
    return scenario


def _is_battle(data: Row, where: str) -> bool:
    kind = text_of(data, "kind", where, "battle" if "attacker" in data or "defender" in data else "scenario")
    if kind not in ("battle", "scenario"):
        raise BadInput(f"kind is {shown(kind)}", where=where, hint="scenario or battle")
    return kind == "battle"


def armies(scenario: Scenario) -> tuple[str, ...]:
    """The units that stand ready on each side when the battle begins, each kind named once. Rule: stacks:setup.scenario."""
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
