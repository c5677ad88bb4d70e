"""How much the sides of scenarios are worth: battles of a player against itself.

    python -m bench.sides stacks
    python -m bench.sides warcards border_skirmish --games 200 --player search:200sims

A side that wins fewer than 40 of 100 battles has the harder part, and the rulebook's shelf says so (`uphill` in its `shelf.toml`). A
scenario is fought until it is clear on which side of that bar its weaker side stands, or until its games are used up.
"""

from __future__ import annotations

import argparse
from typing import Any

from banneret import rulebooks
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play
from banneret.kernel.intervals import wilson
from banneret.players.registry import make
from bench.command import run

BAR = 0.4
LEAST = 12


def row(book: Any, name: str, player: str, games: int) -> str:
    """A row: the share of each side with its interval, and whether one has the harder part."""
    scenario = book.scenario(name)
    points = [0.0] * len(scenario.sides)
    fought = 0
    for number in range(games):
        chances = [Chance(seed_number(f"sides {name} {number} {side}")) for side in range(len(points) + 1)]
        players = [make(player, book, chance) for chance in chances[1:]]
        outcome = play(book, book.new(scenario, book.options()), players, chances[0])
        winners = outcome.winners or tuple(range(len(points)))
        for side in winners:
            points[side] += 1 / len(winners)
        fought += 1
        low, high = wilson(min(points), fought)
        if fought >= LEAST and not low <= BAR <= high:
            break
    shares = []
    for side, share in zip(scenario.sides, points, strict=True):
        low, high = wilson(share, fought)
        shares.append(f"{side} {100 * share / fought:.0f}% ({100 * low:.0f} to {100 * high:.0f})")
    weaker = scenario.sides[points.index(min(points))]
    low, high = wilson(min(points), fought)
    verdict = f"uphill for {weaker}" if high < BAR else "even" if low > BAR else "open"
    return f"| {name} | {', '.join(shares)} | {fought} | {verdict} |"


def main() -> int:
    """Measure the scenarios that are named, or all of a rulebook."""
    parser = argparse.ArgumentParser(prog="python -m bench.sides", description=__doc__.split("\n\n")[0])
    parser.add_argument("rulebook")
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--player", default="instant:64plays")
    parser.add_argument("--games", type=int, default=200)
    words = parser.parse_args()
    book = rulebooks.get(words.rulebook)
    names = words.scenarios or [
        one.id for one in book.scenarios().values() if one.kind != "battle" and len(one.sides) == 2
    ]
    print("| scenario | won by | battles | verdict |\n|---|---|---|---|")
    for name in names:
        print(row(book, name, words.player, words.games), flush=True)
    return 0


if __name__ == "__main__":
    run(main)
