"""Work that takes long, in threads that hold nothing up: not the event loop, and not the end of the process.

(The standard pool is waited for when a process ends, however long its work still takes.)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

TURN = 0.001  # seconds that one thread computes while another waits for Python
MOST = 4  # works at once; more of them would only take processor time from one another
NAME = "banneret-work"


class _Pool:
    """The works of an event loop; `closed` is what those who wait receive when it ends."""

    def __init__(self) -> None:
        self.places = asyncio.Semaphore(MOST)
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
    loop, pool = asyncio.get_running_loop(), _pool()
    async with pool.places:
        if pool.closed is not None:
            raise pool.closed
        future: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                result = work(*words, **named)
            except BaseException as error:
                told = partial(_fail, future, error)
            else:
                told = partial(_succeed, future, result)
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(told)

        threading.Thread(target=run, name=NAME, daemon=True).start()
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
    return any(thread.name == NAME for thread in threading.enumerate())


def _succeed(future: asyncio.Future[T], result: T) -> None:
    if not future.done():  # somebody waits for it still
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
