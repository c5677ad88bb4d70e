"""Processes of this machine that do jobs. One that is killed is replaced, and what it had not done is done again."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from banneret.lab.jobs import Chunk, Done, Lost, Work, Worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MOST_LOSSES = 3  # processes that end over the same chunk, before it is held to be its fault


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Processes:
    """Processes of this machine, by their number (0: one a core). One alone is this process itself."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers

    def crew(self, work: Work, count: int) -> ProcessCrew | None:
        """Processes for that many jobs."""
        workers = min(self.workers or cores(), max(1, count))
        return None if workers == 1 else ProcessCrew(work, workers)


@dataclass
class _Helper:
    """A process, and the chunks that it was sent: the first is being done."""

    process: Any
    pipe: Connection
    chunks: deque[Chunk] = field(default_factory=deque)


class ProcessCrew:
    """Processes with a pipe to each. All are begun at once: forked where that is safe, since then nothing is loaded again."""

    def __init__(self, work: Work, workers: int) -> None:
        self.work = work
        self._context = _context()
        self._losses: dict[int, int] = {}  # first number of a chunk: processes that ended over it
        self._helpers: list[_Helper] = []
        for _ in range(workers):
            self._helpers.append(self._begin())

    @property
    def hands(self) -> int:
        """The number of processes."""
        return len(self._helpers)

    def send(self, chunk: Chunk) -> None:
        """Hand a chunk to the process that has the fewest."""
        helper = min(self._helpers, key=lambda helper: len(helper.chunks))
        helper.chunks.append(chunk)
        self._put(helper, chunk)

    def receive(self) -> list[Done]:
        """The chunks that are done."""
        by_pipe = {helper.pipe: helper for helper in self._helpers}
        found: list[Done] = []
        while not found:
            for pipe in wait(list(by_pipe)):
                helper = by_pipe[pipe]  # type: ignore[index]
                try:
                    found.append(helper.pipe.recv())
                    helper.chunks.popleft()
                except (EOFError, OSError):
                    found += self._replace(helper)
                    by_pipe = {helper.pipe: helper for helper in self._helpers}
        return found

    def end(self) -> None:
        """End the processes."""
        for helper in self._helpers:
            helper.process.terminate()
        for helper in self._helpers:
            helper.process.join()
            helper.pipe.close()

    def _begin(self) -> _Helper:
        here, there = self._context.Pipe()
        others = [here, *(helper.pipe for helper in self._helpers)] if _forks(self._context) else []
        process = self._context.Process(target=_work, args=(there, others, self.work), daemon=True)
        process.start()
        there.close()
        return _Helper(process, here)

    def _put(self, helper: _Helper, chunk: Chunk) -> None:
        with contextlib.suppress(OSError):  # it has ended, which shows when something is received from it
            helper.pipe.send(chunk)

    def _replace(self, helper: _Helper) -> list[Done]:
        """Begin another process in place of one that ended, with the same chunks."""
        helper.process.join()
        helper.pipe.close()
        if helper.chunks:
            chunk = helper.chunks[0]
            losses = self._losses[chunk.first] = self._losses.get(chunk.first, 0) + 1
            if losses == MOST_LOSSES:
                numbers = f"{chunk.first} to {chunk.last - 1}"
                raise Lost(
                    f"{losses} processes have ended over jobs {numbers}, the last with code {helper.process.exitcode}",
                    hint="perhaps there is too little memory: fewer workers need less",
                )
        another = self._begin()
        self._helpers[self._helpers.index(helper)] = another
        another.chunks.extend(helper.chunks)
        for chunk in helper.chunks:
            self._put(another, chunk)
        return []


def _context() -> Any:
    """The start method: forked where that is safe."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _forks(context: Any) -> bool:
    return bool(context.get_start_method() == "fork")


def _work(pipe: Connection, others: list[Connection], work: Work) -> None:
    """The life of a process. Ctrl-C is the business of the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in others:  # else it would not see the end of the one that started it
        other.close()
    worker = Worker(work)
    try:
        while True:
            pipe.send(worker.do(pipe.recv()))
    except (EOFError, OSError):
        return
