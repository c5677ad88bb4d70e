"""Scenarios: those that come with the rulebook, and those that people write, fully checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario, Scenarios
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.building import build
from banneret.rulebooks.warcards.army.limits import SIDES
from banneret.rulebooks.warcards.army.options import flags_of
from banneret.rulebooks.warcards.state import State

FOLDER: Final = Path(__file__).parent.parent / "scenarios"


@cache
def shipped() -> Scenarios:
    """The scenarios that come with the rulebook, by id."""
    return Scenarios.of_folder(FOLDER, read_scenario)


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from plain data, fully checked; raises `BadInput` naming the field."""
    data = Fields(data, where).data
    if "data" in data and "sides" in data:
        inner = data["data"]
        if not isinstance(inner, Mapping):
            raise BadInput("data: a table is expected", where=where)
        found = read_scenario(inner, where)
        for name in ("id", "title"):
            if data.get(name) != inner.get(name):
                raise BadInput(f"{name} is not the one of its data", where=where)
        return found
    flags = flags_of({})
    build(data, where, flags)
    top = Fields(data, where)
    summary = top.text("summary", top.text("title"), most=400)
    plain = _plain(data)
    return Scenario(top.text("id"), top.text("title"), "battle", SIDES, summary, plain)


def _plain(thing: Any) -> Any:
    """A copy of plain data."""
    if isinstance(thing, Mapping):
        return {str(key): _plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(item) for item in thing]
    return thing


def new_state(scenario: Scenario, options: Mapping[str, str], version: int = 0) -> State:
    """The state before anything was rolled or asked; `version`: that of the rules, the newest if 0."""
    flags = flags_of(options)
    if version:
        flags.version = version
    return build(scenario.data, scenario.id, flags)


def armies(scenario: Scenario) -> tuple[str, ...]:
    """The armies of both sides at the beginning, each kind named once with its number. Rule: warcards:setup.mustering."""
    state = new_state(scenario, {})
    return tuple([_army_line(state, side) for side in (0, 1)])


def _army_line(state: State, side: int) -> str:
    cards = state.setting.cards
    names = [cards[unit.id].name for unit in state.units if unit.side == side and unit.place != st.ABOARD]
    counts = [(names.count(name), name) for name in dict.fromkeys(names)]
    kinds = ", ".join([f"{count} {name}" if count > 1 else name for count, name in counts])
    aboard = sum(1 for unit in state.units if unit.side == side and unit.place == st.ABOARD)
    what = f"{len(names)} ships with {aboard} units" if state.setting.sea else f"{len(names)} units"
    return f"{what}: {kinds}"
