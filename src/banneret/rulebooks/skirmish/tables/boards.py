"""Boards joined from tiles, ready-made ones (`data/boards.toml`) and built ones.

Rules: skirmish:setup.board.join, skirmish:setup.board.start-areas, skirmish:setup.board.ready-made, skirmish:board.squares,
skirmish:board.off-board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.geometry.squares import SquareGrid
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.skirmish.tables.numbers import TILE
from banneret.rulebooks.skirmish.tables.reading import read_data
from banneret.rulebooks.skirmish.tables.tiles import (
    DIFFICULT,
    EAST,
    EDGE_NAMES,
    NORTH,
    SOUTH,
    START,
    WALL,
    WEST,
    Face,
    tile,
)

NO_TILE: Final = " "
MOST_TILES: Final = 16
ACROSS: Final = 6
"""The most tiles of a board in a row or column."""

_BESIDE: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # by edge
_LARGE: Final = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile as it lies on a board, at a column and row of tiles."""

    tile: str
    face: Face
    column: int
    row: int


@dataclass(slots=True)
class Board:
    """A board.

    Attributes:
        id: Its word in scenarios.
        name: Its name.
        rows: Its rows of signs, from north to south.
        pieces: Its tiles.
        joints: The number of tile sides that touch.
        grid: Its squares; places without a tile are walls of the grid.
        difficult: For each square 1 if it is difficult terrain.
        walls: For each square 1 if it is a wall of a tile.
        starts: The squares of the start area in the north or west, and those of the other.
        slow: For each size of a creature and each place 1 if it overlaps difficult terrain.
        by_walls: For each size and each place 1 if a wall of a tile is beside it.
        homes: For each size and each start area the places inside it.
    """

    id: str
    name: str
    rows: tuple[str, ...]
    pieces: tuple[Piece, ...]
    joints: int
    grid: SquareGrid
    difficult: bytes
    walls: bytes
    starts: tuple[tuple[int, ...], tuple[int, ...]]
    slow: tuple[bytes, ...] = ()
    by_walls: tuple[bytes, ...] = ()
    homes: tuple[tuple[tuple[int, ...], ...], ...] = ()

    def __post_init__(self) -> None:
        spaces = self.grid.spaces
        self.slow = tuple(
            [_marks(one, lambda space: any(self.difficult[at] for at in space)) for one in spaces]
        )
        self.by_walls = tuple(
            [_marks(one, lambda space: any(self.is_beside_wall(at) for at in space)) for one in spaces]
        )
        self.homes = tuple(
            [
                tuple(
                    [
                        tuple([at for at, space in enumerate(one) if space and set(space) <= set(area)])
                        for area in self.starts
                    ]
                )
                for one in spaces
            ]
        )

    def is_beside_wall(self, square: int) -> bool:
        """True if a wall of the board is on one of the squares around a square. Rule: skirmish:deploy.mastiff."""
        return any(self.walls[beside] for beside in self.grid.neighbours[square])


def _marks(spaces: tuple[tuple[int, ...], ...], holds: Callable[[tuple[int, ...]], bool]) -> bytes:
    """For each place 1 if a condition holds for its squares."""
    return bytes([holds(space) for space in spaces])


@cache
def board(name: str, pinholes: bool = False) -> Board:
    """The ready-made board of an id; raises `BadInput` if there is none. `pinholes` is True if the option los-pinholes is open."""
    rows = read_data("boards")["board"]
    for row in rows:
        if row["id"] == name:
            return build(name, row["name"], read_pieces(row["place"], name), pinholes)
    raise BadInput(f"there is no board {name!r}", hint=nearest(name, [row["id"] for row in rows]))


def board_ids() -> tuple[str, ...]:
    """The ids of the ready-made boards."""
    return tuple(row["id"] for row in read_data("boards")["board"])


def read_pieces(rows: Any, where: str) -> list[Piece]:
    """The tiles of a board from data such as `{ tile = "t1", face = "a", at = [0, 1], turn = 90 }`; raises `BadInput`."""
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_TILES:
        raise BadInput(f"a board is a list of 1 to {MOST_TILES} tiles", where=where)
    found: list[Piece] = []
    for place, row in enumerate(rows):
        fields = Fields(row, f"{where}, tile {place + 1}")
        at = fields.rows("at", 2)
        if len(at) != 2 or not all(type(one) is int and 0 <= one < ACROSS for one in at):
            raise fields.wrong(f"at: a column and a row of tiles are expected, from 0 to {ACROSS - 1}")
        turn = fields.number("turn", 0, most=270)
        if turn % 90:
            raise fields.wrong("turn: 0, 90, 180 or 270 is expected")
        lying = tile(fields.text("tile"))
        found.append(Piece(lying.id, lying.face(fields.text("face")).turned(turn // 90), at[0], at[1]))
        fields.end()
    return found


def build(name: str, title: str, pieces: Sequence[Piece], pinholes: bool = False) -> Board:
    """A board joined from tiles; raises `BadInput` if the rules do not allow it.

    Rules: skirmish:setup.board.join, skirmish:setup.board.start-areas, skirmish:setup.board.ready-made.
    """
    joints = count_joints(name, pieces)
    columns = TILE * (1 + max(piece.column for piece in pieces))
    height = TILE * (1 + max(piece.row for piece in pieces))
    signs = [[NO_TILE] * columns for _ in range(height)]
    for piece in pieces:
        for down, line in enumerate(piece.face.rows):
            start = piece.column * TILE
            signs[piece.row * TILE + down][start : start + TILE] = line
    rows = tuple(["".join(line) for line in signs])
    flat = "".join(rows)
    grid = SquareGrid(
        columns, height, [place for place, sign in enumerate(flat) if sign in (WALL, NO_TILE)], pinholes
    )
    built = Board(
        name,
        title,
        rows,
        tuple(pieces),
        joints,
        grid,
        bytes([sign == DIFFICULT for sign in flat]),
        bytes([sign == WALL for sign in flat]),
        start_areas(name, pieces, columns),
    )
    if not _can_walk_large(built):
        hint = "turn a tile, or lay another between"
        raise BadInput("a LARGE creature cannot walk from one start area to the other", where=name, hint=hint)
    return built


def count_joints(name: str, pieces: Sequence[Piece]) -> int:
    """The number of tile sides that touch; raises `BadInput` if some may not touch, or a tile lies apart from the others.

    Rule: skirmish:setup.board.join.
    """
    lying: dict[tuple[int, int], Piece] = {}
    for piece in pieces:
        if (piece.column, piece.row) in lying:
            raise BadInput(f"two tiles lie at {piece.column}, {piece.row}", where=name, hint="move one")
        if any(other.tile == piece.tile for other in lying.values()):
            raise BadInput(f"tile {piece.tile} is used twice", where=name, hint="there is one of each")
        lying[piece.column, piece.row] = piece
    joints = 0
    for piece in pieces:
        for edge in (EAST, SOUTH):
            beside = lying.get((piece.column + _BESIDE[edge][0], piece.row + _BESIDE[edge][1]))
            if beside is None:
                continue
            joints += 1
            if not piece.face.is_open(edge) or not beside.face.is_open((edge + 2) % 4):
                raise BadInput(
                    f"tile {piece.tile} may not touch tile {beside.tile} in the {EDGE_NAMES[edge]}",
                    where=name,
                    hint="both sides must be open: turn one, or lay it elsewhere",
                )
    reached = [pieces[0]]
    for piece in reached:
        for right, down in _BESIDE:
            other = lying.get((piece.column + right, piece.row + down))
            if other is not None and other not in reached:
                reached.append(other)
    if len(reached) != len(pieces):
        raise BadInput("the tiles do not hang together", where=name, hint="lay each beside another")
    return joints


def start_areas(name: str, pieces: Sequence[Piece], columns: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The squares of both start areas; raises `BadInput` unless there are two on opposite sides. Rule: skirmish:setup.board.start-areas."""
    homes = sorted(
        (piece for piece in pieces if any(START in line for line in piece.face.rows)),
        key=lambda piece: (piece.row, piece.column),
    )
    if len(homes) != 2:
        hint = "two tiles are to show a face with a start area"
        raise BadInput(f"a board has two start areas, not {len(homes)}", where=name, hint=hint)
    for near, far in ((NORTH, SOUTH), (WEST, EAST)):
        first, second = homes if near == NORTH else sorted(homes, key=lambda piece: piece.column)
        if _is_at(first, near, pieces) and _is_at(second, far, pieces):
            return _area(first, columns), _area(second, columns)
    hint = "turn or move their tiles until each lies along an end of the board"
    raise BadInput("the start areas do not lie on opposite sides of the board", where=name, hint=hint)


def _is_at(piece: Piece, edge: int, pieces: Sequence[Piece]) -> bool:
    """True if the start area of a tile lies along an end of the board: in its outermost line of squares, or within a rim of walls."""
    places = [one.row if edge in (NORTH, SOUTH) else one.column for one in pieces]
    at = piece.row if edge in (NORTH, SOUTH) else piece.column
    if at != (min(places) if edge in (NORTH, WEST) else max(places)):
        return False
    line = piece.face.line(edge, 0 if piece.face.is_open(edge) else 1)
    return all(sign == START for sign in line[TILE // 2 - 2 : TILE // 2 + 2])


def _area(piece: Piece, columns: int) -> tuple[int, ...]:
    return tuple(
        (piece.row * TILE + down) * columns + piece.column * TILE + right
        for down, line in enumerate(piece.face.rows)
        for right, sign in enumerate(line)
        if sign == START
    )


def _can_walk_large(built: Board) -> bool:
    """True if a creature of 2 by 2 squares can walk from one start area to the other. Rule: skirmish:setup.board.ready-made."""
    spaces, steps = built.grid.spaces[_LARGE - 1], built.grid.steps[_LARGE - 1]
    homes = [
        [square for square in area if spaces[square] and all(one in area for one in spaces[square])]
        for area in built.starts
    ]
    reached = bytearray(built.grid.size)
    ring = list(homes[0])
    for square in ring:
        reached[square] = 1
    for square in ring:  # grows while it is walked
        for beside in steps[square]:
            if not reached[beside]:
                reached[beside] = 1
                ring.append(beside)
    return any(reached[square] for square in homes[1])
