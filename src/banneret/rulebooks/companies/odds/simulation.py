"""Battles of two companies fought many times by the greedy player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.companies.state import State


@dataclass(slots=True)
class Sample:
    """The sums over all battles fought: wins, the basic Disposition that each side lost, and exchanges."""

    games: int
    attacker: int = 0
    defender: int = 0
    neither: int = 0
    losses: list[int] = field(default_factory=lambda: [0, 0])
    exchanges: int = 0


def sample(
    book: Rulebook[State], scenario: Scenario, options: Mapping[str, str], games: int, seed: int
) -> Sample:
    """The results of a number of battles of greedy players, the same for the same seed. Rule: companies:end.record."""
    chance = Chance(seed)
    found = Sample(games)
    for _ in range(games):
        state = book.new(scenario, options)
        players = [book.computer.greedy(Chance(chance.below(1 << 30))) for _side in (0, 1)]
        outcome = play(book, state, players, Chance(chance.below(1 << 30)))
        found.attacker += outcome.winners == (0,)
        found.defender += outcome.winners == (1,)
        found.neither += len(outcome.winners) != 1
        for company in state.companies:
            found.losses[state.setting.forces[company.id].side] += max(0, company.start - company.basic)
        found.exchanges += state.exchange
    return found
