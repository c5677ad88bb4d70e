"""Boards of one's own: the tiles they may be joined from, and whether the rules let a battle be fought on one. Nothing of them is kept here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.abilities.boards import OwnBoard
from banneret.kernel.errors import BadInput, shown
from banneret.kernel.rulebook import boards_of
from banneret.muster.own_board import check_board, read_board, write_board
from banneret.service import messages as m
from banneret.service.threads import in_thread

if TYPE_CHECKING:
    from banneret.kernel.abilities.boards import Tiles
    from banneret.kernel.rulebook import Rulebook
    from banneret.service.handlers.call import Call


async def tiles(call: Call) -> Tiles:
    """The tiles of a rulebook."""
    return boards_of(call.book).tiles


async def lay_board(call: Call) -> m.LaidBoard:
    """A board checked, and as a file."""
    return await in_thread(_laid, call.book, call.body)


def _laid(book: Rulebook[Any], wanted: m.Laying) -> m.LaidBoard:
    boards = boards_of(book)
    if wanted.board is not None:
        board = check_board(wanted.board)
    else:
        board = read_board(wanted.text, "file") if wanted.text else OwnBoard(book.id)
    if board.rulebook != book.id:
        raise BadInput(f"is a board of {shown(board.rulebook)}", where="file", hint=f"not of {book.id}")
    faults = tuple(boards.faults(board))
    return m.LaidBoard(board, faults, write_board(board), () if faults else boards.tiles.scenarios)
