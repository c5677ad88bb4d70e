"""A sheet as a drawing: its places as boxes with the roads between them, and under it what lies open in rows of cards."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from banneret.render.ink import clean
from banneret.render.looks import has_pose, symbol
from banneret.render.picture.paints import INK, INK_2, LINE, PANEL, PAPER, POLE, SANS, SHAPES, colours
from banneret.render.words import letter, piece_mark, piece_text, side_name

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Place, Scene, Tray

COLUMN, ROW, BOX = 190.0, 92.0, 38.0
HEAD, CARD_ROW, LETTER = 160.0, 66.0, 7.6
Spot = tuple[float, float]


def sheet_svg(scene: Scene) -> str:
    """The places, the roads, who stands where, and the cards of each side as one `<svg>`."""
    board = scene.board
    trays = [tray for tray in scene.trays if tray.pieces]
    most = max([len(tray.pieces) for tray in trays], default=0)
    wide = max(board.width * COLUMN, HEAD + most * COLUMN)
    card = (wide - HEAD) / max(most, 1)
    ground = board.height * ROW + 16
    high = ground + len(trays) * CARD_ROW
    middles = {place.id: _middle(scene, place, wide) for place in board.places}
    roads = "".join(
        f"M{middles[a][0]:.0f} {middles[a][1]:.0f}L{middles[b][0]:.0f} {middles[b][1]:.0f}"
        for a, b in board.roads
        if a in middles and b in middles
    )
    here: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        here.setdefault(piece.place, []).append(piece)
    boxes = "".join([_place(scene, place, middles[place.id]) for place in board.places])
    banners = "".join(
        [_banners(scene, place, middles[place.id], here.get(place.id, [])) for place in board.places]
    )
    rows = "".join([_row(scene, tray, ground + number * CARD_ROW, card) for number, tray in enumerate(trays)])
    names = {place.id: scene.board.title(place) for place in board.places}
    label = escape(
        clean(
            f"Sheet of {scene.title}: "
            + "; ".join(
                [f"{side_name(scene, one.side)} at {names.get(one.place, one.place)}" for one in scene.pieces]
            )
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" role="img" aria-label="{label}"'
        f' style="width:100%;max-width:{wide:.0f}px;height:auto;background:{PAPER};border:1px solid #8b8272;'
        f'border-radius:3px" font-family="{SANS}">'
        f'<path d="{roads}" fill="none" stroke="{POLE}" stroke-width="2.5" stroke-dasharray="2 6" stroke-linecap="round"/>'
        f"{boxes}{banners}{rows}</svg>"
    )


def _middle(scene: Scene, place: Place, wide: float) -> Spot:
    column = wide / max(scene.board.width, 1)
    return (place.at[0] + 0.5) * column, (place.at[1] + 0.5) * ROW + 8


def _half(place: Place) -> float:
    """Half the breadth of the box of a place, by the letters in it."""
    return 5.2 * (len(place.name or place.id) + sum([len(tag.text) + 1 for tag in place.tags])) / 1.25 + 16


def _place(scene: Scene, place: Place, middle: Spot) -> str:
    x, y = middle
    half = _half(place)
    tags = " ".join([tag.text for tag in place.tags])
    frame = f'stroke="{INK}" stroke-width="1.6"' if tags else f'stroke="{LINE}" stroke-width="1.2"'
    extra = (
        f' <tspan font-size="13" font-weight="600" fill="{INK_2}">{escape(clean(tags))}</tspan>'
        if tags
        else ""
    )
    return (
        f'<rect x="{x - half:.1f}" y="{y - BOX / 2:.1f}" width="{2 * half:.1f}" height="{BOX:.0f}" rx="7" fill="{PANEL}" {frame}/>'
        f'<text x="{x:.1f}" y="{y + 5.5:.1f}" text-anchor="middle" font-size="16" font-weight="700" fill="{INK}">'
        f"{escape(clean(scene.board.title(place)))}{extra}</text>"
    )


def _banners(scene: Scene, place: Place, middle: Spot, pieces: list[Piece]) -> str:
    """The banners of those at a place, side by side on the upper edge of its box."""
    x, y = middle
    left = x - 30 * (len(pieces) - 1) / 2
    return "".join(
        [_banner(scene, piece, left + 30 * number, y - BOX / 2 + 4) for number, piece in enumerate(pieces)]
    )


def _banner(scene: Scene, piece: Piece, x: float, y: float) -> str:
    side = piece.side
    field, border, charge = colours(side)
    shape = SHAPES[side % len(SHAPES)] if side >= 0 else SHAPES[1]
    pale = ' opacity=".6"' if has_pose(scene, piece, "dimmed") else ""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale(.68)"{pale}><title>{escape(clean(piece_text(piece)))}</title>'
        f'<path d="{shape}" fill="{field}" stroke="{border}" stroke-width="{3 if side == 1 else 1.5}"/>'
        f'<g fill="{charge}" text-anchor="middle" font-family="Alegreya,Georgia,serif" font-weight="800">'
        f'<text y="-27" font-size="18">{escape(letter(scene, side))}</text>'
        f'<text y="-12" font-size="14">{escape(piece_mark(piece))}</text></g></g>'
    )


def _row(scene: Scene, tray: Tray, y: float, wide: float) -> str:
    """The cards of a tray side by side, behind what it is called."""
    heads = _texts(_lines(clean(tray.title), (HEAD - 16) / LETTER), 12, y + 26)
    cards = "".join(
        [_card(scene, piece, HEAD + number * wide, y, wide - 10) for number, piece in enumerate(tray.pieces)]
    )
    return f'<g font-size="13" font-weight="600" fill="{INK_2}">{heads}</g>{cards}'


def _card(scene: Scene, piece: Piece, x: float, y: float, wide: float) -> str:
    """A card in the colours of its side; without a picture it is no more than a dashed frame."""
    side = piece.side
    field, border, charge = colours(side)
    dash = ""
    if not piece.symbol:
        field, charge, dash = "none", INK_2, ' stroke-dasharray="5 4"'
    pale = ' opacity=".7"' if has_pose(scene, piece, "dimmed") else ""
    box = f'x="{x + 8:.0f}" y="{y + 15:.0f}" width="28" height="28"'
    left = x + (44 if piece.symbol else 14)
    lines = _lines(clean(piece.name), (x + wide - left - 4) / LETTER)
    texts = _texts(lines, left, y + 33 - 7.5 * (len(lines) - 1))
    return (
        f'<g{pale}><rect x="{x:.0f}" y="{y + 4:.0f}" width="{wide:.0f}" height="{CARD_ROW - 12:.0f}" rx="5" fill="{field}"'
        f' stroke="{border}" stroke-width="2"{dash}/>{symbol(scene.rulebook, piece.symbol, charge, box)}'
        f'<g font-size="13" font-weight="650" fill="{charge}">{texts}</g></g>'
    )


def _texts(lines: list[str], x: float, y: float) -> str:
    return "".join(
        [
            f'<text x="{x:.0f}" y="{y + 15 * number:.1f}">{escape(line)}</text>'
            for number, line in enumerate(lines)
        ]
    )


def _lines(text: str, room: float) -> list[str]:
    """A text in lines of so many letters, three at most."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines[:3]
