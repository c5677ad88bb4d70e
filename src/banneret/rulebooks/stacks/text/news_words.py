"""The words and data that all news share: sides, units, places, artifacts and spells.

Nothing here names a unit by its number, and several units always stand in the order of their names, so that the news tell
no more than what was seen.

Rule: stacks:hidden.battle, stacks:hidden.stack.
"""

from __future__ import annotations

from typing import Any

from banneret.rulebooks.stacks.state import LEFT, Fight, State
from banneret.rulebooks.stacks.tables.kinds import Spell
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import tallied


def side_name(state: State, side: int) -> str:
    """A side as the subject of a sentence."""
    return side_title(state.setting.side_names[side])


def unit_name(state: State, number: int) -> str:
    """A unit's name."""
    return state.setting.kinds[state.units[number].kind].name


def unit_names(state: State, numbers: list[int]) -> str:
    """Several units by name, equal ones counted."""
    return tallied(sorted([unit_name(state, number) for number in numbers]))


def unit_data(state: State, number: int) -> dict[str, Any]:
    """A unit as data: its side and what it is."""
    unit = state.units[number]
    return {"side": unit.side, "unit": state.setting.kinds[unit.kind].id}


def units_data(state: State, numbers: list[int]) -> list[dict[str, Any]]:
    """Several units as data, in the order of their names."""
    found = [(unit_name(state, number), number) for number in numbers]
    found.sort()
    return [unit_data(state, number) for _, number in found]


def fight_of(state: State) -> Fight:
    """The fight under way."""
    fight = state.fight
    assert fight is not None
    return fight


def hex_data(state: State, hex_: int) -> str:
    """A place as data; a single battle has none."""
    return "" if state.setting.battle_only or hex_ == LEFT else state.setting.grid.names[hex_]


def at_hex(state: State, hex_: int) -> str:
    """The words for the hex where something happens, to end a sentence."""
    return "" if state.setting.battle_only else f" at {state.setting.spots[hex_]}"


def to_place(state: State, place: int) -> str:
    """The words for the place that units go to, to end a sentence."""
    return " from the field" if place == LEFT else f" to {state.setting.spots[place]}"


def artifact_name(state: State, chit: int) -> str:
    """The name of an artifact chit."""
    return state.setting.artifact_kinds[state.artifacts[chit].kind].name


def artifact_id(state: State, chit: int) -> str:
    """The id of an artifact chit, for data."""
    return state.setting.artifact_kinds[state.artifacts[chit].kind].id


def spell_of(state: State, spell_id: str) -> Spell:
    """A spell by its id."""
    return state.setting.facts.spell(spell_id)
