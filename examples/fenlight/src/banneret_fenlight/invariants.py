"""What must be true of every state. Rules: fenlight:setup.bands, fenlight:march.room, fenlight:hide.reeds, fenlight:light.catch."""

from __future__ import annotations

from banneret_fenlight import stages
from banneret_fenlight.board.standing import is_near_enemy
from banneret_fenlight.state import MOST, State
from banneret_fenlight.tables.ground import MERE, REEDS


def faults(state: State) -> list[str]:
    """The faults of a state, as sentences."""
    marsh = state.marsh
    found: list[str] = []
    places = [band.place for band in state.bands]
    if len(set(places)) != len(places):
        found.append("Two bands stand in one hex.")
    for band in state.bands:
        name = marsh.name(band.place)
        if marsh.ground[band.place] in ("", MERE):
            found.append(f"A band stands in {name}, where none can be.")
        if not 1 <= band.warriors <= MOST:
            found.append(f"The band in {name} has {band.warriors} warriors.")
        if band.hidden and (marsh.ground[band.place] != REEDS or is_near_enemy(state, band)):
            found.append(f"The band in {name} is hidden where it would be seen.")
        if band.place in state.lights:
            found.append(f"A light lies in {name}, and the band there has not caught it.")
    for side in (0, 1):
        left = sum(band.warriors for band in state.bands if band.side == side)
        if state.stage != stages.PLACEMENT and left != state.brought[side] - state.fallen[side]:
            found.append(f"The warriors of the {marsh.names[side]} do not add up.")
    lights = len(state.lights) + sum(state.home) + sum(band.lights for band in state.bands)
    if lights != state.risen or lights > marsh.lights:
        found.append(f"There are {lights} lights, not {state.risen}.")
    return found
