"""A board of areas as a drawing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from banneret.render.ink import clean
from banneret.render.looks import ground_of, has_pose, work_of
from banneret.render.picture.paints import HEX_LINE, INK, MAP_INK, PAPER, SANS, colours
from banneret.render.words import board_piece, letter, piece_mark, side_name

if TYPE_CHECKING:
    from banneret.kernel.look import WorkLook
    from banneret.kernel.scene import Piece, Place, Scene


CELL, ROW, SHELF, GAP = 148.0, 112.0, 96.0, 6.0
PIECES, DEPTH = 8, 14.0  # of works on an edge


PIPS = {"o": "sound", "x": "lost", "s": "stunned"}


def areas_svg(scene: Scene) -> str:
    """The areas with their ground, walls and cards as one `<svg>`: a row for each line, a shelf for each reserve."""
    places = scene.board.places
    if not places:
        return ""
    shelves = {place.at[1] for place in places if place.span > 1}
    tops, y = {}, 0.0
    for row in range(int(scene.board.height)):
        y += GAP if row and row in shelves else 0
        tops[row] = y
        y += SHELF + (0 if row else GAP) if row in shelves else ROW
    width = scene.board.width * CELL
    here: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        here.setdefault(piece.place, []).append(piece)
    ground, cards = [], []
    for place in places:
        x, top = place.at[0] * CELL, tops[int(place.at[1])]
        high = SHELF if place.span > 1 else ROW
        ground.append(_area(scene, place, x, top, place.span * CELL, high))
        left = x + 130 if place.span > 1 else x
        cards.append(_cards(scene, here.get(place.id, []), left, top, x + place.span * CELL - left, high))
    walls = [
        _works(works, place, other, tops)
        for place in places
        if (works := work_of(scene, place))
        for other in places
        if _faces(place, other)
    ]
    label = escape(clean(f"Table of {scene.title}: " + "; ".join(_lying(scene))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {width + 8:.0f} {y + 8:.0f}" role="img"'
        f' aria-label="{label}" style="width:100%;max-width:{width + 8:.0f}px;height:auto;background:{PAPER};'
        f'border:1px solid #8b8272;border-radius:3px" font-family="{SANS}">'
        f"{''.join(ground)}{''.join(walls)}{''.join(cards)}</svg>"
    )


def _area(scene: Scene, place: Place, x: float, y: float, wide: float, high: float) -> str:
    """The ground of an area, or a shelf with the name of its side."""
    title = escape(clean(", ".join([scene.board.title(place), place.ground, *(t.text for t in place.tags)])))
    if place.span > 1:
        words = place.name.split(" of ", 1)
        rows = [f"{words[0]} of" if len(words) > 1 else words[0], *words[1:]]
        texts = "".join(
            f'<text x="{x + 12:.0f}" y="{y + 40 + 17 * index:.0f}">{escape(clean(row))}</text>'
            for index, row in enumerate(rows)
        )
        return (
            f'<g font-size="14" font-weight="600" fill="{INK}"><title>{title}</title><rect x="{x + 1:.0f}" y="{y + 1:.0f}"'
            f' width="{wide - 2:.0f}" height="{high - 2:.0f}" rx="7" fill="#ece5d6" stroke="#8b8272" stroke-dasharray="4 3"/>'
            f"{texts}</g>"
        )
    works = work_of(scene, place)
    tint = works.floor[0] if works else ground_of(scene, place).tint[0]
    return (
        f'<g><title>{title}</title><rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}" fill="{tint}"'
        f' stroke="{HEX_LINE}" stroke-dasharray="2 4"/>'
        f'<text x="{x + 7:.0f}" y="{y + 20:.0f}" font-size="12" font-weight="600" fill="{MAP_INK}">{escape(clean(place.id))}</text></g>'
    )


def _faces(place: Place, other: Place) -> bool:
    """True if works of a place would stand on its edge to another, above or below it."""
    near = place.at[0] == other.at[0] and abs(place.at[1] - other.at[1]) == 1
    return near and place.span == other.span == 1 and place.side != other.side


def _works(works: WorkLook, place: Place, other: Place, tops: dict[int, float]) -> str:
    """A stretch of works between two areas."""
    x, y = place.at[0] * CELL, tops[int(max(place.at[1], other.at[1]))]
    step = CELL / PIECES
    rim = "".join(
        f"L{x + (i + across) * step:.1f} {y + up * DEPTH:.1f}"
        for i in range(PIECES)
        for across, up in works.rim
    )
    low = y + DEPTH / 2
    return f'<path d="M{x:.1f} {low:.1f}{rim}L{x + CELL:.1f} {low:.1f}Z" fill="{works.tint[0]}" stroke="{works.ink[0]}"/>'


def _cards(scene: Scene, pieces: list[Piece], x: float, y: float, wide: float, high: float) -> str:
    """Cards side by side in the middle of their place, the smaller the more there are."""
    if not pieces:
        return ""
    step = min(70.0, (wide - 8) / len(pieces))
    scale = min(1.0, (step - 4) / 64)
    left = x + (wide - step * len(pieces)) / 2 + step / 2
    middle = y + high / 2 + 4
    return "".join(_card(scene, piece, left + step * i, middle, scale) for i, piece in enumerate(pieces))


def _card(scene: Scene, piece: Piece, x: float, y: float, scale: float) -> str:
    """A card: its sign, its name, its short figures, a pip for each hit."""
    side = piece.side
    field, border, charge = colours(side)
    turn = " rotate(8)" if has_pose(scene, piece, "tilted") else ""
    round_, wide = ("9", "1") if side % 2 == 0 else ("2", "3.5")
    name = clean(piece.name).split(" ", 1)
    rows = "".join(
        f'<text y="{-16 + 12 * i}" font-size="{11 if len(row) < 10 else 9}">{escape(row)}</text>'
        for i, row in enumerate(name)
    )
    figures = [escape(clean(f.value.lstrip("+"))) for f in piece.figures if f.short][:4]
    numbers = "".join(
        f'<text x="{-22.5 + 15 * i}" y="15" font-size="10.5">{f}</text>' for i, f in enumerate(figures)
    )
    start = -5.0 * (len(piece.pips) - 1)
    pips = "".join(
        f'<circle cx="{start + 10 * i:.0f}" cy="27" r="3.6" fill="{charge if pip == "o" else "none"}" stroke="{charge}">'
        f"<title>{PIPS.get(pip, pip)}</title></circle>"
        for i, pip in enumerate(piece.pips)
    )
    words = escape(clean(f"{side_name(scene, side)}, {piece.place}: {board_piece(piece)}"))
    return (
        f'<g transform="translate({x:.1f} {y:.1f}){turn} scale({scale:.3g})" fill="{charge}" text-anchor="middle" font-weight="700">'
        f'<title>{words}</title><rect x="-32" y="-42" width="64" height="80" rx="{round_}" fill="{field}" stroke="{border}"'
        f' stroke-width="{wide}"/><text y="-28" font-size="10">{escape(letter(scene, side) + piece_mark(piece))}</text>'
        f"{rows}{numbers}{pips}</g>"
    )


def _lying(scene: Scene) -> list[str]:
    return [f"{side_name(scene, piece.side)}, {clean(piece.name)} at {piece.place}" for piece in scene.pieces]
