"""From a scenario to the state before anything was rolled or asked.

A scenario's data is in the normal form that `army.scenarios.read_scenario` makes, and was checked there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from banneret.geometry.hexes import HexGrid
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import add_unit
from banneret.rulebooks.stacks.stages import SETUP as SETUP_STAGE
from banneret.rulebooks.stacks.state import NOBODY, RESERVE, SETUP, ArtifactChit, Setting, State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place
from banneret.rulebooks.stacks.tables.facts import Facts, facts
from banneret.rulebooks.stacks.tables.options import flags_from

Row = Mapping[str, Any]


def new_state(scenario: Scenario, options: Mapping[str, str]) -> State:
    """A battle before anything was rolled or asked. `options` has a value for every option.

    Rule: stacks:setup.scenario, stacks:setup.battle-only.
    """
    if scenario.kind == "battle":
        return _new_battle(scenario, options)
    return _new_game(scenario, options)


def facts_of(data: Row) -> Facts:
    """The facts a scenario is played with: the shipped ones, and units of its own if it brings any."""
    own = data.get("unit", ())
    return facts().extended(own, where="the scenario's units") if own else facts()


@lru_cache(maxsize=64)
def grid_of(columns: int, rows: int) -> HexGrid:
    """The hexes of a map of that size; they never change, and are shared. Rule: stacks:map.layout."""
    return HexGrid(columns, rows)


def named_places(known: Facts, hex_map: Row, terrain: list[str]) -> dict[str, str]:
    """The names of places of a map by their hexes: its own, or those of the map that comes with the rulebook. Rule: stacks:map.layout."""
    for one in known.maps:
        if one.id == hex_map["id"] and list(one.terrain) == terrain:
            return one.names
    found: dict[str, str] = hex_map.get("names", {})
    return found


def spots_of(setting: Setting) -> tuple[str, ...]:
    """Every hex as sentences have it: "the Ford (C3)", "the Groves capital (A3)", "B2". Rule: stacks:map.layout."""
    named = setting.named
    return tuple([f"{named[name]} ({name})" if name in named else name for name in setting.grid.names])


def full_spell_pile(known: Facts) -> list[int]:
    """Every spell chit there is, by kind. Rule: stacks:setup.spells."""
    return [spell.index for spell in known.spells for _ in range(spell.count)]


# ---------------------------------------------------------------- the hex game


def _new_game(scenario: Scenario, options: Mapping[str, str]) -> State:
    """The first state of a hex game. Rule: stacks:setup.scenario, stacks:map.layout, stacks:recruit.piles, stacks:setup.spells, stacks:setup.reserve."""
    data = scenario.data
    known = facts_of(data)
    rows: list[str] = data["map"]["rows"]
    grid = grid_of(len(rows[0]), len(rows))
    letters = {terrain.letter: terrain.id for terrain in known.terrains}
    terrain = [letters[letter] for row in rows for letter in row]
    setting = Setting(known, scenario.id, list(scenario.sides), grid, terrain, flags_from(options))
    players: list[Row] = data["player"]
    setting.capitals = [grid.index(*player["capital"]) for player in players]
    setting.objectives = [grid.index(*place) for place in data["objectives"]]
    capitals = [(setting.grid.names[hex_], side) for side, hex_ in enumerate(setting.capitals)]
    setting.named = {name: f"the {setting.titles[side]} capital" for name, side in capitals}
    setting.named.update(named_places(known, data["map"], terrain))
    setting.spots = spots_of(setting)
    setting.goal = data["goal"]["kind"]
    setting.turn_limit = data["turn_limit"]
    setting.stack_limit = data["stack_limit"]
    setting.recruits_per_turn = data["recruits_per_turn"]
    setting.spells_per_turn = data["spells_per_turn"]
    setting.hand_limit = data["hand_limit"]
    setting.artifact_draws = data["artifact_draws"]
    setting.lists = [list(player["lists"]) for player in players]
    setting.first = NOBODY if data["first"] == "roll" else scenario.sides.index(data["first"])
    setting.spells_random = [player["spells_random"] for player in players]
    setting.reserve_random = [player["reserve_random"] for player in players]
    setting.artifacts_possible = setting.artifact_draws or any(
        stack["artifacts"] for player in players for stack in player["stack"]
    )
    used = {name for player in players for name in player["lists"]}
    piles = {
        name: [kind.index for kind in known.pile(name) for _ in range(kind.count)] for name in sorted(used)
    }
    state = _empty(setting, piles)
    for hex_, side in zip(setting.capitals, range(setting.sides), strict=True):
        state.standards[hex_] = side
    for side, player in enumerate(players):
        for stack in player["stack"]:
            _place_stack(state, side, grid.index(*stack["hex"]), stack)
        for unit_id in player["reserve"]:
            _take_chit(state, add_unit(state, known.unit(unit_id).index, side, RESERVE, SETUP))
        _deal_hand(state, side, player["spells"])
    setting.listed_artifacts = len(state.artifacts)
    setting.listed = [
        [unit.kind for unit in state.units if unit.side == side] for side in range(setting.sides)
    ]
    setting.reserves = [[known.unit(unit_id).index for unit_id in player["reserve"]] for player in players]
    return state


def _empty(setting: Setting, piles: dict[str, list[int]]) -> State:
    """A state with nothing on the map: full piles, empty hands."""
    sides = setting.sides
    return State(
        setting=setting,
        stage=SETUP_STAGE,
        units=[],
        stacks=[{} for _ in range(sides)],
        artifacts=[],
        hands=[[] for _ in range(sides)],
        spell_pile=full_spell_pile(setting.facts),
        spell_discards=[],
        piles=piles,
        artifact_pile=[artifact.index for artifact in setting.artifact_kinds],
        standards=[NOBODY] * setting.grid.size,
    )


def _place_stack(state: State, side: int, hex_: int, stack: Row) -> None:
    """One starting stack with its artifacts and passengers; Sites lie open. Rule: stacks:setup.scenario, stacks:site.revealed."""
    known = state.setting.facts
    placed: list[Unit] = []
    for unit_id in stack["units"]:
        unit = add_unit(state, known.unit(unit_id).index, side, hex_, SETUP)
        _take_chit(state, unit)
        placed.append(unit)
        if known.units[unit.kind].site:
            show(unit, everybody(state))
    for row in stack["artifacts"]:
        _give_artifact(state, known.artifact(row["artifact"]).index, placed[row["holder"]])
    for row in stack["passengers"]:
        placed[row["unit"]].aboard = placed[row["ship"]].id


def _take_chit(state: State, unit: Unit) -> None:
    """A unit that starts in play is taken out of its pile. Rule: stacks:recruit.piles."""
    pile = state.piles.get(state.setting.kinds[unit.kind].list)
    if pile is not None:
        pile.remove(unit.kind)


def _give_artifact(state: State, kind: int, holder: Unit) -> None:
    state.artifact_pile.remove(kind)
    state.artifacts.append(ArtifactChit(kind, holder.id))


def _deal_hand(state: State, side: int, spells: list[str]) -> None:
    """A named hand, taken out of the pile. Rule: stacks:setup.spells."""
    for spell_id in spells:
        kind = state.setting.facts.spell(spell_id).index
        state.spell_pile.remove(kind)
        state.hands[side].append(kind)
    state.hands[side].sort()


# ---------------------------------------------------------------- a single battle


def _new_battle(scenario: Scenario, options: Mapping[str, str]) -> State:
    """Two stacks in one hex, the first side attacking. Rule: stacks:setup.battle-only."""
    data = scenario.data
    known = facts_of(data)
    setting = Setting(
        known, scenario.id, list(scenario.sides), grid_of(1, 1), [data["terrain"]], flags_from(options)
    )
    setting.battle_only = True
    setting.goal = "battle"
    setting.first = 0
    setting.artifacts_possible = bool(data["attacker_artifacts"] or data["defender_artifacts"])
    state = _empty(setting, {})
    for side, name in enumerate(("attacker", "defender")):
        stack = {"units": data[name], "artifacts": data[f"{name}_artifacts"], "passengers": []}
        _place_stack(state, side, 0, stack)
        _go_aboard(state, side)
        _deal_hand(state, side, data[f"{name}_spells"])
    setting.listed_artifacts = len(state.artifacts)
    setting.listed = [
        [unit.kind for unit in state.units if unit.side == side] for side in range(setting.sides)
    ]
    return state


def _go_aboard(state: State, side: int) -> None:
    """Put aboard the first listed own transport with room those who cannot be in the hex alone. Rule: stacks:setup.battle-only."""
    kinds = state.setting.kinds
    stack = state.stacks[side].get(0, [])
    for i in stack:
        unit = state.units[i]
        if may_be_by_itself(state, unit, 0):
            continue
        for j in stack:
            transport = state.units[j]
            if not can_board(kinds[transport.kind], kinds[unit.kind]) or not may_be_by_itself(
                state, transport, 0
            ):
                continue
            taken = [
                k for k in stack if state.units[k].aboard == j and takes_place(kinds[state.units[k].kind])
            ]
            if not takes_place(kinds[unit.kind]) or len(taken) < kinds[transport.kind].transport:
                unit.aboard = j
                break
