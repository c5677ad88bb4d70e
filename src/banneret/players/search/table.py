"""The table of a simulation: the rules play on it in an imagined state, and the tree learns from what comes of it.

It feeds the step what was already answered, then answers by the tree, then by quick players, and stops at the end of the battle or,
after a while, at the rulebook's own judgement of the position. Where the rulebook advises it (`Thinking.answers`) the tree goes on
through the answers to the order, others' and own: each is at first what the greedy player would give, and what else could be
answered is tried where the search comes often.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.abilities.computer import Thinking
from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.errors import WrongWorld
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.table import Answer, Table
from banneret.players.search.common_dice import CommonDice
from banneret.players.search.tree import MOST_ARMS, Arms, Node

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

MOST_NODES: Final = 150_000
SEEDS: Final = 1 << 30  # of worlds that several orders meet
TRUST: Final = 4  # so many times the greedy player's answer to an order is given before another is tried
LIKELY: Final = 0.7  # the weight of that answer in what is tried later, where others have 0.5

FEEDING: Final = 0
TREE: Final = 1
QUICK: Final = 2


class OutOfTime(Exception):
    """The time is over in the middle of a simulation."""


class SearchTable(Table):
    """The table a simulation is played on: feeds what was answered, then follows the tree, then answers quickly."""

    def __init__(
        self,
        rulebook: Rulebook[Any],
        chance: Chance,
        quick_players: list[Player],
        clock: Callable[[], float],
        thinking: Thinking,
        side: int,
        prefix: list[Answer],
        root: Node,
        kind: str,
        telling: bool = False,
    ) -> None:
        self.telling = telling
        self.told: list[Event] = []  # where it is telling: the news since the present question
        self.rulebook: Any = rulebook
        self.computer: Any = rulebook.computer
        self.sight: Any = rulebook.sight
        self.chance: Chance = chance
        self.side: int = side
        self.prefix: list[Answer] = prefix
        self.root: Node = root
        self.kind: str = kind
        self.most: int = thinking.most
        self.greed: float = thinking.greed
        self.horizon: int = thinking.horizon
        self.loyalty: float = thinking.loyalty
        self.explore: float = thinking.explore
        self.depth: int = thinking.depth or MOST_NODES
        self.answers: int = thinking.answers
        self.brisk: tuple[str, ...] = rulebook.computer.brisk
        self.quick_players: list[Player] = quick_players
        self.lead: Player | None = None  # who plays on for this seat, where it is not the quick player
        self.forced: int = -1  # the number of the order to be given at the question, -1: as the tree says
        self.weighing: bool = False  # the lead answers the very question that is asked
        self.clock: Callable[[], float] = clock
        self.deadline: float = 0.0  # 0: none
        # The dice of worlds that several plans meet; all others come from `chance`.
        self.common: CommonDice | None = None
        self.nodes: int = 0
        # of the running simulation
        self.state: Any = None
        self.phase: int = FEEDING
        self.at: int = 0
        self.asked: int = 0
        self.stop_at: int = 0
        self.turn: int = 0  # at the last step
        self.node: Node = root
        self.trail: int = 0
        self.path: list[Node] = []
        self.keys: list[int] = []  # for each node of the path: number of the order, or of the joint choice
        self.seats: list[Seat | None] = []
        self.worth: float = 0.5  # what the last simulation led in a posture was worth to this seat

    # ------------------------------------------------------------------ what rules call

    def ask(self, decision: Decision) -> Order:
        """By what was answered, by the tree, or quickly."""
        self.asked += 1
        if self.deadline != 0.0 and self.asked & 7 == 0 and self.clock() >= self.deadline:
            raise OutOfTime
        if self.phase == QUICK:
            return self._quick(decision)
        if self.phase == FEEDING:
            if self.at < len(self.prefix):
                return self._feed(decision)
            if decision.side != self.side or decision.kind != self.kind:
                raise WrongWorld
            if self.weighing:
                self._leave()
                return self._quick(decision)
            self.phase = TREE
            return self._one(self.root, decision)
        if decision.listed:
            orders = decision.orders()
            if len(orders) == 1:
                return orders[0]
        deep = len(self.path) >= self.depth
        if deep and (len(self.path) >= self.depth + self.answers or decision.kind not in self.brisk):
            self._leave()
            return self._quick(decision)
        node = self.node.children.get(self.trail)
        if node is None:
            node = self._grow([decision.side])
        elif node.joint or node.arms[0].side != decision.side:
            self._leave()  # two histories share a number: never seen, and harmless
            return self._quick(decision)
        return self._answer(node, decision) if deep else self._one(node, decision)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The same for a simultaneous question."""
        self.asked += len(decisions)
        if self.deadline != 0.0 and self.clock() >= self.deadline:
            raise OutOfTime
        if self.phase == QUICK:
            return [self._quick(decision) for decision in decisions]
        if self.phase == FEEDING:
            if self.at + len(decisions) <= len(self.prefix):
                return self._feed_all(decisions)
            node = self.root
            mine = -1
            for k in range(len(decisions)):
                if decisions[k].side == self.side:
                    mine = k
            if mine < 0 or decisions[mine].kind != self.kind:
                raise WrongWorld
            if self.weighing:
                self._leave()
                return [self._quick(decision) for decision in decisions]
            self.phase = TREE
            if len(decisions) == 1:
                return [self._one(node, decisions[0])]
            if not node.joint:
                _make_joint(node, decisions, mine)
        else:
            if len(decisions) == 1:
                return [self.ask(decisions[0])]
            if len(self.path) >= self.depth:
                self._leave()
                return [self._quick(decision) for decision in decisions]
            found = self.node.children.get(self.trail)
            node = self._grow([decision.side for decision in decisions]) if found is None else found
        if len(node.arms) != len(decisions):
            raise WrongWorld
        legal: list[list[int]] = []
        chosen: list[int] = []
        orders: list[Order] = []
        key = 0
        for k in range(len(decisions)):
            arms = node.arms[k]
            possible = self._legal(arms, decisions[k])
            number = arms.draw(possible, self.chance)
            if arms.large:
                while not is_legal(decisions[k], arms.orders[number]):
                    possible = [i for i in possible if i != number]
                    if not possible:  # others hold something else in this world
                        number = self._another(arms, decisions[k])
                        possible = [number]
                        break
                    number = arms.draw(possible, self.chance)
            legal.append(possible)
            chosen.append(number)
            orders.append(arms.orders[number])
            key = key * MOST_ARMS + number
        node.note_legal(legal)
        self._follow(node, key)
        return orders

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die that is known already, or a new one; the tree notes what this seat sees."""
        common = self.common
        value = self.chance.die(faces) if common is None else common.die(faces, why, side, self.turn)
        if self.phase == TREE:
            if to < 0 or to == self.side:
                self.trail = (self.trail * 8191 + value) % 2147483647
            return value
        if self.phase == FEEDING and self.at < len(self.prefix):
            answer = self.prefix[self.at]
            if answer.order is not None or answer.faces != faces:
                raise WrongWorld
            self.at += 1
            return value if to >= 0 and to != self.side else answer.value  # what others saw alone is imagined
        return value

    def tell(self, event: Event) -> None:
        """Keep the news from the present question on."""
        if self.phase == QUICK:
            self.told.append(event)

    # ------------------------------------------------------------------ feeding

    def _feed(self, decision: Decision) -> Order:
        answer = self.prefix[self.at]
        order = answer.order
        if order is None or answer.side != decision.side:
            raise WrongWorld
        if answer.side != self.side and not is_legal(decision, order):
            raise WrongWorld
        self.at += 1
        return order

    def _feed_all(self, decisions: list[Decision]) -> list[Order]:
        orders: list[Order] = []
        end = self.at + len(decisions)
        for decision in decisions:
            found: Order | None = None
            for at in range(self.at, end):
                answer = self.prefix[at]
                if answer.side == decision.side:
                    found = answer.order
            if found is None or (decision.side != self.side and not is_legal(decision, found)):
                raise WrongWorld
            orders.append(found)
        self.at = end
        return orders

    # ------------------------------------------------------------------ the tree

    def _grow(self, sides: list[int]) -> Node:
        """A new node where the tree ends; the simulation leaves the tree after it."""
        node = Node(sides)
        if self.nodes < MOST_NODES:
            self.nodes += 1
            self.node.children[self.trail] = node
        self._leave()
        return node

    def _leave(self) -> None:
        self.phase = QUICK
        self.stop_at = self.computer.turns(self.state, self.side) + self.horizon

    def _legal(self, arms: Arms, decision: Decision) -> list[int]:
        """The numbers of the orders that are legal here; where not all are known, those still to be checked."""
        if not arms.large:
            options = decision.orders()
            if decision.listed and len(options) <= self.most:
                index = arms.index
                legal: list[int] = []
                for order in options:
                    number = index.get(order, -1)
                    if number < 0:
                        if len(arms.orders) >= MOST_ARMS:
                            continue
                        number = arms.add(order, 0.5)
                    legal.append(number)
                if len(legal) < len(arms.orders):
                    missed = arms.missed
                    for number in range(len(missed)):
                        missed[number] += 1
                    for number in legal:
                        missed[number] -= 1
                if legal:
                    return legal
                raise WrongWorld
            arms.large = True
        if not arms.orders:
            arms.fill(
                self.computer.candidates(decision, self._seat(decision.side).lens, self.most)[: self.most]
            )
        return list(range(len(arms.orders)))

    def _one(self, node: Node, decision: Decision) -> Order:
        """Answer a question that is put to one side alone."""
        arms = node.arms[0]
        legal = self._legal(arms, decision)
        if self.forced >= 0 and node is self.root:
            if not is_legal(decision, arms.orders[self.forced]):
                raise WrongWorld
            self._follow(node, self.forced)
            return arms.orders[self.forced]
        number = arms.pick(legal, self.explore)
        if arms.large:
            while not is_legal(decision, arms.orders[number]):
                arms.missed[number] += 1
                legal = [i for i in legal if i != number]
                if not legal:
                    number = self._another(arms, decision)
                    break
                number = arms.pick(legal, self.explore)
        self._follow(node, number)
        return arms.orders[number]

    def _answer(self, node: Node, decision: Decision) -> Order:
        """An answer to the order: the greedy player's until the question has come a few times, so that none is weaker than by it."""
        arms = node.arms[0]
        if arms.total >= TRUST:
            return self._one(node, decision)
        self._legal(arms, decision)
        order = self._quick(decision)
        number = arms.index.get(order, -1)
        if number < 0:
            if len(arms.orders) >= MOST_ARMS:
                self._leave()
                return order
            number = arms.add(order, LIKELY)
        arms.priors[number] = LIKELY
        self._follow(node, number)
        return order

    def _another(self, arms: Arms, decision: Decision) -> int:
        """None of the known orders is legal in this world: make the acquaintance of one that is."""
        if len(arms.orders) < MOST_ARMS:
            for order in self.computer.candidates(decision, self._seat(decision.side).lens, 4):
                if order not in arms.index and is_legal(decision, order):
                    return arms.add(order, 0.5)
        raise WrongWorld

    def _follow(self, node: Node, key: int) -> None:
        self.path.append(node)
        self.keys.append(key)
        self.node = node
        self.trail = key + 1

    # ------------------------------------------------------------------ quick answers

    def _quick(self, decision: Decision) -> Order:
        if isinstance(decision, Choice) and len(decision.options) == 1:
            return decision.options[0]
        lead = self.lead
        if lead is not None and decision.side == self.side:
            return lead.choose(decision, self._seat(decision.side))
        greed = self.greed
        if greed <= 0.0 or (greed < 1.0 and self.chance.random() >= greed):
            return decision.sample(self.chance)
        side = decision.side
        seat = self._seat(side)
        players = self.quick_players
        while len(players) <= side:
            players.append(self.computer.greedy(self.chance))
        return players[side].choose(decision, seat)

    def _seat(self, side: int) -> Seat:
        seats = self.seats
        while len(seats) <= side:
            seats.append(None)
        seat = seats[side]
        if seat is None:
            seat = Seat(self.sight, side, self.state)
            seats[side] = seat
        return seat

    # ------------------------------------------------------------------ one simulation

    def simulate(self, state: Any) -> None:
        """Play an imagined state on to its end or to the horizon, and take the result into the tree."""
        self.state = state
        self.phase = FEEDING
        self.at = 0
        self.asked = 0
        self.node = self.root
        self.trail = 0
        self.path = []
        self.keys = []
        self.seats = []
        rulebook = self.rulebook
        computer = self.computer
        self.turn = computer.turns(state, self.side)
        while True:
            rulebook.step(state, self)
            if self.phase == TREE and len(self.path) >= self.depth and self.answers:
                self._leave()  # the order and the answers to it are carried out
            outcome = rulebook.outcome(state)
            if outcome is not None:
                self._learn(outcome.winners, True)
                return
            self.turn = computer.turns(state, self.side)
            if self.phase == QUICK and self.turn >= self.stop_at:
                self._learn((), False)
                return

    def _learn(self, winners: tuple[int, ...], over: bool) -> None:
        """Take the result into every node of the path."""
        worths: list[float] = []
        if self.weighing:
            self.worth = self._worth(worths, self.side, winners, over)
            return
        if self.forced >= 0:
            self.worth = self._worth(worths, self.side, winners, over)
        path = self.path
        for at in range(len(path)):
            node = path[at]
            key = self.keys[at]
            if not node.joint:
                arms = node.arms[0]
                worth = self._worth(worths, arms.side, winners, over)
                arms.total += 1
                arms.visits[key] += 1
                arms.sums[key] += worth
                arms.squares[key] += worth * worth
                continue
            several: list[float] = []
            rest = key
            for k in range(len(node.arms) - 1, -1, -1):
                arms = node.arms[k]
                number = rest % MOST_ARMS
                rest //= MOST_ARMS
                worth = self._worth(worths, arms.side, winners, over)
                several.append(worth)
                arms.total += 1
                arms.visits[number] += 1
                arms.sums[number] += worth
                arms.squares[number] += worth * worth
            several.reverse()
            node.gather(key, several)

    def _worth(self, worths: list[float], side: int, winners: tuple[int, ...], over: bool) -> float:
        """The value of the result to a side, worked out once a simulation."""
        while len(worths) <= side:
            worths.append(-1.0)
        worth = worths[side]
        if worth < 0.0:
            if not over:
                worth = self.computer.judge(self.state, side)
            elif not winners:
                worth = 0.5
            else:
                worth = 1.0 if side in winners else 0.0
            worths[side] = worth
        return worth


def is_legal(decision: Decision, order: Order) -> bool:
    """True if the order is a legal one of the decision."""
    if isinstance(decision, Choice):
        return order in decision.options
    return decision.check(order) is None


def _make_joint(node: Node, decisions: list[Decision], mine: int) -> None:
    """The root turns out to be a simultaneous question: give the other sides their place in it."""
    own = node.arms[0]
    node.arms = [own if k == mine else Arms(decisions[k].side) for k in range(len(decisions))]
    node.joint = True
