"""Work that takes long, in threads that hold nothing up: not the event loop, and not the end of the process.

(The standard pool is waited for when a process ends, however long its work still takes.)

One address never holds up another: it has half of the places at most, and one for what takes long (odds, paper, a file that
is played again). So what one address asks for never stands between another one and their battle.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import Context, ContextVar
from functools import partial
from typing import Any, ClassVar, ParamSpec, TypeVar

from banneret.service.errors import TooMuch

P = ParamSpec("P")
T = TypeVar("T")

TURN = 0.001  # seconds that one thread computes while another waits for Python
MOST = 4  # works at once; more of them would only take processor time from one another
EACH = 2  # of one address
LONG = 2  # that take long, one of each address
WAITING = 20  # that take long may be asked for by one address at once

asker: ContextVar[str] = ContextVar("asker", default="")  # the address that asks; empty: the table itself
NAME = "banneret-work"


class Places:
    """Places of which one address has `each` at once, and all together `most`. Where more than `waiting` of one would wait, it is refused."""

    def __init__(self, most: int, each: int, waiting: int = 10**9) -> None:
        self._all = asyncio.Semaphore(most)
        self._each = each
        self._waiting = waiting
        self._own: dict[
            str, tuple[asyncio.Semaphore, list[None]]
        ] = {}  # by address: its places, and who wants one

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """A place for the address that asks, for as long as the block lasts. Raises `TooMuch`."""
        address = asker.get()
        places, wanted = self._own.setdefault(address, (asyncio.Semaphore(self._each), []))
        if len(wanted) >= self._waiting:
            raise TooMuch("Too much that takes long is asked for by your address.")
        wanted.append(None)
        try:
            async with places, self._all:
                yield
        finally:
            wanted.pop()
            if not wanted:
                del self._own[address]


class _Worker:
    """A thread that does one work after the other. To start one holds up the event loop for a millisecond, so it waits for the next."""

    _idle: ClassVar[list[_Worker]] = []  # those that wait, of all event loops
    _busy: ClassVar[set[_Worker]] = set()
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self) -> None:
        self._works: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        threading.Thread(target=self._work_on, name=NAME, daemon=True).start()

    @classmethod
    def do(cls, work: Callable[[], None]) -> None:
        """Let a thread that waits do a work that raises nothing, or a new one."""
        with cls._lock:
            worker = cls._idle.pop() if cls._idle else cls()
            cls._busy.add(worker)
        worker._works.put(work)

    @classmethod
    def any_busy(cls) -> bool:
        """True if one of them works."""
        return bool(cls._busy)

    def _work_on(self) -> None:
        while True:
            self._take_one()
            with self._lock:
                self._busy.discard(self)
                if len(self._idle) >= MOST:
                    return
                self._idle.append(self)

    def _take_one(self) -> None:
        """Do the next work, in a context of its own; nothing of it is held on to while the thread waits."""
        Context().run(self._works.get())


class _Pool:
    """The works of an event loop; `closed` is what those who wait receive when it ends."""

    def __init__(self) -> None:
        self.places = asyncio.Semaphore(MOST)
        self.own = Places(MOST, EACH)
        self.long = Places(LONG, 1, WAITING)
        self.waiting: set[asyncio.Future[Any]] = set()
        self.closed: Exception | None = None


_pools: dict[asyncio.AbstractEventLoop, _Pool] = {}


def _pool() -> _Pool:
    """The pool of the running loop."""
    for ended in [one for one in _pools if one.is_closed()]:
        del _pools[ended]
    return _pools.setdefault(asyncio.get_running_loop(), _Pool())


async def in_thread(work: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
    """Run `work` in a thread and return or raise what it does; the process may end before the work does."""
    pool = _pool()
    if not asker.get():
        return await _run(pool, partial(work, *words, **named))
    async with pool.own.taken():
        return await _run(pool, partial(work, *words, **named))


async def in_thread_for_long(work: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
    """The same for a work that takes long: one at a time for each address. Raises `TooMuch` where too many wait."""
    async with _pool().long.taken():
        return await in_thread(work, *words, **named)


async def _run(pool: _Pool, work: Callable[[], T]) -> T:
    loop = asyncio.get_running_loop()
    async with pool.places:
        if pool.closed is not None:
            raise pool.closed
        future: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                result = work()
            except BaseException as error:
                told = partial(_fail, future, error)
            else:
                told = partial(_succeed, future, result)
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(told)

        _Worker.do(run)
        pool.waiting.add(future)
        try:
            return await future
        finally:
            pool.waiting.discard(future)


def abandon(error: Exception) -> None:
    """Wait for no work of the running loop any more: all who wait, or come later, receive the error."""
    pool = _pool()
    pool.closed = error
    for future in list(pool.waiting):
        _fail(future, error)


def is_busy() -> bool:
    """True if a thread still works, be it for nobody."""
    return _Worker.any_busy()


def _succeed(future: asyncio.Future[T], result: T) -> None:
    if not future.done():  # somebody waits for it still
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
