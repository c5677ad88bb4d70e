"""Jobs on processes and on a cluster: by turns in one run, so that both have the same machine.

    python -m bench.cluster cores            one process and two, the same battles
    python -m bench.cluster throughput       the cores of this machine as processes and as a cluster, the same battles
    python -m bench.cluster tiny             jobs that do nothing: what the process that hands them out can bear
    python -m bench.cluster million          the core-hours of a million battles of each rulebook, greedy players

`--cluster` names the cluster (auto: one begins here). Ratios are medians of the turns.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from banneret import rulebooks
from banneret.lab.cluster import Cluster
from banneret.lab.jobs import Workforce
from banneret.lab.processes import Processes, cores
from banneret.lab.simulation import simulate
from banneret.lab.workers import run_jobs
from bench.command import run
from bench.meetings import SCENARIOS


def seconds(book: str, scenario: str, games: int, workers: int | Workforce) -> float:
    """The time of a simulation."""
    begun = perf_counter()
    found = simulate(book, scenario, games=games, seed=1, workers=workers)
    assert found.games == games
    return perf_counter() - begun


def processor() -> float:
    """The processor time of this process and of the children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def by_turns(
    words: argparse.Namespace, first: int | Workforce, second: int | Workforce
) -> list[tuple[float, float]]:
    """The times of both, turn by turn."""
    return [
        (
            seconds(words.rulebook, words.scenario, words.games, first),
            seconds(words.rulebook, words.scenario, words.games, second),
        )
        for _ in range(words.turns)
    ]


def measure_cores(words: argparse.Namespace) -> None:
    """One process against two."""
    spent = []
    times = []
    for _ in range(words.turns):
        marks = [processor()]
        turn = []
        for workers in (1, 2):
            turn.append(seconds(words.rulebook, words.scenario, words.games, workers))
            marks.append(processor())
        times.append((turn[0], turn[1]))
        spent.append((marks[2] - marks[1]) / (marks[1] - marks[0]))
    print(f"one process {median(one for one, _ in times):.2f} s, two {median(two for _, two in times):.2f} s")
    print(
        f"two are {median(one / two for one, two in times):.2f} times one, and use {median(spent):.3f} times its processor time"
    )


def measure_throughput(words: argparse.Namespace) -> None:
    """The same cores as processes and as a cluster."""
    with Cluster(words.cluster) as cluster:
        seconds(words.rulebook, words.scenario, words.games // 4, cluster)  # its workers begin
        turns = by_turns(words, Processes(cluster.hands), cluster)
    print(
        f"processes {median(one for one, _ in turns):.2f} s, the cluster {median(two for _, two in turns):.2f} s"
    )
    print(f"the cluster does {median(one / two for one, two in turns):.2f} of what processes do")


def nothing() -> Callable[[int], int]:
    """Jobs that do nothing."""
    return lambda number: number


def memory(pid: int) -> float:
    """The resident memory of a process, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Single:
    """A workforce that gets chunks of one job each: the most that handing out can cost."""

    def __init__(self, cluster: Cluster, make: Callable[[], Callable[[int], int]]) -> None:
        self.cluster = cluster
        self.make = make

    def time(self, count: int) -> float:
        """The seconds for that many chunks."""
        from banneret.lab.jobs import Chunk, Work

        crew = self.cluster.crew(Work(self.make, ()), count)
        begun = perf_counter()
        sent = done = 0
        while done < count:
            while sent < count and sent - done < 200:
                crew.send(Chunk(sent, sent + 1, 1.0))
                sent += 1
            done += len(crew.receive())
        found = perf_counter() - begun
        crew.end()
        return found


def measure_tiny(words: argparse.Namespace) -> None:
    """Results and chunks a second, and the memory of the two processes on this side."""
    from bench.cluster import (
        nothing,
    )  # by a name under which others can import it, which this module as a command has not

    with Cluster(words.cluster) as cluster:
        list(run_jobs(nothing, (), 1000, cluster))
        begun, before = perf_counter(), memory(os.getpid())
        count = sum(1 for _ in run_jobs(nothing, (), words.jobs, cluster))
        taken = perf_counter() - begun
        print(f"{count:,} results in {taken:.1f} s: {count / taken:,.0f} a second")
        chunks = words.jobs // 500
        taken = Single(cluster, nothing).time(chunks)
        print(f"{chunks:,} chunks of one job in {taken:.1f} s: {chunks / taken:,.0f} chunks a second")
        here, there = memory(os.getpid()), memory(cluster.pid)
        print(f"memory: {here:.0f} MB here ({here - before:+.0f}), {there:.0f} MB in the bridge to Ray")


def measure_million(words: argparse.Namespace) -> None:
    """Core-hours of a million battles of each rulebook, by those of its scenarios that are fought most."""
    print("| rulebook | scenarios | ms a battle on one core | core-hours a million |\n|---|---|---|---|")
    for book, scenarios in SCENARIOS.items():
        each = []
        for scenario in scenarios:
            games, spent = 0, 0.0
            while spent < words.seconds:
                begun = processor()
                simulate(book, scenario, games=max(1, games), seed=f"bench {games}", workers=1)
                spent += processor() - begun
                games += max(1, games)
            each.append(spent / games)
        mean = sum(each) / len(each)
        name = rulebooks.get(book).id
        print(
            f"| `{name}` | {', '.join(scenarios)} | {1000 * mean:.1f} | {mean * 1e6 / 3600:,.1f} |",
            flush=True,
        )


DOES = {
    "cores": measure_cores,
    "throughput": measure_throughput,
    "tiny": measure_tiny,
    "million": measure_million,
}


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster", description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=DOES)
    parser.add_argument("--cluster", default="auto")
    parser.add_argument("--rulebook", default="stacks")
    parser.add_argument("--scenario", default="first_blood")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=3.0, help="of a scenario, for a million")
    words = parser.parse_args()
    print(f"{cores()} cores")
    DOES[words.what](words)
    return 0


if __name__ == "__main__":
    run(main)
