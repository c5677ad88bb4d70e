"""The writing thread: everything that touches the database is a work for it.

What has been asked for in one turn of the event loop, or while a transaction was being committed, goes into the next one together, so that
many battles share one flush of the disk: to wake the thread, begin, commit and flush takes ten times as much as the work of an order.
A work that has returned is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from banneret.kernel.errors import BadInput
from banneret.service.errors import StorageError
from banneret.service.storage.claim import Claim
from banneret.service.storage.engine import cause_of, trouble_of

log = logging.getLogger("banneret")

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
MOST_TOGETHER = 64


class Writer:
    """A thread that does works, many in one transaction. Call `close` at the end."""

    def __init__(self, engine: sa.Engine, claim: Claim) -> None:
        self._engine = engine
        self._claim = claim
        self._jobs: queue.SimpleQueue[list[_Job[Any]] | None] = queue.SimpleQueue()
        self._closed = False
        # What has been asked for in this turn of an event loop, until it is handed to the thread.
        self._asked: list[_Job[Any]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        # On a file one connection does for all: no line can be cut, and to fetch one and give it back costs as much as an entry.
        self._lasting: sa.Connection | None = None
        self._thread = threading.Thread(target=self._write_all, name="banneret-storage", daemon=True)
        self._thread.start()

    async def run(self, work: Work[T]) -> T:
        """Do `work`; returns when it is committed. Raises `StorageError`, and then it has not happened.

        `work` may be done again when its first transaction fails, so it has no effects but on the database.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        if self._closed:
            self._put([_Job(work, future)])
        elif self._asked and self._loop is loop:
            self._asked.append(_Job(work, future))
        else:
            self._hand_over()  # what a loop that has ended left behind
            self._loop = loop
            self._asked.append(_Job(work, future))
            loop.call_soon(self._hand_over)
        return await future

    def _hand_over(self) -> None:
        """Hand what has been asked for in this turn to the thread."""
        if self._asked:
            jobs, self._asked = self._asked, []
            self._put(jobs)

    def submit(self, work: Work[T]) -> Future[T]:
        """Like `run`, for callers outside the event loop."""
        future: Future[T] = Future()
        self._put([_Job(work, future)])
        return future

    def close(self) -> bool:
        """Write what is waiting, then end; False where that was done before."""
        if self._closed:
            return False
        self._hand_over()
        self._closed = True
        self._jobs.put(None)
        self._thread.join()
        return True

    def _put(self, jobs: list[_Job[Any]]) -> None:
        if self._closed:
            _answer(jobs, [StorageError("the store is closed")] * len(jobs))
        else:
            self._jobs.put(jobs)

    def _write_all(self) -> None:
        while True:
            group = self._jobs.get()
            if group is None:
                if self._lasting is not None:
                    self._lasting.close()
                return
            while len(group) < MOST_TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                group += following
            self._commit(group)

    def _commit(self, group: list[_Job[Any]]) -> None:
        """Do the jobs of a group in one transaction and answer after the commit; where one fails, each in a transaction of its own.

        No savepoints: a full disk makes some databases take back the whole transaction, what other jobs did in it included.
        """
        try:
            with self._transaction() as connection:
                self._claim.check(connection)
                results = [one for jobs in _alike(group) for one in _done(jobs, connection)]
        except Exception as error:
            if len(group) == 1:
                _answer(group, [_wrapped(error)])
                return
            for job in group:
                self._commit([job])
            return
        _answer(group, results)

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """A transaction that is committed at its end, or taken back where something is raised; then its connection is not used again."""
        connection = self._lasting or self._engine.connect()
        self._lasting = None
        try:
            with connection.begin():
                yield connection
        except BaseException:
            connection.close()
            raise
        if self._engine.dialect.name == "sqlite":
            self._lasting = connection
        else:
            connection.close()


class Batched:
    """A work that is done together with those of its kind that are asked for beside it: `do_all` gets the parts of all of them."""

    __slots__ = ("do_all", "part")

    def __init__(self, do_all: Callable[[sa.Connection, list[Any]], None], part: object) -> None:
        self.do_all = do_all
        self.part = part

    def __call__(self, connection: sa.Connection) -> None:
        """Do it alone."""
        self.do_all(connection, [self.part])


class _Job(Generic[T]):
    """A piece of work, and the future of the one who waits for its result or its error."""

    __slots__ = ("future", "work")

    def __init__(self, work: Work[T], future: asyncio.Future[T] | Future[T]) -> None:
        self.work = work
        self.future = future


def _alike(group: list[_Job[Any]]) -> Iterator[list[_Job[Any]]]:
    """The jobs in their order; those that stand beside each other and are done together, together."""
    for _, jobs in groupby(group, key=lambda job: job.work.do_all if isinstance(job.work, Batched) else job):
        yield list(jobs)


def _done(jobs: list[_Job[Any]], connection: sa.Connection) -> list[Any]:
    """The results of jobs that are done together."""
    if len(jobs) == 1:
        return [jobs[0].work(connection)]
    works = [job.work for job in jobs if isinstance(job.work, Batched)]
    works[0].do_all(connection, [work.part for work in works])
    return [None] * len(works)


def _wrapped(error: Exception) -> Exception:
    if isinstance(error, BadInput | StorageError):
        return error
    # What the driver says may hold what it could not write: it never leaves the log.
    log.error("the store: %s", cause_of(error), exc_info=error)
    return StorageError(trouble_of(error))


def _answer(group: list[_Job[Any]], results: list[Any]) -> None:
    """Take results and errors to those who wait for them. An event loop is woken once for all of them."""
    waiting: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, result in zip(group, results, strict=True):
        if isinstance(job.future, Future):
            _settle(job.future, result)
        else:
            waiting.setdefault(job.future.get_loop(), []).append((job.future, result))
    for loop, answers in waiting.items():
        with suppress(RuntimeError):  # the event loop that waited has ended
            loop.call_soon_threadsafe(_settle_all, answers)


def _settle_all(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in answers:
        _settle(future, result)


def _settle(future: Future[Any] | asyncio.Future[Any], result: Any) -> None:
    if future.done():  # nobody waits any more
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def together(*works: Work[Any]) -> Work[None]:
    """Several works in one transaction: all of them are done, or none."""

    def work(connection: sa.Connection) -> None:
        for one in works:
            one(connection)

    return work
