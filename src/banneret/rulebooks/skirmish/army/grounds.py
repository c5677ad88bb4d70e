"""Boards that people join from tiles, and their way into scenarios.

Rules: skirmish:setup.board.join, skirmish:setup.board.start-areas, skirmish:setup.board.ready-made.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.abilities.boards import Boards, OwnBoard, Tile, Tiles
from banneret.kernel.abilities.muster import Fault
from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Board, Place
from banneret.rulebooks.skirmish.army.scenarios import read_scenario
from banneret.rulebooks.skirmish.tables.boards import ACROSS, NO_TILE, Piece, build, read_pieces
from banneret.rulebooks.skirmish.tables.numbers import TILE
from banneret.rulebooks.skirmish.tables.reading import FOLDER
from banneret.rulebooks.skirmish.tables.tiles import DIFFICULT, START, WALL, Face, tiles

_GROUNDS: Final = {WALL: "wall", DIFFICULT: "difficult"}
_JOIN: Final = "skirmish:setup.board.join"


class Grounds(Boards):
    """The boards of skirmish."""

    @property
    def tiles(self) -> Tiles:
        """Every tile with both its faces."""
        return _tiles()

    def faults(self, board: OwnBoard) -> list[Fault]:
        """The first reason why the rules do not allow a board, none if they do. Rules: skirmish:setup.board.join, skirmish:setup.board.start-areas."""
        try:
            build("board", board.name or "A board of one's own", _pieces(board))
        except BadInput as bad:
            return [Fault(bad.message, bad.hint or "lay the tiles otherwise", rule=_JOIN)]
        return []

    def takes(self, scenario: Scenario) -> bool:
        """True unless the scenario places the creatures itself."""
        return "standing" not in scenario.data

    def lay(self, scenario: Scenario, board: OwnBoard) -> Scenario:
        """The scenario on a board that was built, which gives the battle its name. Rule: skirmish:setup.board.ready-made."""
        data = {key: value for key, value in scenario.data.items() if key not in ("board", "tiles", "name")}
        data |= {"tiles": _rows(board), "name": board.name or "A board of one's own"}
        return read_scenario(
            {**scenario.plain(), "title": board.name or scenario.title, "data": data}, "board"
        )


def _rows(board: OwnBoard) -> list[dict[str, Any]]:
    return [{"tile": one.tile, "face": one.face, "at": list(one.at), "turn": one.turn} for one in board.tiles]


def _pieces(board: OwnBoard) -> list[Piece]:
    return read_pieces(_rows(board), "board")


@cache
def _tiles() -> Tiles:
    found = tuple([Tile(one.id, one.name, {"a": _face(one.a), "b": _face(one.b)}) for one in tiles()])
    fields = [
        path.stem
        for path in sorted((Path(FOLDER) / "scenarios").glob("*.toml"))
        if "standing" not in read_toml(path)["data"]
    ]
    text = (
        f"Any of {len(found)} tiles, each once, side by side where both sides are open; two of them with start areas, "
        "on opposite sides of the board, and a way for LARGE creatures from one to the other."
    )
    return Tiles("skirmish", ACROSS, found, tuple(fields), text)


def _face(face: Face) -> Board:
    """A face of a tile as it is drawn, its start area as that of the first side."""
    names = tuple([f"{chr(ord('A') + at % TILE)}{at // TILE + 1}" for at in range(TILE * TILE)])
    flat = "".join(face.rows)
    home = tuple([at for at, sign in enumerate(flat) if sign == START])
    return drawn(face.rows, names, (home, ()))


@lru_cache(maxsize=64)
def drawn(rows: tuple[str, ...], names: tuple[str, ...], starts: tuple[tuple[int, ...], ...]) -> Board:
    """A board for the scene from its rows of signs; places without a tile are left out. Rules: skirmish:board.squares, skirmish:setup.board.start-areas."""
    across = len(rows[0])
    places: list[Place] = []
    for square, sign in enumerate("".join(rows)):
        if sign != NO_TILE:
            home = next((team for team, area in enumerate(starts) if square in area), -1)
            at = (square % across, square // across)
            places.append(Place(names[square], names[square], at, _GROUNDS.get(sign, "floor"), side=home))
    return Board("squares", across, len(rows), tuple(places))
