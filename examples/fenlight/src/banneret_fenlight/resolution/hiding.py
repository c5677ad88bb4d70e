"""Bands that were ordered to hide vanish into the reeds. Rules: fenlight:hide.order, fenlight:hide.near."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret_fenlight.board.standing import hide, may_hide
from banneret_fenlight.orders.task import HIDE, Task
from banneret_fenlight.state import State
from banneret_fenlight.text.news import called, tell


def hide_all(state: State, table: Table, tasks: list[Task]) -> None:
    """Hide every band that was ordered to, was in no clash, and has no enemy near."""
    for task in tasks:
        band = task.band
        if task.word != HIDE or task.fought or band.hidden or band not in state.bands:
            continue
        if not may_hide(state, band):
            continue
        hide(state, band)
        if table.telling:
            text = f"{called(state, band)} vanish into the reeds."
            tell(table, "hidden", text, "hide.order", side=band.side)
