"""Bring a group from one hex to another, and update all that depends on who is together."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.knowledge import look_mark
from banneret.rulebooks.stacks.board.stacks import put
from banneret.rulebooks.stacks.state import NOBODY, State


def shift(state: State, side: int, group: list[int], place: int, openly: bool = False) -> None:
    """Bring a group from its hex to another place, and update all that depends on who is together.

    Those who go leave the transports that stay, and the other way round. When own units stay behind, the enemy cannot tell
    any more who went and who stayed, and nobody of either part but Sites is known to be where it is; unless all saw who
    went (`openly`: a retreat, a Vanish exit).

    Rule: stacks:move.split, stacks:hidden.revealed-back, stacks:transport.water.
    """
    units = state.units
    start = units[group[0]].place
    if start >= 0 and len(state.stacks[side].get(start, [])) > len(group):
        kinds = state.setting.kinds
        for i in state.stacks[side][start]:
            unit = units[i]
            if not openly and not kinds[unit.kind].site:
                unit.known = 0
            if unit.aboard != NOBODY and (i in group) != (unit.aboard in group):
                unit.aboard = NOBODY
    for i in group:
        put(state, units[i], place)
    if state.looks is not None:
        _blur_looks(state, state.looks, side, group, place)


def _blur_looks(state: State, looks: list[int], side: int, group: list[int], place: int) -> None:
    """Forget that a stack was looked through when units come to it that the viewer has not seen.

    Rule: stacks:scout.snapshot, stacks:hidden.stack.
    """
    units = state.units
    for viewer in range(state.setting.sides):
        mark = look_mark(state, viewer, side, place)
        if mark in looks and any(not units[i].known >> viewer & 1 for i in group):
            looks.remove(mark)
