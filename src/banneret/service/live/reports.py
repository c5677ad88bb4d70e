"""Reports of battles that are over: counted when somebody first asks for one, kept in the store, gone on with after a restart.

One battle is counted at a time, for a stated budget, by a process that runs when nothing else wants to. The facts of a battle, which need
no counting, do not wait for that.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import aclosing
from typing import TYPE_CHECKING

import msgspec

from banneret.after.curve import Budget
from banneret.after.report import Counted, Facts, Turned, assemble
from banneret.service.codes import Code
from banneret.service.computer.counting import PIECES, counted_apart, counted_here
from banneret.service.errors import Declined, StorageError
from banneret.service.live.rights import RULE, secret

if TYPE_CHECKING:
    from banneret.after.report import Piece, Report
    from banneret.service.live.session import Session
    from banneret.service.storage.seats import Seat
    from banneret.service.storage.store import Storage

log = logging.getLogger("banneret")

MOST_KEPT = 100  # reports in memory, beside those that are being counted
MOST_WAITING = 200  # battles to be counted; who comes later asks again


class Reports:
    """The reports of all battles. `apart`: they are counted in a process of its own, else in threads."""

    def __init__(self, storage: Storage, apart: bool) -> None:
        self.budget = Budget()
        self._storage = storage
        self._count = counted_apart if apart else counted_here
        self._kept: OrderedDict[str, list[Piece]] = OrderedDict()
        self._tasks: dict[str, tuple[str, asyncio.Task[None]]] = {}  # by battle, with the hash of its record
        # One battle at a time is looked through for its facts while another is counted.
        self._looking = asyncio.Lock()
        self._turn = asyncio.Lock()
        self._closing = False

    async def of(self, session: Session) -> Report | None:
        """The report of a battle that is over, as far as it is counted; None before anything is. It is counted on meanwhile."""
        number, record = session.id, session.battle.record
        pieces = await self._pieces(number, record.hash)
        if not any(isinstance(piece, Turned) for piece in pieces):
            self._wake(number, record.hash, record.text, pieces)
        return assemble(pieces)

    async def _pieces(self, number: str, hash_: str) -> list[Piece]:
        """The pieces that are known of a battle with this record; of another course of it nothing is kept."""
        if number not in self._kept:
            lines = await self._storage.run(self._storage.reports.load(number))
            try:
                found = [PIECES.decode(line) for line in lines]
            except msgspec.MsgspecError:  # it was damaged, and is counted again
                await self._storage.run(self._storage.reports.delete(number))
                found = []
            self._kept.setdefault(number, found)
        pieces = self._kept[number]
        self._kept.move_to_end(number)
        if len(self._kept) > MOST_KEPT:  # those that are counted get their pieces here
            idle = next((one for one in self._kept if one != number and one not in self._tasks), None)
            self._kept.pop(idle or "", None)
        if not pieces or _fits(pieces[0], hash_, self.budget):
            return pieces
        self.forget(number)
        await self._storage.run(self._storage.reports.delete(number))
        return self._kept.setdefault(number, [])

    def _wake(self, number: str, hash_: str, text: str, pieces: list[Piece]) -> None:
        """Let a battle be counted, unless that is under way or there is too much to do."""
        if number in self._tasks and self._tasks[number][0] != hash_:
            self.forget(number)
        if self._closing or number in self._tasks or len(self._tasks) >= MOST_WAITING:
            return
        task = asyncio.create_task(self._run(number, text, pieces))
        self._tasks[number] = (hash_, task)
        task.add_done_callback(lambda ended: self._ended(number, ended))

    async def _run(self, number: str, text: str, pieces: list[Piece]) -> None:
        """Count a battle when it is its turn; its facts are found at once, while another is counted."""
        if not pieces and self._turn.locked():
            async with self._looking, aclosing(self._count(text, self.budget, [])) as found:
                await self._keep(number, pieces, await anext(found))
        async with self._turn:
            known = [piece for piece in pieces if isinstance(piece, Counted)]
            async with aclosing(self._count(text, self.budget, known)) as found:
                async for piece in found:
                    await self._keep(number, pieces, piece)

    async def _keep(self, number: str, pieces: list[Piece], piece: Piece) -> None:
        """Store a piece that is new, before it is shown."""
        if piece not in pieces:
            line = msgspec.json.encode(piece).decode()
            await self._storage.run(self._storage.reports.add(number, len(pieces), line))
            pieces.append(piece)

    def _ended(self, number: str, task: asyncio.Task[None]) -> None:
        if number in self._tasks and self._tasks[number][1] is task:
            del self._tasks[number]
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StorageError | Declined):
            log.error("the report of battle %s cannot be counted", number, exc_info=error)

    def forget(self, number: str) -> None:
        """Count a battle no more, and forget what was counted of it."""
        self._kept.pop(number, None)
        if number in self._tasks:
            self._tasks.pop(number)[1].cancel()

    def close(self) -> None:
        """Count nothing any more: what is stored is gone on with some other time."""
        self._closing = True
        for _, task in list(self._tasks.values()):
            task.cancel()


def _fits(first: Piece, hash_: str, budget: Budget) -> bool:
    """True if the facts with which a report begins are those of this record, counted for this budget."""
    return isinstance(first, Facts) and first.hash == hash_ and first.budget == budget


def check_over(session: Session, seat: Seat) -> None:
    """Raises `Declined` where a seat may not have the report: it is made when the battle is over, for those who may have its record."""
    if not session.battle.is_over:
        raise Declined(Code.NOT_YET, "The report is made when the battle is over.", RULE)
    if not session.may_know_all(seat):
        raise secret(session)
