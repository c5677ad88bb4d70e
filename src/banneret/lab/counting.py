"""Checkpoints of a battle counted on all cores, for its report."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from banneret import rulebooks
from banneret.after.curve import play_on
from banneret.after.report import seed_of
from banneret.lab.kept import Kept, mark_of
from banneret.lab.workers import run_jobs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from banneret.after.curve import Job
    from banneret.after.walk import Point
    from banneret.kernel.battle import Battle
    from banneret.kernel.scenario import Scenario
    from banneret.lab.jobs import Workforce


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


def on_cores(
    workers: int | Workforce = 0, kept: Kept | None = None
) -> Callable[[Battle, Point, Job], list[tuple[int, ...]]]:
    """A way to play on from checkpoints with so many processes (0: one a core) or on a cluster, with the same results as in one."""

    def play(battle: Battle, point: Point, job: Job) -> list[tuple[int, ...]]:
        header = battle.record.header
        seeds = [seed_of(battle, point, number) for number in job.numbers]
        given = ((header.rulebook, header.version), battle.scenario, battle.options, point.state, seeds)
        section = kept.section(f"{point.entry} {job.first}") if kept else None
        jobs = run_jobs(PlaysOn, given, len(seeds), workers, of=tuple[int, ...], kept=section)
        with closing(jobs) as results:  # type: ignore[type-var]
            return list(results)

    return play


def keep_counts(path: str | Path, battle: Battle, temporary: bool = False) -> Kept:
    """The file that keeps who won the battles that were played on."""
    job = {"command": "report", "rulebook": battle.rulebook.id, "battle": battle.record.hash}
    return Kept(path, job, 0, mark_of(battle.rulebook), temporary)
