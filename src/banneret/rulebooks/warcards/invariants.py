"""The invariants of every state. Rules: warcards:field.capacity, warcards:combat.destroyed, warcards:naval.bunks."""

from __future__ import annotations

from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, RESERVES
from banneret.rulebooks.warcards.state import State, Unit


def faults(state: State) -> list[str]:
    """The faults of a state, as sentences."""
    found: list[str] = []
    for unit in state.units:
        found += _of_unit(state, unit)
    for slot, number in enumerate(state.at):
        if number >= 0 and (state.units[number].side, state.units[number].place) != divmod(slot, AREAS):
            found.append(f"{state.setting.labels[number]} is not where the field has it.")
    found += _of_people(state)
    if state.fortified and not state.fort:
        found.append("Areas are fortified without a fortification.")
    return found


def _of_unit(state: State, unit: Unit) -> list[str]:
    """The faults of a unit. Rules: warcards:field.capacity, warcards:combat.destroyed, warcards:naval.bunks."""
    found: list[str] = []
    setting = state.setting
    name = setting.labels[unit.id]
    if 0 <= unit.place < AREAS:
        if state.at[unit.side * AREAS + unit.place] != unit.id:
            found.append(f"{name} is in {NAMES[unit.place]}, where another stands.")
        enemy = state.at[(1 - unit.side) * AREAS + unit.place]
        if (unit.since > 0) != (enemy >= 0):
            found.append(f"{name}: engaged without an enemy, or the other way round.")
    elif unit.since:
        found.append(f"{name} is engaged, and not on the field.")
    if unit.place == RESERVES[1 - unit.side]:
        found.append(f"{name} is in the enemy's reserve.")
    if unit.place >= 0 or unit.place == st.ABOARD:
        hits = setting.cards[unit.id].hits
        if unit.lethal >= hits or unit.subdual > hits - unit.lethal:
            found.append(f"{name} should have been removed.")
    if (unit.place == st.ABOARD) != (unit.aboard >= 0):
        found.append(f"{name} is aboard no ship.")
    if unit.aboard >= 0 and state.units[unit.aboard].place < 0:
        found.append(f"{name} is aboard a ship that is no more.")
    if unit.spent < 0 or unit.lethal < 0 or unit.subdual < 0:
        found.append(f"{name} has a count below zero.")
    return found


def _of_people(state: State) -> list[str]:
    """The faults of Heroes units and characters. Rules: warcards:hero.form, warcards:hero.fate."""
    found: list[str] = []
    setting = state.setting
    hosts = [group.host for group in state.groups if not group.dissolved and group.host >= 0]
    if len(set(hosts)) != len(hosts):
        found.append("Two Heroes units are with one unit.")
    if state.outcome is not None:
        return found
    for group in state.groups:
        if group.dissolved or group.host < 0:
            continue
        host = state.units[group.host]
        if (host.place < 0 and host.place != st.ABOARD) or host.side != group.side:
            found.append(f"{setting.group_names[group.id]} is with a unit that is no more.")
    for figure in state.figures:
        if figure.status == st.ACTIVE and figure.host >= 0:
            place = state.units[figure.host].place
            if place < 0 and place != st.ABOARD:
                found.append(f"{setting.people[figure.id].name} is with a unit that is no more.")
    return found
