"""What the scripts of companies give away to an enemy who knows how they are drawn and answers best, by the exact odds of the volleys.

    python -m bench.scripts --players greedy,search:64sims --positions 40

The positions are those of scripts in battles between greedy players, two companies on the field, in all scenarios in turn. A player's mix
is what it would draw from: what a search says of its thinking, else many drawn scripts. The best answer is the best of all scripts
against that mix (`odds/exchange_game`); *given away* is what it gains beyond the value of the exchange under best play, in points of Disposition, by the worths that were learnt or by the greedy player's own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from banneret import rulebooks
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import DirectTable
from banneret.kernel.order import Order
from banneret.kernel.player import Seat
from banneret.players.mixed import solve
from banneret.players.registry import make
from banneret.players.search.player import SearchPlayer
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.ai.scripting import pressed
from banneret.rulebooks.companies.exchange.script import Script, script_of
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame, Line
from banneret.rulebooks.companies.odds.prospects import OWN, Posture
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, NOTHING
from bench.command import run

RULEBOOK: Any = rulebooks.get("companies")
DRAWN = 60  # scripts of a player that does not say how it draws
EVERY = 2  # exchanges from one position of a battle to the next, so that positions are not all alike

Mix = list[tuple[Line, float]]


def positions() -> Iterator[State]:
    """States in which two companies write their scripts."""
    number = 0
    while True:
        for scenario in RULEBOOK.scenarios().values():
            if len(scenario.data["companies"]) > 2:
                continue
            number += 1
            state = RULEBOOK.new(scenario, RULEBOOK.options())
            chances = [Chance(seed_number(f"scripts {number} {side}")) for side in (0, 1)]
            players = [make("greedy", RULEBOOK, chance) for chance in chances]
            seats = [Seat(RULEBOOK.sight, side, state) for side in (0, 1)]
            table = DirectTable(players, seats, Chance(seed_number(f"scripts {number} dice")))
            while RULEBOOK.outcome(state) is None:
                if state.stage == stages.SCRIPT and (state.exchange + number) % EVERY == 0:
                    yield state.copy()
                RULEBOOK.step(state, table)


def value(game: ExchangeGame) -> float:
    """The value of an exchange to its first company: both sides add best answers until none is better."""
    found = game.solve()
    rows, columns = list(found.rows), list(found.columns)
    while True:
        mixed = solve([[game.worth(mine, theirs) for theirs in columns] for mine in rows])
        mine, _ = game.best_answer(0, list(zip(columns, mixed.columns, strict=True)))
        theirs, _ = game.best_answer(1, list(zip(rows, mixed.rows, strict=True)))
        if mine in rows and theirs in columns:
            return mixed.value
        rows += [mine] if mine not in rows else []
        columns += [theirs] if theirs not in columns else []


def line_of(order: Order) -> Line:
    """The actions of a script; what a company that hesitates cannot write is nothing."""
    found = [ACTIONS.index(str(group[0])) for group in order[1:] if isinstance(group, tuple)]
    return tuple([NOTHING] * (stages.VOLLEYS - len(found)) + found)


def mix_of(spec: str, state: State, decision: Script, chance: Chance) -> Mix:
    """The mix from which a player draws its script."""
    seat = Seat(RULEBOOK.sight, decision.side, state)
    player = make(spec, RULEBOOK, chance)
    if isinstance(player, SearchPlayer):
        order = player.choose(decision, seat)
        lines = player.thought.lines if player.thought is not None else []
        return [(line_of(line.order), line.share) for line in lines if line.share] or [(line_of(order), 1.0)]
    return [(line_of(player.choose(decision, seat)), 1 / DRAWN) for _ in range(DRAWN)]


def given_away(spec: str, state: State, side: int, number: int, posture: Posture) -> float:
    """The points that a player gives away in a position, by the worths of a posture."""
    decision = script_of(state, side)
    assert decision is not None
    game = ExchangeGame(state, side, 1 - side, pressed(state, side, posture))
    mix = mix_of(spec, state, decision, Chance(seed_number(f"scripts {spec} {number}")))
    return game.best_answer(1, mix)[1] + value(game)


def main() -> None:
    """Print a row for each player."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.scripts", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--players", default="greedy,search:64sims")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument(
        "--worths", choices=["own", "learnt"], default="learnt", help="what points are counted for"
    )
    given = parser.parse_args()
    specs = given.players.split(",")
    posture = LEARNT if given.worths == "learnt" else OWN
    found: dict[str, list[float]] = {spec: [] for spec in specs}
    for number, state in zip(range(given.positions), positions(), strict=False):
        for spec in specs:
            found[spec].append(given_away(spec, state, number % 2, number, posture))
    print("| player | points given away in an exchange | at most | positions |")
    print("|---|---|---|---|")
    for spec, points in found.items():
        error = 1.96 * stdev(points) / sqrt(len(points))
        print(f"| {spec} | {fmean(points):.3f} ± {error:.3f} | {max(points):.2f} | {len(points)} |")


if __name__ == "__main__":
    run(main)
