"""How many simulations a second the search plays that thinks for a second a question: in the small fight, and in the scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import ImaginingTable
from banneret.kernel.player import RandomPlayer, Seat
from banneret.players.search.player import SearchPlayer
from banneret.rulebooks.stacks.army.single_battles import read_battle
from bench.clock import user_time
from bench.playouts import SMALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario

A_DECISION = 1.0  # seconds of user time


def measured(rulebook: Rulebook[Any], scenario: Scenario, seconds: float) -> tuple[int, float]:
    """Simulations of the first side's search against random players, in new battles until the time is over; and user time.

    The time of the battles themselves, of laying down the order and of every look at the figures is counted too.
    """
    options = rulebook.options()
    begun = user_time()
    simulations = 0
    seed = 0
    while user_time() - begun < seconds:
        seed += 1
        chance = Chance(seed)
        search = SearchPlayer(rulebook, chance.fork("search"), seconds=A_DECISION, clock=user_time)
        state = rulebook.new(scenario, options)
        players = [search, *[RandomPlayer(chance.fork("random")) for _ in scenario.sides[1:]]]
        table = ImaginingTable(
            players, [Seat(rulebook.sight, side, state) for side in range(len(players))], chance
        )
        while rulebook.outcome(state) is None and user_time() - begun < seconds:
            table.begin(rulebook.copy(state))
            rulebook.step(state, table)
        simulations += search.total_simulations
    return simulations, user_time() - begun


def run(seconds: float) -> Iterator[tuple[str, ...]]:
    """Rows: what, simulations a second of user time, how many there were."""
    stacks = rulebooks.get("stacks")
    found = [("small fight", read_battle(*SMALL))]
    found += [(s.title, s) for s in stacks.scenarios().values() if s.kind == "scenario"]
    for name, scenario in found:
        count, user = measured(stacks, scenario, seconds)
        yield f"{name}, simulations/s", f"{count / user:,.0f}", f"{count:,} in {user:.1f} s"
    cards = rulebooks.get("warcards")
    for scenario in cards.scenarios().values():
        count, user = measured(cards, scenario, seconds)
        yield (
            f"war cards, {scenario.title}, simulations/s",
            f"{count / user:,.0f}",
            f"{count:,} in {user:.1f} s",
        )
