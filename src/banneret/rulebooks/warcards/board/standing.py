"""Units in their areas, and their engagements. Rules: warcards:field.capacity, warcards:move.engage."""

from __future__ import annotations

from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import AREAS, RESERVES
from banneret.rulebooks.warcards.state import ABOARD, NOBODY, State, Unit


def enemy_of(state: State, unit: Unit) -> int:
    """The number of the enemy in a unit's area, NOBODY if there is none. Rule: warcards:field.capacity."""
    place = unit.place
    if place < 0 or place >= AREAS:
        return NOBODY
    return state.at[(1 - unit.side) * AREAS + place]


def whereabouts(state: State, unit: Unit) -> int:
    """The place of a unit: aboard a ship it is where the ship is. Rule: warcards:naval.bunks."""
    return state.units[unit.aboard].place if unit.place == ABOARD else unit.place


def on_field(state: State, side: int) -> list[Unit]:
    """The units of a side in areas, by area."""
    units = state.units
    base = side * AREAS
    return [units[number] for number in state.at[base : base + AREAS] if number >= 0]


def in_reserve(state: State, side: int) -> list[Unit]:
    """The units of a side in its reserve."""
    place = RESERVES[side]
    return [unit for unit in state.units if unit.place == place]


def in_battle(state: State, side: int) -> bool:
    """True if a side has a unit on the field or in its reserve."""
    base = side * AREAS
    for number in state.at[base : base + AREAS]:
        if number >= 0:
            return True
    return any(unit.side == side and unit.place >= 0 for unit in state.units)


def put(state: State, unit: Unit, place: int) -> None:
    """Put a unit in a place."""
    unit.place = place
    if 0 <= place < AREAS:
        state.at[unit.side * AREAS + place] = unit.id


def lift(state: State, unit: Unit) -> None:
    """Take a unit from its area, and end the engagement of its opponent. Rule: warcards:retreat.partner."""
    place = unit.place
    if 0 <= place < AREAS:
        slot = unit.side * AREAS + place
        if state.at[slot] == unit.id:
            state.at[slot] = NOBODY
        if unit.since:
            other = state.at[(1 - unit.side) * AREAS + place]
            if other >= 0:
                part(state.units[other])
    part(unit)


def part(unit: Unit) -> None:
    """End the engagement of a unit."""
    unit.since = 0
    unit.entered = False
    unit.origin = NOBODY


def engage(state: State, mover: Unit, other: Unit, origin: int) -> None:
    """Engage a unit that came from `origin` with the one whose area it came into. Rule: warcards:move.engage."""
    mover.since = state.round
    mover.entered = True
    mover.origin = origin
    other.since = state.round
    other.entered = False
    other.origin = NOBODY


def cargo(state: State, ship: int) -> list[Unit]:
    """The army units aboard a ship. Rule: warcards:naval.bunks."""
    return [unit for unit in state.units if unit.aboard == ship and unit.place == st.ABOARD]
