"""Transports and their passengers: who may go aboard, and how many places are left."""

from __future__ import annotations

from banneret.rulebooks.stacks.state import State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place


def places_left(state: State, transport: Unit) -> int:
    """The number of passengers that need a place a transport can still take; Heroes need none. Rule: stacks:transport.capacity."""
    units = state.units
    kinds = state.setting.kinds
    left = kinds[transport.kind].transport
    number = transport.id
    for i in state.stacks[transport.side].get(transport.place, ()):
        passenger = units[i]
        if passenger.aboard == number and takes_place(kinds[passenger.kind]):
            left -= 1
    return left


def may_board(state: State, unit: Unit, transport: Unit) -> bool:
    """True if the unit is of a sort that can be a passenger of an own transport, and there is a place for it.

    Rule: stacks:transport.capacity.
    """
    kinds = state.setting.kinds
    if unit.side != transport.side or not can_board(kinds[transport.kind], kinds[unit.kind]):
        return False
    return not takes_place(kinds[unit.kind]) or places_left(state, transport) > 0


def transports_in(state: State, side: int, hex_: int) -> list[int]:
    """The transports of a side in a hex, by number."""
    kinds = state.setting.kinds
    units = state.units
    return [i for i in state.stacks[side].get(hex_, ()) if kinds[units[i].kind].transport > 0]


def transports_possible(state: State, side: int) -> bool:
    """True if the side can have transports at all, as everybody knows: from its lists or by the scenario.

    Rule: stacks:exchange.passengers, stacks:hidden.no-tell.
    """
    kinds = state.setting.kinds
    listed = state.setting.listed
    if listed is not None and any(kinds[kind].transport > 0 for kind in listed[side]):
        return True
    lists = state.setting.lists[side]
    return any(kind.transport > 0 and kind.list in lists for kind in kinds)


def passengers(state: State, transport: Unit) -> list[int]:
    """The units assigned to a transport. Rule: stacks:transport.water."""
    number = transport.id
    units = state.units
    return [i for i in state.stacks[transport.side].get(transport.place, ()) if units[i].aboard == number]
