"""Summoned units: their supply, how they join a stack, and how they are discarded."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import add_unit, put
from banneret.rulebooks.stacks.leaving.removal import take_away
from banneret.rulebooks.stacks.state import SUMMONED, SUPPLY, State, Unit
from banneret.rulebooks.stacks.tables.kinds import UnitKind


def supply_left(state: State, kind: UnitKind) -> int:
    """The number of chits of a summoned unit that are left to be summoned. Rule: stacks:summoning.supply."""
    index = kind.index
    left = kind.count
    for unit in state.units:
        if unit.kind == index and unit.place >= 0:
            left -= 1
    return left


def summon(state: State, kind: UnitKind, side: int, hex_: int, round_: int) -> Unit:
    """Add a summoned unit to a side's stack, openly. Rule: stacks:summoning.appear."""
    for unit in state.units:
        if unit.place == SUPPLY and unit.kind == kind.index and unit.side == side:
            put(state, unit, hex_)
            break
    else:
        unit = add_unit(state, kind.index, side, hex_, SUMMONED)
    unit.appeared = round_
    show(unit, everybody(state))
    return unit


def discard_summoned(state: State, side: int, hex_: int) -> list[int]:
    """Return all summoned units of a side in a hex to the supply. Rule: stacks:summoning.discard."""
    units = state.units
    found = [i for i in state.stacks[side].get(hex_, ()) if units[i].origin == SUMMONED]
    for number in found:
        take_away(state, units[number])
    return found
