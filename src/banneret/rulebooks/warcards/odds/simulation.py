"""Battles of two lists fought many times by the greedy player, for what nobody can count exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.state import State


@dataclass(slots=True)
class Sample:
    """The results of the battles fought: who won, units lost and driven off by number, rounds by number."""

    games: int
    attacker: int = 0
    defender: int = 0
    neither: int = 0
    losses: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    # Units that left the field or ended routed, summed up.
    routed: list[int] = field(default_factory=lambda: [0, 0])
    rounds: list[int] = field(default_factory=list)
    sizes: tuple[int, int] = (0, 0)


def sample(
    book: Rulebook[State], scenario: Scenario, options: Mapping[str, str], games: int, seed: int
) -> Sample:
    """The results of a number of battles of greedy players, the same for the same seed. Rule: warcards:end.conditions."""
    chance = Chance(seed)
    found = Sample(games)
    for _ in range(games):
        state = book.new(scenario, options)
        if not found.rounds:
            sizes = [sum(unit.side == side for unit in state.units) for side in (0, 1)]
            found.sizes = (sizes[0], sizes[1])
            found.losses = ([0] * (sizes[0] + 1), [0] * (sizes[1] + 1))
        players = [book.computer.greedy(Chance(chance.below(1 << 30))) for _side in (0, 1)]
        outcome = play(book, state, players, Chance(chance.below(1 << 30)))
        found.attacker += outcome.winners == (0,)
        found.defender += outcome.winners == (1,)
        found.neither += len(outcome.winners) != 1
        for side in (0, 1):
            lost = sum(u.side == side and u.place in (st.DESTROYED, st.CAPTIVE) for u in state.units)
            found.losses[side][lost] += 1
            found.routed[side] += sum(
                u.side == side and (u.place == st.GONE or (u.place >= 0 and u.routed)) for u in state.units
            )
        found.rounds.extend([0] * (state.round + 1 - len(found.rounds)))
        found.rounds[state.round] += 1
    return found
