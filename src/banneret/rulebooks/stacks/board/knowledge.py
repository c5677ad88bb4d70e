"""The knowledge of each side: units it can tell in their stack, stacks it has looked through, sizes it is shown."""

from __future__ import annotations

from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.state import State, Unit


def everybody(state: State) -> int:
    """The bit set of all sides."""
    return (1 << state.setting.sides) - 1


def show(unit: Unit, everybody: int) -> None:
    """Note that all sides of the bit set `everybody` now know that the unit is in its stack."""
    unit.known |= everybody
    unit.seen |= everybody


def look_mark(state: State, viewer: int, owner: int, hex_: int) -> int:
    """The number in `State.looks` for: `viewer` has looked through the whole stack of `owner` in the hex this player turn.

    Rule: stacks:scout.snapshot.
    """
    sides = state.setting.sides
    return (hex_ * sides + owner) * sides + viewer


def has_looked(state: State, side: int, owner: int, hex_: int) -> bool:
    """True if the side (`NO_SIDE`: a spectator) has looked through the owner's whole stack in the hex this player turn. Rule: stacks:scout.look."""
    looks = state.looks
    return looks is not None and side >= 0 and look_mark(state, side, owner, hex_) in looks


def knows(state: State, viewer: Viewer, unit: Unit) -> bool:
    """True if the viewer knows that this very unit is in its stack. Rule: stacks:hidden.battle, stacks:site.revealed."""
    if viewer.owns(unit.side):
        return True
    if unit.place >= 0 and state.setting.kinds[unit.kind].site:
        return True
    return viewer.knows(unit.known, everybody(state))


def shown_size(state: State, side: int, hex_: int, viewer: Viewer) -> int:
    """The number of units under a banner of `side` as `viewer` sees it; -1 if it is hidden.

    Rule: stacks:opt.stack-size, stacks:hidden.stack.
    """
    if viewer.owns(side) or state.setting.flags.stack_size_shown:
        return len(state.stacks[side].get(hex_, []))
    return -1
