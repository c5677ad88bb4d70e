"""The lights: they are caught, drift, rise, and are brought home.

Rules: fenlight:light.catch, fenlight:light.drift, fenlight:light.rise, fenlight:light.home.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret_fenlight.board.sighting import reveal
from banneret_fenlight.board.standing import band_at, bands_of
from banneret_fenlight.state import State
from banneret_fenlight.tables.marsh import NOWHERE
from banneret_fenlight.text.news import called, many, tell


def move_lights(state: State, table: Table) -> None:
    """Catch what lies at a band's feet, let the others drift and one rise, catch again, and lay down at home what is borne there."""
    _catch(state, table)
    if state.marsh.flags.drift:
        _drift(state, table)
    _rise(state, table)
    _catch(state, table)
    _bring_home(state, table)


def _drift(state: State, table: Table) -> None:
    """A die for each free light: the direction in which it drifts, if there is a hex. Rule: fenlight:light.drift."""
    for index, hex_ in enumerate(state.lights):
        direction = table.die(6, "drift") - 1
        there = state.marsh.beside[hex_][direction]
        if there != NOWHERE:
            state.lights[index] = there
            if table.telling:
                start, end = state.marsh.name(hex_), state.marsh.name(there)
                tell(table, "drift", f"a light drifts from {start} to {end}.", "light.drift")
    state.lights.sort()


def _rise(state: State, table: Table) -> None:
    """As long as there are any to come, a light rises over one of the springs. Rule: fenlight:light.rise."""
    marsh = state.marsh
    if state.risen == marsh.lights:
        return
    hex_ = marsh.springs[table.draw(len(marsh.springs), "spring")]
    state.lights.append(hex_)
    state.lights.sort()
    state.risen += 1
    if table.telling:
        data = {"place": marsh.name(hex_)}
        tell(table, "rise", f"a light rises over {marsh.name(hex_)}.", "light.rise", data=data)


def _catch(state: State, table: Table) -> None:
    """A band catches every free light in its hex, and is seen by its glow. Rule: fenlight:light.catch."""
    for hex_ in list(state.lights):
        band = band_at(state, hex_)
        if band is None:
            continue
        reveal(state, table, band, "they glow", "light.catch")
        state.lights.remove(hex_)
        band.lights += 1
        if table.telling:
            data = {"place": state.marsh.name(hex_)}
            tell(
                table,
                "catch",
                f"{called(state, band)} catch a light.",
                "light.catch",
                side=band.side,
                data=data,
            )


def _bring_home(state: State, table: Table) -> None:
    """Lights in a home hex of their bearers are safe for good. Rule: fenlight:light.home."""
    for side in (0, 1):
        for band in bands_of(state, side):
            if not band.lights or band.place not in state.marsh.homes[side]:
                continue
            reveal(state, table, band, "they bring a light home", "light.home")
            state.home[side] += band.lights
            if table.telling:
                text = f"{called(state, band)} bring {many(band.lights, 'light')} home."
                tell(table, "home", text, "light.home", side=side)
            band.lights = 0
