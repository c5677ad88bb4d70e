"""Clocks: the time that a side has for each turn in a battle by mail, and what happens when it has run out.

A clock runs for every side that the battle waits for, from when it began to wait. It stands while the battle is paused, or has a side
without its guest or without its army: there is no turn yet that anyone could play. Undo and the end stop it where the side is not waited
for any more.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

import msgspec

from banneret.service.errors import CannotLoad, Elsewhere, NoBattle, StorageError
from banneret.service.live.postman import is_awaited
from banneret.service.live.timing import AN_HOUR, Clock

if TYPE_CHECKING:
    from banneret.service.live.session import Session
    from banneret.service.storage.store import Storage

log = logging.getLogger("banneret")

RESPITE = AN_HOUR  # that a side has left, at least, when the server was away


class ClockKeeper:
    """All clocks, and the task that sees when one has run out: then it calls `lapse` with the session, under its lock, and the side.

    `hold` has a battle's session under its lock.
    """

    def __init__(
        self,
        storage: Storage,
        hold: Callable[[str], AbstractAsyncContextManager[Session]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.lapse: Callable[[Session, str], Awaitable[None]] = _nobody
        self._storage = storage
        self._hold = hold
        self._now = clock
        self._clocks: dict[str, Clock] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._marking: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Load all clocks, and watch them from now on. What ran out while the server was away has a respite."""
        found: dict[str, str] = {}
        with suppress(StorageError):
            found = await self._storage.run(self._storage.clocks.all())
        soonest = self._now() + RESPITE
        for battle, text in found.items():
            with suppress(msgspec.MsgspecError):
                clock = msgspec.json.decode(text, type=Clock)
                until = {side: max(end, soonest) for side, end in clock.until.items()}
                self._clocks[battle] = msgspec.structs.replace(clock, until=until)
        self._task = asyncio.create_task(self._watch())

    def close(self) -> None:
        """Watch no more."""
        if self._task is not None:
            self._task.cancel()

    def of(self, battle: str) -> Clock | None:
        """The clock of a battle, if it has one."""
        return self._clocks.get(battle)

    def forget(self, battle: str) -> None:
        """A battle was deleted."""
        self._clocks.pop(battle, None)

    async def put(self, session: Session, clock: Clock | None) -> None:
        """The battle has another clock from now on, or none."""
        await self._storage.run(self._storage.clocks.keep(session.id, _text(clock)))
        if clock is None:
            self._clocks.pop(session.id, None)
        else:
            self._clocks[session.id] = clock
        session.clock = clock
        session.version += 1

    def begin_again(self, session: Session) -> None:
        """The battle begins again: nobody has used any time."""
        clock = self._clocks.get(session.id)
        if clock is not None:
            self._set(session, msgspec.structs.replace(clock, until={}, left={}))

    def changed(self, session: Session) -> None:
        """A battle has changed, and with it perhaps whom it waits for. Before its views are made."""
        clock = self._clocks.get(session.id)
        if clock is not None and not session.lost:
            battle = session.battle
            awaited = [side for side in battle.sides if is_awaited(session, side)]
            idle = bool(session.guests.free) or session.gathering is not None or battle.is_over
            after = clock.at(self._now(), awaited, idle=idle, paused=session.pause is not None)
            if after != clock:
                self._set(session, after)

    def _set(self, session: Session, clock: Clock) -> None:
        self._clocks[session.id] = session.clock = clock
        session.version += 1
        self._wake.set()

        async def store() -> None:
            with suppress(StorageError):  # the next change stores it
                await self._storage.run(self._storage.clocks.keep(session.id, _text(clock)))

        task = asyncio.create_task(store())
        self._marking.add(task)
        task.add_done_callback(self._marking.discard)

    async def _watch(self) -> None:
        while True:
            self._wake.clear()
            ends = [
                (end, battle, side) for battle, one in self._clocks.items() for side, end in one.until.items()
            ]
            first = min(ends, default=None)
            wait = None if first is None else first[0] - self._now()
            if first is not None and wait is not None and wait <= 0:
                await self._run_out(first[1], first[2])
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._wake.wait()

    async def _run_out(self, battle: str, side: str) -> None:
        """The time of a side has run out. What cannot be done now is done an hour later."""
        try:
            async with self._hold(battle) as session:
                self.changed(session)
                clock = self._clocks.get(battle)
                if clock is None or clock.until.get(side, self._now() + 1) > self._now():
                    return  # it is not waited for any more
                await self.lapse(session, side)
                until = {name: end for name, end in clock.until.items() if name != side}
                self._set(session, msgspec.structs.replace(clock, until=until))
                session.show_all()
        except NoBattle:
            self.forget(battle)
        except Exception as error:
            if not isinstance(error, CannotLoad | Elsewhere | StorageError):
                log.exception("the clock of battle %s", battle)
            if (clock := self._clocks.get(battle)) is not None:
                later = {**clock.until, side: self._now() + AN_HOUR}
                self._clocks[battle] = msgspec.structs.replace(clock, until=later)


async def _nobody(_session: Session, _side: str) -> None:
    """Do nothing when time has run out: nobody has said what."""


def _text(clock: Clock | None) -> str:
    return "" if clock is None else msgspec.json.encode(clock).decode()
