"""A board of squares as a drawing."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from banneret.render.ink import clean
from banneret.render.looks import ground_of, has_pose, look_of, symbol
from banneret.render.picture.paints import HEX_LINE, INK, MAP_INK, PANEL, PAPER, SANS, colours
from banneret.render.text.squares import across
from banneret.render.words import letter, piece_mark, piece_text, side_name

if TYPE_CHECKING:
    from banneret.kernel.look import GroundLook
    from banneret.kernel.scene import Link, Piece, Place, Scene

CELL, EDGE = 44.0, 24.0
Spot = tuple[float, float]


def squares_svg(scene: Scene) -> str:
    """The squares with their ground, the pieces, and the arrows between them as one `<svg>`."""
    board = scene.board
    if not board.places:
        return ""
    wide, high = board.width * CELL + EDGE + 6, board.height * CELL + EDGE + 6
    at = {place.id: place.at for place in board.places}
    pieces = [piece for piece in scene.pieces if piece.place in at]
    middles = {piece.id: _middle(at[piece.place], piece) for piece in pieces}
    ground = "".join([_ground(scene, place) for place in board.places])
    homes = "".join([_home(scene, side) for side in range(len(scene.sides))])
    tokens = "".join([_token(scene, piece, middles[piece.id]) for piece in pieces])
    sizes = {piece.id: across(piece) * CELL for piece in pieces}
    arrows = "".join(
        [_arrow(link, middles, sizes) for link in scene.links if all(one in middles for one in link.pieces)]
    )
    label = escape(clean(f"Board of {scene.title}: " + "; ".join([_spoken(scene, one) for one in pieces])))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" role="img" aria-label="{label}"'
        f' style="width:100%;max-width:{wide:.0f}px;height:auto;background:{PAPER};border:1px solid #8b8272;'
        f'border-radius:3px" font-family="{SANS}">{ground}{homes}{_names(scene)}{tokens}{arrows}</svg>'
    )


def _corner(at: Spot) -> Spot:
    return EDGE + at[0] * CELL, EDGE + at[1] * CELL


def _middle(at: Spot, piece: Piece) -> Spot:
    x, y = _corner(at)
    half = across(piece) * CELL / 2
    return x + half, y + half


def _spoken(scene: Scene, piece: Piece) -> str:
    return f"{side_name(scene, piece.side)}, {piece.place}: {piece_text(piece)}"


def _ground(scene: Scene, place: Place) -> str:
    """A square; other ground than the open field has a frame in its ink."""
    look = ground_of(scene, place)
    x, y = _corner(place.at)
    is_open = look is look_of(scene).field
    line = (
        f'stroke="{HEX_LINE}" stroke-width=".7"' if is_open else f'stroke="{look.ink[0]}" stroke-width="1.6"'
    )
    title = escape(clean(", ".join(filter(None, [scene.board.title(place), place.ground]))))
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{CELL:.0f}" height="{CELL:.0f}" fill="{look.tint[0]}" {line}>'
        f"<title>{title}</title></rect>{'' if is_open else _glyph(scene, look, (x, y))}"
    )


def _glyph(scene: Scene, look: GroundLook, corner: Spot) -> str:
    """The sign of a ground in the middle of its square, where it has one that the open field has not."""
    if look.glyphs == look_of(scene).field.glyphs:
        return ""
    paths = "".join(
        f'<path d="{one.path}" fill="{look.ink[0] if one.filled else "none"}" stroke="{look.ink[0]}"/>'
        for one in look.glyphs
    )
    middle = f"{corner[0] + CELL / 2:.0f} {corner[1] + CELL / 2:.0f}"
    return f'<g transform="translate({middle}) scale({0.75 * look.strewn.size:g})" stroke-width="1.6">{paths}</g>'


def _home(scene: Scene, side: int) -> str:
    """The squares that belong to a side, tinted and in a dashed line."""
    squares = {place.at for place in scene.board.places if place.side == side}
    colour = colours(side)[1]
    sides = (((0, -1), "h", 0, 0), ((0, 1), "h", 0, 1), ((-1, 0), "v", 0, 0), ((1, 0), "v", 1, 0))
    rim, fill = "", ""
    for at in sorted(squares):
        x, y = _corner(at)
        fill += f"M{x:.0f} {y:.0f}h{CELL:.0f}v{CELL:.0f}h-{CELL:.0f}Z"
        for (dx, dy), way, right, down in sides:
            if (at[0] + dx, at[1] + dy) not in squares:
                rim += f"M{x + right * CELL:.0f} {y + down * CELL:.0f}{way}{CELL:.0f}"
    if not squares:
        return ""
    return (
        f'<g><title>{escape(clean(side_name(scene, side)))}</title><path d="{fill}" fill="{colour}" fill-opacity=".12"/>'
        f'<path d="{rim}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="7 5"/></g>'
    )


def _names(scene: Scene) -> str:
    """The letters of the columns and the numbers of the rows, off the squares."""
    columns = {int(place.at[0]): place.id.rstrip("0123456789") for place in scene.board.places}
    texts = [
        f'<text x="{EDGE + (column + 0.5) * CELL:.0f}" y="{EDGE - 8:.0f}">{escape(clean(name))}</text>'
        for column, name in sorted(columns.items())
    ]
    texts += [
        f'<text x="{EDGE - 12:.0f}" y="{EDGE + (row + 0.5) * CELL + 5:.0f}">{row + 1}</text>'
        for row in range(int(scene.board.height))
    ]
    return f'<g fill="{MAP_INK}" font-size="13" font-weight="600" text-anchor="middle">{"".join(texts)}</g>'


def _token(scene: Scene, piece: Piece, middle: Spot) -> str:
    """A piece on its base, a disc or a square by its side, with its picture, the letter of its side and its mark."""
    side = piece.side
    field, border, charge = colours(side)
    r = across(piece) * CELL / 2 - 3
    base = f'<rect x="{-r:.1f}" y="{-r:.1f}" width="{2 * r:.1f}" height="{2 * r:.1f}"'
    base += f' rx="{r if side % 2 == 0 else 1:.1f}" fill="{field}" stroke="{border}" stroke-width="2.6"/>'
    size = 1.15 * r
    box = f'x="{-size / 2:.1f}" y="{-size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"'
    picture = symbol(scene.rulebook, piece.symbol, charge, box)
    turn = ' transform="rotate(90)"' if has_pose(scene, piece, "turned") else ""
    pale = ' opacity=".75"' if has_pose(scene, piece, "dimmed") else ""
    mark = escape(clean(f"{letter(scene, side)} {piece_mark(piece)}".strip()))
    half = 3.6 * len(mark) + 3
    return (
        f'<g transform="translate({middle[0]:.1f} {middle[1]:.1f})"{pale}><title>{escape(clean(_spoken(scene, piece)))}</title>'
        f"{base}<g{turn}>{picture}</g>"
        f'<rect x="{-half:.1f}" y="{-r - 3:.1f}" width="{2 * half:.1f}" height="15" rx="3" fill="{PANEL}" stroke="{border}"/>'
        f'<text y="{-r + 8.5:.1f}" text-anchor="middle" font-size="12" font-weight="700" fill="{INK}">{mark}</text></g>'
    )


def _arrow(link: Link, middles: dict[str, Spot], sizes: dict[str, float]) -> str:
    """An arrow from one piece to another, with the number that the link bears."""
    one, other = link.pieces
    if one == other:
        return ""
    (x, y), (to_x, to_y) = middles[one], middles[other]
    far = math.hypot(to_x - x, to_y - y) or 1.0
    ux, uy = (to_x - x) / far, (to_y - y) / far
    x, y = x + ux * sizes[one] * 0.4, y + uy * sizes[one] * 0.4
    to_x, to_y = to_x - ux * sizes[other] * 0.45, to_y - uy * sizes[other] * 0.45
    line = f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"
    head = f"M{to_x:.1f} {to_y:.1f}l{-ux * 11 - uy * 6:.1f} {-uy * 11 + ux * 6:.1f}l{uy * 12:.1f} {-ux * 12:.1f}Z"
    number = escape(clean(link.text))
    middle = f"{(x + to_x) / 2:.1f} {(y + to_y) / 2:.1f}"
    disc = (
        f'<g transform="translate({middle})"><circle r="9" fill="{INK}"/>'
        f'<text y="4.5" text-anchor="middle" font-size="12" font-weight="800" fill="{PANEL}">{number}</text></g>'
    )
    return (
        f'<path d="{line}" stroke="{PANEL}" stroke-width="7"/><path d="{line}" stroke="{INK}" stroke-width="3"/>'
        f'<path d="{head}" fill="{INK}"/>{disc if number else ""}'
    )
