"""Individuals in roles, for tests: commanders with figures of their own, members of units."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from rulebooks.battlesystem.regiments import hero

from banneret.kernel.scenario import Scenario
from banneret.rulebooks.battlesystem.army.scenarios import build
from banneret.rulebooks.battlesystem.individual import HERO, MEMBER, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.sheets import Sheet
from banneret.rulebooks.battlesystem.worth.present import renew

Row = dict[str, Any]


def officer(
    name: str, x: float, y: float, side: int = 0, rank: int = HERO, radius: float = 10.0, **changes: Any
) -> tuple[Sheet, Individual]:
    """A hero or commander with a sheet and a command radius; `changes` to the sheet of his rank, else to his fighting one."""
    of_sheet = {
        key: changes.pop(key) for key in ("deputy_unit", "deputy_leader", "charisma") if key in changes
    }
    sheet, one = hero(name, x, y, side, rank=rank, **changes)
    return replace(sheet, radius=radius, **of_sheet), one


def leads(state: State, number: int, unit: int) -> None:
    """An individual is the Unit Commander of a unit, and with it: he has the radius that the roster gives."""
    one, roster = state.individuals[number], state.setting.rosters[unit]
    sheet = state.setting.sheets[number]
    sheet.rank, sheet.unit = UNIT_COMMANDER, unit
    roster.commander, roster.radius, roster.charisma = sheet.name, sheet.radius, sheet.charisma
    one.unit = one.post = unit
    one.on_table = False
    state.units[unit].chief = number
    renew(state.setting, state.units[unit])
    state.setting.has_roles = True


def belongs(state: State, number: int, unit: int) -> None:
    """An individual is a member of a unit."""
    state.setting.sheets[number].rank, state.setting.sheets[number].unit = MEMBER, unit
    state.individuals[number].unit, state.individuals[number].on_table = unit, False
    state.units[unit].members = (*state.units[unit].members, number)
    renew(state.setting, state.units[unit])
    state.setting.has_roles = True


def causeway() -> Row:
    """The data of the scenario in which roles change, to be altered."""
    return copy.deepcopy(dict(RULEBOOK.scenario("the_causeway").data))


def row_of(data: Row, side: int, name: str) -> Row:
    """The row of a unit or individual."""
    rows = [*data["sides"][side]["units"], *data["sides"][side]["leaders"]]
    return next(row for row in rows if row.get("id") == name)


def begun(data: Row) -> State:
    """The battle as it begins."""
    return build(data, "test", {})


def read(data: Row) -> Scenario:
    """The scenario, fully checked."""
    return RULEBOOK.read_scenario(data, "test")
