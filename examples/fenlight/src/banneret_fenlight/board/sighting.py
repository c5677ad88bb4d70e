"""Bands that come into sight. Rule: fenlight:hide.near."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret_fenlight.board.standing import is_near_enemy, show
from banneret_fenlight.state import Band, State
from banneret_fenlight.text.news import called, many, tell


def reveal(state: State, table: Table, band: Band, why: str, rule: str) -> None:
    """Show a hidden band, and say why it is seen."""
    if not band.hidden:
        return
    show(band)
    if table.telling:
        text = f"{called(state, band)} come out of hiding, {many(band.warriors, 'warrior')}: {why}."
        tell(table, "seen", text, rule, side=band.side, data={"place": state.marsh.name(band.place)})


def look_around(state: State, table: Table) -> None:
    """Reveal every hidden band next to an enemy. Rule: fenlight:hide.near."""
    for band in [one for one in state.bands if one.hidden and is_near_enemy(state, one)]:
        reveal(state, table, band, "an enemy is near", "hide.near")
