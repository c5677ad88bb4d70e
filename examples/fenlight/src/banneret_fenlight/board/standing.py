"""Who stands where, and who sees whom."""

from __future__ import annotations

from banneret_fenlight.state import Band, State
from banneret_fenlight.tables.ground import REEDS
from banneret_fenlight.tables.marsh import NOWHERE


def bands_of(state: State, side: int) -> list[Band]:
    """The bands of a side, in the order of their hexes."""
    return sorted([band for band in state.bands if band.side == side], key=lambda band: band.place)


def band_at(state: State, hex_: int, side: int = -1) -> Band | None:
    """The band in a hex, of that side or (-1) of any."""
    for band in state.bands:
        if band.place == hex_ and side in (-1, band.side):
            return band
    return None


def is_near_enemy(state: State, band: Band) -> bool:
    """True if an enemy stands in a hex next to the band, or in its own."""
    around = (band.place, *state.marsh.beside[band.place])
    return any(other.side != band.side and other.place in around for other in state.bands)


def may_hide(state: State, band: Band) -> bool:
    """True if the band can hide where it stands. Rules: fenlight:hide.reeds, fenlight:hide.glow, fenlight:hide.near."""
    if state.marsh.ground[band.place] != REEDS or (band.lights and state.marsh.flags.glow):
        return False
    return not is_near_enemy(state, band)


def hide(state: State, band: Band) -> None:
    """Hide a band; an enemy who saw it keeps a trace. Rule: fenlight:hide.trace."""
    band.hidden = True
    band.trace, band.since = (band.place, state.round)


def show(band: Band) -> None:
    """Let everybody see a band from now on."""
    band.hidden = False
    band.trace, band.since = (NOWHERE, 0)
