"""The time that computer players take in a window: they hold nobody up, and the time does not depend on what they hold."""

from __future__ import annotations

import pytest

from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.players.search.player import BRISK, SearchPlayer
from banneret.rulebooks.skirmish.rulebook import RULEBOOK

TICK = 0.002  # seconds that pass from one look at the clock to the next


class Clock:
    """A clock that goes on when it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += TICK
        return self.now


@pytest.mark.long
@pytest.mark.parametrize(("kind", "most"), [("answer", BRISK), ("activate", 1.0)])
def test_search_thinks_about_a_window_for_a_quarter_of_a_second(kind: str, most: float) -> None:
    battle = Battle.start(RULEBOOK, RULEBOOK.scenario("short_yard"), seed=5)
    chance = Chance(2)
    for _ in range(2000):
        decision = battle.decisions[0]
        lens = battle.seat(decision.side).lens
        if decision.kind == kind and len(RULEBOOK.computer.candidates(decision, lens, 8)) > 1:
            break
        battle.give(battle.sides[decision.side], decision.sample(chance))
    clock = Clock()
    player = SearchPlayer(RULEBOOK, Chance(1), seconds=1.0, clock=clock)
    player.choose(decision, battle.seat(decision.side))
    assert 0.5 * most < clock.now < most + 10 * TICK
