"""Scenarios of the hex game, read from plain data into their normal form."""

from __future__ import annotations

import re
from typing import Any, Final

from banneret.kernel.errors import shown
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.entries import (
    BY_SPELLS,
    LEAST_SIDES,
    MOST_SIDES,
    MOST_UNITS,
    OUTER,
    read_artifacts,
    read_facts,
    read_outer,
    read_seed_only,
    read_spells,
    read_units,
)
from banneret.rulebooks.stacks.army.game_checks import check_chits, check_game
from banneret.rulebooks.stacks.army.maps import A_HEX, read_hex, read_map
from banneret.rulebooks.stacks.tables.eligibility import can_board
from banneret.rulebooks.stacks.tables.facts import Facts
from banneret.rulebooks.stacks.tables.names import MOST_CHARACTERS, Names

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


def read_game(row: Fields) -> Scenario:
    """A scenario of the hex game in its normal form; raises `BadInput` naming the field. Rule: stacks:setup.scenario, stacks:turn.phases."""
    where = row.where
    row.only((*OUTER, *_GAME))
    name, title, summary = read_outer(row)
    row.word("kind", ("scenario",), "scenario")
    known, own = read_facts(row)
    hex_map = read_map(row, known)
    rows = hex_map["rows"]
    players = row.rows("player", 100)
    if not LEAST_SIDES <= len(players) <= MOST_SIDES:
        raise row.wrong(f"{len(players)} players", f"from {LEAST_SIDES} to {MOST_SIDES}")
    size = (len(rows[0]), len(rows))
    checked = [_player(player, place, known, size, where) for place, player in enumerate(players)]
    sides = tuple([player["id"] for player in checked])
    for place, one in enumerate(sides):
        if one.lower() in [other.lower() for other in sides[:place]]:
            raise row.wrong(f"two players are called {shown(one)}")
    first = row.word("first", ("roll", *sides), "roll")
    objectives: list[list[int]] = []
    for place, entry in enumerate(row.rows("objectives", 100)):
        hex_ = read_hex(entry, size, f"{where}, objective {place + 1}")
        if hex_ in objectives:
            raise row.wrong(f"objective {hex_} is named twice")
        objectives.append(hex_)
    data: dict[str, Any] = {
        "map": hex_map,
        "turn_limit": row.number("turn_limit", 12, 1, 200),
        "first": first,
        "goal": {"kind": _goal(row)},
        "stack_limit": row.number("stack_limit", 8, most=99),
        "recruits_per_turn": row.number("recruits_per_turn", 0, most=20),
        "spells_per_turn": row.number("spells_per_turn", 0, most=20),
        "hand_limit": row.number("hand_limit", 7, most=99),
        "artifact_draws": row.flag("artifact_draws"),
        "objectives": objectives,
        "player": checked,
    }
    if own:
        data["unit"] = own
    if row.has("seed_only"):
        units = [unit for player in checked for stack in player["stack"] for unit in stack["units"]]
        units += [unit for player in checked for unit in player["reserve"]]
        lists = [name for player in checked for name in player["lists"]]
        data["seed_only"] = read_seed_only(row, units, lists, known)
    level = row.text("level", "own", MOST_CHARACTERS, blank=True)
    scenario = Scenario(name, title, level, sides, summary, data)
    check_chits(scenario, known, where)
    check_game(scenario, where)
    return scenario


def _goal(row: Fields) -> str:
    """The kind of goal. Rule: stacks:win.capital, stacks:win.archmage, stacks:win.objectives."""
    given = row.get("goal", GOALS[0])
    if isinstance(given, str):
        return row.word("goal", GOALS, GOALS[0])
    goal = Fields(given, f"{row.where}, goal", 'such as { kind = "capital" }')
    goal.only(("kind",))
    return goal.word("kind", GOALS)


def _player(data: object, number: int, known: Facts, size: tuple[int, int], where: str) -> dict[str, Any]:
    """One player in normal form. Rule: stacks:setup.scenario, stacks:setup.spells, stacks:setup.reserve."""
    row = Fields(data, f"{where}, player {number + 1}")
    row.only(_PLAYER)
    name = row.text("id", most=MOST_CHARACTERS)
    if not _SIDE_NAME.fullmatch(name) or name.lower() in _TAKEN_NAMES:
        raise row.wrong(f"id is {shown(name)}", "letters, digits, _ and -, a letter first")
    where = row.where = f"{row.where} ({name})"
    lists = _lists(row, known)
    capital = row.get("capital", None, A_HEX)
    stacks = _stacks(row, known, size)
    spells, reserve = read_spells(row, "spells", known), row.words("reserve", MOST_UNITS, MOST_CHARACTERS)
    spells_random = row.number("spells_random", 0, most=35)
    reserve_random = row.number("reserve_random", 0, most=MOST_UNITS)
    if spells and spells_random:
        raise row.wrong("spells are named and dealt blind", "either spells or spells_random")
    if reserve and reserve_random:
        raise row.wrong("the reserve is named and drawn blind", "either reserve or reserve_random")
    if reserve_random and not lists:
        raise row.wrong("a blind reserve, but no lists to draw it from")
    units = read_units(reserve, known, f"{where}, reserve")
    total = len(units) + sum([len(stack["units"]) for stack in stacks])
    if total > MOST_OF_A_SIDE:
        raise row.wrong(f"{total} units", f"at most {MOST_OF_A_SIDE}")
    if total + reserve_random == 0:
        raise row.wrong("no unit at all", "a stack or a reserve")
    for unit in units:
        if unit.summoning:
            raise row.wrong(f"{unit.name} in reserve", BY_SPELLS)
    return {
        "id": name,
        "capital": read_hex(capital, size, f"{where}, capital"),
        "lists": lists,
        "spells": spells,
        "spells_random": spells_random,
        "reserve": [unit.id for unit in units],
        "reserve_random": reserve_random,
        "stack": stacks,
    }


def _lists(row: Fields, known: Facts) -> list[str]:
    """The lists a player draws from, each once. Rule: stacks:setup.scenario, stacks:recruit.terrain."""
    lists: list[str] = []
    grounds = Names("list", [terrain.list for terrain in known.terrains])
    for word in row.words("lists", 20, MOST_CHARACTERS):
        ground = grounds.names[grounds.find(word, f"{row.where}, lists")]
        if ground in lists:
            raise row.wrong(f"list {ground} is named twice")
        lists.append(ground)
    return lists


def _stacks(row: Fields, known: Facts, size: tuple[int, int]) -> list[dict[str, Any]]:
    """The starting stacks of a player, one to a hex. Rule: stacks:setup.scenario, stacks:battle.one-stack."""
    stacks: list[dict[str, Any]] = []
    for place, data in enumerate(row.rows("stack", MOST_STACKS)):
        entry = Fields(data, f"{row.where}, stack {place + 1}")
        stack = _stack(entry, known, size)
        if any(stack["hex"] == other["hex"] for other in stacks):
            raise entry.wrong(f"a second stack in {stack['hex']}", "one to a hex")
        stacks.append(stack)
    return stacks


def _stack(row: Fields, known: Facts, size: tuple[int, int]) -> dict[str, Any]:
    """One starting stack in normal form. Rule: stacks:setup.scenario, stacks:battle.one-stack."""
    row.only(("hex", "units", "artifacts", "passengers"))
    hex_ = row.get("hex", None, A_HEX)
    units = read_units(row.words("units", MOST_UNITS, MOST_CHARACTERS), known, row.where)
    if not units:
        raise row.wrong("no units")
    for unit in units:
        if unit.summoning:
            raise row.wrong(f"{unit.name} on the map", BY_SPELLS)
    passengers: list[dict[str, int]] = []
    for place, data in enumerate(row.rows("passengers", MOST_UNITS)):
        entry = Fields(data, f"{row.where}, passenger {place + 1}", "such as { unit = 2, ship = 0 }")
        entry.only(("unit", "ship"))
        number, ship = entry.number("unit", most=len(units) - 1), entry.number("ship", most=len(units) - 1)
        if any(number == other["unit"] for other in passengers):
            raise entry.wrong(f"{units[number].name} {number} is aboard twice")
        if not can_board(units[ship], units[number]):
            raise entry.wrong(f"{units[number].name} cannot be aboard {units[ship].name}")
        passengers.append({"unit": number, "ship": ship})
    return {
        "hex": read_hex(hex_, size, f"{row.where}, hex"),
        "units": [unit.id for unit in units],
        "artifacts": read_artifacts(row, "artifacts", units, known),
        "passengers": passengers,
    }
