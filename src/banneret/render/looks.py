"""The look of a scene's rulebook: render knows no word of a rulebook, and asks its look."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.look import GroundLook, Look, StateLook, icons

if TYPE_CHECKING:
    from banneret.kernel.look import MarkLook, Pose, WorkLook
    from banneret.kernel.scene import Piece, Place, Scene, Tag

PLAIN: Final = Look(GroundLook(tint=("#e9e2d0", "#33322c"), ink=("#a2977c", "#77715e")))
"""Of rulebooks that are not at hand."""
INK: Final = "#4a4234"
_SYMBOL: Final = re.compile(r'<symbol id="[^"]+" viewBox="([^"]+)">(.*)</symbol>', re.DOTALL)


@cache
def _look(rulebook: str) -> Look:
    try:
        return rulebooks.get(rulebook).look
    except BadInput:
        return PLAIN


def look_of(scene: Scene) -> Look:
    """The look of the rulebook of a scene."""
    return _look(scene.rulebook)


def ground_of(scene: Scene, place: Place) -> GroundLook:
    """The look of the ground of a place; open field where its look does not know it."""
    look = look_of(scene)
    return look.ground.get(place.ground, look.field)


def ground_sign(scene: Scene, ground: str) -> str:
    """The sign of a ground on the text map: that of the look, else its first letter."""
    known = look_of(scene).ground.get(ground)
    return (known.sign if known else "") or ground[:1].lower() or " "


def work_of(scene: Scene, place: Place) -> WorkLook | None:
    """The works on the edges of a place, if it has some."""
    works = look_of(scene).work
    return next((works[tag.kind] for tag in place.tags if tag.kind in works), None)


def is_shown(scene: Scene, tag: Tag, shown: str) -> bool:
    """True if the look shows a tag of a place in that way."""
    mark: MarkLook | None = look_of(scene).mark.get(tag.kind)
    return (mark.shown if mark else "label") == shown


def sign(scene: Scene, tag: Tag, x: float, y: float, size: float) -> str:
    """The picture of a tag around a point, as SVG; nothing where its rulebook has none of that name."""
    mark = look_of(scene).mark.get(tag.kind)
    colour = mark.tint[0] if mark and mark.tint else INK
    where = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:g}" height="{size:g}"'
    return symbol(scene.rulebook, tag.symbol, colour, where)


def symbol(rulebook: str, name: str, colour: str, attributes: str) -> str:
    """A picture of a rulebook in a colour, as SVG; nothing where the rulebook has none of that name."""
    found = _SYMBOL.fullmatch(_pictures(rulebook).get(name, ""))
    if found is None:
        return ""
    return f'<svg {attributes} viewBox="{found[1]}" fill="{colour}" color="{colour}">{found[2]}</svg>'


@cache
def _pictures(rulebook: str) -> dict[str, str]:
    try:
        return icons(rulebooks.get(rulebook).folder)
    except BadInput:
        return {}


def states_of(scene: Scene, piece: Piece) -> list[StateLook]:
    """The looks of the states of a piece, as far as its look knows them."""
    known = look_of(scene).state
    return [known[state.kind] for state in piece.states if state.kind in known]


def has_pose(scene: Scene, piece: Piece, pose: Pose) -> bool:
    """True if one of the states of a piece puts it in that pose."""
    return any(pose in state.poses for state in states_of(scene, piece))


def state_sign(scene: Scene, piece: Piece) -> str:
    """The sign of the gravest state of a piece that has one, for where there is no room for words."""
    signs = [(state.rank, state.sign) for state in states_of(scene, piece) if state.sign]
    return min(signs)[1] if signs else ""
