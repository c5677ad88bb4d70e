"""Search: a computer player that plays the battle on in its head, many times, and keeps a tree of what came of it.

Each simulation deals itself an imagined state that agrees with all its seat has seen (`Seat.imagine`), runs the very rules of
the rulebook on it, first with the answers already given in the running step, then by the tree, then by quick players, and stops
at the end of the battle or, after a while, at the rulebook's own judgement of the position. The true state is never looked at.

- Nodes stand for the history of orders and dice since the question, as far as this seat sees it. Several imagined states
  share a node even where their legal orders differ: an order is judged by how often it could have been chosen, and skipped where
  it is not legal (information-set tree search).
- Questions put to one side are explored by upper confidence, favouring what the rulebook's own player would do first.
- Secret simultaneous questions are a matrix game: every pair of choices has its mean, pairs hardly tried are filled in from
  their row and column, and the mixed strategies of both sides are solved for again and again as the figures grow. Each side
  explores what could be good for it within the uncertainty. The order is drawn from the solution. With three or more sides, or
  where a side's choices differ from world to world, regret matching on the same figures takes the solver's place.
- Where a rulebook names postures (`Rulebook.postures`), the first part of the thinking tells them apart: simulations in which this
  seat's quick player is the greedy player of a posture from the present question on. What they bring is kept over the questions of
  a battle (`banneret.players.postures`). The order of the leading posture is then the one to beat for all other orders, and its
  player plays on for this seat beyond the tree. Opponents remain with the rulebook's greedy player.

**When it stops.** At the end of its time or simulations; sooner when more thinking cannot matter: each order was tried at least
`LEAST_TRIES` times, and either the best order's lower limit is above all other orders' upper limits (`SURE` standard errors from
the mean), or no order's upper limit (`FAIRLY_SURE` standard errors) is above the best one's lower limit by more than `WORTH`.
For simultaneous questions: the value of the game with all figures at their upper limits is at most `WORTH` above what the
strategy wins for certain with all figures at their lower limits. And where the battle is decided whatever is ordered: the mean of
all simulations is within `WORTH` of a win or of a defeat, `FAIRLY_SURE` standard errors included; that ends the weighing of postures
too. Looks are taken ever further apart, so that few are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.kernel.rulebook import Thinking
from banneret.kernel.table import Answer, Table
from banneret.players.mixed import solve
from banneret.players.postures import Postures

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

SURE: Final = 3.5
FAIRLY_SURE: Final = 2.5
WORTH: Final = 0.01
LEAST_TRIES: Final = 16
FIRST_LOOK: Final = 64
LOOK_GROWTH: Final = 1.2
EXPLORE: Final = 1.2  # sequential questions: weight of the exploration term, where a rulebook does not say
STRAY: Final = 0.1  # simultaneous questions: share of choices made anyhow
DARING: Final = 0.15  # simultaneous questions: how far within the uncertainty each side hopes
FILL: Final = 10.0  # how many tries the guess from row and column counts for
CRUMB: Final = 0.02  # smaller shares of a mixed strategy are noise
MOST_NODES: Final = 150_000
MOST_ARMS: Final = 64
RESERVE: Final = 0.985  # share of the time after which no simulation goes on
WRONG_WORLDS: Final = 400  # so many imagined states in a row that do not fit: give up

FEEDING: Final = 0
TREE: Final = 1
QUICK: Final = 2


class OutOfTime(Exception):
    """The time is over in the middle of a simulation."""


class WrongWorld(Exception):
    """The imagined state does not lead to the present question."""


class Line:
    """What a search thinks of one order: how often it tried it, its worth from 0 to 1, its share of the choice."""

    __slots__ = ("order", "share", "tries", "worth")

    def __init__(self, order: Order, tries: int, worth: float, share: float) -> None:
        self.order = order
        self.tries = tries
        self.worth = worth
        self.share = share

    def __repr__(self) -> str:
        return f"Line({self.order!r}, tries={self.tries}, worth={self.worth:.3f}, share={self.share:.3f})"


class Thought:
    """What a search found so far: its lines (best first), simulations, seconds, and why it stopped ("" while it goes on).

    `posture`: in which posture it leads the battle, "" for the rulebook's own.
    """

    __slots__ = ("dropped", "lines", "posture", "seconds", "simulations", "stopped")

    def __init__(
        self,
        lines: list[Line],
        simulations: int,
        seconds: float,
        stopped: str,
        dropped: int,
        posture: str = "",
    ) -> None:
        self.lines = lines
        self.simulations = simulations
        self.seconds = seconds
        self.stopped = stopped
        self.dropped = dropped
        self.posture = posture

    def __repr__(self) -> str:
        return f"<Thought: {self.simulations} simulations, {self.stopped or 'going on'}, {self.lines[:3]!r}>"


class Arms:
    """The orders of one side at a node, and what came of each."""

    __slots__ = (
        "index",
        "large",
        "missed",
        "orders",
        "priors",
        "shares",
        "side",
        "squares",
        "sums",
        "total",
        "visits",
    )

    def __init__(self, side: int) -> None:
        self.side: int = side
        self.orders: list[Order] = []
        self.index: dict[Order, int] = {}
        self.visits: list[int] = []
        self.sums: list[float] = []
        self.squares: list[float] = []
        self.priors: list[float] = []
        self.missed: list[int] = []  # visits in which the order was not legal
        self.shares: list[float] = []  # simultaneous questions: how to choose for now
        self.total: int = 0
        self.large: bool = False  # not all legal orders are among `orders`

    def add(self, order: Order, prior: float) -> int:
        """A further order; returns its number."""
        number = len(self.orders)
        self.orders.append(order)
        self.index[order] = number
        self.visits.append(0)
        self.sums.append(0.0)
        self.squares.append(0.0)
        self.priors.append(prior)
        self.missed.append(self.total)
        return number

    def fill(self, ranked: list[Order]) -> None:
        """Take over orders, the most plausible first."""
        for rank, order in enumerate(ranked):
            if order not in self.index:
                self.add(order, 1.0 / sqrt(2.0 + rank))

    def mean(self) -> float:
        """The mean over all tries."""
        tries = 0
        total = 0.0
        for i in range(len(self.visits)):
            tries += self.visits[i]
            total += self.sums[i]
        return total / tries if tries else 0.5

    def pick(self, legal: list[int], explore: float = EXPLORE) -> int:
        """The legal order to try next when only this side chooses: its mean, and what little trying it may hide."""
        total = self.total + 1
        root = sqrt(total) * explore
        scale = 0.0
        tries = 0
        gained = 0.0
        for i in legal:
            scale += self.priors[i]
            tries += self.visits[i]
            gained += self.sums[i]
        start = gained / tries if tries else 0.5
        best = legal[0]
        best_score = -1.0
        for i in legal:
            count = self.visits[i]
            missed = self.missed[i]
            # Simulations that were given up are missed but not counted: there may be more of them than tries.
            reach = root if missed == 0 else sqrt(max(1, total - missed)) * explore
            score = (self.sums[i] / count if count else start) + reach * self.priors[i] / (
                scale * (1 + count)
            )
            if score > best_score:
                best_score = score
                best = i
        return best

    def draw(self, legal: list[int], chance: Chance) -> int:
        """A legal order drawn by the present shares, now and then anyhow."""
        if len(legal) == 1:
            return legal[0]
        shares = self.shares
        known = len(shares)
        if known == 0 or chance.random() < STRAY:
            return legal[chance.below(len(legal))]
        weight = 0.0
        for i in legal:
            if i < known:
                weight += shares[i]
        if weight <= 0.0:
            return legal[chance.below(len(legal))]
        point = chance.random() * weight
        last = legal[0]
        for i in legal:
            if i < known and shares[i] > 0.0:
                point -= shares[i]
                last = i
                if point < 0.0:
                    return i
        return last


class Cell:
    """A joint choice of all sides at once: tries, and the sum of each side's worth."""

    __slots__ = ("sums", "tries")

    def __init__(self, sides: int) -> None:
        self.tries: int = 0
        self.sums: list[float] = [0.0] * sides


class Node:
    """A question, or several put at once, and what follows from every answer."""

    __slots__ = ("arms", "cells", "children", "joint", "look", "masks", "squares", "varied", "visits")

    def __init__(self, sides: list[int]) -> None:
        self.arms: list[Arms] = [Arms(side) for side in sides]
        self.children: dict[int, Node] = {}
        self.joint: bool = len(sides) > 1
        self.visits: int = 0
        self.cells: dict[int, Cell] = {}
        self.masks: list[
            list[list[int]]
        ] = []  # simultaneous: what was legal to each side in the latest worlds
        self.varied: bool = False  # ... and whether that has differed
        self.look: int = 0
        self.squares: float = 0.0

    # ------------------------------------------------------------------ simultaneous questions

    def note_legal(self, legal: list[list[int]]) -> None:
        """Remember what was legal to each side in the world at hand."""
        if not self.varied:
            for k in range(len(legal)):
                if len(legal[k]) != len(self.arms[k].orders) or (
                    self.masks and len(self.masks[0][k]) != len(legal[k])
                ):
                    self.varied = True
                    break
        if len(self.masks) < 200:
            self.masks.append(legal)
        else:
            self.masks[self.visits % 200] = legal

    def gather(self, key: int, worths: list[float]) -> None:
        """Take in the result of one joint choice, and settle anew how to choose when it is time."""
        cell = self.cells.get(key)
        if cell is None:
            cell = Cell(len(worths))
            self.cells[key] = cell
        cell.tries += 1
        sums = cell.sums
        for k in range(len(worths)):
            sums[k] += worths[k]
        self.squares += worths[0] * worths[0]
        self.visits += 1
        if self.visits >= self.look:
            self.settle()

    def settle(self) -> None:
        """Solve for the shares by which both sides choose from here on."""
        pairs = 1
        for arms in self.arms:
            pairs *= len(arms.orders)
        if self.visits < pairs // 2 + 2:
            self.look = pairs // 2 + 2
            return
        self.look = int(self.visits * LOOK_GROWTH) + 4
        if len(self.arms) > 2 or self.varied:
            self.match_regrets(120)
            return
        width = DARING * self.spread() * sqrt(log(self.visits + 1.0))
        mine, theirs = self.arms[0], self.arms[1]
        mine.shares = solve(self.matrix(0, width)).rows
        theirs.shares = solve(self.matrix(0, -width)).columns

    def spread(self) -> float:
        """The standard deviation of single results, pairs taken together."""
        explained = 0.0
        for cell in self.cells.values():
            explained += cell.sums[0] * cell.sums[0] / cell.tries
        free = self.visits - len(self.cells)
        if free <= 0:
            return 0.5
        return sqrt(max(0.0, self.squares - explained) / free + 0.25 / (4.0 + self.visits))

    def matrix(self, k: int, width: float) -> list[list[float]]:
        """The means of all pairs for side `k` of the first two, moved by `width` over the root of their tries."""
        mine, theirs = self.arms[0], self.arms[1]
        height = len(mine.orders)
        across = len(theirs.orders)
        tries: list[list[int]] = []
        sums: list[list[float]] = []
        for i in range(height):
            counts: list[int] = []
            line: list[float] = []
            for j in range(across):
                cell = self.cells.get(i * MOST_ARMS + j)
                counts.append(0 if cell is None else cell.tries)
                line.append(0.0 if cell is None else cell.sums[k])
            tries.append(counts)
            sums.append(line)
        total_tries = 0
        total = 0.0
        row_guess: list[float] = []
        for i in range(height):
            for j in range(across):
                total_tries += tries[i][j]
                total += sums[i][j]
        middle = total / total_tries if total_tries else 0.5
        for i in range(height):
            count = 0
            gained = 0.0
            for j in range(across):
                count += tries[i][j]
                gained += sums[i][j]
            row_guess.append((gained + FILL * middle) / (count + FILL) - middle)
        column_guess: list[float] = []
        for j in range(across):
            count = 0
            gained = 0.0
            for i in range(height):
                count += tries[i][j]
                gained += sums[i][j]
            column_guess.append((gained + FILL * middle) / (count + FILL))
        result: list[list[float]] = []
        for i in range(height):
            line = []
            for j in range(across):
                count = tries[i][j]
                value = (sums[i][j] + FILL * (row_guess[i] + column_guess[j])) / (count + FILL)
                if width != 0.0:
                    value += width / sqrt(count + 1.0)
                line.append(value)
            result.append(line)
        return result

    def match_regrets(self, rounds: int) -> None:
        """Regret matching on the means, with what was legal in the latest worlds; leaves average shares behind."""
        count = len(self.arms)
        if count == 2:
            first = self.matrix(0, 0.0)
            second = self.matrix(1, 0.0)
        else:
            first = []
            second = []
        regrets: list[list[float]] = [[0.0] * len(arms.orders) for arms in self.arms]
        averages: list[list[float]] = [[0.0] * len(arms.orders) for arms in self.arms]
        masks = self.masks
        for t in range(rounds):
            legal = masks[(t * 7919) % len(masks)]
            current = [_matched(regrets[k], legal[k]) for k in range(count)]
            for k in range(count):
                average = averages[k]
                weight = float(t + 1)
                for i in range(len(legal[k])):
                    average[legal[k][i]] += weight * current[k][i]
            if count == 2:
                _update_rows(first, regrets[0], current[0], current[1], legal[0], legal[1])
                _update_columns(second, regrets[1], current[0], current[1], legal[0], legal[1])
            else:
                self._update_many(regrets, current, legal, t)
        for k in range(count):
            total = 0.0
            for share in averages[k]:
                total += share
            self.arms[k].shares = [share / total for share in averages[k]] if total > 0.0 else []

    def _update_many(
        self, regrets: list[list[float]], current: list[list[float]], legal: list[list[int]], t: int
    ) -> None:
        """One round for three sides and more: against the likeliest choices of the others, turn by turn."""
        count = len(self.arms)
        chosen: list[int] = []
        for k in range(count):
            point = ((t * 61 + k * 29) % 101 + 0.5) / 101.0
            found = legal[k][len(legal[k]) - 1]
            for i in range(len(legal[k])):
                point -= current[k][i]
                if point <= 0.0:
                    found = legal[k][i]
                    break
            chosen.append(found)
        for k in range(count):
            arms = self.arms[k]
            start = arms.mean()
            worths: list[float] = []
            expected = 0.0
            for i in range(len(legal[k])):
                key = 0
                for other in range(count):
                    key = key * MOST_ARMS + (legal[k][i] if other == k else chosen[other])
                cell = self.cells.get(key)
                number = legal[k][i]
                guess = (arms.sums[number] + 2.0 * start) / (arms.visits[number] + 2.0)
                worth = guess if cell is None else (cell.sums[k] + FILL * guess) / (cell.tries + FILL)
                worths.append(worth)
                expected += current[k][i] * worth
            for i in range(len(legal[k])):
                number = legal[k][i]
                regrets[k][number] = max(0.0, regrets[k][number] + worths[i] - expected)


def _matched(regrets: list[float], legal: list[int]) -> list[float]:
    """The shares of the legal orders in proportion to their regrets."""
    total = 0.0
    for i in legal:
        total += regrets[i]
    if total <= 0.0:
        even = 1.0 / len(legal)
        return [even for _ in legal]
    return [regrets[i] / total for i in legal]


def _update_rows(
    payoffs: list[list[float]],
    regrets: list[float],
    mine: list[float],
    theirs: list[float],
    rows: list[int],
    columns: list[int],
) -> None:
    worths: list[float] = []
    expected = 0.0
    for i in range(len(rows)):
        line = payoffs[rows[i]]
        worth = 0.0
        for j in range(len(columns)):
            worth += theirs[j] * line[columns[j]]
        worths.append(worth)
        expected += mine[i] * worth
    for i in range(len(rows)):
        number = rows[i]
        regrets[number] = max(0.0, regrets[number] + worths[i] - expected)


def _update_columns(
    payoffs: list[list[float]],
    regrets: list[float],
    mine: list[float],
    theirs: list[float],
    rows: list[int],
    columns: list[int],
) -> None:
    worths: list[float] = []
    expected = 0.0
    for j in range(len(columns)):
        column = columns[j]
        worth = 0.0
        for i in range(len(rows)):
            worth += mine[i] * payoffs[rows[i]][column]
        worths.append(worth)
        expected += theirs[j] * worth
    for j in range(len(columns)):
        number = columns[j]
        regrets[number] = max(0.0, regrets[number] + worths[j] - expected)


class SearchTable(Table):
    """The table a simulation is played on: feeds what was answered, then follows the tree, then answers quickly."""

    def __init__(
        self,
        player: SearchPlayer,
        thinking: Thinking,
        side: int,
        prefix: list[Answer],
        root: Node,
        kind: str,
    ) -> None:
        self.telling = False
        self.rulebook: Any = player.rulebook
        self.chance: Chance = player.chance
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
        self.quick_players: list[Player] = player.quick_players
        self.lead: Player | None = None  # who plays on for this seat, where it is not the quick player
        self.weighing: bool = False  # the lead answers the very question that is asked
        self.clock: Callable[[], float] = player.clock
        self.deadline: float = 0.0  # 0: none
        self.nodes: int = 0
        # of the running simulation
        self.state: Any = None
        self.phase: int = FEEDING
        self.at: int = 0
        self.asked: int = 0
        self.stop_at: int = 0
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
        if isinstance(decision, Choice):
            if len(decision.options) == 1:
                return decision.options[0]
        elif decision.listed:
            orders = decision.orders()
            if len(orders) == 1:
                return orders[0]
        if len(self.path) >= self.depth:
            self._leave()
            return self._quick(decision)
        node = self.node.children.get(self.trail)
        if node is None:
            node = self._grow([decision.side])
        elif node.joint or node.arms[0].side != decision.side:
            self._leave()  # two histories share a number: never seen, and harmless
            return self._quick(decision)
        return self._one(node, decision)

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
                while not _is_legal(decisions[k], arms.orders[number]):
                    possible = [i for i in possible if i != number]
                    if not possible:
                        raise WrongWorld
                    number = arms.draw(possible, self.chance)
            legal.append(possible)
            chosen.append(number)
            orders.append(arms.orders[number])
            key = key * MOST_ARMS + number
        node.note_legal(legal)
        self._follow(node, key)
        return orders

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die as it fell, or a new one; the tree takes note of what this seat sees."""
        value = self.chance.die(faces)
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

    # ------------------------------------------------------------------ feeding

    def _feed(self, decision: Decision) -> Order:
        answer = self.prefix[self.at]
        order = answer.order
        if order is None or answer.side != decision.side:
            raise WrongWorld
        if answer.side != self.side and not _is_legal(decision, order):
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
            if found is None or (decision.side != self.side and not _is_legal(decision, found)):
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
        self.stop_at = self.asked + self.horizon

    def _legal(self, arms: Arms, decision: Decision) -> list[int]:
        """The numbers of the orders that are legal here; where not all are known, those still to be checked."""
        if not arms.large:
            options = decision.options if isinstance(decision, Choice) else decision.orders()
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
                self.rulebook.candidates(decision, self._seat(decision.side).lens, self.most)[: self.most]
            )
        return list(range(len(arms.orders)))

    def _one(self, node: Node, decision: Decision) -> Order:
        """Answer a question that is put to one side alone."""
        arms = node.arms[0]
        legal = self._legal(arms, decision)
        number = arms.pick(legal, self.explore)
        if arms.large:
            while not _is_legal(decision, arms.orders[number]):
                arms.missed[number] += 1
                legal = [i for i in legal if i != number]
                if not legal:
                    number = self._another(arms, decision)
                    break
                number = arms.pick(legal, self.explore)
        self._follow(node, number)
        return arms.orders[number]

    def _another(self, arms: Arms, decision: Decision) -> int:
        """None of the known orders is legal in this world: make the acquaintance of one that is."""
        if len(arms.orders) < MOST_ARMS:
            for order in self.rulebook.candidates(decision, self._seat(decision.side).lens, 4):
                if order not in arms.index and _is_legal(decision, order):
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
            players.append(self.rulebook.greedy(self.chance))
        return players[side].choose(decision, seat)

    def _seat(self, side: int) -> Seat:
        seats = self.seats
        while len(seats) <= side:
            seats.append(None)
        seat = seats[side]
        if seat is None:
            seat = Seat(self.rulebook, side, self.state)
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
        while True:
            rulebook.step(state, self)
            outcome = rulebook.outcome(state)
            if outcome is not None:
                self._learn(outcome.winners, True)
                return
            if self.phase == QUICK and self.asked >= self.stop_at and rulebook.is_quiet(state):
                self._learn((), False)
                return

    def _learn(self, winners: tuple[int, ...], over: bool) -> None:
        """Take the result into every node of the path."""
        worths: list[float] = []
        if self.weighing:
            self.worth = self._worth(worths, self.side, winners, over)
            return
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
        """What the result is worth to a side, worked out once a simulation."""
        while len(worths) <= side:
            worths.append(-1.0)
        worth = worths[side]
        if worth < 0.0:
            if not over:
                worth = self.rulebook.judge(self.state, side)
            elif not winners:
                worth = 0.5
            else:
                worth = 1.0 if side in winners else 0.0
            worths[side] = worth
        return worth


def _is_legal(decision: Decision, order: Order) -> bool:
    if isinstance(decision, Choice):
        return order in decision.options
    return decision.check(order) is None


def _make_joint(node: Node, decisions: list[Decision], mine: int) -> None:
    """The root turns out to be a simultaneous question: give the other sides their place in it."""
    own = node.arms[0]
    node.arms = [own if k == mine else Arms(decisions[k].side) for k in range(len(decisions))]
    node.joint = True


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPlayer(Player):
    """Thinks ahead for `seconds` a decision, or for a number of `simulations`, which makes it reproducible.

    `horizon`: orders played on beyond the tree before the rulebook's judgement is taken; `greed`: the share of quick answers
    given by the rulebook's greedy player, the others are random; `most`: how many orders of a large decision are considered;
    `depth`: how many questions deep the tree may grow, 0 for any number.
    `weighing`: the share of its thinking that goes into postures, where the rulebook names some; 0 for none.
    What is not given is as the rulebook's `thinking` advises. `progress` is called with a `Thought` a few times a second while
    orders are compared; `thought` is the last one. `clock` is there for tests.

    What it learns of postures it keeps from question to question: make a new player for each battle.
    """

    def __init__(
        self,
        rulebook: Rulebook[Any],
        chance: Chance,
        seconds: float = 1.0,
        simulations: int = 0,
        horizon: int = -1,
        greed: float = -1.0,
        most: int = 0,
        depth: int = -1,
        clock: Callable[[], float] = perf_counter,
        progress: Callable[[Thought], None] | None = None,
        weighing: float = -1.0,
    ) -> None:
        self.name = "search"
        self.imagines = True
        self.rulebook: Any = rulebook
        self.chance: Chance = chance
        self.seconds: float = 0.0 if simulations else seconds
        self.simulations: int = simulations
        self.horizon: int = horizon
        self.greed: float = greed
        self.most: int = most
        self.depth: int = depth
        self.weighing: float = weighing
        self.clock: Callable[[], float] = clock
        self.progress: Callable[[Thought], None] | None = progress
        self.quick_players: list[Player] = []
        self.postures: Postures | None = None
        self.thought: Thought | None = None
        self.total_simulations: int = 0

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order that the simulations speak for."""
        begun = self.clock() if self.seconds > 0.0 else 0.0
        options = decision.orders() if decision.listed else []
        if len(options) == 1:
            return options[0]
        thinking = self._thinking(seat)
        ranked = self._worth_trying(decision, seat, options, thinking.most)
        root = Node([decision.side])
        table = SearchTable(self, thinking, decision.side, list(seat.prefix), root, decision.kind)
        weighed = 0
        posture = 0
        postures = self._known_postures(thinking)
        if postures is not None:
            led = [player.choose(decision, seat) for player in postures.players]
            if len(ranked) > 1 or any(order != ranked[0] for order in led):
                weighed = self._weigh(postures, table, seat, thinking, begun)
            posture = postures.leader(thinking.resolve)
            if weighed > 0:
                postures.answered()
            table.lead = postures.players[posture]
            ranked = [led[posture], *[order for order in ranked if order != led[posture]]][: thinking.most]
        arms = root.arms[0]
        arms.fill(ranked)
        if len(arms.orders) == 1:
            return arms.orders[0]
        arms.large = not decision.listed or len(options) > len(arms.orders)
        why, done, dropped = self._think(table, seat, begun, self.simulations - weighed)
        self.total_simulations += weighed + done
        shares = self._shares(root, decision.side, thinking.loyalty)
        self.thought = self._thought(root, decision.side, shares, weighed + done, begun, why, dropped)
        if posture > 0:
            self.thought.posture = self.rulebook.postures[posture - 1]
        if self.progress is not None:
            self.progress(self.thought)
        return self._drawn(root, decision.side, shares)

    def _thinking(self, seat: Seat) -> Thinking:
        """How to think in this battle: as was asked for, else as the rulebook advises."""
        advice: Thinking = self.rulebook.thinking(seat.lens)
        return Thinking(
            self.horizon if self.horizon >= 0 else advice.horizon,
            self.greed if self.greed >= 0.0 else advice.greed,
            min(self.most or advice.most, MOST_ARMS),
            advice.loyalty,
            self.depth if self.depth >= 0 else advice.depth,
            advice.explore,
            self.weighing if self.weighing >= 0.0 else advice.weighing,
            advice.reach,
            advice.resolve,
        )

    def _worth_trying(self, decision: Decision, seat: Seat, options: list[Order], most: int) -> list[Order]:
        """The orders to consider, the most plausible first."""
        found: list[Order] = []
        for order in self.rulebook.candidates(decision, seat.lens, most):
            if len(found) < most and order not in found and _is_legal(decision, order):
                found.append(order)
        return found or options[:most] or [decision.default()]

    # ------------------------------------------------------------------ ways to lead the battle

    def _known_postures(self, thinking: Thinking) -> Postures | None:
        """The rulebook's own way and its postures, with what was learnt of them in this battle; None where there are none."""
        if thinking.weighing <= 0.0 or not self.rulebook.postures:
            return None
        if self.postures is None:
            players: list[Player] = [self.rulebook.greedy(self.chance)]
            players.extend(self.rulebook.greedy_in(name, self.chance) for name in self.rulebook.postures)
            self.postures = Postures(players)
        return self.postures

    def _weigh(
        self, postures: Postures, table: SearchTable, seat: Seat, thinking: Thinking, begun: float
    ) -> int:
        """Play the battle on in one posture and another, for its share of the thinking; how many simulations it took."""
        timed = self.seconds > 0.0
        end = begun + self.seconds * RESERVE * min(1.0, thinking.weighing)
        most = int(self.simulations * min(1.0, thinking.weighing))
        table.weighing = True
        table.horizon = thinking.reach
        table.deadline = end if timed else 0.0
        done = 0
        in_a_row = 0
        look = FIRST_LOOK
        total = squares = 0.0
        while (self.clock() < end if timed else done < most) and in_a_row < WRONG_WORLDS:
            way = postures.next()
            table.lead = postures.players[way]
            try:
                table.simulate(seat.imagine(self.chance))
            except OutOfTime:
                break
            except WrongWorld:
                in_a_row += 1
                continue
            in_a_row = 0
            postures.take(way, table.worth)
            done += 1
            total += table.worth
            squares += table.worth * table.worth
            if done >= look:
                look = int(look * LOOK_GROWTH) + 1
                if _decided(done, total, squares):
                    break
        table.weighing = False
        table.horizon = thinking.horizon
        return done

    # ------------------------------------------------------------------ single orders

    def _think(self, table: SearchTable, seat: Seat, begun: float, most: int) -> tuple[str, int, int]:
        """Simulate until time, simulations or doubts have run out: why, simulations done, imagined states that did not fit.

        `most`: so many simulations where there is no time.
        """
        root = table.root
        clock = self.clock
        timed = self.seconds > 0.0
        end = begun + self.seconds * RESERVE if timed else 0.0
        table.deadline = end
        done = 0
        dropped = 0
        in_a_row = 0
        look = FIRST_LOOK
        told = begun
        while True:
            if timed:
                now = clock()
                if now >= end:
                    return "time", done, dropped
                if self.progress is not None and now - told >= 0.2:
                    told = now
                    self.progress(
                        self._thought(
                            root,
                            table.side,
                            self._shares(root, table.side, table.loyalty),
                            done,
                            begun,
                            "",
                            dropped,
                        )
                    )
            elif done >= most:
                return "simulations", done, dropped
            try:
                table.simulate(seat.imagine(self.chance))
            except OutOfTime:
                return "time", done, dropped
            except WrongWorld:
                dropped += 1
                in_a_row += 1
                if in_a_row >= WRONG_WORLDS:
                    return "no world fits", done, dropped
                continue
            in_a_row = 0
            done += 1
            if done >= look:
                look = int(look * LOOK_GROWTH) + 1
                if self._settled(root, table.side):
                    return "settled", done, dropped

    # ------------------------------------------------------------------ what to make of it

    def _settled(self, root: Node, side: int) -> bool:
        """Whether thinking on cannot matter (see the rule at the head of this module)."""
        for arms in root.arms:
            if arms.side == side and _all_decided(arms):
                return True
        if not root.joint:
            return _arms_settled(root.arms[0])
        if len(root.arms) != 2 or root.varied:
            return False
        error = root.spread() * FAIRLY_SURE
        for arms in root.arms:
            for tries in arms.visits:
                if tries < LEAST_TRIES:
                    return False
        mine = 0 if root.arms[0].side == side else 1
        strategy = solve(root.matrix(0, 0.0))
        if mine == 0:
            best = solve(root.matrix(0, error)).value
            low = root.matrix(0, -error)
            sure = min(
                [sum([strategy.rows[i] * low[i][j] for i in range(len(low))]) for j in range(len(low[0]))]
            )
            return best - sure <= WORTH
        best = solve(root.matrix(0, -error)).value
        high = root.matrix(0, error)
        sure = max([sum([strategy.columns[j] * line[j] for j in range(len(line))]) for line in high])
        return sure - best <= WORTH

    def _shares(self, root: Node, side: int, loyalty: float) -> list[float]:
        """How the answer is to be drawn: all on one order where only this side chooses."""
        if not root.joint:
            arms = root.arms[0]
            shares = [0.0] * len(arms.orders)
            shares[_leader(arms, loyalty)] = 1.0
            return shares
        mine = 0
        for k in range(len(root.arms)):
            if root.arms[k].side == side:
                mine = k
        arms = root.arms[mine]
        if root.visits == 0:
            shares = [0.0] * len(arms.orders)
            shares[0] = 1.0
            return shares
        if len(root.arms) == 2 and not root.varied:
            solved = solve(root.matrix(0, 0.0))
            shares = solved.rows if mine == 0 else solved.columns
        else:
            root.match_regrets(600)
            shares = arms.shares
        best = 0.0
        for share in shares:
            best = max(best, share)
        kept = [share if share >= CRUMB or share == best else 0.0 for share in shares]
        total = sum(kept)
        return [share / total for share in kept]

    def _drawn(self, root: Node, side: int, shares: list[float]) -> Order:
        for arms in root.arms:
            if arms.side == side:
                point = self.chance.random() if root.joint else 0.0
                last = 0
                for i in range(len(shares)):
                    if shares[i] > 0.0:
                        last = i
                        point -= shares[i]
                        if point < 0.0:
                            break
                return arms.orders[last]
        raise WrongWorld

    def _thought(
        self, root: Node, side: int, shares: list[float], done: int, begun: float, why: str, dropped: int
    ) -> Thought:
        lines: list[Line] = []
        for arms in root.arms:
            if arms.side == side:
                for i in range(len(arms.orders)):
                    tries = arms.visits[i]
                    worth = arms.sums[i] / tries if tries else 0.5
                    lines.append(Line(arms.orders[i], tries, worth, shares[i] if i < len(shares) else 0.0))
        lines.sort(key=_importance)
        seconds = self.clock() - begun if self.seconds > 0.0 else 0.0
        return Thought(lines, done, seconds, why, dropped)


def _importance(line: Line) -> tuple[float, int]:
    return (-line.share, -line.tries)


def _error(arms: Arms, i: int) -> float:
    """The standard error of an order's mean."""
    return _error_of_mean(arms.visits[i], arms.sums[i], arms.squares[i])


def _error_of_mean(tries: int, total: float, squares: float) -> float:
    """The standard error of a mean of results; a few made-up ones keep it from being nothing."""
    mean = total / tries
    spread = max(0.0, squares / tries - mean * mean) + 0.25 / (4.0 + tries)
    return sqrt(spread / tries)


def _decided(tries: int, total: float, squares: float) -> bool:
    """Whether these results leave no more than `WORTH` to be won, or no more than that to be lost."""
    mean = total / tries
    slack = FAIRLY_SURE * _error_of_mean(tries, total, squares)
    return mean + slack <= WORTH or mean - slack >= 1.0 - WORTH


def _leader(arms: Arms, loyalty: float = 0.0) -> int:
    """The order to give: the best mean after taking off one standard error; the first when nothing was tried.

    With loyalty the first keeps its place until another is ahead of it by so many standard errors of the difference.
    """
    best = 0
    best_score = -10.0
    for i in range(len(arms.orders)):
        if arms.visits[i]:
            score = arms.sums[i] / arms.visits[i] - _error(arms, i)
            if score > best_score:
                best_score = score
                best = i
    if loyalty > 0.0 and best != 0:
        if arms.visits[0] == 0:
            return 0
        lead = arms.sums[best] / arms.visits[best] - arms.sums[0] / arms.visits[0]
        one, other = _error(arms, best), _error(arms, 0)
        if lead < loyalty * sqrt(one * one + other * other):
            return 0
    return best


def _all_decided(arms: Arms) -> bool:
    """Whether the battle is decided whatever is ordered, each order having been tried."""
    tries = 0
    total = 0.0
    squares = 0.0
    for i in range(len(arms.visits)):
        if arms.visits[i] == 0:
            return False
        tries += arms.visits[i]
        total += arms.sums[i]
        squares += arms.squares[i]
    return tries > 0 and _decided(tries, total, squares)


def _arms_settled(arms: Arms) -> bool:
    for tries in arms.visits:
        if tries < LEAST_TRIES:
            return False
    leader = _leader(arms)
    mean = arms.sums[leader] / arms.visits[leader]
    error = _error(arms, leader)
    separated = True
    equal = True
    for i in range(len(arms.orders)):
        if i != leader:
            other = arms.sums[i] / arms.visits[i]
            slack = _error(arms, i)
            if other + SURE * slack >= mean - SURE * error:
                separated = False
            if other + FAIRLY_SURE * slack - (mean - FAIRLY_SURE * error) > WORTH:
                equal = False
    return separated or equal
