"""Many jobs on all cores: jobs go out in chunks, results come back in the order of the jobs.

Which worker does what, and when, changes nothing: a job depends on its number alone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from time import perf_counter
from typing import Any, TypeVar

R = TypeVar("R")

MOST_IN_CHUNK = 100
CHUNK_SECONDS = 0.5

_job: Callable[[int], Any] | None = None


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_jobs(
    make_job: Callable[..., Callable[[int], R]], given: tuple[Any, ...], count: int, workers: int = 0
) -> Iterator[R]:
    """The results of jobs 0 to `count - 1`, in order, each as soon as it and all before it are done.

    Every worker calls `make_job(*given)` once and then the job it returns with each number; both must be importable by name,
    and `given` must pickle. `workers` 0 means all cores; 1 does everything in this process. Closing the iterator ends the workers.
    """
    workers = min(workers or cores(), max(1, count))
    if workers == 1:
        job = make_job(*given)
        for number in range(count):
            yield job(number)
        return
    pool = ProcessPoolExecutor(workers, _context(), _begin, (make_job, given))
    finished = False
    try:
        yield from _in_order(pool, count, workers)
        finished = True
    finally:
        if finished:
            pool.shutdown()
        else:
            _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop the workers, in the middle of a job too: their results are not needed any more."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
    pool.shutdown(wait=True)


def _in_order(pool: ProcessPoolExecutor, count: int, workers: int) -> Iterator[Any]:
    size = 1
    sent = 0
    wanted = 0
    running: dict[Future[tuple[list[Any], float]], int] = {}
    ready: dict[int, list[Any]] = {}
    while wanted < count:
        # not too far ahead of the oldest chunk that is missing, so that stopping early wastes little
        while sent < count and len(running) < 2 * workers:
            last = min(count, sent + size)
            running[pool.submit(_chunk, sent, last)] = sent
            sent = last
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            results, seconds = future.result()
            ready[running.pop(future)] = results
            each = max(seconds / len(results), 1e-6)
            size = max(1, min(MOST_IN_CHUNK, int(CHUNK_SECONDS / each), 4 * size))
        while wanted in ready:
            results = ready.pop(wanted)
            wanted += len(results)
            yield from results


def _context() -> Any:
    """The start method of workers: forked where that is safe, since then they need not load anything again."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _begin(make_job: Callable[..., Callable[[int], Any]], given: tuple[Any, ...]) -> None:
    """The first thing a worker does. Ctrl-C is the business of the process that started it."""
    global _job
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _job = make_job(*given)


def _chunk(first: int, last: int) -> tuple[list[Any], float]:
    job = _job
    assert job is not None
    begun = perf_counter()
    return [job(number) for number in range(first, last)], perf_counter() - begun
