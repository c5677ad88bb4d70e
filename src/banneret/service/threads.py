"""Work that takes long, in threads that hold nothing up: not the event loop, and not the end of the process.

(The standard pool is waited for when a process ends, however long its work still takes.)
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MOST = 4  # works at once; more of them would only take processor time from one another
_places: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}


async def in_thread(work: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
    """The result of `work`, done in a thread, or its error; the process may end before the work does."""
    loop = asyncio.get_running_loop()
    for ended in [one for one in _places if one.is_closed()]:
        del _places[ended]
    async with _places.setdefault(loop, asyncio.Semaphore(MOST)):
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

        threading.Thread(target=run, name="banneret-work", daemon=True).start()
        return await future


def _succeed(future: asyncio.Future[T], result: T) -> None:
    if not future.done():  # somebody waits for it still
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
