"""The instant player: a layer over the rulebook's greedy player that tries a few orders out before it answers, in a blink.

At a question it has a handful of plans: the greedy player's order; that of each posture, which then leads for the rest of the play;
the rulebook's candidates and the default, after which the greedy player goes on. Each plan is played in imagined worlds until the
side's next turn (`Computer.turns`), and the position judged. All plans meet the same worlds and opponents, and half of them go on
to the next round, until the plays are used up. The greedy player's order is given unless another is clearly ahead of it.

The imagined opponents lead in the greedy player's own way or in a posture, the likelier the better it has foretold what they did
(`banneret.players.manners`).
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
from banneret.kernel.table import Answer
from banneret.kernel.viewer import viewer_of
from banneret.players.manners import Manners, Stand, likeness
from banneret.players.search.table import OutOfTime, SearchTable, WrongWorld, is_legal
from banneret.players.search.tree import Node

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

PLAYS: Final = 64
CAP: Final = 0.1  # seconds
CANDIDATES: Final = 6
LOYALTY: Final = 1.0  # standard errors by which an order must be ahead of the greedy player's
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


class Memory:
    """The last question of a player: a world that it imagined there, what came before it in the running step, and its order."""

    __slots__ = ("kind", "order", "prefix", "turns", "world")

    def __init__(self, world: Any, turns: int, prefix: list[Answer], kind: str, order: Order) -> None:
        self.world: Any = world
        self.turns: int = turns
        self.prefix: list[Answer] = prefix
        self.kind: str = kind
        self.order: Order = order


@mypyc_attr(allow_interpreted_subclasses=True)
class InstantPlayer(Player):
    """Tries its plans in so many `plays` a question; `seconds` caps the time a question takes, 0 for no cap: reproducible then.

    What it learns of its opponents it keeps from question to question: make a new player for each battle.
    """

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
        self.manners: Manners = Manners(len(self.ways))
        self.memory: Memory | None = None

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order of the best plan."""
        begun = self.clock()
        if decision.listed:
            options = decision.orders()
            if len(options) == 1:
                return options[0]
        if len(self.ways) > 1:
            self._observe(decision.side, seat, begun)
        plans = self._plans(decision, seat)
        order = plans[0].order
        if not self._is_one(plans):
            table = self._table(decision.kind, seat)
            self._limit(table, begun)
            self._try(plans, table, seat)
            order = self._best(plans).order
        if len(self.ways) > 1:
            world = seat.imagine(self.chance)
            turns = self.computer.turns(world, decision.side)
            self.memory = Memory(world, turns, list(seat.prefix), decision.kind, order)
        return order

    def _limit(self, table: SearchTable, begun: float) -> None:
        """Let plays on a table end with the time of the question."""
        if self.seconds > 0.0:
            table.deadline = begun + self.seconds

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

    def _table(self, kind: str, seat: Seat) -> SearchTable:
        advice: Thinking = self.computer.thinking(seat.lens)
        thinking = Thinking(advice.horizon, 1.0, advice.most, depth=1)
        table = SearchTable(
            self.rulebook,
            self.chance,
            [],
            self.clock,
            thinking,
            seat.side,
            list(seat.prefix),
            Node([seat.side]),
            kind,
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
        """A player who leads the others in one more world."""
        return self.ways[self.manners.draw(self.chance)]

    def _observe(self, side: int, seat: Seat, begun: float) -> None:
        """Learn of the others, if a turn has begun since the last question, by how well each way would have foretold it."""
        memory = self.memory
        if memory is None:
            return
        present = seat.imagine(self.chance)
        if self.computer.turns(present, side) <= memory.turns:
            return
        self.memory = None
        seen = Stand(self.rulebook.view.scene(present, viewer_of(side)), side)
        table = self._table(memory.kind, seat)
        table.prefix = memory.prefix
        self._limit(table, begun)
        found: list[float] = []
        for way in self.ways:
            table.quick_players = [way] * MOST_SIDES
            table.lead = Opening(memory.order, self.ways[0])
            world = self.rulebook.copy(memory.world)
            try:
                table.simulate(world)
            except (OutOfTime, WrongWorld):
                return
            found.append(likeness(Stand(self.rulebook.view.scene(world, viewer_of(side)), side), seen))
        self.manners.take(found)

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
    """The lead of a plan over the first one, less the standard errors that it takes to be believed."""
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
