"""A board of areas as a table of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, clean, wrap
from banneret.render.looks import ground_sign, state_sign, work_of
from banneret.render.text.ground import ground_row, place_hash, places_in_question
from banneret.render.words import piece_mark, token

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Place, Scene
    from banneret.render.ink import Ink


def area_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """Areas as a table: a row of boxes for each line, works on their edges, a list for what spans a whole row.

    A card is its sign, its name and a mark for each hit (`o` sound, `x` lost, `s` stunned); before it stands the sign of its state.
    """
    columns = int(scene.board.width)
    room = min((width - 1) // max(columns, 1) - 1, 22)
    if room < 11:
        return []
    here: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        here.setdefault(piece.place, []).append(piece)
    rows: dict[int, list[Place]] = {}
    for place in scene.board.places:
        rows.setdefault(int(place.at[1]), []).append(place)
    now = places_in_question(scene)
    lines: list[str] = []
    above: list[Place] = []
    for number in sorted(rows):
        row = sorted(rows[number], key=lambda place: place.at[0])
        boxes = [place for place in row if place.span == 1]
        if above or boxes:
            lines.append(_edge(scene, above, boxes, columns, room))
        for place in row:
            if place.span > 1:
                cards = ", ".join(_card_text(scene, piece) for piece in here.get(place.id, [])) or "nobody"
                lines += wrap(f"{place.name or place.id}: {cards}", width, " ", "     ")
        if boxes:
            lines += _boxes(scene, boxes, here, room, ink, now)
        above = boxes
    if above:
        lines.append(_edge(scene, above, [], columns, room))
    return lines


def _boxes(
    scene: Scene, row: list[Place], here: dict[str, list[Piece]], room: int, ink: Ink, now: set[str]
) -> list[str]:
    """A row of areas: their names over the cards in them."""
    heads = []
    for place in row:
        sign = ground_sign(scene, place.ground)
        name = clean(place.id)[: room - 1]
        shown = ink.here(name) if place.id in now else ink.strong(name)
        turf = ground_row(sign, room - len(name) - 1, place_hash(place.id) % 3)
        heads.append(f"{shown} {ink.faint(turf) if turf.strip() else turf}")
    lines = ["|" + "|".join(heads) + "|"]
    for index in range(max(2, *(len(here.get(place.id, [])) for place in row))):
        cells = []
        for place in row:
            cards = here.get(place.id, [])
            piece = cards[index] if index < len(cards) else None
            text = _card_text(scene, piece, room) if piece else ""
            cells.append(ink.side(piece.side, text.ljust(room)) if piece else " " * room)
        lines.append("|" + "|".join(cells) + "|")
    return lines


def _card_text(scene: Scene, piece: Piece, room: int = 0) -> str:
    """A card in few letters: `(A2)Archers ox`; its name is cut where there is no more `room`."""
    sign = state_sign(scene, piece) + token(scene, piece.side, piece_mark(piece))
    pips = f" {''.join(piece.pips)}" if piece.pips else ""
    name = clean(piece.name)
    return sign + (name[: max(0, room - len(sign) - len(pips))] if room else name) + pips


def _edge(scene: Scene, above: list[Place], below: list[Place], columns: int, room: int) -> str:
    """The line between two rows of areas; of the sign of the works where some stand between ground of different sides."""
    upper = {int(place.at[0]): place for place in above}
    lower = {int(place.at[0]): place for place in below}
    parts = []
    for column in range(columns):
        one, other = upper.get(column), lower.get(column)
        sign = "-"
        if one is not None and other is not None and one.side != other.side:
            works = work_of(scene, one) or work_of(scene, other)
            sign = works.sign if works else "-"
        parts.append(sign * room)
    return "+" + "+".join(parts) + "+"
