"""The tree of a search: what was tried at each question, and what came of it.

- Nodes stand for the history of orders and dice since the question, as far as the searching seat sees it. Several imagined states
  share a node even where their legal orders differ: an order is judged by how often it could have been chosen, and skipped where
  it is not legal (information-set tree search).
- Questions put to one side are explored by upper confidence, favouring what the rulebook's own player would do first.
- Secret simultaneous questions are a matrix game: every pair of choices has its mean, pairs hardly tried are filled in from
  their row and column, and the mixed strategies of both sides are solved for again and again as the figures grow. Each side
  explores what could be good for it within the uncertainty. With three or more sides, or where a side's choices differ from
  world to world, regret matching on the same figures takes the solver's place.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.players.mixed import solve

EXPLORE: Final = 1.2  # sequential questions: weight of the exploration term, where a rulebook does not say
STRAY: Final = 0.1  # simultaneous questions: share of choices that are made at random
DARING: Final = 0.15  # simultaneous questions: how far within the uncertainty each side hopes
FILL: Final = 10.0  # how many tries the guess from row and column counts for
LOOK_GROWTH: Final = 1.2
MOST_ARMS: Final = 64


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
        """The legal order to try next when only this side chooses: the one with the greatest sum of mean and exploration term (PUCT)."""
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
        """A legal order drawn by the present shares, now and then (`STRAY`) at random."""
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

    __slots__ = (
        "arms",
        "cells",
        "children",
        "foreseen",
        "joint",
        "look",
        "masks",
        "squares",
        "trust",
        "varied",
        "visits",
    )

    def __init__(self, sides: list[int]) -> None:
        self.arms: list[Arms] = [Arms(side) for side in sides]
        self.children: dict[int, Node] = {}
        self.joint: bool = len(sides) > 1
        self.visits: int = 0
        self.cells: dict[int, Cell] = {}
        # of simultaneous questions: what was legal to each side in the latest worlds, and whether that has differed
        self.masks: list[list[list[int]]] = []
        self.varied: bool = False
        self.look: int = 0
        self.squares: float = 0.0
        self.foreseen: list[
            list[float]
        ] = []  # two sides: the first one's worth of every pair, by the rulebook
        self.trust: float = FILL

    # ------------------------------------------------------------------ simultaneous questions

    def foresee(self, worths: list[list[float]], trust: float) -> None:
        """Start from the rulebook's own worth of every pair of choices, which counts for so many simulations."""
        self.foreseen = worths
        self.trust = trust
        self.settle()

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
        """Add the result of one joint choice, and work the strategy out again when it is time."""
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
        if self.visits < pairs // 2 + 2 and not self.foreseen:
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
        if self.foreseen:
            return self._corrected(k, tries, sums, width)
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

    def _corrected(
        self, k: int, tries: list[list[int]], sums: list[list[float]], width: float
    ) -> list[list[float]]:
        """The worths that the rulebook foresees, moved towards the means of the simulations.

        They are first shifted by what simulations find better or worse on the whole, so that pairs which were tried more often gain or
        lose nothing by that alone.
        """
        expected = 0.0
        gained = 0.0
        for i in range(len(tries)):
            for j in range(len(tries[i])):
                worth = self.foreseen[i][j] if k == 0 else 1.0 - self.foreseen[i][j]
                expected += worth * tries[i][j]
                gained += sums[i][j]
        off = (gained - expected) / (self.visits + self.trust)
        result: list[list[float]] = []
        for i in range(len(tries)):
            line: list[float] = []
            for j in range(len(tries[i])):
                count = tries[i][j]
                worth = self.foreseen[i][j] if k == 0 else 1.0 - self.foreseen[i][j]
                value = (sums[i][j] + self.trust * (worth + off)) / (count + self.trust)
                if width != 0.0:
                    value += width / sqrt(count + self.trust)
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
