"""Boards joined from tiles: joints, turns, start areas, and what may not be built."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.skirmish.tables.boards import Board, board, board_ids, build, read_pieces
from banneret.rulebooks.skirmish.tables.reading import read_data
from banneret.rulebooks.skirmish.tables.tiles import EAST, NORTH, SOUTH, WEST, Face, read_face, tile, tiles

READY_MADE = {row["id"]: row for row in read_data("boards")["board"]}


def lay(*tiles: tuple[str, str, int, int, int]) -> Board:
    rows = [{"tile": name, "face": face, "at": [x, y], "turn": turn} for name, face, x, y, turn in tiles]
    return build("test", "Test", read_pieces(rows, "test"))


@pytest.mark.rule("skirmish:setup.board.tiles")
def test_an_edge_of_eight_walls_is_closed() -> None:
    crypt = tile("t5").a
    assert [crypt.is_open(edge) for edge in (NORTH, EAST, SOUTH, WEST)] == [True, False, True, False]
    assert len(tiles()) == 8
    row = dict(read_data("tiles")["tile"][0]["a"])
    with pytest.raises(BadInput, match="west edge is not closed"):
        read_face({**row, "edges": {**row["edges"], "w": "closed"}}, "test")
    with pytest.raises(BadInput, match="middle of the open north edge"):
        read_face({**row, "rows": ["...#....", *row["rows"][1:]]}, "test")


@pytest.mark.rule("skirmish:setup.board.tiles")
def test_faces_turn_clockwise() -> None:
    face = Face(("ab", "cd"))
    assert face.turned(1).rows == ("ca", "db")
    assert face.turned(2).rows == ("dc", "ba")
    assert face.turned(4) == face
    with pytest.raises(BadInput, match="used twice"):
        lay(("t3", "a", 0, 0, 0), ("t3", "b", 0, 1, 0))


@pytest.mark.rule("skirmish:setup.board.join")
@pytest.mark.parametrize("name", board_ids())
def test_ready_made_boards_are_what_their_tiles_make(name: str) -> None:
    made, said = board(name), READY_MADE[name]
    assert list(made.rows) == said["rows"]
    assert (made.grid.columns, made.grid.rows, made.joints) == (said["width"], said["height"], said["joints"])
    for area, side in zip(made.starts, ("north", "south"), strict=True):
        assert [list(made.grid.place(square)) for square in area] == said["start"][side]


@pytest.mark.rule("skirmish:setup.board.join")
def test_open_edges_touch_open_edges() -> None:
    with pytest.raises(BadInput, match="t3 may not touch tile t5 in the east"):
        lay(("t3", "a", 0, 0, 0), ("t5", "a", 1, 0, 0))
    with pytest.raises(BadInput, match="do not hang together"):
        lay(("t1", "a", 0, 0, 180), ("t2", "a", 1, 1, 0))
    with pytest.raises(BadInput, match="two tiles lie"):
        lay(("t1", "a", 0, 0, 180), ("t2", "a", 0, 0, 0))


@pytest.mark.rule("skirmish:setup.board.start-areas")
def test_start_areas_lie_on_opposite_sides() -> None:
    yard = lay(("t1", "a", 0, 0, 180), ("t2", "a", 0, 1, 0))
    rows = [sorted({yard.grid.place(square)[1] for square in area}) for area in yard.starts]
    assert rows == [[0, 1], [14, 15]]
    with pytest.raises(BadInput, match="opposite sides"):
        lay(("t1", "a", 0, 0, 180), ("t2", "a", 1, 0, 180))  # both in rows 0 and 1
    with pytest.raises(BadInput, match="opposite sides"):
        lay(("t1", "a", 0, 0, 0), ("t2", "a", 0, 1, 0))  # the first in rows 6 and 7 of 16
    with pytest.raises(BadInput, match="two start areas, not 1"):
        lay(("t1", "a", 0, 0, 180), ("t3", "a", 0, 1, 0))
    across = lay(("t1", "a", 1, 0, 270), ("t2", "a", 0, 0, 90))
    columns = [sorted({across.grid.place(square)[0] for square in area}) for area in across.starts]
    assert columns == [[0, 1], [14, 15]]


@pytest.mark.rule("skirmish:setup.board.ready-made")
def test_a_large_creature_must_be_able_to_walk_across() -> None:
    narrow = Face(("ssssssss", "ssssssss", "####.###", *["........"] * 5))
    pieces = read_pieces([{"tile": "t2", "face": "a", "at": [0, 1]}], "test")
    gate = read_pieces([{"tile": "t1", "face": "a", "at": [0, 0]}], "test")
    with pytest.raises(BadInput, match="LARGE creature cannot walk"):
        build("test", "Test", [replace(gate[0], face=narrow), *pieces])


@pytest.mark.rule("skirmish:board.off-board")
def test_places_without_a_tile_are_no_walls_of_the_board() -> None:
    deep = board("crooked-deep")
    missing = deep.grid.index(8, 0)  # a place without a tile
    assert not deep.walls[missing]
    assert not deep.grid.fits(missing, 1)
    beside = deep.grid.index(7, 4)  # beside it, and beside no wall of the board
    assert deep.rows[4][7] == "."
    assert not deep.is_beside_wall(beside)
    assert deep.is_beside_wall(deep.grid.index(1, 1))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"tile": "t9", "face": "a", "at": [0, 0]}, "no tile 't9'"),
        ({"tile": "t1", "face": "c", "at": [0, 0]}, "no face 'c'"),
        ({"tile": "t1", "face": "a", "at": [0]}, "a column and a row"),
        ({"tile": "t1", "face": "a", "at": [0, 99]}, "a column and a row"),
        ({"tile": "t1", "face": "a", "at": [0, 0], "turn": 45}, "turn"),
        ({"tile": "t1", "face": "a", "at": [0, 0], "spin": 1}, "spin"),
    ],
)
def test_bad_pieces_are_refused(row: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_pieces([row], "test")
    with pytest.raises(BadInput, match="crooked-deep"):
        board("croked-deep")
