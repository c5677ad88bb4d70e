"""A board of hexes as a drawing of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, SIDE_COLOURS, clean
from banneret.render.looks import ground_sign
from banneret.render.text.ground import ground_row, place_hash, places_in_question
from banneret.render.words import is_banner, letter, piece_mark, token

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Place, Scene
    from banneret.render.ink import Ink


def _tokens(scene: Scene, pieces: list[Piece], room: int) -> tuple[str, list[tuple[int, int, int]]]:
    """The banners of a hex in a row, and which stretch of it belongs to which side."""
    signs = [token(scene, piece.side, piece_mark(piece)) for piece in pieces]
    joined = "".join(signs)
    if len(joined) > room:  # too narrow for the shapes: letters alone, crossed
        signs = [f"{letter(scene, piece.side)}{piece_mark(piece)}" for piece in pieces]
        joined = "x".join(signs)
        if len(joined) > room:
            signs = [letter(scene, piece.side) for piece in pieces]
            joined = "x".join(signs)
    gap = 1 if joined.count("x") and "x".join(signs) == joined else 0
    left = max((room - len(joined)) // 2, 0)
    stretches = []
    at = left
    for sign, piece in zip(signs, pieces, strict=True):
        stretches.append((at, at + len(sign), piece.side))
        at += len(sign) + gap
    return (" " * left + joined).ljust(room)[:room], stretches


def _dress(text: str, stretches: list[tuple[int, int, int]], ink: Ink) -> str:
    """A cell's text with its banners in their colours, the rest faint."""
    out = []
    at = 0
    for begin, end, side in stretches:
        out.append(ink.faint(text[at:begin]) if text[at:begin].strip() else text[at:begin])
        out.append(
            ink.paint("1;" + SIDE_COLOURS[side % len(SIDE_COLOURS)], text[begin:end]) if side >= 0 else text
        )
        at = end
    rest = text[at:]
    return "".join(out) + (ink.faint(rest) if rest.strip() else rest)


def hex_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The hexes as a drawing: rows with pointed tops, odd rows pushed half a hex to the right."""
    board = scene.board
    columns, rows = int(board.width), int(board.height)
    if columns < 1 or rows < 1:
        return []
    step = next((w for w in (10, 8, 6) if 2 + w * columns + w // 2 + 1 <= width), 0)
    if not step:
        return []
    places = {(int(place.at[0]), int(place.at[1])): place for place in board.places}
    banners: dict[str, list[Piece]] = {}
    others: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        (banners if is_banner(piece) else others).setdefault(piece.place, []).append(piece)
    now = places_in_question(scene)
    half, room = step // 2, step - 1
    down = " '" + "-" * (half - 3) + "."
    up = " ," + "-" * (half - 3) + "'"

    def edge(row: int) -> str:
        """The edges above a row, half a hex at a time: those of the hexes that are there, below or above."""
        parts = []
        for k in range(2 * columns + 1):
            beside = any(((k - one % 2) // 2, one) in places for one in (row - 1, row) if k >= one % 2)
            parts.append((up if k % 2 == row % 2 else down) if beside else " " * half)
        return " " * 2 + "".join(parts)

    lines = [edge(0)]
    for row in range(rows):
        indent = " " * (2 + (half if row % 2 else 0))
        first, second = indent, indent
        side = " "
        for column in range(columns):
            place = places.get((column, row))
            if place is None:
                first, second = f"{first}{side}{' ' * room}", f"{second}{side}{' ' * room}"
                side = " "
                continue
            top, bottom = _cell(
                scene, place, banners.get(place.id, []), others.get(place.id, []), room, ink, now
            )
            first, second = f"{first}|{top}", f"{second}|{bottom}"
            side = "|"
        lines += [f"{first}{side}", f"{second}{side}", edge(row + 1)]
    return [line.rstrip() for line in lines]


def _cell(
    scene: Scene, place: Place, banners: list[Piece], others: list[Piece], room: int, ink: Ink, now: set[str]
) -> tuple[str, str]:
    """The two lines inside a hex: its name with the ground, and who is there."""
    sign = ground_sign(scene, place.ground)
    mark = "*" if place.tags else ""
    name = clean(place.id)[: room - 1]
    ground = ground_row(sign, room, place_hash(place.id) % 3)
    label = f"{name}{mark}"
    tail = ground[len(label) + 1 :]
    head = ink.here(name) + mark if place.id in now else ink.strong(name) + mark if banners else name + mark
    top = f"{head} {ink.faint(tail) if tail.strip() else tail}" if len(label) < room else head
    if banners:
        text, stretches = _tokens(scene, banners, room)
        return top, _dress(text, stretches, ink)
    if others:
        text = "".join(f"{letter(scene, piece.side)}:{piece.name} " for piece in others)[: room - 1]
        return top, clean(f" {text}").ljust(room)
    bottom = ground_row(sign, room, place_hash(place.id) % 3 + 1)
    return top, ink.faint(bottom) if bottom.strip() else bottom
