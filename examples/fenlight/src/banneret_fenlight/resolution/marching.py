"""All bands march at once. Rules: fenlight:march.together, fenlight:march.reeds."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret_fenlight.board.sighting import look_around, reveal
from banneret_fenlight.orders.task import MARCH, Task
from banneret_fenlight.state import State
from banneret_fenlight.tables.ground import REEDS
from banneret_fenlight.text.news import tell


def march(state: State, table: Table, tasks: list[Task]) -> None:
    """Move every band that marches; only from reeds to reeds does one stay hidden."""
    marsh = state.marsh
    for task in tasks:
        if task.word != MARCH:
            continue
        band = task.band
        band.place = task.target
        if table.telling:
            start, end = marsh.name(task.start), marsh.name(band.place)
            text = f"the {marsh.names[band.side]} march from {start} to {end}."
            stays = band.hidden and marsh.ground[band.place] == REEDS
            whose = (band.side,) if stays else None
            data = {"path": [start, end]}
            tell(table, "march", text, "march.together", side=band.side, to=whose, data=data)
    for task in tasks:
        if task.word == MARCH and marsh.ground[task.band.place] != REEDS:
            reveal(state, table, task.band, "they left the reeds", "march.reeds")
    look_around(state, table)
