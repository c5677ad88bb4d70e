"""Exact best play of small battles: the battle as a stochastic game with simultaneous moves, solved backwards.

The game is unfolded from the rulebook's own steps: every answer of every question, every face of every die. Both sides are
taken to know everything but the choice that is being made in secret at the same moment, so the figures are exact for battles
whose forces are common knowledge. Positions from which the same battle follows are one position (the rulebook's `essence`), which
makes the graph finite. Ties lead back to earlier positions; therefore the graph is cut into its strongly connected parts, and the
values of each part are found by iteration from below and from above: the true value lies between, and `gap` is half of what is
between them.

    >>> from banneret.rulebooks.stacks.rulebook import RULEBOOK
    >>> solved = solve(RULEBOOK, "first_blood")
    >>> round(solved.value, 9), round(21 / 31, 9)
    (0.677419355, 0.677419355)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from banneret.kernel.dice import NoDice
from banneret.kernel.errors import BadInput
from banneret.kernel.scenario import Scenario
from banneret.kernel.table import Answer, Pending, StepTable
from banneret.lab.matrix import solve_float

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from banneret.kernel.decision import Decision
    from banneret.kernel.order import Order
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Outcome


class Lore(Protocol):
    """The functions of a rulebook whose battles can be solved: a module `odds.essence` with these functions."""

    def essence(self, state: Any) -> Hashable:
        """A key that is equal for positions from which the same battle follows."""

    def label(self, state: Any, order: Order) -> Hashable:
        """A name for an order that is the same in all positions of one essence, and for orders that come to the same."""

    def orders(self, state: Any, decision: Decision, every: bool) -> list[Order]:
        """One of all orders that come to the same; without `every` those that are plainly worse may be left out."""


# ---------------------------------------------------------------- the game


@dataclass(slots=True, eq=False)
class Leaf:
    """The end of a step: the position that follows."""

    position: int


@dataclass(slots=True, eq=False)
class Roll:
    """A die: `branches` by face; `parts` the different ones among them with how many faces lead to each."""

    branches: list[Node]
    parts: list[tuple[float, Node]]


@dataclass(slots=True, eq=False)
class Choose:
    """A question to one side: labels of its orders and what follows each."""

    side: int
    labels: list[Hashable]
    branches: list[Node]


@dataclass(slots=True, eq=False)
class Both:
    """A secret simultaneous question to both sides: rows are side 0's orders, columns side 1's."""

    rows: list[Hashable]
    columns: list[Hashable]
    branches: list[list[Node]]


Node = Leaf | Roll | Choose | Both


@dataclass(slots=True)
class Position:
    """A checkpoint: what follows from it, or its payoff for side 0 when the battle is over."""

    state: Any
    tree: Node | None = None
    payoff: float | None = None


@dataclass(slots=True)
class Solved:
    """A solved battle. `value` is side 0's chance to win (a draw counts one half), right to within `gap`."""

    value: float
    gap: float
    positions: list[Position]
    values: list[float]
    index: dict[Hashable, int]
    lore: Lore

    def find(self, state: Any) -> Position:
        """The position of a state; raises `KeyError` when it cannot come up."""
        return self.positions[self.index[self.lore.essence(state)]]

    def worth(self, node: Node) -> float:
        """The value of a node to side 0."""
        return _value(node, self.values)

    def matrix(self, node: Both) -> list[list[float]]:
        """The value of each pair of secret choices to side 0."""
        return [[_value(branch, self.values) for branch in row] for row in node.branches]

    def best(self, node: Choose | Both, side: int) -> list[float]:
        """The best choice of a side at a question, mixed where it must be secret: a share for each of its orders."""
        if isinstance(node, Both):
            found = solve_float(self.matrix(node))
            return found.rows if side == 0 else found.columns
        worths = [_value(branch, self.values) for branch in node.branches]
        pick = worths.index(max(worths) if node.side == 0 else min(worths))
        return [1.0 if at == pick else 0.0 for at in range(len(worths))]


def payoff(outcome: Outcome) -> float:
    """The value of an end to side 0: 1, 0, or one half for a draw."""
    if len(outcome.winners) != 1:
        return 0.5
    return 1.0 if outcome.winners[0] == 0 else 0.0


# ---------------------------------------------------------------- solving


def solve(
    rulebook: Rulebook[Any],
    battle: str | Scenario,
    options: Mapping[str, str] | None = None,
    lore: Lore | None = None,
    most: int = 100_000,
    precision: float = 1e-12,
    every: bool = False,
) -> Solved:
    """Solve a battle, by its id or as read; raises `BadInput` when it has more than `most` positions.

    With `every`, orders that are plainly worse than others are in the game too, so that any player's orders can be judged.
    """
    scenario = rulebook.scenario(battle) if isinstance(battle, str) else battle
    state = rulebook.new(scenario, rulebook.options(options))
    return Solver(rulebook, lore or lore_of(rulebook), most, every).solve(state, precision)


def lore_of(rulebook: Rulebook[Any]) -> Lore:
    """The rulebook's module `odds.essence`; raises `BadInput` if it has none."""
    from importlib import import_module

    package = type(rulebook).__module__.rpartition(".")[0]
    try:
        module: Any = import_module(f"{package}.odds.essence")
    except ModuleNotFoundError:
        raise BadInput(f"{rulebook.id} does not tell what matters of its battles") from None
    found: Lore = module
    return found


class Solver:
    """Unfolds and solves one battle of two sides."""

    def __init__(self, rulebook: Rulebook[Any], lore: Lore, most: int = 100_000, every: bool = False) -> None:
        self.rulebook = rulebook
        self.lore = lore
        self.most = most
        self.every = every
        self.positions: list[Position] = []
        self.index: dict[Hashable, int] = {}
        self.leaves: dict[int, Leaf] = {}

    def solve(self, state: Any, precision: float = 1e-12) -> Solved:
        """Solve the battle from `state`; raises `BadInput` when it has more than `most` positions."""
        self.unfold(state)
        low, high = self._values(precision)
        middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
        return Solved(middle[0], abs(high[0] - low[0]) / 2, self.positions, middle, self.index, self.lore)

    def unfold(self, state: Any) -> None:
        """Find all positions that can come up, and what leads from one to the other."""
        self._position(self.rulebook.copy(state))
        unfolded = 0
        while unfolded < len(self.positions):
            position = self.positions[unfolded]
            outcome = self.rulebook.outcome(position.state)
            if outcome is not None:
                position.payoff = payoff(outcome)
            else:
                position.tree = self._unfold(position.state, [])
            unfolded += 1

    def _position(self, state: Any) -> int:
        key = self.lore.essence(state)
        found = self.index.get(key)
        if found is None:
            found = len(self.positions)
            if found >= self.most:
                raise BadInput(f"the battle has more than {self.most} positions", hint="solve a smaller one")
            self.index[key] = found
            self.positions.append(Position(state))
        return found

    def _leaf(self, state: Any) -> Leaf:
        number = self._position(state)
        leaf = self.leaves.get(number)
        if leaf is None:
            leaf = self.leaves[number] = Leaf(number)
        return leaf

    def _unfold(self, state: Any, answers: list[Answer]) -> Node:
        """The tree of one step after these answers."""
        work = self.rulebook.copy(state)
        table = StepTable(list(answers), NoDice(), False)
        try:
            self.rulebook.step(work, table)
        except Pending as pending:
            if pending.roll is not None:
                return self._roll(state, answers, pending)
            if len(pending.decisions) == 1:
                return self._choose(state, work, answers, pending.decisions[0])
            return self._both(state, work, answers, pending.decisions)
        return self._leaf(work)

    def _orders(self, work: Any, decision: Decision) -> list[Order]:
        return self.lore.orders(work, decision, self.every)

    def _roll(self, state: Any, answers: list[Answer], pending: Pending) -> Node:
        roll = pending.roll
        assert roll is not None
        faces = range(1, roll.faces + 1)
        branches = [
            self._unfold(state, [*answers, Answer(roll.side, None, roll.faces, face, roll.to)])
            for face in faces
        ]
        counts: dict[int, int] = {}
        nodes: dict[int, Node] = {}
        for branch in branches:
            nodes[id(branch)] = branch
            counts[id(branch)] = counts.get(id(branch), 0) + 1
        return Roll(branches, [(count / roll.faces, nodes[key]) for key, count in counts.items()])

    def _choose(self, state: Any, work: Any, answers: list[Answer], decision: Decision) -> Node:
        orders = self._orders(work, decision)
        branches = [self._unfold(state, [*answers, Answer(decision.side, order)]) for order in orders]
        labels = [self.lore.label(work, order) for order in orders]
        return Choose(decision.side, labels, branches)

    def _both(self, state: Any, work: Any, answers: list[Answer], decisions: list[Decision]) -> Node:
        if len(decisions) != 2 or {decision.side for decision in decisions} != {0, 1}:
            raise BadInput("only battles of two sides are solved")
        first, second = decisions
        one, two = self._orders(work, first), self._orders(work, second)
        grid = [
            [self._unfold(state, [*answers, Answer(first.side, a), Answer(second.side, b)]) for b in two]
            for a in one
        ]
        names, others = [self.lore.label(work, a) for a in one], [self.lore.label(work, b) for b in two]
        if first.side == 0:
            return Both(names, others, grid)
        return Both(others, names, [list(column) for column in zip(*grid, strict=True)])

    # ------------------------------------------------------------------ values

    def _values(self, precision: float) -> tuple[list[float], list[float]]:
        """A lower and an upper bound for every position."""
        count = len(self.positions)
        low, high = [0.0] * count, [1.0] * count
        for number, position in enumerate(self.positions):
            if position.payoff is not None:
                low[number] = high[number] = position.payoff
        successors = [_successors(position.tree) for position in self.positions]
        for part in _parts(successors):
            trees: list[tuple[int, Node]] = []
            for number in part:
                tree = self.positions[number].tree
                if tree is not None:
                    trees.append((number, tree))
            if trees:
                alone = len(part) == 1 and part[0] not in successors[part[0]]
                if alone and all(low[other] == high[other] for other in successors[part[0]]):
                    low[part[0]] = high[part[0]] = _value(trees[0][1], low)
                else:
                    _iterate(trees, low, alone, precision)
                    _iterate(trees, high, alone, precision)
        return low, high


def _iterate(trees: list[tuple[int, Node]], values: list[float], once: bool, precision: float) -> None:
    """Better and better values for positions that lead to each other."""
    for _ in range(1 if once else 20_000):
        change = 0.0
        for number, tree in trees:
            value = _value(tree, values)
            change = max(change, abs(value - values[number]))
            values[number] = value
        if change < precision:
            break


def _value(node: Node, values: list[float]) -> float:
    """The value of a node to side 0."""
    if isinstance(node, Leaf):
        return values[node.position]
    if isinstance(node, Roll):
        total = 0.0
        for share, branch in node.parts:
            total += share * _value(branch, values)
        return total
    if isinstance(node, Choose):
        worths = [_value(branch, values) for branch in node.branches]
        return max(worths) if node.side == 0 else min(worths)
    return _matrix_value([[_value(branch, values) for branch in row] for row in node.branches])


def _matrix_value(matrix: list[list[float]]) -> float:
    """The value of a matrix game: at a saddle where there is one."""
    floor = max([min(row) for row in matrix])
    ceiling: float = min([max(column) for column in zip(*matrix, strict=True)])
    if ceiling <= floor:
        return floor
    value: float = solve_float(matrix).value
    return min(max(value, floor), ceiling)


def _successors(node: Node | None) -> list[int]:
    """The positions a tree leads to."""
    found: dict[int, None] = {}
    stack: list[Node] = [] if node is None else [node]
    while stack:
        at = stack.pop()
        if isinstance(at, Leaf):
            found[at.position] = None
        elif isinstance(at, Both):
            for row in at.branches:
                stack.extend(row)
        else:
            stack.extend(at.branches)
    return list(found)


def _parts(successors: list[list[int]]) -> list[list[int]]:
    """The strongly connected parts of a graph, each after all that it leads to (Tarjan's way, without recursion)."""
    count = len(successors)
    order = [-1] * count
    low = [0] * count
    held = [False] * count
    waiting: list[int] = []
    found: list[list[int]] = []
    clock = 0
    for root in range(count):
        if order[root] >= 0:
            continue
        path: list[tuple[int, int]] = [(root, 0)]
        while path:
            number, at = path.pop()
            if at == 0:
                order[number] = low[number] = clock
                clock += 1
                waiting.append(number)
                held[number] = True
            deeper = False
            while at < len(successors[number]):
                other = successors[number][at]
                at += 1
                if order[other] < 0:
                    path.append((number, at))
                    path.append((other, 0))
                    deeper = True
                    break
                if held[other]:
                    low[number] = min(low[number], order[other])
            if deeper:
                continue
            if low[number] == order[number]:
                part: list[int] = []
                while True:
                    other = waiting.pop()
                    held[other] = False
                    part.append(other)
                    if other == number:
                        break
                found.append(part)
            if path:
                above = path[-1][0]
                low[above] = min(low[above], low[number])
    return found
