"""The tiles of which boards are made, from `data/tiles.toml`. Rule: skirmish:setup.board.tiles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.rulebooks.skirmish.tables.numbers import TILE
from banneret.rulebooks.skirmish.tables.reading import read_data

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
EDGES: Final = ("n", "e", "s", "w")
EDGE_NAMES: Final = ("north", "east", "south", "west")

FLOOR: Final = "."
WALL: Final = "#"
DIFFICULT: Final = "^"
START: Final = "s"
SIGNS: Final = (FLOOR, WALL, DIFFICULT, START)


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a tile as it lies: its rows from north to south."""

    rows: tuple[str, ...]

    def line(self, edge: int, depth: int = 0) -> str:
        """The squares along an edge, or `depth` lines inside it, from north to south or from west to east."""
        if edge in (NORTH, SOUTH):
            return self.rows[depth if edge == NORTH else -1 - depth]
        return "".join([row[-1 - depth if edge == EAST else depth] for row in self.rows])

    def is_open(self, edge: int) -> bool:
        """True unless all squares along an edge are walls. Rule: skirmish:setup.board.tiles."""
        return any(sign != WALL for sign in self.line(edge))

    def turned(self, quarters: int) -> Face:
        """The face turned clockwise by quarters of a circle."""
        rows = self.rows
        for _ in range(quarters % 4):
            rows = tuple(["".join(column) for column in zip(*rows[::-1], strict=True)])
        return Face(rows)


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile with both its faces."""

    id: str
    name: str
    a: Face
    b: Face

    def face(self, name: str) -> Face:
        """The face `a` or `b`; raises `BadInput` for any other name."""
        if name not in ("a", "b"):
            raise BadInput(f"tile {self.id} has no face {name!r}", hint="it has a and b")
        return self.a if name == "a" else self.b


@cache
def tiles() -> tuple[Tile, ...]:
    """All tiles in the order of the file."""
    return tuple(
        Tile(row["id"], row["name"], read_face(row["a"], row["id"]), read_face(row["b"], row["id"]))
        for row in read_data("tiles")["tile"]
    )


def tile(name: str) -> Tile:
    """The tile of an id; raises `BadInput` if there is none."""
    for one in tiles():
        if one.id == name:
            return one
    raise BadInput(f"there is no tile {name!r}", hint=nearest(name, [one.id for one in tiles()]))


def read_face(row: Any, where: str) -> Face:
    """A face from its row in the data; raises `BadInput` if its edges differ from what the row says, or the middle of an open edge is not free."""
    face = Face(tuple(row["rows"]))
    if len(face.rows) != TILE or any(len(line) != TILE for line in face.rows):
        raise BadInput(f"a face has {TILE} rows of {TILE} squares", where=where)
    if any(sign not in SIGNS for line in face.rows for sign in line):
        raise BadInput(f"a square is one of {' '.join(SIGNS)}", where=where)
    for edge, name in enumerate(EDGES):
        said = row["edges"][name]
        if said != ("open" if face.is_open(edge) else "closed"):
            raise BadInput(f"the {EDGE_NAMES[edge]} edge is not {said}", where=where)
        middle = face.line(edge)[TILE // 2 - 2 : TILE // 2 + 2]
        if face.is_open(edge) and WALL in middle:
            raise BadInput(f"the middle of the open {EDGE_NAMES[edge]} edge is not free", where=where)
    return face
