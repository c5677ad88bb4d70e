"""Scenarios of the hex game, read from plain data into their normal form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.entries import (
    BY_SPELLS,
    LEAST_SIDES,
    MOST_SIDES,
    MOST_UNITS,
    OUTER,
    Row,
    read_artifacts,
    read_facts,
    read_outer,
    read_seed_only,
    read_spells,
    read_units,
)
from banneret.rulebooks.stacks.army.game_checks import check_chits, check_game
from banneret.rulebooks.stacks.army.maps import read_hex, read_map
from banneret.rulebooks.stacks.tables.eligibility import can_board
from banneret.rulebooks.stacks.tables.facts import Facts
from banneret.rulebooks.stacks.tables.fields import flag_of, known_keys, list_of, number_of, text_of, words_of
from banneret.rulebooks.stacks.tables.names import Names, shown

GOALS: Final = ("capital", "archmage", "objectives")
MOST_STACKS: Final = 80
MOST_OF_A_SIDE: Final = 250  # units at the start
_GAME = (
    "map", "turn_limit", "first", "goal", "stack_limit", "recruits_per_turn", "spells_per_turn", "hand_limit",
    "artifact_draws", "objectives", "player", "seed_only", "unit",
)  # fmt: skip
_PLAYER = ("id", "capital", "lists", "spells", "spells_random", "reserve", "reserve_random", "stack")
_SIDE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,29}")
_TAKEN_NAMES = ("referee", "spectator", "none", "nobody")


def read_game(row: Row, where: str) -> Scenario:
    """A scenario of the hex game in its normal form. Rule: stacks:setup.scenario, stacks:turn.phases."""
    known_keys(row, (*OUTER, *_GAME), where)
    name, title, summary = read_outer(row, where)
    if "kind" in row and row["kind"] != "scenario":
        raise BadInput(f"kind is {shown(str(row['kind']))}", where=where, hint="scenario")
    known, own = read_facts(row, where)
    map_id, rows = read_map(row, known, where)
    players = list_of(row, "player", where, 100)
    if not LEAST_SIDES <= len(players) <= MOST_SIDES:
        raise BadInput(f"{len(players)} players", where=where, hint=f"from {LEAST_SIDES} to {MOST_SIDES}")
    size = (len(rows[0]), len(rows))
    checked = [_player(player, place, known, size, where) for place, player in enumerate(players)]
    sides = tuple([player["id"] for player in checked])
    for place, one in enumerate(sides):
        if one.lower() in [other.lower() for other in sides[:place]]:
            raise BadInput(f"two players are called {shown(one)}", where=where)
    first = text_of(row, "first", where, "roll")
    if first != "roll" and first not in sides:
        raise BadInput(f"first is {shown(first)}", where=where, hint=f"roll, or one of {', '.join(sides)}")
    objectives: list[list[int]] = []
    for place, entry in enumerate(list_of(row, "objectives", where, 100)):
        hex_ = read_hex(entry, size, f"{where}, objective {place + 1}")
        if hex_ in objectives:
            raise BadInput(f"objective {hex_} is named twice", where=where)
        objectives.append(hex_)
    data: dict[str, Any] = {
        "map": {"id": map_id, "rows": rows},
        "turn_limit": number_of(row, "turn_limit", where, 1, 200, 12),
        "first": first,
        "goal": {"kind": _goal(row, where)},
        "stack_limit": number_of(row, "stack_limit", where, 0, 99, 8),
        "recruits_per_turn": number_of(row, "recruits_per_turn", where, 0, 20, 0),
        "spells_per_turn": number_of(row, "spells_per_turn", where, 0, 20, 0),
        "hand_limit": number_of(row, "hand_limit", where, 0, 99, 7),
        "artifact_draws": flag_of(row, "artifact_draws", where, False),
        "objectives": objectives,
        "player": checked,
    }
    if own:
        data["unit"] = own
    if "seed_only" in row:
        units = [unit for player in checked for stack in player["stack"] for unit in stack["units"]]
        units += [unit for player in checked for unit in player["reserve"]]
        lists = [name for player in checked for name in player["lists"]]
        data["seed_only"] = read_seed_only(row, units, lists, known, where)
    scenario = Scenario(name, title, text_of(row, "level", where, "own"), sides, summary, data)
    check_chits(scenario, known, where)
    check_game(scenario, where)
    return scenario


def _goal(row: Row, where: str) -> str:
    """Rule: stacks:win.capital, stacks:win.archmage, stacks:win.objectives."""
    given = row.get("goal", {"kind": "capital"})
    if isinstance(given, str):
        given = {"kind": given}
    if not isinstance(given, Mapping):
        raise BadInput("goal is not a table", where=where, hint='such as { kind = "capital" }')
    known_keys(given, ("kind",), f"{where}, goal")
    kind = text_of(given, "kind", f"{where}, goal")
    if kind not in GOALS:
        raise BadInput(f"goal is {shown(kind)}", where=where, hint="one of " + ", ".join(GOALS))
    return kind


def _player(row: object, number: int, known: Facts, size: tuple[int, int], where: str) -> dict[str, Any]:
    """One player in normal form. Rule: stacks:setup.scenario, stacks:setup.spells, stacks:setup.reserve."""
    where = f"{where}, player {number + 1}"
    if not isinstance(row, Mapping):
        raise BadInput("is not a table", where=where)
    known_keys(row, _PLAYER, where)
    name = text_of(row, "id", where)
    if not _SIDE_NAME.fullmatch(name) or name.lower() in _TAKEN_NAMES:
        raise BadInput(f"id is {shown(name)}", where=where, hint="letters, digits, _ and -, a letter first")
    where = f"{where} ({name})"
    lists = _lists(row, known, where)
    if "capital" not in row:
        raise BadInput("capital is missing", where=where, hint="[column, row], from 0")
    stacks = _stacks(row, known, size, where)
    spells, reserve = read_spells(row, "spells", known, where), words_of(row, "reserve", where, MOST_UNITS)
    spells_random = number_of(row, "spells_random", where, 0, 35, 0)
    reserve_random = number_of(row, "reserve_random", where, 0, MOST_UNITS, 0)
    if spells and spells_random:
        raise BadInput("spells are named and dealt blind", where=where, hint="either spells or spells_random")
    if reserve and reserve_random:
        raise BadInput(
            "the reserve is named and drawn blind", where=where, hint="either reserve or reserve_random"
        )
    if reserve_random and not lists:
        raise BadInput("a blind reserve, but no lists to draw it from", where=where)
    units = read_units(reserve, known, f"{where}, reserve")
    total = len(units) + sum([len(stack["units"]) for stack in stacks])
    if total > MOST_OF_A_SIDE:
        raise BadInput(f"{total} units", where=where, hint=f"at most {MOST_OF_A_SIDE}")
    if total + reserve_random == 0:
        raise BadInput("no unit at all", where=where, hint="a stack or a reserve")
    for unit in units:
        if unit.summoning:
            raise BadInput(f"{unit.name} in reserve", where=where, hint=BY_SPELLS)
    return {
        "id": name,
        "capital": read_hex(row["capital"], size, f"{where}, capital"),
        "lists": lists,
        "spells": spells,
        "spells_random": spells_random,
        "reserve": [unit.id for unit in units],
        "reserve_random": reserve_random,
        "stack": stacks,
    }


def _lists(row: Row, known: Facts, where: str) -> list[str]:
    """The lists a player draws from, each once. Rule: stacks:setup.scenario, stacks:recruit.terrain."""
    lists: list[str] = []
    grounds = Names("list", [terrain.list for terrain in known.terrains])
    for word in words_of(row, "lists", where, 20):
        ground = grounds.names[grounds.find(word, f"{where}, lists")]
        if ground in lists:
            raise BadInput(f"list {ground} is named twice", where=where)
        lists.append(ground)
    return lists


def _stacks(row: Row, known: Facts, size: tuple[int, int], where: str) -> list[dict[str, Any]]:
    """The starting stacks of a player, one to a hex. Rule: stacks:setup.scenario, stacks:battle.one-stack."""
    stacks: list[dict[str, Any]] = []
    for place, entry in enumerate(list_of(row, "stack", where, MOST_STACKS)):
        stack = _stack(entry, known, size, f"{where}, stack {place + 1}")
        if any(stack["hex"] == other["hex"] for other in stacks):
            raise BadInput(
                f"a second stack in {stack['hex']}", where=f"{where}, stack {place + 1}", hint="one to a hex"
            )
        stacks.append(stack)
    return stacks


def _stack(row: object, known: Facts, size: tuple[int, int], where: str) -> dict[str, Any]:
    """One starting stack in normal form. Rule: stacks:setup.scenario, stacks:battle.one-stack."""
    if not isinstance(row, Mapping):
        raise BadInput("is not a table", where=where)
    known_keys(row, ("hex", "units", "artifacts", "passengers"), where)
    if "hex" not in row:
        raise BadInput("hex is missing", where=where, hint="[column, row], from 0")
    units = read_units(words_of(row, "units", where, MOST_UNITS), known, where)
    if not units:
        raise BadInput("no units", where=where)
    for unit in units:
        if unit.summoning:
            raise BadInput(f"{unit.name} on the map", where=where, hint=BY_SPELLS)
    passengers: list[dict[str, int]] = []
    for place, entry in enumerate(list_of(row, "passengers", where, MOST_UNITS)):
        spot = f"{where}, passenger {place + 1}"
        if not isinstance(entry, Mapping):
            raise BadInput("is not a table", where=spot, hint="such as { unit = 2, ship = 0 }")
        known_keys(entry, ("unit", "ship"), spot)
        number = number_of(entry, "unit", spot, 0, len(units) - 1)
        ship = number_of(entry, "ship", spot, 0, len(units) - 1)
        if any(number == other["unit"] for other in passengers):
            raise BadInput(f"{units[number].name} {number} is aboard twice", where=spot)
        if not can_board(units[ship], units[number]):
            raise BadInput(f"{units[number].name} cannot be aboard {units[ship].name}", where=spot)
        passengers.append({"unit": number, "ship": ship})
    return {
        "hex": read_hex(row["hex"], size, f"{where}, hex"),
        "units": [unit.id for unit in units],
        "artifacts": read_artifacts(row, "artifacts", units, known, where),
        "passengers": passengers,
    }
