"""The writing thread: everything that touches the database is a work for it.

What has been asked for while a transaction was being committed goes into the next one together, so that many battles share one
flush of the disk. A work that has returned is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

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
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
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

        def tell(result: Any, error: Exception | None) -> None:
            loop.call_soon_threadsafe(_settle, future, result, error)

        self._put(_Job(work, tell))
        return await future

    def submit(self, work: Work[T]) -> Future[T]:
        """Like `run`, for callers outside the event loop."""
        future: Future[T] = Future()
        self._put(_Job(work, partial(_settle, future)))
        return future

    def close(self) -> bool:
        """Write what is waiting, then end; False where that was done before."""
        if self._closed:
            return False
        self._closed = True
        self._jobs.put(None)
        self._thread.join()
        return True

    def _put(self, job: _Job) -> None:
        if self._closed:
            job.fail(StorageError("the store is closed"))
        else:
            self._jobs.put(job)

    def _write_all(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                if self._lasting is not None:
                    self._lasting.close()
                return
            group = [job]
            while len(group) < MOST_TOGETHER and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                group.append(following)
            self._commit(group)

    def _commit(self, group: list[_Job]) -> None:
        """Do the jobs of a group in one transaction and answer after the commit; where one fails, each in a transaction of its own.

        No savepoints: a full disk makes some databases take back the whole transaction, what other jobs did in it included.
        """
        try:
            with self._transaction() as connection:
                self._claim.check(connection)
                results = [job.work(connection) for job in group]
        except Exception as error:
            if len(group) == 1:
                group[0].fail(error)
                return
            for job in group:
                self._commit([job])
            return
        for job, result in zip(group, results, strict=True):
            job.succeed(result)

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


class _Job:
    """A piece of work, and the function that takes its result or its error to the one who waits for it."""

    __slots__ = ("tell", "work")

    def __init__(self, work: Work[Any], tell: Callable[[Any, Exception | None], Any]) -> None:
        self.work = work
        self.tell = tell

    def succeed(self, result: Any) -> None:
        with suppress(RuntimeError):  # the event loop that waited has ended
            self.tell(result, None)

    def fail(self, error: Exception) -> None:
        wrapped: Exception = error
        if not isinstance(error, BadInput | StorageError):
            # What the driver says may hold what it could not write: it never leaves the log.
            log.error("the store: %s", cause_of(error), exc_info=error)
            wrapped = StorageError(trouble_of(error))
        with suppress(RuntimeError):
            self.tell(None, wrapped)


def _settle(future: Future[Any] | asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():  # nobody waits any more
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def together(*works: Work[Any]) -> Work[None]:
    """Several works in one transaction: all of them are done, or none."""

    def work(connection: sa.Connection) -> None:
        for one in works:
            one(connection)

    return work
