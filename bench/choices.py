"""What the instant player's choice among its plans gains over the greedy player's order, by its own judgement.

    python -m bench.choices warcards --plays 64,256,1024 --candidates 6,12 --seconds 120

At positions of battles between greedy players it tries its plans out in so many plays, with so many of the rulebook's candidates among them. The plan that it
chooses then meets the greedy player's in other worlds (`WORLDS`), played on and judged in the same way: that gain, in chances to win, is free of the luck by which it was
chosen. A figure that more plays raise says that chance is the bound, one that more candidates raise, that better orders are missing; where neither does, it is the horizon or the judgement.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from time import monotonic, perf_counter
from typing import Any

from banneret import rulebooks
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.players.search.planning import Planner, best_of, is_one, lead_of
from bench.command import run
from bench.even import MORE, SCENARIOS

WORLDS = 48
EVERY = 12  # questions of a battle from one position to the next, about


class Over(Exception):
    """The time is over."""


class Weighed(Player):
    """The greedy player, who at some questions lets plans be tried out and weighed."""

    def __init__(self, book: Any, chance: Chance, settings: list[tuple[int, int]], until: float) -> None:
        self.name = "weighed"
        self.imagines = True
        self.greedy = book.computer.greedy(chance.fork("greedy"))
        self.chance = chance
        self.planner = Planner(book, chance.fork("plans"), perf_counter)
        self.settings = settings
        self.until = until
        self.gains: list[list[float]] = []
        self.others: list[list[bool]] = []

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The greedy player's order."""
        if monotonic() > self.until:
            raise Over
        if (not decision.listed or len(decision.orders()) > 1) and self.chance.below(EVERY) == 0:
            self._weigh(decision, seat)
        return self.greedy.choose(decision, seat)

    def _weigh(self, decision: Decision, seat: Seat) -> None:
        """Keep the gains of a question, if it is one that is answered by plays."""
        if self.planner.computer.reply(decision, seat.lens) is None:
            found = [self._gain(decision, seat, *setting) for setting in self.settings]
            if any(gain is not None for gain in found):
                self.gains.append([gain or 0.0 for gain in found])
                self.others.append([bool(gain) for gain in found])

    def _gain(self, decision: Decision, seat: Seat, plays: int, candidates: int) -> float | None:
        """The gain of the plan that is chosen over the first one in other worlds, 0 where they are the same; None where there is no choice."""
        plans = self.planner.plans(decision, seat, candidates)
        if is_one(plans):
            return None
        self.planner.try_out(plans, decision.kind, seat, plays)
        best = best_of(plans, self.planner.computer.loyalty)
        if best is plans[0]:
            return 0.0
        pair = [best, plans[0]]
        for plan in pair:
            plan.worths = []
        self.planner.try_out(pair, decision.kind, seat, 2 * WORLDS)
        return lead_of(*pair)[0]


def weighed(book: Any, settings: list[tuple[int, int]], until: float) -> Iterator[Weighed]:
    """Players in battles on the scenarios of the pool in turn, until a time."""
    fields = [*SCENARIOS[book.id], *MORE.get(book.id, ())]
    number = 0
    while monotonic() < until:
        scenario = book.scenario(fields[number % len(fields)])
        number += 1
        chances = [Chance(seed_number(f"choices {book.id} {number} {side}")) for side in range(3)]
        players = [Weighed(book, chance, settings, until) for chance in chances[1:]]
        yield from players
        try:
            play(book, book.new(scenario, book.options()), list(players), chances[0])
        except Over:
            return


def main() -> None:
    """Print a row for each setting."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.choices", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("rulebook")
    parser.add_argument("--plays", default="", help="such as 64,256; else as many as the rulebook advises")
    parser.add_argument("--candidates", default="6", help="such as 6,12")
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    book: Any = rulebooks.get(given.rulebook)
    plays = [int(word) for word in given.plays.split(",") if word] or [book.computer.plays]
    settings = [(one, int(word)) for word in given.candidates.split(",") for one in plays]
    players = list(weighed(book, settings, monotonic() + given.seconds))
    gains = [row for player in players for row in player.gains]
    others = [row for player in players for row in player.others]
    print("| plays | candidates | gain of a question, in hundredths | another order | positions |")
    print("|---|---|---|---|---|")
    for at, (count, most) in enumerate(settings):
        column = [100 * row[at] for row in gains]
        error = 1.96 * stdev(column) / sqrt(len(column)) if len(column) > 1 else 0.0
        share = 100 * fmean([row[at] for row in others]) if others else 0.0
        mean = fmean(column) if column else 0.0
        print(f"| {count} | {most} | {mean:.2f} ± {error:.2f} | {share:.0f} % | {len(column)} |")


if __name__ == "__main__":
    run(main)
