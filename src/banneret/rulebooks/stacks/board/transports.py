"""Transports and their passengers: who may go aboard, and how many places are left."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.board.stacks import is_usable
from banneret.rulebooks.stacks.state import State, Unit
from banneret.rulebooks.stacks.tables.eligibility import can_board, takes_place


def places_left(state: State, transport: Unit) -> int:
    """The number of places left on a transport; Heroes need none. Rule: stacks:transport.capacity."""
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


def lost_with(state: State, unit: Unit) -> list[int]:
    """A unit and, if it is a ship, all aboard: those who are lost if it is destroyed. Rule: stacks:transport.sink."""
    lost = [unit.id]
    if state.setting.kinds[unit.kind].ship:
        lost += passengers(state, unit)
    return lost


def berths(state: State, hex_: int, present: list[int], stranded: list[int]) -> list[tuple[int, int]]:
    """The stranded units that an own transport in the hex can take aboard, each with the first that has a place for it.

    `present` is all that the side has there. Paralyzed units cannot board.

    Rule: stacks:move.stranded, stacks:transport.capacity, stacks:paralyze.on-the-map.
    """
    units, kinds = state.units, state.setting.kinds
    ships = [i for i in present if kinds[units[i].kind].transport and may_be_by_itself(state, units[i], hex_)]
    found: list[tuple[int, int]] = []
    if not ships:
        return found
    taken = dict.fromkeys(ships, 0)
    for i in present:
        ship = units[i].aboard
        if ship in taken and takes_place(kinds[units[i].kind]):
            taken[ship] += 1
    for i in stranded:
        kind = kinds[units[i].kind]
        if not is_usable(units[i]):
            continue
        for ship in ships:
            carrier = kinds[units[ship].kind]
            if can_board(carrier, kind) and (not takes_place(kind) or taken[ship] < carrier.transport):
                found.append((i, ship))
                if takes_place(kind):
                    taken[ship] += 1
                break
    return found
