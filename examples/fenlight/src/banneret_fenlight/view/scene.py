"""The scene of one seat: the marsh, the bands it sees, the lights, and what both sides have."""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Board, Clock, Place, Scene, SideView, Stage, Track, letters
from banneret.kernel.viewer import Viewer
from banneret_fenlight import stages
from banneret_fenlight.resolution.ending import lights_of, warriors_of
from banneret_fenlight.state import State
from banneret_fenlight.text.news import many
from banneret_fenlight.view.pieces import band_piece, open_tags, sees, trace_tags

STAGES: Final = {
    stages.PLACEMENT: Stage("Placement"),
    stages.ROUND: Stage("Orders"),
    stages.OVER: Stage("Dawn"),
}


def scene(state: State, viewer: Viewer) -> Scene:
    """What a viewer sees. Rules: fenlight:hide.known, fenlight:hide.trace."""
    marsh = state.marsh
    bands = sorted([band for band in state.bands if sees(band, viewer)], key=lambda band: band.place)
    return Scene(
        rulebook="fenlight",
        scenario=marsh.scenario,
        title=marsh.title,
        seat=marsh.sides[viewer.side] if viewer.is_side else viewer.name,
        sides=_sides(state),
        board=_board(state, viewer),
        clock=Clock("Round", state.round, marsh.rounds) if state.stage != stages.PLACEMENT else None,
        stage=STAGES[state.stage],
        pieces=tuple([band_piece(state, band) for band in bands]),
        tracks=tuple(_tracks(state, viewer)),
    )


def _sides(state: State) -> tuple[SideView, ...]:
    """Both sides with what is counted openly. Rule: fenlight:setup.bands."""
    marsh = state.marsh
    return tuple(
        [
            SideView(
                marsh.sides[side],
                marsh.names[side],
                letter,
                (
                    ("lights", lights_of(state, side)),
                    ("warriors", warriors_of(state, side)),
                    ("bands", sum(band.side == side for band in state.bands)),
                ),
            )
            for side, letter in enumerate(letters(list(marsh.sides)))
        ]
    )


def _board(state: State, viewer: Viewer) -> Board:
    """The marsh, with lights, traces and the home of each side."""
    marsh = state.marsh
    places = [
        Place(
            marsh.name(hex_),
            marsh.name(hex_),
            marsh.grid.place(hex_),
            ground,
            (*open_tags(state, hex_), *trace_tags(state, hex_, viewer)),
            side=next((side for side in (0, 1) if hex_ in marsh.homes[side]), -1),
        )
        for hex_, ground in enumerate(marsh.ground)
        if ground
    ]
    return Board("hexes", marsh.grid.columns, marsh.grid.rows, tuple(places))


def _tracks(state: State, viewer: Viewer) -> list[Track]:
    """The goal, the rounds, the lights at home, and how many enemies are out of sight."""
    marsh = state.marsh
    tracks = [
        Track(
            "goal", f"Bring {many(marsh.majority, 'light')} home", rule="fenlight:end.majority", kind="goal"
        )
    ]
    if state.stage == stages.PLACEMENT:
        return tracks
    tracks.append(
        Track("round", f"{state.round} of {marsh.rounds}", rule="fenlight:end.rounds", kind="round")
    )
    tracks += [
        Track("lights home", str(state.home[side]), side, rule="fenlight:light.home") for side in (0, 1)
    ]
    if state.risen < marsh.lights:
        tracks.append(Track("to rise", many(marsh.lights - state.risen, "light"), rule="fenlight:light.rise"))
    for side in (0, 1):
        unseen = sum(band.side == side and not sees(band, viewer) for band in state.bands)
        if unseen:
            tracks.append(Track("out of sight", many(unseen, "band"), side, rule="fenlight:hide.known"))
    return tracks
