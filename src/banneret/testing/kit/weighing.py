"""The check of the greedy player: it weighs every kind of question that leaves a choice."""

from __future__ import annotations

from typing import Any

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.testing.kit.cases import KitFailure, scale

OFTEN = 50  # choices of a kind by which a player that weighs them has once preferred another order than the default


class _Tally(Player):
    """The greedy player; counts for each kind of question its choices, and those in which it did not give the default."""

    def __init__(self, player: Player, counts: dict[str, list[int]]) -> None:
        self.name = player.name
        self.imagines = player.imagines
        self.player = player
        self.counts = counts

    def choose(self, decision: Decision, seat: Seat) -> Order:
        order = self.player.choose(decision, seat)
        if not decision.listed or len(decision.orders()) > 1:
            count = self.counts.setdefault(decision.kind, [0, 0])
            count[0] += 1
            count[1] += order != decision.default()
        return order


def check_weighed(rulebook: Rulebook[Any]) -> None:
    """The greedy player answers no kind of question always by the default, but those that it names (`Computer.by_default`).

    A question that has become another kind, for which nobody told the player what its orders are worth, is found so.
    """
    counts: dict[str, list[int]] = {}
    for scenario in rulebook.scenarios().values():
        for seed in range(max(1, round(scale()))):
            _fight(rulebook, scenario, seed, counts)
    for kind, (choices, others) in counts.items():
        if choices >= OFTEN and not others and kind not in rulebook.computer.by_default:
            raise KitFailure(
                f"{rulebook.id}: the greedy player gave the default at all {choices} questions of kind '{kind}'. "
                f"Does it weigh them? If the default is the best that it knows, name the kind in `Computer.by_default`."
            )


def _fight(rulebook: Rulebook[Any], scenario: Scenario, seed: int, counts: dict[str, list[int]]) -> None:
    """Fight a scenario between greedy players that count."""
    state = rulebook.new(scenario, rulebook.options())
    label = f"weighed {rulebook.id} {scenario.id} {seed}"
    players: list[Player] = [
        _Tally(rulebook.computer.greedy(Chance(seed_number(f"{label} {side}"))), counts)
        for side in range(len(scenario.sides))
    ]
    play(rulebook, state, players, Chance(seed_number(label)))
