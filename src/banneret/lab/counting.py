"""Checkpoints of a battle counted on all cores, for its report."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

from banneret import rulebooks
from banneret.after.curve import play_on
from banneret.after.report import seed_of
from banneret.lab.kept import Kept, Sections, mark_of
from banneret.lab.workers import run_jobs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from banneret.after.report import Asked, Plays, Winners
    from banneret.kernel.battle import Battle
    from banneret.kernel.scenario import Scenario
    from banneret.lab.jobs import Workforce


class PlaysOn:
    """The battles that are played on from some checkpoints, by number: `PlaysOn(...)(n)` tells who wins the n-th.

    `begun`: for each checkpoint its state and the seeds of the battles that are played on from it.
    """

    def __init__(
        self,
        book: tuple[str, int],
        scenario: Scenario,
        options: dict[str, str],
        begun: list[tuple[bytes, list[str]]],
    ) -> None:
        self.rulebook = rulebooks.get(book[0]).of_version(book[1])
        self.like = self.rulebook.new(scenario, options)
        self.sides = len(scenario.sides)
        self.battles = [(state, seed) for state, seeds in begun for seed in seeds]

    def __call__(self, number: int) -> tuple[int, ...]:
        """Play one battle."""
        data, seed = self.battles[number]
        return play_on(self.rulebook, self.rulebook.load(data, self.like), self.sides, seed)


def on_cores(workers: int | Workforce = 0, kept: Kept | None = None) -> Plays:
    """A way to play on from checkpoints with so many processes (0: one a core) or on a cluster, with the same results as in one.

    Those that are asked for together are one run, so that no worker waits for a checkpoint to be counted.
    """

    def play(battle: Battle, asked: Asked) -> Iterator[Winners]:
        header = battle.record.header
        begun = [
            (point.state, [seed_of(battle, point, number) for number in job.numbers]) for point, job in asked
        ]
        counts = [len(seeds) for _, seeds in begun]
        given = ((header.rulebook, header.version), battle.scenario, battle.options, begun)
        places = None
        if kept is not None:
            names = [f"{point.entry} {job.first}" for point, job in asked]
            places = Sections([kept.section(name) for name in names], counts)
        jobs = run_jobs(PlaysOn, given, sum(counts), workers, of=tuple[int, ...], kept=places)
        with closing(jobs) as results:  # type: ignore[type-var]
            for count in counts:
                yield list(islice(results, count))

    return play


def keep_counts(path: str | Path, battle: Battle, temporary: bool = False) -> Kept:
    """The file that keeps who won the battles that were played on."""
    job = {"command": "report", "rulebook": battle.rulebook.id, "battle": battle.record.hash}
    return Kept(path, job, 0, mark_of(battle.rulebook), temporary)
