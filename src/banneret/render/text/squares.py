"""A board of squares as a grid of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, clean
from banneret.render.looks import ground_of, ground_sign, look_of
from banneret.render.text.ground import places_in_question
from banneret.render.words import letter, piece_mark

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Place, Scene
    from banneret.render.ink import Ink

WIDEST, NARROWEST = 4, 3


def square_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The squares row by row under the letters of their columns: ground by its sign, open ground of a side by its small letter, a piece by the letter of its side and its mark."""
    columns, rows = int(scene.board.width), int(scene.board.height)
    margin = len(str(rows)) + 1
    cell = min((width - margin) // max(columns, 1), WIDEST)
    if cell < NARROWEST:
        return []
    places = {(int(place.at[0]), int(place.at[1])): place for place in scene.board.places}
    standing = pieces_by_square(scene)
    now = places_in_question(scene)
    first = {column: place.id for (column, _row), place in sorted(places.items())}
    names = [first.get(column, "").rstrip("0123456789") for column in range(columns)]
    lines = [" " * margin + "".join([name.center(cell) for name in names])]
    for row in range(rows):
        cells = [
            _cell(scene, places.get((column, row)), standing.get((column, row)), cell, ink, now)
            for column in range(columns)
        ]
        lines.append(f"{row + 1:>{margin - 1}} {''.join(cells)}")
    return [line.rstrip() for line in lines]


def pieces_by_square(scene: Scene) -> dict[tuple[int, int], Piece]:
    """The piece that stands on each square; a large one on all that it fills."""
    at = {place.id: place.at for place in scene.board.places}
    found = {}
    for piece in scene.pieces:
        if piece.place in at:
            x, y = (int(number) for number in at[piece.place])
            for step in range(across(piece) ** 2):
                found[x + step % across(piece), y + step // across(piece)] = piece
    return found


def across(piece: Piece) -> int:
    """The squares of a side of a piece."""
    return max(1, round(piece.base[0])) if piece.base else 1


def _cell(scene: Scene, place: Place | None, piece: Piece | None, cell: int, ink: Ink, now: set[str]) -> str:
    if place is None:
        return " " * cell
    if piece is None:
        is_open = ground_of(scene, place) is look_of(scene).field
        owned = is_open and place.side >= 0
        sign = letter(scene, place.side).lower() if owned else ground_sign(scene, place.ground)
        text = (sign if is_open else sign * (cell - 1)).center(cell)
        return ink.here(text) if place.id in now else ink.faint(text)
    mark = piece_mark(piece) if place.id == piece.place else ""
    text = clean(f"{letter(scene, piece.side)}{mark}")[: cell - 1].center(cell)
    return ink.here(text) if place.id in now else ink.side(piece.side, text)
