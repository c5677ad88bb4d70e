"""Many battles of every kind between random and greedy players: no invariant broken, none without an end.

    python -m bench.soak skirmish --games 100000         (all scenarios, ready-made battles and options, on all cores)
    python -m bench.soak skirmish --games 60000 --first 40000          (from there on)
    python -m bench.soak battlesystem --scenario ford_at_dawn crossroads         (only these scenarios)
    python -m bench soak --seconds 60                    (as many of all rulebooks as there is time for, on one core)

Half of the battles are played by random players, a quarter with greedy ones on some sides, the rest by greedy ones alone; a third
with options drawn at random. On every 49th battle all invariants are looked at after every step, on the others at the end. A
battle of more than 20,000 steps counts as stuck. Battle number `n` is the same battle every time.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from time import perf_counter
from typing import Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.lab.workers import run_jobs

MOST_STEPS = 20_000
LOOK = 49  # every so many battles are looked at after every step (odd: battles and games on the map alike)
MAPS = 2  # every so many battles are a game on the map, as far as the rulebook has both


class Soak:
    """The battles of one rulebook, by number, counted from `first`."""

    def __init__(self, rulebook: str, seed: int, only: tuple[str, ...] = (), first: int = 0) -> None:
        self.book: Any = rulebooks.get(rulebook)
        self.seed = seed
        self.first = first
        scenarios = [self.book.scenario(name) for name in only or self.book.scenarios()]
        self.battles = [scenario for scenario in scenarios if scenario.kind == "battle"]
        self.games = [scenario for scenario in scenarios if scenario.kind != "battle"]

    def __call__(self, job: int) -> tuple[str, int, str]:
        """One battle: its scenario, its steps, and what went wrong ("" if nothing)."""
        number = self.first + job
        chance = Chance(self.seed * 1_000_003 + number)
        small = bool(self.battles) and (number % MAPS == 0 or not self.games)
        shelf = self.battles if small else self.games
        scenario = shelf[number // MAPS % len(shelf)]
        try:
            steps, fault = self._play(scenario, chance, number % LOOK == 0)
        except Exception as error:  # every failure is to be reported with the number of its battle
            return scenario.id, 0, f"{type(error).__name__}: {error}"
        return scenario.id, steps, fault

    def _play(self, scenario: Any, chance: Chance, looking: bool) -> tuple[int, str]:
        book = self.book
        state = book.new(scenario, book.options(self._options(chance)))
        greed = (0.0, 0.0, 0.5, 1.0)[chance.below(4)]
        players = [self._player(chance, greed) for _ in scenario.sides]
        seats = [Seat(book.sight, side, state) for side in range(len(players))]
        table = DirectTable(players, seats, chance)
        for step in range(MOST_STEPS):
            if book.outcome(state) is not None:
                return step, "; ".join(book.invariants(state))
            book.step(state, table)
            if looking and (faults := book.invariants(state)):
                return step, "; ".join(faults)
        return MOST_STEPS, f"no end after {MOST_STEPS} steps"

    def _player(self, chance: Chance, greed: float) -> Player:
        fork = chance.fork("player")
        return self.book.computer.greedy(fork) if chance.random() < greed else RandomPlayer(fork)

    def _options(self, chance: Chance) -> dict[str, str]:
        if chance.below(3):
            return {}
        return {
            variant.id: variant.values[chance.below(len(variant.values))]
            for variant in self.book.variants.values()
        }


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: battles of all rulebooks played one after the other for about `seconds`, and how many went wrong."""
    soaks = {name: Soak(name, 1) for name in rulebooks.names()}
    begun = perf_counter()
    played: Counter[str] = Counter()
    faults: list[str] = []
    while perf_counter() - begun < seconds:
        for name, soak in soaks.items():
            scenario, _, fault = soak(played[name])
            if fault:
                faults.append(f"battle {played[name]} of {name} ({scenario}): {fault}")
            played[name] += 1
    shares = [f"{name} {count}" for name, count in played.items()]
    return [("soaked battles, faults", str(len(faults)), "; ".join([*shares, *faults]))]


def main() -> int:
    """Play them, and say what went wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.split("\n\n")[0])
    parser.add_argument("rulebook", nargs="?", default="stacks")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", nargs="+", default=[], metavar="ID")
    parser.add_argument("--workers", type=int, default=0)
    words = parser.parse_args()
    begun = perf_counter()
    played: Counter[str] = Counter()
    longest = 0
    faults = 0
    for number, (scenario, steps, fault) in enumerate(
        run_jobs(
            Soak, (words.rulebook, words.seed, tuple(words.scenario), words.first), words.games, words.workers
        ),
        words.first,
    ):
        played[scenario] += 1
        longest = max(longest, steps)
        if fault:
            faults += 1
            print(f"battle {number} of seed {words.seed} ({scenario}): {fault}", flush=True)
        if (number + 1) % 1_000 == 0:
            print(f"up to {number}, {faults} faults, {perf_counter() - begun:.0f} s", flush=True)
    print(f"\n{sum(played.values())} battles, {faults} faults, the longest of {longest} steps")
    for scenario, count in sorted(played.items()):
        print(f"{count:8} {scenario}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
