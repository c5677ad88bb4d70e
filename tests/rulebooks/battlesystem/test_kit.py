"""`battlesystem` passes the kernel's test kit; battles of twenty units a side, too long for it, are played for themselves."""

from __future__ import annotations

import copy

import pytest

from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.testing import kit

TestKit = kit.suite(RULEBOOK, ["ford_at_dawn", "crossroads", "the_causeway"], seeds=1)

ROUNDS = {"kings_meadow": 6, "crossroads": 99, "ford_at_dawn": 99}


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_battles_by_chance_break_nothing(name: str) -> None:
    state = RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options())
    players: list[Player] = [RandomPlayer(Chance(side)) for side in (0, 1)]
    table = DirectTable(players, [Seat(RULEBOOK.sight, side, state) for side in (0, 1)], Chance(7))
    while state.outcome is None and state.round <= ROUNDS[name]:
        RULEBOOK.step(state, table)
        assert RULEBOOK.invariants(state) == []
    assert state.round > ROUNDS[name] or state.outcome is not None
    assert table.asked > 20


def armed() -> Scenario:
    """The first battle with bows and javelins on both sides."""
    data = copy.deepcopy(dict(RULEBOOK.scenario("ford_at_dawn").data))
    data |= {"id": "armed", "tier": "intermediate", "level": "Intermediate Game"}
    for side, missiles in zip(
        data["sides"], (("short-bow", "javelin"), ("long-bow", "sling-stone")), strict=True
    ):
        for row, missile in zip(side["units"], missiles, strict=False):
            row["missile"] = missile
    return RULEBOOK.read_scenario(data, "test")


@pytest.mark.long
@pytest.mark.parametrize("name", ["questions", "resumed", "direct", "orders", "two_worlds"])
def test_battles_with_missiles_keep_the_promises_of_the_kit(name: str) -> None:
    kit.CHECKS[name](kit.Case(RULEBOOK, armed(), 3, {}))
