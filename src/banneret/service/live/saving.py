"""Storing what has changed in a session, all of it or nothing; where that fails, the battle is loaded from the store again.

Where it cannot be loaded either the session is lost: its connections are closed, and the first to come back has it loaded again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from banneret import api
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import StorageError
from banneret.service.problems import STORE_LOST
from banneret.service.storage.battles import Growth
from banneret.service.storage.writer import together
from banneret.service.threads import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from banneret.kernel.battle import Battle
    from banneret.service.live.pauses import Pause
    from banneret.service.live.session import Session
    from banneret.service.storage.receipts import Receipt
    from banneret.service.storage.store import Storage
    from banneret.service.storage.writer import Work

log = logging.getLogger("banneret")

DELETED = m.Goodbye(Code.NO_BATTLE, "The battle was deleted.")
LOST = m.Goodbye(Code.STORE, STORE_LOST)


def loaded(text: str, patience: float = 0.0) -> Battle:
    """A battle from any record: no computer players but our own will play in it. Raises `BadInput`.

    `patience`: so many seconds of processor time it may take; 0: any, for what is stored already.
    """
    return api.loads(text, plug_ins=False, patience=patience)


class Saving:
    """The writer of sessions to the store; `forget` is called with one that is lost."""

    def __init__(self, storage: Storage, forget: Callable[[Session, m.Goodbye], None]) -> None:
        self._storage = storage
        self._forget = forget

    async def save(self, session: Session, receipt: Receipt | None = None) -> None:
        """Write what has changed since the last time, and the receipt of the request it came by. Raises `StorageError`.

        That is entries that are new, those behind one that was taken out, the pause, and an undo request.
        """
        battles, record = self._storage.battles, session.battle.record
        if record.unchanged < session.stored:
            session.begin_branch()
        beside, measures = (session.pause, session.undo_request), session.measures()
        growth = Growth.since(
            record,
            session.stored,
            session.last,
            over=session.battle.is_over,
            shown=[
                seat
                for seat, much in measures.items()
                if beside != session.beside or much != session.measured.get(seat)
            ],
            rewrite=session.rewrite,
            seeds=record.later if session.rewrite or session.seeds != len(record.later) else None,
        )
        works = [battles.extend(session.id, growth, receipt)]
        if session.rewrite:
            works.append(battles.head(session.id, record.text))
        if beside != session.beside:
            works += self._beside(session)
        await self._storage.run(works[0] if len(works) == 1 else together(*works))
        session.beside = beside
        session.measured = measures
        session.seeds = len(record.later)
        session.stored = record.unchanged = record.count
        if growth.lines:
            session.last = growth.lines[-1]
        else:
            session.last = record.line(session.stored) if session.stored else ""
        session.rewrite = False
        if receipt is not None:
            session.remember(receipt)

    def _beside(self, session: Session) -> Iterator[Work[Any]]:
        """The data stored of a battle beside its record, as it is now."""
        pause, undo_request = session.pause, session.undo_request
        yield self._storage.battles.pause(session.id, pause.write() if pause else "")
        yield self._storage.battles.ask_undo(session.id, undo_request.write() if undo_request else "")

    async def fall_back(self, session: Session, pause: Pause | None = None) -> None:
        """Forget what could not be stored, or went wrong."""
        session.pause = pause or session.pause
        try:
            kept = await self._storage.run(self._storage.battles.load(session.id))
            battle = None if kept is None else await in_thread(loaded, kept.text)
        except Exception:
            log.exception("battle %s cannot be loaded from the store", session.id)
            self._forget(session, m.Goodbye(Code.INTERNAL, pause.sentence) if pause else LOST)
            return
        if kept is None or battle is None:
            self._forget(session, DELETED)
            return
        session.go_on_from(battle, kept)
        session.pause = pause or session.pause
        session.show_all()

    async def break_off(self, session: Session, pause: Pause) -> None:
        """Pause a battle because of an internal error, as it stood before; its seats are shown it, the others notice nothing."""
        log.error("battle %s is paused: %s\n%s", session.id, pause.error.split(":")[0], pause.trace)
        await self.fall_back(session, pause)
        try:
            await self._storage.run(self._storage.battles.pause(session.id, pause.write()))
        except StorageError:
            log.exception("that battle %s is paused could not be stored", session.id)
