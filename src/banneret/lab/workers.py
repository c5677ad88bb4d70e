"""Many jobs on all cores, or on a cluster: jobs go out in chunks, results come back in the order of the jobs.

Which worker does what, and when, changes nothing: a job depends on its number alone. So what was done can be kept in a file,
and gone on with elsewhere (`banneret.lab.kept`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from banneret.lab.jobs import Chunk, Done, Work, Worker
from banneret.lab.processes import Processes

if TYPE_CHECKING:
    from banneret.lab.jobs import Crew, Workforce
    from banneret.lab.kept import Section, Sections

CHUNK_SECONDS = 0.5  # that a chunk is to take: a little work beside what handing it out costs, and news soon
HERE_SECONDS = 0.1  # the same where one process does everything
# As many as the process that hands them out can bear with ease: many workers get longer chunks.
CHUNKS_A_SECOND = 100
SMALLEST = 16  # parts of a chunk: smaller ones at the end would only cost
MOST_IN_CHUNK = 20_000


def run_jobs(
    make_job: Callable[..., Callable[..., Any]],
    given: tuple[Any, ...],
    count: int,
    workers: int | Workforce = 0,
    *,
    step: int = 0,
    of: Any = None,
    kept: Section | Sections | None = None,
) -> Iterator[Any]:
    """The results of jobs 0 to `count - 1`, in order, each as soon as it and all before it are done.

    Every worker calls `make_job(*given)` once and then the job it returns with each number; both must be importable by name,
    and `given` must pickle. `workers`: that many processes (0: one a core; 1 does everything in this one), or a workforce such
    as a cluster. Closing the iterator ends the workers.

    With a `step` the job is called with two numbers and does all from the first up to the second; no such span crosses a multiple
    of `step`, and results are those of spans. `of` is the type of a result, `kept` the place where results are kept: what stands
    there is not done again. Raises `Lost` where the workers have gone for good.
    """
    work = Work(make_job, given, step, of)
    force = Processes(workers) if isinstance(workers, int) else workers
    left = _Left(kept.missing(count) if kept else [(0, count)])
    crew = force.crew(work, left.count) if left.count else None
    plain = crew is None and kept is None
    unpack = list if plain else work.unpacker()
    fresh = _by_crew(crew, left, step) if crew else _here(work, left, kept is not None)
    try:
        ready: dict[int, Done] = {}
        wanted = 0
        while wanted < count:
            known = kept.get(wanted, count) if kept else None
            if known is not None:
                last, results = known
                yield from unpack(results)
                wanted = last
                continue
            while wanted not in ready:
                done = next(fresh)
                ready[done.first] = done
                if kept is not None:
                    kept.add(done.first, done.last, done.results)
            done = ready.pop(wanted)
            wanted = done.last
            yield from unpack(done.results)
    finally:
        if crew is not None:
            crew.end()


class _Left:
    """The jobs that have not been handed out."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self.ranges = ranges[::-1]
        self.count = sum(last - first for first, last in ranges)

    def take(self, size: int, step: int, seconds: float) -> Chunk:
        """A chunk of about that many jobs; it ends at a multiple of `step` where it reaches one."""
        first, end = self.ranges.pop()
        last = min(end, first + size)
        if step and last < end and last - last % step > first:
            last -= last % step
        if last < end:
            self.ranges.append((last, end))
        self.count -= last - first
        return Chunk(first, last, seconds)

    def give_back(self, first: int, last: int) -> None:
        """Jobs that were handed out and have not been done."""
        self.ranges.append((first, last))
        self.count += last - first


def _here(work: Work, left: _Left, packed: bool) -> Iterator[Done]:
    """The results of jobs that this process does alone."""
    worker = Worker(work, packed)
    size = 1
    while left.count:
        chunk = left.take(size, work.step, HERE_SECONDS)
        done = worker.do(chunk)
        if done.error is not None:
            raise done.error
        size = _next_size(size, done, HERE_SECONDS)
        if done.last < chunk.last:
            left.give_back(done.last, chunk.last)
        yield done


def _by_crew(crew: Crew, left: _Left, step: int) -> Iterator[Done]:
    """The results of jobs that a crew does, as they come."""
    size = 1
    sent: dict[int, Chunk] = {}
    while left.count or sent:
        hands = max(1, crew.hands)
        seconds = max(CHUNK_SECONDS, hands / CHUNKS_A_SECOND)
        # not too far ahead of what is missing, so that stopping early wastes little; and smaller towards the end,
        # so that no worker is left with much when the others have nothing more to do
        while left.count and len(sent) < 2 * hands:
            fair = max(-(-left.count // (2 * hands)), size // SMALLEST)
            chunk = left.take(min(size, fair), step, seconds)
            sent[chunk.first] = chunk
            crew.send(chunk)
        for done in crew.receive():
            chunk = sent.pop(done.first)
            if done.error is not None:
                raise done.error
            size = _next_size(size, done, seconds)
            if done.last < chunk.last:
                left.give_back(done.last, chunk.last)
            yield done


def _next_size(size: int, done: Done, seconds: float) -> int:
    """The number of jobs that a chunk should have."""
    each = max(done.seconds / max(1, done.last - done.first), 1e-6)
    return max(1, min(MOST_IN_CHUNK, int(seconds / each), 4 * size))
