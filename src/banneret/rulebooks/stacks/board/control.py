"""Control of hexes: who holds one, whose flag it carries, and where both sides have a stack."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.stacks import has_enemy
from banneret.rulebooks.stacks.state import NOBODY, State


def holder_of(state: State, hex_: int) -> int:
    """The one side that has units in the hex, else NOBODY. Rule: stacks:turn.control."""
    found = NOBODY
    for side in range(state.setting.sides):
        if hex_ in state.stacks[side]:
            if found != NOBODY:
                return NOBODY
            found = side
    return found


def controls(state: State, side: int, hex_: int) -> bool:
    """True if the side holds the hex, or has its flag there and no enemy is in it. Rule: stacks:turn.control."""
    if has_enemy(state, side, hex_):
        return False
    return hex_ in state.stacks[side] or state.standards[hex_] == side


def controlled(state: State, side: int) -> list[int]:
    """The hexes a side controls, in order. Rule: stacks:turn.control."""
    found = [hex_ for hex_ in state.stacks[side] if controls(state, side, hex_)]
    flags = [hex_ for hex_ in scoring_hexes(state) if state.standards[hex_] == side and hex_ not in found]
    found.extend([hex_ for hex_ in flags if controls(state, side, hex_)])
    found.sort()
    return found


def contested_hexes(state: State, side: int) -> list[int]:
    """The hexes where the side and an enemy both have a stack, in order. Rule: stacks:battle.occurs."""
    return sorted([hex_ for hex_ in state.stacks[side] if has_enemy(state, side, hex_)])


def scoring_hexes(state: State) -> list[int]:
    """The hexes that carry flags: objectives and capitals, each once. Rule: stacks:turn.control."""
    found = list(state.setting.objectives)
    for hex_ in state.setting.capitals:
        if hex_ != NOBODY and hex_ not in found:
            found.append(hex_)
    return found


def flags_of(state: State, side: int) -> int:
    """The number of objectives and capitals that carry the side's flag, each hex counted once. Rule: stacks:win.limit."""
    return len([hex_ for hex_ in scoring_hexes(state) if state.standards[hex_] == side])


def raise_flags(state: State) -> list[int]:
    """Give every capital and objective that a side holds its flag; return the hexes that changed. Rule: stacks:turn.control."""
    changed: list[int] = []
    for hex_ in scoring_hexes(state):
        holder = holder_of(state, hex_)
        if holder != NOBODY and state.standards[hex_] != holder:
            state.standards[hex_] = holder
            changed.append(hex_)
    return changed
