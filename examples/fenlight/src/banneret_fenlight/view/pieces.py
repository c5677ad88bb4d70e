"""Bands, lights and traces as pieces and tags of a scene."""

from __future__ import annotations

from banneret.kernel.scene import Condition, Figure, Piece, Tag
from banneret.kernel.viewer import Viewer
from banneret_fenlight.state import Band, State
from banneret_fenlight.tables.marsh import NOWHERE
from banneret_fenlight.text.news import many


def sees(band: Band, viewer: Viewer) -> bool:
    """True if a viewer sees the band. Rule: fenlight:hide.known."""
    return not band.hidden or viewer.owns(band.side)


def band_piece(state: State, band: Band) -> Piece:
    """A band under its banner, with the lights that it bears."""
    marsh = state.marsh
    place, name = marsh.name(band.place), marsh.names[band.side]
    inside = [
        Piece(
            f"w{place}",
            band.side,
            place,
            "band",
            name,
            symbol=marsh.sides[band.side],
            label=str(band.warriors),
            figures=(Figure("warriors", str(band.warriors), rule="fenlight:setup.bands", short="War"),),
            rule="fenlight:setup.bands",
        )
    ]
    if band.lights:
        inside.append(
            Piece(
                f"l{place}",
                band.side,
                place,
                "light",
                "Light",
                symbol="light",
                label=str(band.lights),
                rule="fenlight:light.catch",
            )
        )
    return Piece(
        f"b{place}",
        band.side,
        place,
        "banner",
        f"{name} in {place}",
        symbol=marsh.sides[band.side],
        label=str(band.warriors),
        detail=told(band),
        states=(Condition("hidden"),) if band.hidden else (),
        inside=tuple(inside),
        rule="fenlight:setup.bands",
        kind="banner",
    )


def told(band: Band) -> str:
    """A band in a few words."""
    return many(band.warriors, "warrior") + (f", {many(band.lights, 'light')}" if band.lights else "")


def open_tags(state: State, hex_: int) -> tuple[Tag, ...]:
    """What everybody sees of a hex: free lights, a spring where more may rise, whose home it is.

    Rules: fenlight:light.where, fenlight:light.rise, fenlight:light.home.
    """
    count = state.lights.count(hex_)
    found = [Tag("light", many(count, "light"), symbol="light")] if count else []
    if hex_ in state.marsh.springs and state.risen < state.marsh.lights and not count:
        found.append(Tag("spring", "lights rise here", symbol="spring"))
    homes = [side for side in (0, 1) if hex_ in state.marsh.homes[side]]
    found += [Tag("home", f"home, {state.marsh.names[side]}", side) for side in homes]
    return tuple(found)


def trace_tags(state: State, hex_: int, viewer: Viewer) -> tuple[Tag, ...]:
    """Bands that hid there, for those who do not know where they are now. Rule: fenlight:hide.trace."""
    gone = [band for band in state.bands if band.trace == hex_ != NOWHERE and not sees(band, viewer)]
    gone.sort(key=lambda band: (band.since, band.warriors, band.lights))
    return tuple(
        [Tag("trace", f"{told(band)} hid here in round {band.since}", band.side, "trace") for band in gone]
    )
