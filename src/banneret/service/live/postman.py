"""The postman: writes to seats whose turn it is and who are not at the table, in the background, and tries again where that fails.

Which letter is due when is in the store, so that none is forgotten when the server ends. A letter is made when it goes, from what its
seat is shown then; who has moved, or has come back, receives none. No order waits for a letter.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from banneret.service.errors import CannotLoad, Elsewhere, NoBattle, StorageError
from banneret.service.letters import letter as letters
from banneret.service.limits import Rates
from banneret.service.tokens import digest

if TYPE_CHECKING:
    from banneret.service.letters.letter import Letter
    from banneret.service.letters.outlets import Outlets
    from banneret.service.live.session import Session
    from banneret.service.storage.notices import Notice
    from banneret.service.storage.store import Storage

log = logging.getLogger("banneret")

RETRIES = (60.0, 300.0, 1800.0, 7200.0, 21600.0, 43200.0)  # seconds after which a letter is tried again
A_DAY = 20.0  # letters that an address receives in a day
LATER = 3600.0  # seconds after which it is looked whether an address may receive more
MOST_GOING = 4  # letters that are on their way at once
# Instead of the number of letters of this turn: the battle is over, and the letter that says so has gone, or is due.
OVER, ENDING = -1, -2

Key = tuple[str, str, str]


class Postman:
    """All notices, and the task that delivers them. `open_battle` finds the session of a battle."""

    def __init__(
        self,
        storage: Storage,
        outlets: Outlets,
        open_battle: Callable[[str], Awaitable[Session]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.outlets = outlets
        self._storage = storage
        self._open = open_battle
        self._clock = clock
        self._notices: dict[str, dict[Key, Notice]] = {}  # by battle
        self._rates = Rates(A_DAY / 86_400, A_DAY)
        self._wake = asyncio.Event()
        self._going: dict[Key, asyncio.Task[None]] = {}  # what is on its way
        self._task: asyncio.Task[None] | None = None
        self._marking: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Load what is due, and deliver from now on."""
        if not self.outlets.kinds:
            return
        with suppress(StorageError):
            for notice in await self._storage.run(self._storage.notices.all()):
                self._notices.setdefault(notice.battle, {})[notice.key] = notice
        self._task = asyncio.create_task(self._deliver_all())

    def close(self) -> None:
        """Deliver no more; what is due is in the store."""
        if self._task is not None:
            self._task.cancel()

    # ------------------------------------------------------------------ what seats want

    def of(self, battle: str, seat: str) -> list[Notice]:
        """The notices of a seat."""
        return [one for one in self._notices.get(battle, {}).values() if one.seat == seat]

    def find(self, token: str) -> Notice | None:
        """The notice that a token confirms or stops."""
        every = (one for some in self._notices.values() for one in some.values())
        return next((one for one in every if one.token == token), None)

    async def keep(self, session: Session, notice: Notice) -> None:
        """A seat leaves an address; a mail address is written to once, to be confirmed."""
        now = self._clock()
        notice = notice._replace(due=now if not notice.confirmed else 0.0)
        await self._storage.run(self._storage.notices.keep(notice))
        self._notices.setdefault(notice.battle, {})[notice.key] = notice
        self.changed(session)
        self._wake.set()

    async def confirm(self, notice: Notice) -> None:
        """The address is its owner's: letters may go there."""
        notice = notice._replace(confirmed=True, due=0.0, tries=0)
        await self._storage.run(self._storage.notices.mark(notice))
        self._notices[notice.battle][notice.key] = notice
        self.changed(await self._open(notice.battle))

    async def remove(self, notice: Notice) -> None:
        """A seat is written to no more."""
        await self._storage.run(self._storage.notices.remove(notice))
        self._notices.get(notice.battle, {}).pop(notice.key, None)

    def leave(self, battle: str, seat: str) -> None:
        """The seat is another's from now on; its notices have gone from the store with it."""
        for notice in self.of(battle, seat):
            del self._notices[battle][notice.key]

    def move(self, battle: str, seat: str, to: str) -> None:
        """The seat has changed sides."""
        for notice in self.of(battle, seat):
            del self._notices[battle][notice.key]
            moved = notice._replace(seat=to)
            self._notices[battle][moved.key] = moved

    def forget(self, battle: str) -> None:
        """A battle was deleted."""
        self._notices.pop(battle, None)

    # ------------------------------------------------------------------ when

    def changed(self, session: Session) -> None:
        """A battle has changed: for some it is their turn now, for others no more."""
        for notice in list(self._notices.get(session.id, {}).values()):
            after = self._after(session, notice)
            if after != notice:
                self._mark(after)

    def _after(self, session: Session, notice: Notice) -> Notice:
        """A notice as the battle stands now."""
        if not notice.confirmed:
            return notice
        soon = self._clock() + self.outlets.grace
        if session.battle.is_over and session.gathering is None:
            if notice.told in (OVER, ENDING):
                return notice
            return notice._replace(due=soon, told=ENDING, tries=0)
        if not is_awaited(session, notice.seat):
            return notice._replace(due=0.0, told=0, tries=0)
        if notice.told > 0 or (notice.due and notice.told == 0):  # it is known that it is their turn
            return notice
        return notice._replace(due=soon, told=0, tries=0)

    def _mark(self, notice: Notice) -> None:
        """Note which letter is due when: in memory at once, in the store as soon as it can be."""
        if notice.key not in self._notices.get(notice.battle, {}):
            return
        self._notices[notice.battle][notice.key] = notice
        self._wake.set()

        async def store() -> None:
            # Where it fails, the letter may be written once more after a restart, or noticed with the next order.
            with suppress(StorageError):
                await self._storage.run(self._storage.notices.mark(notice))

        task = asyncio.create_task(store())
        self._marking.add(task)
        task.add_done_callback(self._marking.discard)

    # ------------------------------------------------------------------ delivering

    async def _deliver_all(self) -> None:
        while True:
            self._wake.clear()
            first = min(self._due(), key=lambda one: one.due, default=None)
            wait = None if first is None else first.due - self._clock()
            if first is not None and wait is not None and wait <= 0:
                self._send_off(first)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._wake.wait()

    def _due(self) -> Iterator[Notice]:
        """The notices of which a letter is due some day; none while as many are on their way as may be."""
        if len(self._going) < MOST_GOING:
            for some in self._notices.values():
                yield from (one for one in some.values() if one.due and one.key not in self._going)

    def _send_off(self, notice: Notice) -> None:
        self._going[notice.key] = task = asyncio.create_task(self._deliver(notice))

        def arrived(_: asyncio.Task[None]) -> None:
            del self._going[notice.key]
            self._wake.set()

        task.add_done_callback(arrived)

    async def _deliver(self, notice: Notice) -> None:
        """Send the letter that is due, or try again later. Nothing that goes wrong with one letter holds up the others."""
        now = self._clock()
        if not self._rates.allow(digest(notice.address)):
            return self._mark(notice._replace(due=now + LATER))
        try:
            written = await self._written(notice)
        except NoBattle:
            return self.forget(notice.battle)
        except (CannotLoad, Elsewhere, StorageError):
            return self._mark(notice._replace(due=now + LATER))
        except Exception as error:
            log.error("a letter of battle %s cannot be written: %s", notice.battle, type(error).__name__)
            return self._mark(notice._replace(due=0.0))
        if written is None:  # they are at the table, or have moved
            return self._done(notice)
        send = partial(self.outlets.send, notice.kind, notice.address, written, {"battle": notice.battle})
        try:
            await _in_thread(send)
        except Exception as error:
            return self._failed(notice, error)
        return self._done(notice)

    def _done(self, notice: Notice) -> None:
        """The letter has gone: the next one is a reminder, if one is wanted."""
        now = self._notices.get(notice.battle, {}).get(notice.key)
        if now is None or not now.confirmed:
            return self._mark(notice._replace(due=0.0, tries=0))
        if now.due != notice.due or now.told != notice.told:  # the battle has moved on meanwhile
            return None
        if now.told == ENDING:
            return self._mark(now._replace(due=0.0, told=OVER, tries=0))
        again = self._clock() + now.hours * 3600 if now.hours else 0.0
        return self._mark(now._replace(due=again, told=now.told + 1, tries=0))

    def _failed(self, notice: Notice, error: Exception) -> None:
        """Try again, each time after a longer pause; at last no more. The log knows the kind of error and no address."""
        tries = notice.tries + 1
        log.warning("a letter by %s was not taken (%s), try %d", notice.kind, type(error).__name__, tries)
        if tries > len(RETRIES):
            return self._done(notice)
        return self._mark(notice._replace(due=self._clock() + RETRIES[tries - 1], tries=tries))

    async def _written(self, notice: Notice) -> Letter | None:
        """The letter that is due, from what its seat is shown now; None where none is called for."""
        url = self.outlets.url
        stop = f"{url}/notice#{notice.token}"
        session = await self._open(notice.battle)
        async with session.lock:
            title = session.battle.scenario.title
            if not notice.confirmed:
                return letters.confirmation(title, stop)
            if any(one.seat.name == notice.seat for one in session.listeners):
                return None
            link = f"{url}/battle?of={notice.battle}"
            scene = session.scene(notice.seat)
            if session.gathering is not None:
                return letters.army_wanted(scene, notice.seat, link, stop)
            if session.battle.is_over:
                return letters.over(scene, link, stop)
            if not is_awaited(session, notice.seat):
                return None
            time_left = _time_of(session, notice.seat)
            return letters.your_turn(scene, notice.seat, link, stop, again=notice.told > 0, time=time_left)


def is_awaited(session: Session, side: str) -> bool:
    """True if the battle waits for a person on a side: for an order, a die, or an army."""
    if session.gathering is not None:
        return side in session.gathering.missing
    battle = session.battle
    if battle.is_over or session.pause is not None or side in battle.players:
        return False
    return side in battle.waiting_for


def _time_of(session: Session, side: str) -> str:
    """The time that a side has, as a sentence; empty without a clock."""
    clock = session.clock
    if clock is None or side not in clock.until:
        return ""
    end = datetime.fromtimestamp(clock.until[side], UTC)
    then = "the computer plays on for you" if clock.lapse == "computer" else "the battle is adjourned"
    return f"You have until {end:%A %d %B, %H:%M} UTC; then {then}."


async def _in_thread(work: Callable[[], None]) -> None:
    """Run a delivery in a thread of its own: a mail server that is slow holds up nothing else, nor the end of the process."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[None] = loop.create_future()

    def settle(error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    def run() -> None:
        found: BaseException | None = None
        try:
            work()
        except BaseException as error:
            found = error
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle, found)

    threading.Thread(target=run, name="banneret-letter", daemon=True).start()
    await future
