"""Any board as text: its drawing with a legend, its places as a list, and what stands on it, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, clean, wrap
from banneret.render.looks import ground_sign, is_shown, look_of
from banneret.render.text.areas import area_lines
from banneret.render.text.hexes import hex_lines
from banneret.render.text.plane import field_lines, plane_lines
from banneret.render.text.squares import square_lines
from banneret.render.words import (
    board_piece,
    card_text,
    closed_text,
    counted,
    letter,
    own_side,
    piece_mark,
    side_name,
    token,
)

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Place, Scene
    from banneret.render.ink import Ink


def legend_lines(scene: Scene, width: int = 80) -> list[str]:
    """The legend of the map."""
    grounds = {place.ground for place in scene.board.places if place.ground}
    signs = "  ".join(f"{ground_sign(scene, ground)} {ground.lower()}" for ground in sorted(grounds))
    sides = "  ".join(f"{token(scene, index)} {side.name}" for index, side in enumerate(scene.sides))
    if scene.board.kind == "plane":
        board = scene.board
        names = ", ".join([place.name for place in board.places if not place.zone])
        return wrap(
            f"{board.width:g} by {board.height:g} {board.unit}, north at the top; {names}", width, "  "
        )
    if scene.board.kind == "areas":
        states = "".join(f"  {look.sign} {kind}" for kind, look in look_of(scene).state.items() if look.sign)
        return wrap(f"{sides}   {signs}   o sound  x lost{states}", width, "  ") + _tag_lines(scene, width)
    unknown = "" if scene.board.kind == "squares" else "   ? not known"
    if scene.board.kind == "squares":
        owners = sorted({place.side for place in scene.board.places if place.side >= 0})
        homes = [f"{letter(scene, side).lower()} start of {scene.sides[side].name}" for side in owners]
        signs = "  ".join([signs, *homes])
    lines = wrap(f"{sides}{unknown}   {signs}", width, "  ")
    tagged = [
        ": ".join(filter(None, [scene.board.title(place), ", ".join(_tag_texts(place))]))
        for place in scene.board.places
        if any(tag.text for tag in place.tags)
    ]
    return lines + (wrap("; ".join(tagged), width, "  * ") if tagged else [])


def _tag_texts(place: Place) -> list[str]:
    """The texts of the tags of a place that its name does not say already."""
    return [tag.text for tag in place.tags if tag.text and not place.name.endswith(tag.text)]


def _tag_lines(scene: Scene, width: int) -> list[str]:
    """The notes on places, each once: `* castle 3: B1, B2`; a note stands by itself."""
    told: dict[str, list[str]] = {}
    for place in scene.board.places:
        for tag in place.tags:
            told.setdefault(tag.text, []).extend([] if is_shown(scene, tag, "note") else [place.id])
    return [
        line
        for text, names in told.items()
        for line in wrap(f"{text}: {', '.join(names)}" if names else text, width, "  * ")
    ]


def place_lines(scene: Scene, width: int = 80, everything: bool = False) -> list[str]:
    """The board as a list: every place where something is (or all of them), with its ground and its pieces."""
    by_place: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        by_place.setdefault(piece.place, []).append(piece)
    lines = []
    for place in scene.board.places:
        here = by_place.get(place.id, [])
        if not here and not everything:
            continue
        about = [place.ground.lower()] if place.ground else []
        about += _tag_texts(place)
        title = scene.board.title(place) + (f" ({clean(', '.join(about))})" if about else "")
        things = "; ".join(
            f"{token(scene, piece.side, piece_mark(piece))} {board_piece(piece)}" for piece in here
        )
        lines += wrap(f"{title}: {things or 'nobody'}", width, "  ", "      ")
    return lines


def sheet_lines(scene: Scene, width: int = 80) -> list[str]:
    """The ground of a sheet that has roads: every place with its notes and the roads from it; what stands there is listed by side."""
    lines = []
    names = {place.id: scene.board.title(place) for place in scene.board.places}
    for place in scene.board.places:
        ways = [
            names[other]
            for road in scene.board.roads
            if place.id in road
            for other in road
            if other != place.id
        ]
        notes = " ".join(_tag_texts(place)) or place.ground.lower()
        text = f"{scene.board.title(place)}, {notes}; roads to {', '.join(ways)}"
        lines += wrap(clean(text), width, "  ", "      ")
    return lines


def board_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN, legend: bool = True) -> list[str]:
    """The board: a drawing for hexes, areas, squares and a plane, a list for a sheet and where there is no room to draw."""
    if scene.board.kind == "plane":
        field = plane_lines(scene, width, ink)
        return field + (legend_lines(scene, width) if legend and field else [])
    if scene.board.roads:
        return sheet_lines(scene, width)
    draw = {"hexes": hex_lines, "areas": area_lines, "squares": square_lines}.get(scene.board.kind)
    if draw is not None and len(scene.board.places) > 1:
        drawing = draw(scene, width, ink)
        if drawing:
            return drawing + legend_lines(scene, width) if legend else drawing
    return place_lines(scene, width, everything=len(scene.board.places) <= 12)


def standing_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The pieces on the board, by side: own pieces first, then what is known of the others."""
    mine = own_side(scene)
    order = sorted(range(len(scene.sides)), key=lambda side: (side != mine, side))
    if scene.board.kind == "plane":
        return field_lines(scene, [*order, -1], mine, width, ink)
    names = {place.id: scene.board.title(place) for place in scene.board.places}
    lines = []
    for side in [*order, -1]:
        pieces = [piece for piece in scene.pieces if piece.side == side]
        if not pieces:
            continue
        heading = "Nobody's" if side < 0 else f"{side_name(scene, side)}{', yours' if side == mine else ''}"
        lines.append(ink.strong(heading))
        for piece in pieces:
            where = names.get(piece.place, piece.place)
            head = f"  {where} {token(scene, side, piece_mark(piece))} "
            words = card_text(piece) if piece.kind == "card" else counted(piece.inside) or closed_text(piece)
            text = wrap(words, width, head)
            text[0] = (
                text[0].replace(head.strip(), ink.side(side, head.strip()), 1) if ink.colour else text[0]
            )
            lines += text
    return lines
