"""Scenarios: those that come with the rulebook, those of users' files and records, and battles made of two lists.

Everything is checked before it is built, and refused with the place and what would be right. What comes out is in a normal
form that reads back to itself, so that a record carries the whole scenario.

    >>> read_battle("4 Dwarves, DwarfLord", "6 Goblins").title
    '4 Dwarves and DwarfLord against 6 Goblins'
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from banneret.kernel.catalogue import read_toml
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.boarding import places_left
from banneret.rulebooks.stacks.checks import (
    bounded_toml,
    check_bounds,
    flag_of,
    known_keys,
    list_of,
    number_of,
    text_of,
    words_of,
)
from banneret.rulebooks.stacks.facts import FOLDER, Facts, UnitKind, facts, read_data
from banneret.rulebooks.stacks.modifiers import can_board
from banneret.rulebooks.stacks.movement import counted, may_be_by_itself, stranded
from banneret.rulebooks.stacks.naming import Names, shown
from banneret.rulebooks.stacks.setup import new_state
from banneret.rulebooks.stacks.state import NOBODY, State
from banneret.rulebooks.stacks.wording import tallied

Row = Mapping[str, Any]

SHIPPED: Final = ("two_banners", "halls_and_groves", "narrow_sea", "duel_of_archmages", "ashes_and_banners")
GOALS: Final = ("capital", "archmage", "objectives")
LEAST_SIDES: Final = 2
MOST_SIDES: Final = 4
MOST_ACROSS: Final = 40  # hexes of a row, and rows
MOST_STACKS: Final = 80
MOST_UNITS: Final = 80  # of a stack, of a reserve
MOST_OF_A_SIDE: Final = 250  # units at the start
MOST_BYTES: Final = 250_000  # of a file
SUMMONED: Final = "Summoned"

_OUTER = ("id", "title", "level", "summary", "kind")
_GAME = (
    "map", "turn_limit", "first", "goal", "stack_limit", "recruits_per_turn", "spells_per_turn", "hand_limit",
    "artifact_draws", "objectives", "player", "seed_only", "unit",
)  # fmt: skip
_BATTLE = (
    "terrain", "attacker", "defender", "attacker_spells", "defender_spells", "attacker_artifacts",
    "defender_artifacts", "seed_only", "teaches", "unit",
)  # fmt: skip
_PLAYER = ("id", "capital", "lists", "spells", "spells_random", "reserve", "reserve_random", "stack")
_SIDE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,29}")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")
_SEED_LISTS: Final = "the seed's own units are those of the lists Mountain and Forest"
_BY_SPELLS: Final = "such units come by spells only"
_TAKEN_NAMES = ("referee", "spectator", "none", "nobody")


# ---------------------------------------------------------------- what there is


@cache
def shipped() -> dict[str, Scenario]:
    """The scenarios that come with the rulebook: the hex games, then the ready-made battles.

    Rule: stacks:setup.scenario, stacks:setup.battle-only.
    """
    found: dict[str, Scenario] = {}
    for name in SHIPPED:
        path = os.path.join(FOLDER, "scenarios", name + ".toml")
        found[name] = read_scenario_file(path)
    for row in read_data("battles")["battle"]:
        found[row["id"]] = read_scenario({"battle": [row]}, f"battles.toml, {row['id']}")
    return found


def read_scenario_file(path: str) -> Scenario:
    """The one scenario of a TOML file; raises `BadInput` naming the file and the field."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=path) from None
    if len(data) > MOST_BYTES:
        raise BadInput("is too large", where=path, hint=f"at most {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("is no text in UTF-8", where=path) from None
    return read_scenario(bounded_toml(text, path), path)


def read_battle(attacker: str, defender: str, terrain: str = "", where: str = "battle") -> Scenario:
    """A single battle of two lists such as "4 Dwarves, DwarfLord". Without a terrain it is at Sea if a side needs that.

    Rule: stacks:setup.battle-only.
    """
    known = facts()
    attackers = known.army(attacker, f"{where}, attacker")
    defenders = known.army(defender, f"{where}, defender")
    if not terrain:
        at_sea = any(kind.sea and not kind.flying for kind in [*attackers, *defenders])
        terrain = "Sea" if at_sea else "Plains"
    sides = [tallied([kind.name for kind in army]) for army in (attackers, defenders)]
    title = f"{sides[0]} against {sides[1]}"
    row = {
        "id": "free",
        "title": title if len(title) <= MOST_TITLE else title[: MOST_TITLE - 1] + "…",
        "terrain": terrain,
        "attacker": [kind.id for kind in attackers],
        "defender": [kind.id for kind in defenders],
    }
    return _battle(row, where)


MOST_TITLE: Final = 120


def read_scenario(data: Row, where: str) -> Scenario:
    """A scenario from plain data, fully checked: flat as in a user's file, or as a record carries it.

    A file may wrap it in one `[[scenario]]` or `[[battle]]` table. Raises `BadInput` naming the field.
    """
    if not isinstance(data, Mapping):
        raise BadInput("is no table", where=where)
    check_bounds(data, where)
    for wrapper in ("scenario", "battle"):
        if wrapper in data:
            known_keys(data, (wrapper,), where)
            rows = data[wrapper] if isinstance(data[wrapper], list | tuple) else [data[wrapper]]
            if len(rows) != 1 or not isinstance(rows[0], Mapping):
                raise BadInput(f"{len(rows)} scenarios", where=where, hint="one to a file")
            return _game(rows[0], where) if wrapper == "scenario" else _battle(rows[0], where)
    if "data" not in data:
        return _battle(data, where) if _is_battle(data, where) else _game(data, where)
    known_keys(data, (*_OUTER, "sides", "data"), where)
    inner = data["data"]
    if not isinstance(inner, Mapping):
        raise BadInput("data is no table", where=where)
    for key in _OUTER:
        if key in inner:
            raise BadInput(f"{key} stands in data", where=where, hint="it belongs beside it")
    flat = {**inner, **{key: data[key] for key in _OUTER if key in data}}
    scenario = _battle(flat, where) if _is_battle(flat, where) else _game(flat, where)
    if "sides" in data and words_of(data, "sides", where, MOST_SIDES) != list(scenario.sides):
        raise BadInput("sides are not those of the players", where=where, hint=f"{', '.join(scenario.sides)}")
    return scenario


def _is_battle(data: Row, where: str) -> bool:
    kind = text_of(data, "kind", where, "battle" if "attacker" in data or "defender" in data else "scenario")
    if kind not in ("battle", "scenario"):
        raise BadInput(f"kind is {shown(kind)}", where=where, hint="scenario or battle")
    return kind == "battle"


# ---------------------------------------------------------------- what both have


def _outer(row: Row, where: str) -> tuple[str, str, str]:
    """Id, title and summary."""
    name = text_of(row, "id", where, "own")
    if not _ID.fullmatch(name):
        raise BadInput(f"id is {shown(name)}", where=where, hint="letters, digits, _ and -, a letter first")
    title = text_of(row, "title", where, name.replace("_", " "), MOST_TITLE)
    return name, title, text_of(row, "summary", where, "", 400)


def _facts_of(row: Row, where: str) -> tuple[Facts, list[Any]]:
    """The facts with the scenario's own units, and their rows as plain data."""
    own = list_of(row, "unit", where, 100)
    if not own:
        return facts(), []
    known = facts().extended(own, where=f"{where}, own units")
    return known, [_plain(unit, where) for unit in own]


def _plain(value: object, where: str) -> Any:
    """A value as it can stand in a record; dates and the like cannot."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner, where) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, where) for inner in value]
    if value is None or not isinstance(value, str | int | float | bool):
        raise BadInput(f"{shown(str(value))} is no text, number, list or table", where=where)
    return value


def _spells(row: Row, key: str, known: Facts, where: str) -> list[str]:
    return [known.find_spell(word, where).id for word in words_of(row, key, where, 60)]


def _artifacts(row: Row, key: str, units: list[UnitKind], known: Facts, where: str) -> list[dict[str, Any]]:
    """Artifacts with the place of their holder in the list of units. Rule: stacks:artifact.holder."""
    found: list[dict[str, Any]] = []
    for place, entry in enumerate(list_of(row, key, where, 60)):
        spot = f"{where}, artifact {place + 1}"
        if not isinstance(entry, Mapping):
            raise BadInput("is no table", where=spot, hint='such as { artifact = "oathsword", holder = 0 }')
        known_keys(entry, ("artifact", "holder"), spot)
        artifact = known.find_artifact(text_of(entry, "artifact", spot), spot).id
        found.append({"artifact": artifact, "holder": number_of(entry, "holder", spot, 0, len(units) - 1)})
    return found


def _units(words: list[str], known: Facts, where: str) -> list[UnitKind]:
    """Units by name, each entry perhaps with a count: "elves", "2 Elves"."""
    units = known.army(words, where) if words else []
    if len(units) > MOST_UNITS:
        raise BadInput(f"{len(units)} units", where=where, hint=f"at most {MOST_UNITS}")
    return units


def armies(scenario: Scenario) -> tuple[str, ...]:
    """What stands ready on each side when the battle begins, each kind named once. Rule: stacks:setup.scenario."""
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


# ---------------------------------------------------------------- the hex game


def _game(row: Row, where: str) -> Scenario:
    """A scenario of the hex game in its normal form. Rule: stacks:setup.scenario, stacks:turn.phases."""
    known_keys(row, (*_OUTER, *_GAME), where)
    name, title, summary = _outer(row, where)
    if "kind" in row and row["kind"] != "scenario":
        raise BadInput(f"kind is {shown(str(row['kind']))}", where=where, hint="scenario")
    known, own = _facts_of(row, where)
    map_id, rows = _map(row, known, where)
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
        hex_ = _hex(entry, size, f"{where}, objective {place + 1}")
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
        data["seed_only"] = _seed_only(row, units, lists, known, where)
    scenario = Scenario(name, title, text_of(row, "level", where, "own"), sides, summary, data)
    _check_chits(scenario, known, where)
    _check_game(scenario, where)
    return scenario


def _map(row: Row, known: Facts, where: str) -> tuple[str, list[str]]:
    """The map, by name or by its rows. Rule: stacks:map.layout, stacks:map.terrain."""
    given = row.get("map")
    if isinstance(given, str):
        for hex_map in known.maps:
            if hex_map.id == given:
                return given, list(map_rows(given))
        raise BadInput(
            f"no map {shown(given)}", where=where, hint=nearest(given, [one.id for one in known.maps])
        )
    if not isinstance(given, Mapping):
        raise BadInput("map is missing", where=where, hint="the name of a map, or a table with rows")
    spot = f"{where}, map"
    known_keys(given, ("id", "rows"), spot)
    rows = words_of(given, "rows", spot, MOST_ACROSS)
    if not rows or not rows[0]:
        raise BadInput("rows are missing", where=spot, hint='such as rows = ["FFPMM", "FPPPM"]')
    letters = {terrain.letter: terrain.id for terrain in known.terrains}
    for place, line in enumerate(rows):
        if len(line) != len(rows[0]):
            raise BadInput(
                f"row {place + 1} has {len(line)} hexes, the first {len(rows[0])}",
                where=spot,
                hint="equal rows",
            )
        if len(line) > MOST_ACROSS:
            raise BadInput(f"a row of {len(line)} hexes", where=spot, hint=f"at most {MOST_ACROSS}")
        for letter in line:
            if letter not in letters:
                hint = "one of " + ", ".join([f"{sign} {ground}" for sign, ground in letters.items()])
                raise BadInput(f"row {place + 1} has the letter {shown(letter)}", where=spot, hint=hint)
    if len(rows) * len(rows[0]) < LEAST_SIDES:
        raise BadInput("a map of one hex", where=spot, hint="two at least")
    return text_of(given, "id", spot, "own"), rows


@cache
def map_rows(map_id: str) -> tuple[str, ...]:
    """The rows of a map that comes with the rulebook. Rule: stacks:map.layout."""
    for row in read_data("maps")["map"]:
        if row["id"] == map_id:
            return tuple(row["rows"])
    raise KeyError(map_id)


def _goal(row: Row, where: str) -> str:
    """Rule: stacks:win.capital, stacks:win.archmage, stacks:win.objectives."""
    given = row.get("goal", {"kind": "capital"})
    if isinstance(given, str):
        given = {"kind": given}
    if not isinstance(given, Mapping):
        raise BadInput("goal is no table", where=where, hint='such as { kind = "capital" }')
    known_keys(given, ("kind",), f"{where}, goal")
    kind = text_of(given, "kind", f"{where}, goal")
    if kind not in GOALS:
        raise BadInput(f"goal is {shown(kind)}", where=where, hint="one of " + ", ".join(GOALS))
    return kind


def _hex(value: object, size: tuple[int, int], where: str) -> list[int]:
    """A hex as [column, row]. Rule: stacks:map.layout."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise BadInput(f"{shown(str(value))} is no hex", where=where, hint="[column, row], from 0")
    place = {"column": value[0], "row": value[1]}
    return [
        number_of(place, "column", where, 0, size[0] - 1),
        number_of(place, "row", where, 0, size[1] - 1),
    ]


def _player(row: object, number: int, known: Facts, size: tuple[int, int], where: str) -> dict[str, Any]:
    """One player in normal form. Rule: stacks:setup.scenario, stacks:setup.spells, stacks:setup.reserve."""
    where = f"{where}, player {number + 1}"
    if not isinstance(row, Mapping):
        raise BadInput("is no table", where=where)
    known_keys(row, _PLAYER, where)
    name = text_of(row, "id", where)
    if not _SIDE_NAME.fullmatch(name) or name.lower() in _TAKEN_NAMES:
        raise BadInput(f"id is {shown(name)}", where=where, hint="letters, digits, _ and -, a letter first")
    where = f"{where} ({name})"
    lists: list[str] = []
    grounds = Names("list", [terrain.list for terrain in known.terrains])
    for word in words_of(row, "lists", where, 20):
        ground = grounds.names[grounds.find(word, f"{where}, lists")]
        if ground in lists:
            raise BadInput(f"list {ground} is named twice", where=where)
        lists.append(ground)
    if "capital" not in row:
        raise BadInput("capital is missing", where=where, hint="[column, row], from 0")
    stacks: list[dict[str, Any]] = []
    for place, entry in enumerate(list_of(row, "stack", where, MOST_STACKS)):
        stack = _stack(entry, known, size, f"{where}, stack {place + 1}")
        if any(stack["hex"] == other["hex"] for other in stacks):
            raise BadInput(
                f"a second stack in {stack['hex']}", where=f"{where}, stack {place + 1}", hint="one to a hex"
            )
        stacks.append(stack)
    spells, reserve = _spells(row, "spells", known, where), words_of(row, "reserve", where, MOST_UNITS)
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
    units = _units(reserve, known, f"{where}, reserve")
    total = len(units) + sum([len(stack["units"]) for stack in stacks])
    if total > MOST_OF_A_SIDE:
        raise BadInput(f"{total} units", where=where, hint=f"at most {MOST_OF_A_SIDE}")
    if total + reserve_random == 0:
        raise BadInput("no unit at all", where=where, hint="a stack or a reserve")
    for unit in units:
        if unit.summoning:
            raise BadInput(f"{unit.name} in reserve", where=where, hint=_BY_SPELLS)
    return {
        "id": name,
        "capital": _hex(row["capital"], size, f"{where}, capital"),
        "lists": lists,
        "spells": spells,
        "spells_random": spells_random,
        "reserve": [unit.id for unit in units],
        "reserve_random": reserve_random,
        "stack": stacks,
    }


def _stack(row: object, known: Facts, size: tuple[int, int], where: str) -> dict[str, Any]:
    """One starting stack in normal form. Rule: stacks:setup.scenario, stacks:battle.one-stack."""
    if not isinstance(row, Mapping):
        raise BadInput("is no table", where=where)
    known_keys(row, ("hex", "units", "artifacts", "passengers"), where)
    if "hex" not in row:
        raise BadInput("hex is missing", where=where, hint="[column, row], from 0")
    units = _units(words_of(row, "units", where, MOST_UNITS), known, where)
    if not units:
        raise BadInput("no units", where=where)
    for unit in units:
        if unit.summoning:
            raise BadInput(f"{unit.name} on the map", where=where, hint=_BY_SPELLS)
    passengers: list[dict[str, int]] = []
    for place, entry in enumerate(list_of(row, "passengers", where, MOST_UNITS)):
        spot = f"{where}, passenger {place + 1}"
        if not isinstance(entry, Mapping):
            raise BadInput("is no table", where=spot, hint="such as { unit = 2, ship = 0 }")
        known_keys(entry, ("unit", "ship"), spot)
        number = number_of(entry, "unit", spot, 0, len(units) - 1)
        ship = number_of(entry, "ship", spot, 0, len(units) - 1)
        if any(number == other["unit"] for other in passengers):
            raise BadInput(f"{units[number].name} {number} is aboard twice", where=spot)
        if not can_board(units[ship], units[number]):
            raise BadInput(f"{units[number].name} cannot be aboard {units[ship].name}", where=spot)
        passengers.append({"unit": number, "ship": ship})
    return {
        "hex": _hex(row["hex"], size, f"{where}, hex"),
        "units": [unit.id for unit in units],
        "artifacts": _artifacts(row, "artifacts", units, known, where),
        "passengers": passengers,
    }


def _seed_only(row: Row, units: list[str], lists: list[str], known: Facts, where: str) -> bool:
    """Whether a scenario keeps to the seed's own units; `BadInput` where it says so and does not. Rule: stacks:units.house-lists."""
    if not flag_of(row, "seed_only", where, False):
        return False
    for unit_id in units:
        if known.unit(unit_id).house:
            raise BadInput(f"seed_only, and {known.unit(unit_id).name}", where=where, hint=_SEED_LISTS)
    for name in lists:
        if any(kind.house for kind in known.pile(name)):
            raise BadInput(f"seed_only, and the list {name}", where=where, hint=_SEED_LISTS)
    return True


def _check_chits(scenario: Scenario, known: Facts, where: str) -> None:
    """No more chits than there are. Rule: stacks:recruit.piles, stacks:units.count, stacks:setup.spells."""
    units: dict[str, int] = {}
    spells: dict[str, int] = {}
    artifacts: dict[str, int] = {}
    grounds = [terrain.list for terrain in known.terrains]
    for player in scenario.data["player"]:
        for stack in player["stack"]:
            for row in stack["artifacts"]:
                artifacts[row["artifact"]] = artifacts.get(row["artifact"], 0) + 1
        for unit_id in [*player["reserve"], *[unit for stack in player["stack"] for unit in stack["units"]]]:
            units[unit_id] = units.get(unit_id, 0) + 1
        for spell_id in player["spells"]:
            spells[spell_id] = spells.get(spell_id, 0) + 1
    for unit_id, count in units.items():
        unit = known.unit(unit_id)
        if unit.list in grounds and count > unit.count:
            raise BadInput(f"{count} {unit.name}", where=where, hint=f"there are {unit.count} chits of it")
    _check_gifts(spells, artifacts, known, where)


def _check_gifts(spells: dict[str, int], artifacts: dict[str, int], known: Facts, where: str) -> None:
    for spell_id, count in spells.items():
        spell = known.spell(spell_id)
        if count > spell.count:
            raise BadInput(f"{count} {spell.name}", where=where, hint=f"there are {spell.count} chits of it")
    for artifact_id, count in artifacts.items():
        if count > 1:
            raise BadInput(
                f"{count} {known.artifact(artifact_id).name}", where=where, hint="there is one chit of it"
            )


def _check_game(scenario: Scenario, where: str) -> None:
    """What can be seen only on the map: who may be where, room, goals that can be reached.

    Rule: stacks:move.land, stacks:move.sea, stacks:move.stacking, stacks:transport.capacity, stacks:win.archmage.
    """
    state = new_state(scenario, _defaults())
    setting = state.setting
    if len(set(setting.capitals)) < setting.sides:
        raise BadInput("two players have the same capital", where=where)
    if setting.goal == "objectives" and not setting.objectives:
        raise BadInput(
            "the goal is objectives, and there are none", where=where, hint="objectives = [[2, 2]]"
        )
    for side, name in enumerate(scenario.sides):
        spot = f"{where}, player {side + 1} ({name})"
        for hex_, stack in state.stacks[side].items():
            place = list(setting.grid.place(hex_))
            _check_stack(state, side, hex_, stack, f"{spot}, stack in {place}")
        if setting.goal == "archmage":
            mages = [
                unit
                for unit in state.units
                if unit.side == side and setting.kinds[unit.kind].id == "archmage"
            ]
            if not mages:
                raise BadInput("the goal is the Archmage, and there is none", where=spot, hint="add archmage")


def _check_stack(state: State, side: int, hex_: int, stack: list[int], where: str) -> None:
    """Rule: stacks:move.stranded, stacks:transport.capacity, stacks:move.stacking."""
    setting = state.setting
    for i in stack:
        if setting.kinds[state.units[i].kind].transport and places_left(state, state.units[i]) < 0:
            raise BadInput(f"too many aboard {setting.kinds[state.units[i].kind].name}", where=where)
    lost = stranded(state, side, hex_, stack)
    if lost:
        kind = setting.kinds[state.units[lost[0]].kind]
        ground = setting.terrain[hex_]
        hint = "put it aboard a ship" if setting.water[hex_] else "it may be in Sea only"
        raise BadInput(f"{kind.name} cannot be in {ground}", where=where, hint=hint)
    if setting.stack_limit and counted(state, stack) > setting.stack_limit:
        raise BadInput(
            f"{counted(state, stack)} units", where=where, hint=f"the stack_limit is {setting.stack_limit}"
        )


@cache
def _defaults() -> dict[str, str]:
    """Every option's default."""
    from pathlib import Path

    return {row["id"]: row["default"] for row in read_toml(Path(FOLDER) / "options.toml")["option"]}


# ---------------------------------------------------------------- a single battle


def _battle(row: Row, where: str) -> Scenario:
    """A single battle in its normal form. Rule: stacks:setup.battle-only."""
    known_keys(row, (*_OUTER, *_BATTLE), where)
    name, title, summary = _outer(row, where)
    known, own = _facts_of(row, where)
    grounds = Names("terrain", [terrain.id for terrain in known.terrains])
    terrain = grounds.names[grounds.find(text_of(row, "terrain", where, "Plains"), where)]
    data: dict[str, Any] = {"terrain": terrain}
    spells: dict[str, int] = {}
    artifacts: dict[str, int] = {}
    for side in ("attacker", "defender"):
        spot = f"{where}, {side}"
        given = row.get(side)
        if isinstance(given, str):
            words = [text_of(row, side, where, most=2000)]
        else:
            words = words_of(row, side, where, 250)
        if not words:
            raise BadInput(f"{side} is missing", where=where, hint='such as ["4 Dwarves", "DwarfLord"]')
        units = known.army(words, spot)
        for unit in units:
            if unit.summoning:
                raise BadInput(f"{unit.name} from the start", where=spot, hint=_BY_SPELLS)
        data[side] = [unit.id for unit in units]
        data[f"{side}_spells"] = _spells(row, f"{side}_spells", known, spot)
        data[f"{side}_artifacts"] = _artifacts(row, f"{side}_artifacts", units, known, spot)
        for spell_id in data[f"{side}_spells"]:
            spells[spell_id] = spells.get(spell_id, 0) + 1
        for entry in data[f"{side}_artifacts"]:
            artifacts[entry["artifact"]] = artifacts.get(entry["artifact"], 0) + 1
    _check_gifts(spells, artifacts, known, where)
    if "seed_only" in row:
        data["seed_only"] = _seed_only(row, [*data["attacker"], *data["defender"]], [], known, where)
    if "teaches" in row:
        data["teaches"] = words_of(row, "teaches", where, 40)
    if own:
        data["unit"] = own
    level = text_of(row, "level", where, "battle")
    if not summary:
        summary = f"A single battle in {terrain}." if terrain != "Sea" else "A single battle at Sea."
    scenario = Scenario(name, title, level, ("attacker", "defender"), summary, data, "battle")
    _check_battle(scenario, where)
    return scenario


def _check_battle(scenario: Scenario, where: str) -> None:
    """Everybody can be where the battle is. Rule: stacks:setup.battle-only, stacks:move.land, stacks:move.sea."""
    state = new_state(scenario, _defaults())
    for side, name in enumerate(scenario.sides):
        stack = state.stacks[side][0]
        for i in stack:
            unit = state.units[i]
            if (
                unit.aboard == NOBODY
                and not may_be_by_itself(state, unit, 0)
                and i in stranded(state, side, 0, stack)
            ):
                kind = state.setting.kinds[unit.kind]
                ground = state.setting.terrain[0]
                hint = "a ship with a place is wanted" if ground == "Sea" else 'it fights at terrain = "Sea"'
                raise BadInput(f"{kind.name} cannot be in {ground}", where=f"{where}, {name}", hint=hint)
