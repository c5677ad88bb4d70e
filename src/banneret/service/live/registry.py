"""The registry of live battles: it opens sessions from the store, hands them out under their locks, and lets them leave memory.

Battles that nobody looks at leave memory, and come back from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.kernel.errors import BadInput
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import CannotLoad, Declined, Elsewhere, NoBattle, StorageError, Void
from banneret.service.letters.outlets import Outlets
from banneret.service.live.clocks import ClockKeeper
from banneret.service.live.gathering import SPECTATOR
from banneret.service.live.postman import Postman
from banneret.service.live.reports import Reports
from banneret.service.live.saving import DELETED, Saving, loaded
from banneret.service.live.session import MOST_RECEIPTS, Session
from banneret.service.live.thinking import Thinking
from banneret.service.storage.holds import let_go
from banneret.service.storage.seats import Seat
from banneret.service.threads import Places, abandon, in_thread
from banneret.service.tokens import digest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from banneret.kernel.battle import Battle
    from banneret.kernel.rulebook import Rulebook
    from banneret.service.computer.workers import Workers
    from banneret.service.storage.guests import Invitation
    from banneret.service.storage.store import Storage

log = logging.getLogger("banneret")

MOST_SESSIONS = 1000
SWEEP = 15.0
MOST_LOOKS = 2  # battles that are looked back on at once: it takes processor time that those who play want
QUIET = 1.0  # seconds without an order after which a short pause is noticed by nobody
CLOSING = "The table is being closed; nothing was lost."
FAREWELL = m.Goodbye(
    Code.CLOSED, "The server is being stopped. Nothing is lost: come back when it runs again."
)


class Registry:
    """All battles: the live ones in memory, the others in the store. Computer players think in `workers` (None: in a thread).

    `outlets`: the ways on which letters may leave; none where they are left out.
    """

    def __init__(
        self, storage: Storage, workers: Workers | None = None, outlets: Outlets | None = None
    ) -> None:
        self.storage = storage
        self.live: OrderedDict[str, Session] = OrderedDict()
        self.saving = Saving(storage, self.forget)
        self.thinking = Thinking(self.saving, workers)
        self.postman = Postman(storage, outlets or Outlets(), self.open)
        self.reports = Reports(storage, apart=workers is not None)
        self.clocks = ClockKeeper(storage, self.held)
        self.closing = False
        self._used = 0.0  # when something was last asked for
        self._opening: dict[str, asyncio.Lock] = {}
        self._looking = Places(MOST_LOOKS, 1)
        self._sweeping: asyncio.TimerHandle | None = None
        self._read: set[tuple[str, int]] = set()  # the rulebooks whose rules are read, or being read

    async def close(self) -> None:
        """Take no more orders, let what is being stored finish, say goodbye to everybody; takes a second at most."""
        self.closing = True
        abandon(Declined(Code.CLOSED, CLOSING))
        self.thinking.close()
        self.postman.close()
        self.reports.close()
        self.clocks.close()
        frame = m.framed(FAREWELL)

        async def part(session: Session) -> None:
            async with session.lock:
                for listener in list(session.listeners):
                    listener.send(frame)

        parting = [asyncio.create_task(part(one)) for one in self.live.values() if one.listeners]
        if not parting:
            return
        await asyncio.wait(parting, timeout=0.5)
        for _ in range(10):
            if not any(session.listeners for session in self.live.values()):
                return
            await asyncio.sleep(0.05)

    def check_open(self) -> None:
        """Raises `Declined` when the server is being stopped."""
        if self.closing:
            raise Declined(Code.CLOSED, CLOSING)

    @property
    def is_quiet(self) -> bool:
        """True if there has been no request for a moment."""
        return time.monotonic() - self._used > QUIET

    def touch(self, session: Session) -> None:
        """Something is asked of a session now."""
        session.used = self._used = time.monotonic()

    # ------------------------------------------------------------------ opening

    async def seat(self, token: str) -> Seat:
        """The seat that a token opens; an invitation opens what everybody may see. Raises `NoBattle` for one that opens none."""
        seat = None
        if 20 <= len(token) <= 64:
            seat = await self.storage.run(self.storage.seats.find(digest(token)))
        if seat is None:
            return Seat((await self.invitation(token)).battle, SPECTATOR, SPECTATOR, False)
        return seat

    async def invitation(self, token: str) -> Invitation:
        """The invitation of a token. Raises `NoBattle` for one that is none, `Void` for one that was withdrawn."""
        found = await self.storage.run(self.storage.guests.find(digest(token)))
        if found is None:
            raise NoBattle
        if found.void:
            raise Void
        return found

    async def find(self, number: str) -> Session | None:
        """The session of a battle, loaded from the store if it is not live; None where there is none. Raises `CannotLoad`."""
        session = self.live.get(number)
        if session is not None:
            self.live.move_to_end(number)
            session.used = time.monotonic()
            if session not in self.thinking:  # it may have stopped at an error
                self.thinking.wake(session)
            return session
        async with self._alone(number):
            session = self.live.get(number) or await self._load(number)
            if session is None:
                return None
            session = self.live.get(number, session)  # the first to come back: a battle has one session
            if number not in self.live:
                self.enter(session)
        self.thinking.wake(session)
        return session

    @contextlib.asynccontextmanager
    async def _alone(self, number: str) -> AsyncIterator[None]:
        """A battle comes into memory, leaves it or is deleted: one after the other."""
        async with self._opening.setdefault(number, asyncio.Lock()):
            try:
                yield
            finally:
                self._opening.pop(number, None)

    async def _load(self, number: str) -> Session | None:
        kept = await self.storage.run(self.storage.battles.load(number))
        if kept is None:
            return None
        if kept.holder:
            if await asyncio.to_thread(self.storage.is_held, kept.holder):
                raise Elsewhere
            await self.storage.run(let_go(number, kept.holder))
        try:
            session = Session(number, await in_thread(loaded, kept.text), kept)
        except Exception as error:
            log.exception("battle %s cannot be loaded", number)
            raise CannotLoad(f"This battle cannot be loaded: {_trouble(error)}.") from error
        with contextlib.suppress(StorageError):  # it can be looked at all the same
            await self.storage.run(self.storage.battles.reserve_views(number, kept.first_view))
        for receipt in await self.storage.run(self.storage.receipts.latest(number, MOST_RECEIPTS)):
            session.receipts[receipt.seat, receipt.request] = receipt
        if session.battle.damage:
            await self._repair(session)
        return session

    async def _repair(self, session: Session) -> None:
        """Store what is good of a damaged record, and say at the table where it was cut."""
        log.error("battle %s was damaged: %s", session.id, session.battle.damage)
        good = session.battle.record.count - 1  # and the note that it was mended
        text = (
            f"The stored battle was damaged: what came after entry {good} is lost, and it goes on from there."
        )
        number = len(session.words) + 1
        say = self.storage.battles.say(session.id, number, "table", text)
        with contextlib.suppress(StorageError):
            await self.saving.save(session)
            await self.storage.run(say)
            session.words.append(m.Said(number, "table", text))

    async def open(self, number: str) -> Session:
        """The session of a battle. Raises `NoBattle` where there is none, `CannotLoad` where it cannot be loaded."""
        session = await self.find(number)
        if session is None:
            raise NoBattle(DELETED.reason)
        return session

    def _changed(self, session: Session) -> None:
        """A battle has changed, and with it perhaps whose turn it is."""
        self.clocks.changed(session)
        self.postman.changed(session)

    @contextlib.asynccontextmanager
    async def held(self, number: str) -> AsyncIterator[Session]:
        """The session of a battle under its lock. Raises like `open` and `holding`."""
        async with self.holding(await self.open(number)) as session:
            yield session

    def holding(self, session: Session) -> Holding:
        """The session under its lock, as it is stored; one that has left memory meanwhile is loaded again first.

        Raises `NoBattle` for a battle that was deleted, `StorageError` where the store cannot be read.
        """
        return Holding(self, session)

    @contextlib.asynccontextmanager
    async def looking_back(self, session: Session, entry: Callable[[Session], int]) -> AsyncIterator[Battle]:
        """The battle as it stood after an entry, for as long as the block lasts: one at a time for each battle and for each address.

        `entry` tells which, by the session as it is then.
        """
        async with session.past.lock, self._looking.taken():
            async with self.holding(session) as now:
                move = session.past.moving(now.battle, now.branch, entry(now))
            yield await in_thread(move)

    # ------------------------------------------------------------------ entering and leaving memory

    def enter(self, session: Session) -> None:
        """Let a session be live. Where too many are, the one that was idle longest leaves memory."""
        self.live[session.id] = session
        session.clock = self.clocks.of(session.id)
        session.changed = self._changed
        self._read_ahead(session.battle.rulebook)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self.sweep)
        while len(self.live) > MOST_SESSIONS:
            idle = next((s for s in self.live.values() if not s.listeners and not s.lock.locked()), None)
            if idle is None:
                return
            self.forget(idle)

    def _read_ahead(self, rulebook: Rulebook[Any]) -> None:
        """Read the rules of a rulebook in a thread: the end of a battle names one, and everybody would wait 50 ms for the first end."""

        def read() -> None:
            with contextlib.suppress(Exception):  # the next to ask for a rule hears of it
                rulebook.rule_title("")

        key = rulebook.id, rulebook.version
        if key not in self._read:
            self._read.add(key)
            threading.Thread(target=read, name="banneret-rules", daemon=True).start()

    def forget(self, session: Session, goodbye: m.Goodbye | None = None) -> None:
        """Remove a session from memory; seats still connected receive the reason, and their connections are closed."""
        if self.live.get(session.id) is session:
            del self.live[session.id]
        self.thinking.call_off(session)
        session.end(goodbye or m.Goodbye(Code.CLOSED, CLOSING))

    async def release(self, number: str) -> None:
        """Let a battle leave memory for a terminal that holds it. Raises `Elsewhere` where somebody sits there or the computer thinks."""
        async with self._alone(number):
            session = self.live.get(number)
            if session is not None:
                async with session.lock:
                    if session.listeners or session in self.thinking:
                        raise Elsewhere("The battle is open at the table.")
                    self.forget(session)

    async def delete(self, number: str) -> None:
        """Forget a battle for ever: in the store, and then its session."""
        async with self._alone(number):
            session = self.live.get(number)
            async with session.lock if session is not None else contextlib.nullcontext():
                self.reports.forget(number)
                await self.storage.run(self.storage.battles.delete(number))
                self.postman.forget(number)
                self.clocks.forget(number)
                if session is not None:
                    self.forget(session, DELETED)

    def sweep(self) -> None:
        """Remove battles without connected seats from memory, and views that are not new; and check again later."""
        self._sweeping = None
        for session in list(self.live.values()):
            if session.is_idle and session not in self.thinking:
                self.forget(session)
            else:
                session.rest()
        if self.live and not self.closing:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self.sweep)


class Holding:
    """The lock of a session for as long as a block lasts; a generator would take several times as long, with every order."""

    __slots__ = ("_registry", "_session")

    def __init__(self, registry: Registry, session: Session) -> None:
        self._registry = registry
        self._session = session

    async def __aenter__(self) -> Session:
        """The session as it is live."""
        while True:
            await self._session.lock.acquire()
            if not self._session.lost:
                return self._session
            self._session.lock.release()
            self._session = await self._registry.open(self._session.id)

    async def __aexit__(self, *_: object) -> None:
        """Let go."""
        self._session.lock.release()


def _trouble(error: Exception) -> str:
    """The reason why a battle cannot be loaded, for any of its seats: no word of an entry, which may be another side's secret."""
    if isinstance(error, BadInput) and error.where.startswith(
        "line"
    ):  # of the header, which everybody may know
        return error.message
    if isinstance(error, BadInput):
        return f"its record does not fit the rules {error.where}".rstrip()
    if isinstance(error, msgspec.MsgspecError):
        return "what is stored beside its record is damaged"
    return "an internal error"
