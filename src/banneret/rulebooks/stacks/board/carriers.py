"""Units that may not stay in a hex, and those that flying carriers hold up there."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.habitat import may_be_by_itself
from banneret.rulebooks.stacks.state import NOBODY, State


def stranded(
    state: State, side: int, hex_: int, present: list[int], kept: list[int] | None = None
) -> list[int]:
    """The units that may not be in a hex if those `present` are all that a side has there.

    Passengers may be where their transport may be, if it is present. Flying carriers lend Flying to as many Heroes as
    they carry: to those `kept`, or the most valuable as long as their owner has not been asked.

    Rule: stacks:move.stranded, stacks:carry.capacity, stacks:carry.modifiers, stacks:transport.water.
    """
    helpless = _helpless(state, hex_, present)
    if not helpless:
        return helpless
    if kept is None:
        heroes, places = _leaning(state, present, helpless)
        kept = heroes[:places]
    units = state.units
    return [i for i in helpless if i not in kept and units[i].aboard not in kept]


def in_want_of_carriers(state: State, hex_: int, present: list[int]) -> tuple[list[int], int]:
    """The Heroes among the units `present` that can be in the hex only when carried, and the number of places for them.

    Rule: stacks:carry.capacity.
    """
    return _leaning(state, present, _helpless(state, hex_, present))


def _helpless(state: State, hex_: int, present: list[int]) -> list[int]:
    """The units that can be in the hex neither alone nor aboard a transport that can. Rule: stacks:transport.water."""
    units = state.units
    found: list[int] = []
    for i in present:
        unit = units[i]
        if may_be_by_itself(state, unit, hex_):
            continue
        ship = unit.aboard
        if ship != NOBODY and ship in present and may_be_by_itself(state, units[ship], hex_):
            continue
        found.append(i)
    return found


def _leaning(state: State, present: list[int], helpless: list[int]) -> tuple[list[int], int]:
    """The helpless Heroes, the most valuable first, and the places of the flying carriers that are present."""
    units, kinds = state.units, state.setting.kinds
    places = 0
    for i in present:
        kind = kinds[units[i].kind]
        if kind.carry > 0 and kind.flying:
            places += kind.carry
    if places == 0:
        return [], 0
    heroes: list[tuple[int, int]] = []
    for i in helpless:
        kind = kinds[units[i].kind]
        if kind.hero:
            worth = kind.brm
            for other in present:
                if units[other].aboard == i:
                    worth += kinds[units[other].kind].brm + 1
            heroes.append((-worth, i))
    heroes.sort()
    return [i for _, i in heroes], places
