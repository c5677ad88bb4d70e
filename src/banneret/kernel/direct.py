"""The direct mode: a battle played by computer players at full speed, without record or news."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Dice
from banneret.kernel.errors import BrokenRules
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.table import Answer, Table

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Outcome

MOST_STEPS = 1_000_000


@mypyc_attr(allow_interpreted_subclasses=True)
class DirectTable(Table):
    """Every side is answered by its player at once: no checkpoints, no record, no news, full speed."""

    def __init__(self, players: list[Player], seats: list[Seat], dice: Dice) -> None:
        self.telling = False
        self.first = -1
        self.players: list[Player] = players
        self.seats: list[Seat] = seats
        self.source: Dice = dice
        self.asked: int = 0

    def ask(self, decision: Decision) -> Order:
        """The answer of the side's player."""
        self.asked += 1
        side = decision.side
        return self.players[side].choose(decision, self.seats[side])

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The answers of the sides' players."""
        self.asked += len(decisions)
        self.first = decisions[0].side
        orders: list[Order] = []
        for decision in decisions:
            side = decision.side
            orders.append(self.players[side].choose(decision, self.seats[side]))
        return orders

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """The next die of the source."""
        return self.source.die(faces)


@mypyc_attr(allow_interpreted_subclasses=True)
class ImaginingTable(DirectTable):
    """A direct table for players that imagine: it keeps where the step began and what was answered in it since."""

    def __init__(self, players: list[Player], seats: list[Seat], dice: Dice) -> None:
        super().__init__(players, seats, dice)
        self.prefixes: list[list[Answer]] = [[] for _ in seats]

    def begin(self, checkpoint: Any) -> None:
        """Note where a step begins."""
        for side, seat in enumerate(self.seats):
            self.prefixes[side] = []
            seat.attach(checkpoint, self.prefixes[side])

    def ask(self, decision: Decision) -> Order:
        """Let the side's player answer."""
        order = super().ask(decision)
        self._keep(Answer(decision.side, order))
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """Let each side's player answer; none learns of the other answers before all are in."""
        orders = super().ask_all(decisions)
        for decision, order in zip(decisions, orders, strict=True):
            self._keep(Answer(decision.side, order))
        return orders

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """Roll, and let those who may see it know."""
        value = self.source.die(faces)
        self._keep(Answer(side, None, faces, value, to))
        return value

    def _keep(self, answer: Answer) -> None:
        for side, prefix in enumerate(self.prefixes):
            prefix.append(answer.seen_from(side))


def play(rulebook: Rulebook[Any], state: Any, players: list[Player], dice: Dice) -> Outcome:
    """Play `state` to its end with one player a side; `state` is changed. Returns how it ended."""
    return play_counted(rulebook, state, players, dice)[0]


def play_counted(
    rulebook: Rulebook[Any], state: Any, players: list[Player], dice: Dice
) -> tuple[Outcome, int]:
    """Like `play`; also returns the number of orders given."""
    sight = rulebook.sight
    seats = [Seat(sight, side, state) for side in range(len(players))]
    imagining: ImaginingTable | None = None
    if any(player.imagines for player in players):
        imagining = ImaginingTable(players, seats, dice)
    table = DirectTable(players, seats, dice) if imagining is None else imagining
    step = rulebook.step
    find = rulebook.outcome
    for _ in range(MOST_STEPS):
        outcome = find(state)
        if outcome is not None:
            return outcome, table.asked
        if imagining is not None:
            imagining.begin(rulebook.copy(state))
        step(state, table)
    raise BrokenRules(f"{rulebook.id}: no end after {MOST_STEPS} steps")
