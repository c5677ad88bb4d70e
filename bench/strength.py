"""How strong the computer players are: pairings with sides swapped, and what each gives away against exact best play.

    python -m bench.strength pairings --players greedy,random --games 400          (all hex scenarios)
    python -m bench.strength pairings --players search:1s,greedy --games 400 two_banners
    python -m bench.strength pairings --rulebook warcards --players greedy,random --games 400
    python -m bench.strength exact --players random,greedy,search:400sims --games 200
    python -m bench.strength solved

Prints rows for `docs/figures.md`. A draw counts one half. Everything runs in the direct mode on all cores.
"""

from __future__ import annotations

import argparse
from typing import Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.intervals import wilson
from banneret.kernel.player import Player
from banneret.lab.exploit import GivenAway, give_away
from banneret.lab.simulation import simulate
from banneret.lab.solve import Solved, solve
from banneret.lab.workers import run_jobs
from banneret.players.registry import make
from bench.command import run

SOLVED = (
    "first_blood",
    "giant_at_the_gate",
    "arrow_storm",
    "hit_and_run",
    "knights_and_griffons",
    "twice_slain",
    "stony_stare",
    "boarding_action",
    "kraken_hunt",
    "lone_stare",
)
BATCHES = 20  # into so many parts the games of one figure are cut, to share them among the cores


# ---------------------------------------------------------------- pairings


def pairing(
    scenario: str, first: str, second: str, games: int, seed: int, workers: int, rulebook: str = "stacks"
) -> list[str]:
    """One row: how often the first of two players wins when each has each side in half of the games."""
    book = rulebooks.get(rulebook)
    half = games // 2
    ahead = simulate(
        book, scenario, players=[first, second], games=half, seed=f"{seed} ahead", workers=workers
    )
    behind = simulate(
        book, scenario, players=[second, first], games=half, seed=f"{seed} behind", workers=workers
    )
    one = ahead.wins[ahead.sides[0]] + ahead.draws / 2
    two = behind.wins[behind.sides[1]] + behind.draws / 2
    low, high = wilson(one + two, 2 * half)
    seconds = (ahead.seconds + behind.seconds) / (2 * half)
    failures = ahead.failures + behind.failures
    return [
        scenario,
        f"{first} against {second}",
        f"{100 * (one + two) / (2 * half):.1f}%",
        f"{100 * low:.1f}% to {100 * high:.1f}%",
        f"{100 * one / half:.1f}% as {ahead.sides[0]}, {100 * two / half:.1f}% as {ahead.sides[1]}",
        f"{2 * half}",
        f"{seconds:.2f} s a game" + (f", {failures} FAILURES" if failures else ""),
    ]


# ---------------------------------------------------------------- against exact best play


class Batches:
    """Parts of the measurement of one player in one battle; even numbers on one side, odd ones on the other."""

    def __init__(self, battle: str, spec: str, games: int, seed: int) -> None:
        self.book: Any = rulebooks.get("stacks")
        self.battle = battle
        self.spec = spec
        self.games = games
        self.seed = seed
        self.solved: Solved = solve(self.book, battle, every=True)

    def player(self, chance: Chance) -> Player:
        """The player in question."""
        return make(self.spec, self.book, chance)

    def __call__(self, number: int) -> GivenAway:
        """One part."""
        seed = self.seed * 1000 + number
        return give_away(self.book, self.battle, self.player, number % 2, self.games, seed, self.solved)


def exact(battle: str, specs: list[str], games: int, seed: int, workers: int) -> list[list[str]]:
    """Rows: what each player gives away in a battle, on either side."""
    rows: list[list[str]] = []
    for spec in specs:
        size = max(1, games // (BATCHES // 2))
        parts = list(run_jobs(Batches, (battle, spec, size, seed), BATCHES, workers))
        cells = [_joined([part for part in parts if part.side == side]) for side in (0, 1)]
        both = (cells[0][0] + cells[1][0]) / 2
        value = parts[0].value
        rows.append(
            [
                battle,
                spec,
                f"{100 * value:.2f}%",
                *[f"{100 * mean:.2f} ± {100 * error:.2f}" for mean, error in cells],
                f"{100 * both:.2f}",
                str(size * BATCHES),
            ]
        )
    return rows


def _joined(parts: list[GivenAway]) -> tuple[float, float]:
    """Mean and half-width of the 95% interval of parts of equal size."""
    count = len(parts)
    mean = sum(part.mean for part in parts) / count
    error = sum(part.error**2 for part in parts) ** 0.5 / count
    return mean, error


def solved_row(battle: str) -> list[str]:
    """One row: a ready-made battle under best play."""
    found = solve(rulebooks.get("stacks"), battle)
    return [battle, f"{found.value:.9f}", f"{found.gap:.0e}", str(len(found.positions))]


# ---------------------------------------------------------------- the command


def show(cells: list[str]) -> None:
    """A row of a Markdown table."""
    print("| " + " | ".join(cells) + " |", flush=True)


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=["pairings", "exact", "solved"])
    parser.add_argument(
        "scenarios", nargs="*", help="default: all hex scenarios, or all battles that are solved"
    )
    parser.add_argument("--players", default="greedy,random")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--rulebook", default="stacks", help="whose scenarios the pairings are played in")
    words = parser.parse_intermixed_args()
    specs = words.players.split(",")
    if words.what == "pairings":
        book = rulebooks.get(words.rulebook)
        hexes = [name for name, scenario in book.scenarios().items() if scenario.kind != "battle"]
        show(["scenario", "players", "the first wins", "95% interval", "by side", "games", "time"])
        show(["---"] * 7)
        for name in words.scenarios or hexes:
            show(pairing(name, specs[0], specs[1], words.games, words.seed, words.workers, words.rulebook))
    elif words.what == "exact":
        show(["battle", "player", "attacker's chance", "given away attacking", "defending", "mean", "games"])
        show(["---"] * 7)
        totals: dict[str, float] = dict.fromkeys(specs, 0.0)
        names = words.scenarios or SOLVED
        for name in names:
            for row in exact(name, specs, words.games, words.seed, words.workers):
                totals[row[1]] += float(row[5])
                show(row)
        for spec, total in totals.items():
            show(["all", spec, "", "", "", f"{total / len(names):.3f}", ""])
    else:
        show(["battle", "attacker's chance under best play", "± less than", "positions"])
        show(["---"] * 4)
        for name in words.scenarios or SOLVED:
            show(solved_row(name))
    return 0


if __name__ == "__main__":
    run(main)
