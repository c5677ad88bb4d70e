"""Ways of leading a battle, and what simulations have taught about each, from question to question.

What a single order gains drowns in chance; what a way of leading the whole rest of the battle gains (bolder, warier, with reserves
held back) is far more, and changes slowly. So a search tells ways apart over all questions of a battle: each result counts as
what it is above the first way's mean at the same question, and the older counts the less.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.kernel.player import Player

MEMORY: Final = 0.95  # what a result still counts for at the next question
HOPE: Final = 1.5  # in choosing what to try: so many standard errors are hoped for
PRIOR: Final = 0.1  # standard deviation of what ways gain, before anything was tried

Learnt = tuple[list[int], list[float], float, float]
"""The tries and the sums of results of each way at a question; of all of them the number and the squares of how far they were off."""


class Postures:
    """Ways to lead a side, the rulebook's own first, and what is known of them.

    `players`: who leads in each way.
    """

    __slots__ = (
        "_amount",
        "_gains",
        "_squares",
        "_sums",
        "_tries",
        "_weights",
        "players",
    )

    def __init__(self, players: list[Player]) -> None:
        self.players: list[Player] = players
        count = len(players)
        self._weights: list[float] = [0.0] * count  # tries at earlier questions, the older the less
        self._gains: list[float] = [0.0] * count  # what these brought above the first way's mean
        self._tries: list[int] = [0] * count  # at the present question
        self._sums: list[float] = [0.0] * count
        self._amount: float = 0.0  # all tries, and how far results were from their way's mean
        self._squares: float = 0.0

    def take(self, way: int, worth: float) -> None:
        """A simulation led in this way was worth so much, from 0 to 1."""
        self._tries[way] += 1
        self._sums[way] += worth
        off = worth - self._sums[way] / self._tries[way]
        self._amount += 1.0
        self._squares += off * off

    def copy(self) -> Postures:
        """The same knowledge of the same ways, to be added to by itself."""
        found = Postures(self.players)
        found.remember(self._weights, self._gains)
        found.add(*self.learnt())
        return found

    def remember(self, weights: list[float], gains: list[float]) -> None:
        """Know of earlier questions what another knows of them."""
        self._weights, self._gains = list(weights), list(gains)

    def learnt(self) -> Learnt:
        """All that was learnt at the present question."""
        return list(self._tries), list(self._sums), self._amount, self._squares

    def since(self, before: Postures) -> Learnt:
        """The things learnt at the present question that another, from which this one was copied, does not know."""
        tries, sums, amount, squares = before.learnt()
        return (
            [now - then for now, then in zip(self._tries, tries, strict=True)],
            [now - then for now, then in zip(self._sums, sums, strict=True)],
            self._amount - amount,
            self._squares - squares,
        )

    def add(self, tries: list[int], sums: list[float], amount: float, squares: float) -> None:
        """Add what was learnt elsewhere at the present question (`since`)."""
        for way in range(len(tries)):
            self._tries[way] += tries[way]
            self._sums[way] += sums[way]
        self._amount += amount
        self._squares += squares

    def answered(self) -> None:
        """The question is answered: what it taught joins what was known, and all of it fades a little."""
        first = self._first()
        for way in range(len(self.players)):
            tries = self._tries[way]
            self._weights[way] = MEMORY * (self._weights[way] + tries)
            self._gains[way] = MEMORY * (self._gains[way] + self._sums[way] - tries * first)
            self._tries[way] = 0
            self._sums[way] = 0.0
        self._amount *= MEMORY
        self._squares *= MEMORY

    def tries(self, way: int) -> float:
        """The number of results known of a way; those of earlier questions count in part."""
        return self._weights[way] + self._tries[way]

    def gain(self, way: int) -> float:
        """The share of battles that this way seems to win beyond the first; a way that was hardly tried gains little."""
        if way == 0:
            return 0.0
        total = self._gains[way] + self._sums[way] - self._tries[way] * self._first()
        return total / (self.tries(way) + self._spread() / (PRIOR * PRIOR))

    def error(self, way: int) -> float:
        """The standard error of `gain`."""
        spread = self._spread()
        return sqrt(spread / (self.tries(way) + 1.0) + spread / (self.tries(0) + 1.0))

    def next(self) -> int:
        """The way to try next: of the others the most hopeful, and the first as often as the one most tried."""
        spread = self._spread()
        most = 0
        best = 0
        best_score = 0.0
        for way in range(1, len(self.players)):
            most = max(most, self._tries[way])
            score = self.gain(way) + HOPE * sqrt(spread / (self.tries(way) + 1.0))
            if best == 0 or score > best_score:
                best_score = score
                best = way
        return 0 if self._tries[0] <= most else best

    def leader(self, resolve: float) -> int:
        """The way to go: the first, unless another is ahead of it by more than a number of standard errors."""
        best = 0
        best_score = 0.0
        for way in range(1, len(self.players)):
            score = self.gain(way) - resolve * self.error(way)
            if score > best_score:
                best_score = score
                best = way
        return best

    def _first(self) -> float:
        """The value of the first way at the present decision."""
        return self._sums[0] / self._tries[0] if self._tries[0] else 0.5

    def _spread(self) -> float:
        """The variance of single results; a few made-up ones keep it from being nothing."""
        return (self._squares + 1.0) / (self._amount + 4.0)
