"""The stacking limit: how many units of a side a hex has room for."""

from __future__ import annotations

from banneret.rulebooks.stacks.state import State


def counted(state: State, group: list[int]) -> int:
    """The number of these units that count towards the stacking limit: all but Sites and summoned ones.

    Rule: stacks:move.stacking.
    """
    units = state.units
    kinds = state.setting.kinds
    total = 0
    for i in group:
        kind = kinds[units[i].kind]
        if not kind.site and not kind.summoning:
            total += 1
    return total


def has_room(state: State, side: int, hex_: int, arriving: list[int]) -> bool:
    """True if the hex is not too full for these units of the side (those already there are not counted twice).

    Rule: stacks:move.stacking.
    """
    limit = state.setting.stack_limit
    if limit == 0 or hex_ < 0:
        return True
    there = state.stacks[side].get(hex_)
    if there is None:
        return len(arriving) <= limit or counted(state, arriving) <= limit
    coming = [i for i in arriving if i not in there]
    if len(there) + len(coming) <= limit:
        return True
    return counted(state, there) + counted(state, coming) <= limit
