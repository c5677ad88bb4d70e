"""Warriors fall, bands fall back. Rules: fenlight:clash.fall-back, fenlight:clash.scattered, fenlight:light.drop."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret_fenlight.board.standing import band_at, show
from banneret_fenlight.orders.task import Task
from banneret_fenlight.state import Band, State
from banneret_fenlight.text.news import called, tell


def lose(state: State, table: Table, band: Band, count: int) -> None:
    """Take warriors from a band; without any it is gone, and its lights are free."""
    count = min(count, band.warriors)
    band.warriors -= count
    state.fallen[band.side] += count
    if band.warriors == 0:
        drop_lights(state, band)
        state.bands.remove(band)
        if table.telling:
            tell(table, "gone", f"{called(state, band)} are no more.", "clash.scattered", side=band.side)


def drop_lights(state: State, band: Band) -> None:
    """The lights of a band are free again, in its hex. Rule: fenlight:light.drop."""
    state.lights += [band.place] * band.lights
    band.lights = 0


def fall_back(state: State, table: Table, task: Task) -> None:
    """Send a beaten band to where it came from, else to the free hex nearest to its home; if there is none it is scattered."""
    band = task.band
    refuge = _refuge(state, task)
    if refuge is None:
        lose(state, table, band, band.warriors)
        return
    start = state.marsh.name(band.place)
    band.place = refuge
    show(band)
    if table.telling:
        end = state.marsh.name(refuge)
        text = f"the {state.marsh.names[band.side]} fall back from {start} to {end}."
        data = {"path": [start, end]}
        tell(table, "back", text, "clash.fall-back", side=band.side, data=data)


def _refuge(state: State, task: Task) -> int | None:
    """The hex to which a band falls back. Rule: fenlight:clash.fall-back."""
    marsh, place = state.marsh, task.band.place
    free = [hex_ for hex_ in marsh.ways[place] if band_at(state, hex_) is None]
    if task.start in free:
        return task.start
    homes = marsh.homes[task.band.side]
    return min(
        free, key=lambda hex_: (min(marsh.grid.distance(hex_, home) for home in homes), hex_), default=None
    )
