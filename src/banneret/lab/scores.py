"""Scores: what came of some games, in sums that are exact, so that it does not matter which games were counted together."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from banneret.kernel.intervals import Mean

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_NOTES = 20


class Sum(msgspec.Struct, array_like=True):
    """The sum of a measure and of its squares, exactly: whole numbers, or fractions such as `7/2`."""

    count: int
    total: str
    squares: str
    least: float
    most: float


class Score(msgspec.Struct, array_like=True):
    """The results of some games: how often which sides won together, why games ended, what was measured, and which players failed."""

    games: int = 0
    winners: list[tuple[tuple[int, ...], int]] = []
    reasons: dict[str, int] = {}
    measures: dict[str, Sum] = {}
    failures: int = 0
    notes: list[str] = []


class Measure:
    """A measure taken in one by one, or sum by sum."""

    __slots__ = ("count", "least", "most", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total: int | Fraction = 0
        self.squares: int | Fraction = 0
        self.least = 0.0
        self.most = 0.0

    def add(self, value: float) -> None:
        """Take in one value."""
        exact: int | Fraction = int(value) if value == int(value) else Fraction(value)
        self._take(1, exact, exact * exact, float(value), float(value))

    def take(self, other: Sum) -> None:
        """Take in a sum."""
        self._take(other.count, _number(other.total), _number(other.squares), other.least, other.most)

    def _take(
        self, count: int, total: int | Fraction, squares: int | Fraction, least: float, most: float
    ) -> None:
        self.least = min(self.least, least) if self.count else least
        self.most = max(self.most, most) if self.count else most
        self.count += count
        self.total += total
        self.squares += squares

    @property
    def sum(self) -> Sum:
        """As a sum."""
        return Sum(self.count, str(self.total), str(self.squares), self.least, self.most)

    @property
    def mean(self) -> Mean:
        """The mean, with its spread."""
        found = Mean()
        if self.count:
            found.count = self.count
            found.mean = float(Fraction(self.total) / self.count)
            found.squares = float(self.squares - Fraction(self.total) ** 2 / self.count)
            found.least, found.most = self.least, self.most
        return found


class Scoring:
    """A score while games and other scores are added to it."""

    def __init__(self) -> None:
        self.games = 0
        self.winners: dict[tuple[int, ...], int] = {}
        self.reasons: dict[str, int] = {}
        self.measures: dict[str, Measure] = {}
        self.failures = 0
        self.notes: list[str] = []

    def add(
        self, winners: tuple[int, ...], reason: str, measures: Mapping[str, float], notes: list[str]
    ) -> None:
        """Count one game."""
        self.games += 1
        self.winners[winners] = self.winners.get(winners, 0) + 1
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        for name, value in measures.items():
            if name not in self.measures:
                self.measures[name] = Measure()
            self.measures[name].add(value)
        if notes:
            self.failures += 1
            self._note(notes)

    def take(self, score: Score) -> None:
        """Count the games of a score."""
        self.games += score.games
        for winners, count in score.winners:
            self.winners[winners] = self.winners.get(winners, 0) + count
        for reason, count in score.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + count
        for name, sums in score.measures.items():
            if name not in self.measures:
                self.measures[name] = Measure()
            self.measures[name].take(sums)
        self.failures += score.failures
        self._note(score.notes)

    def _note(self, notes: list[str]) -> None:
        self.notes.extend(notes[: MOST_NOTES - len(self.notes)])

    @property
    def score(self) -> Score:
        """As it stands."""
        return Score(
            self.games,
            list(self.winners.items()),
            dict(self.reasons),
            {name: measure.sum for name, measure in self.measures.items()},
            self.failures,
            list(self.notes),
        )

    def wins(self, side: int) -> int:
        """The number of games that a side won, alone or with others."""
        return sum(count for winners, count in self.winners.items() if side in winners)

    def share(self, side: int, sides: int) -> float:
        """The games of a side, of one that several won their part."""
        parts = [
            Fraction(count, len(winners) or sides)
            for winners, count in self.winners.items()
            if side in winners or not winners
        ]
        return float(sum(parts, Fraction()))


def _number(text: str) -> int | Fraction:
    return Fraction(text) if "/" in text else int(text)
