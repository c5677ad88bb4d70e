"""A band or a light in full: what it can do, and what it may do this round. Bands that are seen lie open altogether."""

from __future__ import annotations

from typing import Final

from banneret.kernel.scene import Deed, Figure, Inspector, Piece, Scene, Trait
from banneret.kernel.viewer import Viewer
from banneret_fenlight import stages
from banneret_fenlight.board.standing import may_hide
from banneret_fenlight.orders.task import BRACE
from banneret_fenlight.resolution.clashes import strength
from banneret_fenlight.state import Band, State

BAND: Final = (
    Trait("Brace", "It stands ready: stronger in a clash, harder to strike.", "fenlight:order.brace"),
    Trait(
        "Hide", "In the reeds, away from enemies, it vanishes at the end of the round.", "fenlight:hide.order"
    ),
    Trait(
        "March",
        "It goes to a hex next to it; into an enemy who stays there is a clash.",
        "fenlight:march.together",
    ),
    Trait("Strike", "It throws javelins into a hex next to it, after the march.", "fenlight:strike.when"),
)
LIGHT: Final = (
    Trait("Light", "It counts for the side whose band brings it home.", "fenlight:light.home"),
    Trait("Borne", "The band that caught it bears it along.", "fenlight:light.catch"),
)
HIDDEN: Final = Trait("Hidden", "Only its own side sees where it is.", "fenlight:hide.known")


def inspect(state: State, viewer: Viewer, piece: Piece, scene: Scene) -> Inspector:
    """A piece of the scene. Rule: fenlight:hide.known."""
    whose = "yours" if viewer.side == piece.side else f"of {state.marsh.names[piece.side]}"
    band = next(
        band
        for band in state.bands
        if band.side == piece.side and state.marsh.name(band.place) == piece.place
    )
    bearer = piece.form != "light"
    return Inspector(
        piece.id,
        piece.name,
        piece.side,
        piece.symbol,
        known=f"{whose}, in {piece.place}",
        figures=_figures(state, band) if bearer else (),
        traits=BAND if bearer else LIGHT,
        states=(HIDDEN,) if bearer and band.hidden else (),
        deeds=_deeds(state, band, scene) if bearer and viewer.owns(piece.side) else (),
    )


def _figures(state: State, band: Band) -> tuple[Figure, ...]:
    """Its warriors and lights, and its strength in a clash when it braces. Rules: fenlight:setup.bands, fenlight:clash.roll."""
    tally = strength(state.marsh.ground[band.place], band.warriors, BRACE, band.hidden)
    return (
        Figure("warriors", str(band.warriors), rule="fenlight:setup.bands"),
        Figure("lights", str(band.lights), rule="fenlight:light.catch"),
        Figure("braced", str(tally.total), tuple(tally.parts), "fenlight:clash.roll"),
    )


def _deeds(state: State, band: Band, scene: Scene) -> tuple[Deed, ...]:
    """What a band may be told to do this round. Rules: fenlight:order.one, fenlight:hide.order."""
    if state.stage != stages.ROUND or not scene.questions:
        return (Deed("Orders", False, "when the round is written", "fenlight:order.secret"),)
    near = bool(band.hidden or may_hide(state, band))
    hide = "where it is" if near else "not in the reeds, near an enemy, or with a light"
    return (
        Deed("Brace, march or strike", True, "one of them", "fenlight:order.one"),
        Deed("Hide", near, hide, "fenlight:hide.order"),
    )
