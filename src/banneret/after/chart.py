"""A little map of the field: its ground as outlines, and where each side stands, for pictures no larger than a thumb."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.look import Look
    from banneret.kernel.scene import Board, Piece, Place, Scene

Spot = tuple[float, float]
WIDE, HIGH = 160.0, 92.0  # of a chart, at most, in the units in which it is drawn
MOST_CELLS = 200
STEP = 0.42  # of a cell, between pieces that stand in the same one


class Cell(msgspec.Struct, frozen=True, array_like=True):
    """A patch of ground: its colour on a light and on a dark table, and its outline; `way`: a line and not an area."""

    light: str
    dark: str
    points: tuple[Spot, ...]
    way: bool = False


class Chart(msgspec.Struct, frozen=True):
    """The ground of the field, scaled to `wide` by `high`; `token` is how large those who stand on it are drawn."""

    wide: float
    high: float
    token: float
    cells: tuple[Cell, ...]


class Token(msgspec.Struct, frozen=True, array_like=True):
    """One who stands on the field."""

    side: int
    x: float
    y: float


class Charter:
    """Draws charts and tokens of one field, all to the same scale."""

    def __init__(self, board: Board, look: Look) -> None:
        self._board = board
        self._middles = {place.id: _middle(board, place) for place in board.places}
        outlines = _patches(board)
        spots = [spot for _, outline in outlines for spot in outline]
        if board.kind == "plane" or not spots:
            spots = [(0.0, 0.0), (board.width, -board.height if board.kind == "plane" else board.height)]
        self._left, self._top = min(x for x, _ in spots), min(y for _, y in spots)
        wide = max(x for x, _ in spots) - self._left or 1.0
        high = max(y for _, y in spots) - self._top or 1.0
        self._scale = min(WIDE / wide, HIGH / high)
        cells = []
        for place, outline in outlines[:MOST_CELLS]:
            ground = look.ground.get(place.ground, look.field)
            if outline and not place.zone and not (board.kind == "squares" and ground is look.field):
                light, dark = ground.tint
                points = tuple([self._at(spot) for spot in outline])
                cells.append(Cell(light, dark, points, bool(place.breadth)))
        for one, other in board.roads:
            if one in self._middles and other in self._middles:
                ends = self._at(self._middles[one]), self._at(self._middles[other])
                cells.insert(0, Cell("", "", ends, way=True))
        cell = 3.0 if board.kind == "plane" else 1.0
        token = round(min(6.0, max(2.0, 0.24 * cell * self._scale)), 1)
        self.chart = Chart(round(wide * self._scale, 1), round(high * self._scale, 1), token, tuple(cells))

    @property
    def is_map(self) -> bool:
        """True if there is something to be seen on it: a field of more than one place."""
        return self._board.kind == "plane" or len(self._board.places) > 1

    def tokens(self, scene: Scene) -> tuple[Token, ...]:
        """All who stand on the field; those in the same place lie side by side."""
        return tuple([Token(piece.side, *self._at(spot)) for piece, spot in self._standing(scene)])

    def marks(self, before: Scene, after: Scene) -> tuple[Spot, ...]:
        """The places where something has become of a piece between two scenes: it fell, lost strength or moved."""
        first = {piece.id: (piece, spot) for piece, spot in self._standing(before)}
        second = {piece.id: (piece, spot) for piece, spot in self._standing(after)}
        gone = [spot for id_, (_, spot) in first.items() if id_ not in second]
        hurt = [
            spot
            for id_, (piece, spot) in second.items()
            if id_ in first and _strength(piece) != _strength(first[id_][0])
        ]
        moved = [spot for id_, (piece, spot) in second.items() if id_ not in first or first[id_][1] != spot]
        return tuple(dict.fromkeys([self._at(spot) for spot in gone or hurt or moved]))[:3]

    def _standing(self, scene: Scene) -> list[tuple[Piece, Spot]]:
        """The pieces of sides on the field, with where they stand."""
        found: list[tuple[Piece, Spot]] = []
        taken: dict[str, int] = {}
        for piece in scene.pieces:
            spot = _spot(piece) if self._board.kind == "plane" else self._middles.get(piece.place)
            if piece.side < 0 or spot is None:
                continue
            if self._board.kind != "plane":
                number = taken[piece.place] = taken.get(piece.place, -1) + 1
                spot = (
                    spot[0] + STEP * (number - 0.5) if number or _shared(scene, piece) else spot[0],
                    spot[1],
                )
            found.append((piece, spot))
        return found

    def _at(self, spot: Spot) -> Spot:
        return round((spot[0] - self._left) * self._scale, 1), round((spot[1] - self._top) * self._scale, 1)


def _shared(scene: Scene, piece: Piece) -> bool:
    return sum(one.place == piece.place for one in scene.pieces) > 1


def _strength(piece: Piece) -> tuple[object, ...]:
    return piece.label, piece.pips, piece.states, len(piece.inside), len(piece.bases)


def _spot(piece: Piece) -> Spot | None:
    """The middle of a piece on the plane, y to the south."""
    spots: Sequence[Spot] = piece.shape or [(base.x, base.y) for base in piece.bases]
    if piece.at is not None:
        return piece.at[0], -piece.at[1]
    if not spots:
        return None
    return sum(x for x, _ in spots) / len(spots), -sum(y for _, y in spots) / len(spots)


def _middle(board: Board, place: Place) -> Spot:
    column, row = place.at
    if board.kind == "hexes":
        return sqrt(3) * (column + 0.5 + (0.5 if int(row) % 2 else 0.0)), 1.5 * row + 1
    if board.kind == "plane":
        return column, -row
    return column + place.span / 2, row + 0.5


def _patches(board: Board) -> list[tuple[Place, list[Spot]]]:
    """The places with their outlines; squares of the same ground that lie side by side in a row are one patch."""
    outlines = [(place, _outline(board, place)) for place in board.places]
    if board.kind != "squares":
        return outlines
    found: list[tuple[Place, list[Spot]]] = []
    for place, outline in sorted(outlines, key=lambda one: (one[0].at[1], one[0].at[0])):
        before, grown = found[-1] if found else (place, [])
        if grown and before.ground == place.ground and grown[1] == outline[0]:
            grown[1:3] = outline[1:3]
        else:
            found.append((place, outline))
    return found


def _outline(board: Board, place: Place) -> list[Spot]:
    if board.kind == "plane":
        return [(x, -y) for x, y in place.shape]
    x, y = _middle(board, place)
    if board.kind == "hexes":
        return [(x + sin(pi * k / 3), y - cos(pi * k / 3)) for k in range(6)]
    half = place.span / 2
    if board.kind == "sheet":
        return [(x - 0.3, y - 0.2), (x + 0.3, y - 0.2), (x + 0.3, y + 0.2), (x - 0.3, y + 0.2)]
    return [(x - half, y - 0.5), (x + half, y - 0.5), (x + half, y + 0.5), (x - half, y + 0.5)]
