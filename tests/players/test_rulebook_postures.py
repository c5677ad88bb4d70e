"""Postures of every rulebook: lawful ways to lead a battle, each other than the greedy player's own."""

from __future__ import annotations

from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat

LARGE = ("kings_meadow", "lairn")  # take minutes, and show no more than the others
CROWDED = ("four_crowns", "two_and_two")  # four sides take their time: in the first posture alone

WAYS = [
    (book, posture) for book in map(rulebooks.get, rulebooks.names()) for posture in book.computer.postures
]


class Leader(Player):
    """Leads in a posture, and counts where it wants another order than the greedy player's own."""

    name = "leader"

    def __init__(self, book: Any, posture: str) -> None:
        self.own = book.computer.greedy(Chance(1))
        self.led = book.computer.greedy(Chance(1), posture)
        self.other = 0

    def choose(self, decision: Decision, seat: Seat) -> Order:
        order: Order = self.led.choose(decision, seat)
        self.other += order != self.own.choose(decision, seat)
        return order


@pytest.mark.parametrize(
    ("book", "posture"), WAYS, ids=[f"{book.id}-{posture}".replace(" ", "-") for book, posture in WAYS]
)
@pytest.mark.long
def test_every_posture_leads_battles_to_their_end_in_its_own_way(book: Any, posture: str) -> None:
    other = 0
    left_out = LARGE if posture == book.computer.postures[0] else LARGE + CROWDED
    scenarios = [one for one in book.scenarios().values() if one.kind != "battle" and one.id not in left_out]
    for number, scenario in enumerate(scenarios):
        leader = Leader(book, posture)
        players: list[Player] = [
            book.computer.greedy(Chance(3 + side)) for side in range(len(scenario.sides))
        ]
        players[number % len(players)] = leader
        state = book.new(scenario, book.options())
        play(book, state, players, Chance(40 + number))
        assert book.outcome(state) is not None
        other += leader.other
    assert other > 0
