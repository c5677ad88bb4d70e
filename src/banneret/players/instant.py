"""The instant player: a layer over the rulebook's greedy player that tries a few orders out before it answers, in a blink.

At a question it has a handful of plans: the greedy player's order; that of each posture, which then leads for the rest of the play;
the rulebook's candidates and the default, after which the greedy player goes on. Each plan is played in imagined worlds until the
side's next turn (`Computer.turns`), and the position judged. All plans meet the same worlds and opponents, and half of them go on
to the next round, until the plays are used up. The greedy player's order is given unless another is clearly ahead of it.

The imagined opponents lead in the greedy player's own way in half of the worlds, in one posture or another in the others.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from banneret.kernel.abilities.computer import Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.players.search.table import OutOfTime, SearchTable, WrongWorld, is_legal
from banneret.players.search.tree import Node

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

PLAYS: Final = 64
CAP: Final = 0.1  # seconds
CANDIDATES: Final = 6
LOYALTY: Final = 1.0  # standard errors by which an order must be ahead of the greedy player's
OWN: Final = 0.5  # of the worlds: opponents lead in the greedy player's own way
MOST_SIDES: Final = 16
WRONG_WORLDS: Final = 8  # so many imagined states in a row that do not fit: give up


class Plan:
    """A way to answer: an order, who leads afterwards, and what came of it in each world."""

    __slots__ = ("lead", "order", "worths")

    def __init__(self, order: Order, lead: Player) -> None:
        self.order: Order = order
        self.lead: Player = lead
        self.worths: list[float] = []

    def mean(self) -> float:
        """The mean over all worlds."""
        return sum(self.worths) / len(self.worths) if self.worths else 0.5


class Opening(Player):
    """Gives one order, and leaves all that follows to another player."""

    def __init__(self, order: Order, then: Player) -> None:
        self.name = "opening"
        self.imagines = False
        self.order: Order | None = order
        self.then: Player = then

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order at first, afterwards the other player's."""
        order = self.order
        if order is not None:
            self.order = None
            return order
        return self.then.choose(decision, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class InstantPlayer(Player):
    """Tries its plans in so many `plays` a question; `seconds` caps the time a question takes, 0 for no cap: reproducible then."""

    def __init__(
        self,
        rulebook: Rulebook[Any],
        chance: Chance,
        plays: int = PLAYS,
        seconds: float = CAP,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.name = "instant"
        self.imagines = True
        self.rulebook: Any = rulebook
        self.computer: Any = rulebook.computer
        self.chance: Chance = chance
        self.plays: int = plays
        self.seconds: float = seconds
        self.clock: Callable[[], float] = clock
        self.ways: list[Player] = [self.computer.greedy(chance)]
        self.ways.extend(self.computer.greedy(chance, name) for name in self.computer.postures)

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order of the best plan."""
        begun = self.clock()
        if decision.listed:
            options = decision.orders()
            if len(options) == 1:
                return options[0]
        plans = self._plans(decision, seat)
        if self._is_one(plans):
            return plans[0].order
        table = self._table(decision, seat)
        if self.seconds > 0.0:
            table.deadline = begun + self.seconds
        self._try(plans, table, seat)
        return self._best(plans).order

    def _plans(self, decision: Decision, seat: Seat) -> list[Plan]:
        """The ways to answer, the greedy player's first."""
        plans = [Plan(player.choose(decision, seat), player) for player in self.ways]
        own = self.ways[0]
        known = [plan.order for plan in plans]
        others = self.computer.candidates(decision, seat.lens, CANDIDATES)[:CANDIDATES]
        for order in [*others, decision.default()]:
            if order not in known and is_legal(decision, order):
                known.append(order)
                plans.append(Plan(order, own))
        return plans

    def _is_one(self, plans: list[Plan]) -> bool:
        """True if all plans begin with the same order."""
        return all(plan.order == plans[0].order for plan in plans)

    def _table(self, decision: Decision, seat: Seat) -> SearchTable:
        advice: Thinking = self.computer.thinking(seat.lens)
        thinking = Thinking(advice.horizon, 1.0, advice.most, depth=1)
        table = SearchTable(
            self.rulebook,
            self.chance,
            [],
            self.clock,
            thinking,
            decision.side,
            list(seat.prefix),
            Node([decision.side]),
            decision.kind,
        )
        table.weighing = True
        return table

    # ------------------------------------------------------------------ plays

    def _try(self, plans: list[Plan], table: SearchTable, seat: Seat) -> None:
        """Play the plans on, round by round, each with half of those before it."""
        alive = list(plans)
        rounds = 1
        while 1 << rounds < len(plans):
            rounds += 1
        left = self.plays
        while rounds > 0 and left >= len(alive) > 1:
            worlds = max(1, left // rounds // len(alive))
            for _ in range(worlds):
                if left < len(alive):
                    return
                if not self._play(alive, table, seat):
                    return
                left -= len(alive)
            rounds -= 1
            keep = max(2, (len(alive) + 1) // 2)
            first = alive[0]
            others = sorted(alive[1:], key=_falling)
            alive = [first, *others[: keep - 1]]

    def _play(self, plans: list[Plan], table: SearchTable, seat: Seat) -> bool:
        """Play all plans in one more world; False where the time is over, or no world is found."""
        for _ in range(WRONG_WORLDS):
            world = seat.imagine(self.chance)
            seed = self.chance.below(1 << 30)
            opponent = self._opponent()
            table.quick_players = [opponent] * MOST_SIDES
            found: list[float] = []
            try:
                for plan in plans:
                    if table.deadline > 0.0 and self.clock() >= table.deadline:
                        return False
                    table.chance = Chance(seed)
                    table.lead = Opening(plan.order, plan.lead)
                    table.simulate(self.rulebook.copy(world))
                    found.append(table.worth)
            except OutOfTime:
                return False
            except WrongWorld:
                continue
            for at in range(len(plans)):
                plans[at].worths.append(found[at])
            return True
        return False

    def _opponent(self) -> Player:
        """Who leads the others in one more world."""
        if self.chance.random() < OWN:
            return self.ways[0]
        return self.ways[self.chance.below(len(self.ways))]

    # ------------------------------------------------------------------ what to make of it

    def _best(self, plans: list[Plan]) -> Plan:
        """The plan that is ahead of the first by more than chance, in the worlds that both met; else the first."""
        first = plans[0]
        best = first
        best_score = 0.0
        for plan in plans[1:]:
            score = _lead(plan, first)
            if score > best_score:
                best_score = score
                best = plan
        return best


def _lead(plan: Plan, first: Plan) -> float:
    """How far a plan is ahead of the first one, less the standard errors that it takes to be believed."""
    count = len(plan.worths)
    if count < 2:
        return 0.0
    total = squares = 0.0
    for at in range(count):
        gap = plan.worths[at] - first.worths[at]
        total += gap
        squares += gap * gap
    mean = total / count
    spread = max(0.0, squares / count - mean * mean) + 0.01 / count
    return mean - LOYALTY * sqrt(spread / count)


def _falling(plan: Plan) -> float:
    return -plan.mean()
