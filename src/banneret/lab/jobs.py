"""Jobs: how many pieces of work are described, done in chunks, and sent about.

A job depends on its number alone, so that it does not matter who does it, when, or with which others. A chunk is a run of jobs
that one worker does in one go; a worker that finds its chunk longer than expected does a part of it, and the rest goes out again.
"""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

import msgspec

from banneret.kernel.errors import BadInput

FIRST_SPAN = 8  # jobs of a chunk that are done before anyone looks at the time


class Lost(BadInput):
    """Workers that have gone for good: what they had not done cannot be done there any more."""


@dataclass(frozen=True, slots=True)
class Work:
    """Jobs by number: a worker calls `make(*given)` once, and what that returns with each number.

    With a `step` it is called with two numbers instead and does all jobs from the first up to the second; no such span crosses a
    multiple of `step`. `of`: the type of a result, which then travels and is kept as JSON; without it results are pickled.
    """

    make: Callable[..., Callable[..., Any]]
    given: tuple[Any, ...]
    step: int = 0
    of: Any = None

    def pack(self, results: list[Any]) -> bytes:
        """Results as bytes."""
        return pickle.dumps(results, -1) if self.of is None else msgspec.json.encode(results)

    def unpacker(self) -> Callable[[bytes], list[Any]]:
        """The way back."""
        return pickle.loads if self.of is None else msgspec.json.Decoder(_list_of(self.of)).decode


@dataclass(frozen=True, slots=True)
class Chunk:
    """The jobs from `first` up to `last`; they are to take about `seconds`, and are broken off after four times that."""

    first: int
    last: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Done:
    """The results of the jobs from `first` up to `last`, and the seconds that they took; or the error in one of them."""

    first: int
    last: int
    results: Any  # bytes, where they have travelled
    seconds: float
    error: Exception | None = None


class Crew(Protocol):
    """The workers of one run of jobs."""

    @property
    def hands(self) -> int:
        """The number of chunks that are done at a time; it may change."""

    def send(self, chunk: Chunk) -> None:
        """Hand out a chunk. Each that is sent comes back done, the first part of it at least."""

    def receive(self) -> list[Done]:
        """The chunks that are done, as soon as there is one. Raises `Lost`."""

    def end(self) -> None:
        """Stop, in the middle of a job too: what is not done yet is not needed any more."""


class Workforce(Protocol):
    """The ones that do jobs: the processes of this machine (`banneret.lab.processes`), or a cluster (`banneret.lab.cluster`)."""

    def crew(self, work: Work, count: int) -> Crew | None:
        """Workers for that many jobs; None where this process does as well alone."""


class Worker:
    """A worker's own side of a run of jobs."""

    def __init__(self, work: Work, packed: bool = True) -> None:
        self.work = work
        self.packed = packed  # whether results are to travel, or to be kept
        self.job: Callable[..., Any] | None = None  # made when it is first needed: that may fail like a job

    def do(self, chunk: Chunk) -> Done:
        """Do a chunk, or the first part of one that takes too long."""
        begun = perf_counter()
        results: list[Any] = []
        at = chunk.first
        try:
            if self.job is None:
                self.job = self.work.make(*self.work.given)
            while at < chunk.last:
                results += self.spans(at, end := self.pause(chunk, at))
                at = end
                if perf_counter() - begun > 4 * chunk.seconds:
                    break
            found = self.work.pack(results) if self.packed else results
        except Exception as error:
            return Done(chunk.first, at, b"", perf_counter() - begun, sendable(error))
        return Done(chunk.first, at, found, perf_counter() - begun)

    def spans(self, first: int, last: int) -> list[Any]:
        """The results of jobs, which may be fewer than these."""
        job, step = self.job, self.work.step
        assert job is not None
        if not step:
            return [job(number) for number in range(first, last)]
        return [job(at, end) for at, end in cut(first, last, step)]

    def pause(self, chunk: Chunk, at: int) -> int:
        """The number before which the worker looks at the time next: spans begin short and double."""
        end = min(chunk.last, at + max(FIRST_SPAN, at - chunk.first))
        step = self.work.step
        return end - end % step if step and end - end % step > at and end < chunk.last else end


def _list_of(one: Any) -> Any:
    return list[one]


def cut(first: int, last: int, step: int) -> Iterator[tuple[int, int]]:
    """A run of numbers, cut at the multiples of a step.

    >>> list(cut(95, 210, 100))
    [(95, 100), (100, 200), (200, 210)]
    """
    while first < last:
        end = min(last, first - first % step + step)
        yield first, end
        first = end


def sendable(error: Exception) -> Exception:
    """An error that survives the way to another process, with the place where it came up as a note."""
    told = "".join(traceback.format_exception(error)).rstrip()
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # some exceptions cannot be pickled, and some cannot be made again from what was
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note(f"\nin a worker:\n{told}")
    return error
