"""Fortified areas: whom they bar, and whom they shelter. Rules: warcards:setup.fort-line, warcards:full.enter-contest."""

from __future__ import annotations

from banneret.rulebooks.warcards.board.field import AREAS, Path
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import CASTLE


def is_fortified(state: State, area: int) -> bool:
    """True if an area still has the works of the fortification in use. Rules: warcards:setup.fort-line, warcards:fort.take."""
    return state.fortified != 0 and 0 <= area < AREAS and bool(state.fortified >> area & 1)


def bars(state: State, side: int, area: int) -> bool:
    """True if an area has works of a castle that a side has to fight its way into; limited works bar nobody.

    Rules: warcards:full.enter-contest, warcards:limited.movement.
    """
    return state.fort == CASTLE and side != state.setting.owner and is_fortified(state, area)


def is_haven(state: State, side: int, area: int) -> bool:
    """True if routed units of a side recover in an area: its castle. Rule: warcards:full.rout-recover."""
    return state.fort == CASTLE and side == state.setting.owner and is_fortified(state, area)


def all_inside(state: State, start: int, path: Path, last: int) -> bool:
    """True if a way lies in fortified areas only. Rule: warcards:limited.terrain."""
    if not is_fortified(state, start) or not (last >= AREAS or is_fortified(state, last)):
        return False
    return all(is_fortified(state, area) for area in path)


def holds_works(state: State, side: int) -> bool:
    """True if a side still has a fortified area. Rule: warcards:fort.no-forced-withdrawal."""
    return state.fortified != 0 and side == state.setting.owner
