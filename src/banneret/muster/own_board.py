r"""The file of a board that people joined from tiles, its check against a rulebook, and its way into a battle.

>>> own = read_board('format = "banneret board 1"\nrulebook = "skirmish"\n[[tile]]\ntile = "t1"\nface = "a"\nat = [0, 1]\n')
>>> own.tiles[0].at, own.tiles[0].turn
((0, 1), 0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.abilities.boards import Lying, OwnBoard
from banneret.kernel.bounds import Bounds, bounded_toml
from banneret.kernel.errors import BadInput, shown
from banneret.kernel.fields import Fields
from banneret.kernel.files import toml_string
from banneret.kernel.rulebook import boards_of
from banneret.muster.army import wrong_format

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario

FORMAT: Final = "banneret board 1"
MOST_TEXT: Final = 8_000  # characters of a file
MOST_TILES: Final = 36
MOST_NAME: Final = 40
_BOUNDS: Final = Bounds(MOST_TEXT, line=400, dots=40, depth=4)
_MOST_AT: Final = 20


def read_board(text: str, where: str = "board") -> OwnBoard:
    """The board of a file's text; raises `BadInput` for what is no such file. The rulebook itself is asked by `lay`."""
    top = Fields(
        bounded_toml(text, where, _BOUNDS, f'the first line of a board is format = "{FORMAT}"'), where
    )
    form = top.text("format", "none", blank=True)
    if form != FORMAT:
        wrong = wrong_format(None if form == "none" else form, "board")
        raise top.wrong(wrong, f'a line format = "{FORMAT}" at the top')
    rulebook = top.text("rulebook", most=40)
    name = top.text("name", "", most=MOST_NAME)
    rows = top.rows("tile", MOST_TILES)
    top.end()
    return OwnBoard(
        rulebook, tuple([_lying(row, f"{where}, tile {place}") for place, row in enumerate(rows, 1)]), name
    )


def check_board(board: OwnBoard, where: str = "board") -> OwnBoard:
    """A board that came as a message instead of a file, held to the same bounds: what its file says. Raises `BadInput`."""
    return read_board(write_board(board), where)


def write_board(board: OwnBoard) -> str:
    """The file of a board."""
    lines = [f'format = "{FORMAT}"', f"rulebook = {toml_string(board.rulebook)}"]
    if board.name:
        lines.append(f"name = {toml_string(board.name)}")
    for one in board.tiles:
        lines += ["", "[[tile]]", f"tile = {toml_string(one.tile)}", f"face = {toml_string(one.face)}"]
        lines.append(f"at = [{one.at[0]}, {one.at[1]}]")
        if one.turn:
            lines.append(f"turn = {one.turn}")
    return "\n".join(lines) + "\n"


def on_board(book: Rulebook[Any], scenario: Scenario, board: OwnBoard, where: str = "board") -> Scenario:
    """The scenario on this board in place of its own; raises `BadInput` where it may not be fought there."""
    boards = boards_of(book)
    if board.rulebook != book.id:
        hint = f"the battle is one of {book.id}"
        raise BadInput(f"is a board of {shown(board.rulebook)}", where=where, hint=hint)
    if not boards.takes(scenario):
        hint = f"such as {boards.tiles.scenarios[0]}"
        raise BadInput(f"{scenario.id} is fought on its own board", where=where, hint=hint)
    for fault in boards.faults(board):
        raise BadInput(fault.text, where=where, hint=fault.fix)
    return boards.lay(scenario, board)


def _lying(row: Any, where: str) -> Lying:
    fields = Fields(row, where, "[[tile]] and its fields below it")
    at = fields.rows("at", 2)
    if len(at) != 2 or not all(type(one) is int and 0 <= one < _MOST_AT for one in at):
        raise fields.wrong("at: a column and a row of tiles are expected", "such as at = [0, 1]")
    turn = fields.number("turn", 0, most=270)
    lying = Lying(fields.text("tile", most=40), fields.text("face", most=40), (at[0], at[1]), turn)
    fields.end()
    return lying
