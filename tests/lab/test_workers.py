"""Jobs on processes: one that is killed is replaced, and nothing is lost or done twice."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from banneret.lab.jobs import Chunk, Lost, Work, Worker
from banneret.lab.processes import Processes
from banneret.lab.workers import run_jobs


def make_deadly(folder, numbers, deaths):
    """Some jobs end their process, so many times."""

    def job(number):
        for death in range(deaths if number in numbers else 0):
            mark = Path(folder, f"{number} {death}")
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return number

    return job


@pytest.mark.long
def test_a_process_that_is_killed_is_replaced(tmp_path):
    assert list(run_jobs(make_deadly, (tmp_path, (7, 37), 1), 60, 2)) == list(range(60))
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.long
def test_a_job_that_kills_every_process_is_no_endless_loop(tmp_path):
    with pytest.raises(
        Lost, match=r"3 processes have ended over jobs .* code -9; perhaps there is too little memory"
    ):
        list(run_jobs(make_deadly, (tmp_path, (7,), 100), 60, 2))


def make_unmade():
    raise ValueError("cannot begin")


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_that_cannot_be_made(workers):
    with pytest.raises(ValueError, match="cannot begin"):
        list(run_jobs(make_unmade, (), 50, workers))


class Odd(Exception):
    def __init__(self, one, two):
        super().__init__("odd")


def make_odd():
    def job(number):
        raise Odd(1, 2)

    return job


@pytest.mark.long
def test_an_error_that_does_not_pickle_comes_through():
    with pytest.raises(RuntimeError, match="Odd: odd") as caught:
        list(run_jobs(make_odd, (), 50, 2))
    assert "in a worker" in "".join(caught.value.__notes__)


def make_spans():
    return lambda first, last: [first, last]


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_spans_cross_no_step(workers):
    found = list(run_jobs(make_spans, (), 1234, workers, step=50, of=list[int]))
    assert [first for first, _ in found] == [0, *(last for _, last in found[:-1])]
    assert found[-1][1] == 1234
    assert all(first // 50 == (last - 1) // 50 for first, last in found)


def test_a_chunk_that_takes_too_long_is_done_in_part():
    worker = Worker(Work(lambda: lambda number: number, ()), packed=False)
    done = worker.do(Chunk(5, 500, -1.0))
    assert (done.first, done.last, done.results) == (5, 13, list(range(5, 13)))


def test_one_process_is_this_one():
    work = Work(make_spans, ())
    assert Processes(1).crew(work, 100) is None
    assert Processes(8).crew(work, 1) is None
