"""The greedy player beats chance; playouts end."""

from __future__ import annotations

import pytest

from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.player import Player, RandomPlayer
from banneret.rulebooks.warcards.rulebook import RULEBOOK


@pytest.mark.parametrize("scenario", ["border_skirmish", "knights_and_pikes", "strait"])
def test_greedy_beats_random(scenario: str) -> None:
    won = 0
    for game in range(12):
        state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options())
        side = game % 2
        players: list[Player] = [RandomPlayer(Chance(game)), RandomPlayer(Chance(game + 50))]
        players[side] = RULEBOOK.greedy(Chance(game))
        outcome = play(RULEBOOK, state, players, Chance(1000 + game))
        won += outcome.winners == (side,)
    assert won >= 10
