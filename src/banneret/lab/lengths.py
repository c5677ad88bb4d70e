"""Lengths of battles: the minutes that a player needs, from the orders given in battles between computer players."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.player import Player, Seat
from banneret.kernel.viewer import SPECTATOR
from banneret.players.registry import make

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.kernel.decision import Decision
    from banneret.kernel.order import Order
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario

SECONDS = 10  # that a person takes for an order
ON_A_PLANE = 20  # where an order is drawn
ROUND_BELOW, STEP = 10, 5  # minutes from which they are rounded, and to how many


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a scenario: the orders of one side, on average, and the minutes that they take."""

    scenario: str
    orders: float
    minutes: int


class _Counting(Player):
    """Another player, whose orders are counted where there was anything to choose."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.imagines = player.imagines
        self.player = player
        self.orders = 0

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order of the other player."""
        self.orders += not decision.listed or len(decision.orders()) > 1
        return self.player.choose(decision, seat)


def length(rulebook: Rulebook[Any], scenario: Scenario, games: int = 10) -> Length:
    """The length of a scenario, from that many battles between the rulebook's greedy players."""
    given = 0
    for number in range(games):
        chance = Chance(number + 1)
        players = [_Counting(make("greedy", rulebook, chance)) for _ in scenario.sides]
        play(rulebook, rulebook.new(scenario, rulebook.options()), [*players], chance)
        given += sum(player.orders for player in players)
    orders = given / games / len(scenario.sides)
    scene = rulebook.view.scene(rulebook.new(scenario, rulebook.options()), SPECTATOR)
    seconds = ON_A_PLANE if scene.board.kind == "plane" else SECONDS
    return Length(scenario.id, orders, rounded(orders * seconds / 60))


def rounded(minutes: float) -> int:
    """Minutes as people say them.

    >>> rounded(0.2), rounded(3.4), rounded(12.4), rounded(48)
    (1, 3, 10, 50)
    """
    whole = max(1, round(minutes))
    return whole if whole < ROUND_BELOW else round(minutes / STEP) * STEP


def written(shelf: str, lengths: Iterable[Length]) -> str:
    r"""The text of a `shelf.toml` with the minutes of these lengths.

    >>> written("[battle]\nford = { difficulty = 1, minutes = 5 }\n", [Length("ford", 60, 10)])
    '[battle]\nford = { difficulty = 1, minutes = 10 }\n'
    """
    for one in lengths:
        row = rf"^({re.escape(one.scenario)} = {{.*minutes = )\d+"
        shelf = re.sub(row, rf"\g<1>{one.minutes}", shelf, flags=re.MULTILINE)
    return shelf
