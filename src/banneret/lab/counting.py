"""Checkpoints of a battle counted on all cores, for its report."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from banneret import rulebooks
from banneret.after.curve import play_on
from banneret.after.report import seed_of
from banneret.lab.workers import run_jobs

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.after.curve import Job
    from banneret.after.walk import Point
    from banneret.kernel.battle import Battle
    from banneret.kernel.scenario import Scenario


class PlaysOn:
    """The battles that are played on from a checkpoint, by number: `PlaysOn(...)(n)` tells who wins the n-th."""

    def __init__(
        self,
        book: tuple[str, int],
        scenario: Scenario,
        options: dict[str, str],
        state: bytes,
        seeds: list[str],
    ) -> None:
        self.rulebook = rulebooks.get(book[0]).of_version(book[1])
        self.like = self.rulebook.new(scenario, options)
        self.sides = len(scenario.sides)
        self.state = state
        self.seeds = seeds

    def __call__(self, number: int) -> tuple[int, ...]:
        """Play one battle."""
        state = self.rulebook.load(self.state, self.like)
        return play_on(self.rulebook, state, self.sides, self.seeds[number])


def on_cores(workers: int = 0) -> Callable[[Battle, Point, Job], list[tuple[int, ...]]]:
    """A way to play on from checkpoints with so many processes (0: one a core), with the same results as in one."""

    def play(battle: Battle, point: Point, job: Job) -> list[tuple[int, ...]]:
        header = battle.record.header
        seeds = [seed_of(battle, point, number) for number in job.numbers]
        given = ((header.rulebook, header.version), battle.scenario, dict(header.options), point.state, seeds)
        jobs = run_jobs(PlaysOn, given, len(seeds), workers)
        with closing(jobs) as results:  # type: ignore[type-var]
            return list(results)

    return play
