"""Intervals: how far a counted share can be from the true one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z95 = 1.959963984540054  # standard errors to each side of an interval that holds in 95 of 100 cases


def wilson(hits: float, tries: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a share; `hits` may hold halves (draws). Never empty, never beyond 0 or 1.

    >>> low, high = wilson(50, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if tries <= 0:
        return 0.0, 1.0
    share = hits / tries
    spread = z * z / tries
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(max(0.0, share * (1 - share)) / tries + spread / (4 * tries)) / (1 + spread)
    # No hit leaves 0 possible, and no miss leaves 1: rounding must not cut them off by a hair.
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < tries else 1.0


def mean_interval(counts: Sequence[int]) -> tuple[float, float, float]:
    """The mean of a number met `counts[k]` times as k, and the 95% interval of its expectation.

    >>> mean_interval([0, 10])
    (1.0, 1.0, 1.0)
    """
    games = sum(counts)
    mean = sum([number * count for number, count in enumerate(counts)]) / games
    spread = sum([count * (number - mean) ** 2 for number, count in enumerate(counts)]) / max(1, games - 1)
    reach = Z95 * sqrt(spread / games)
    return mean, mean - reach, mean + reach


def half_width(hits: float, tries: int, z: float = Z95) -> float:
    """Half the width of Wilson's interval."""
    low, high = wilson(hits, tries, z)
    return (high - low) / 2


class Mean:
    """Count, mean and spread of a measure, taken in one by one.

    >>> turns = Mean()
    >>> for value in (3, 5, 4, 8): turns.add(value)
    >>> turns.count, turns.mean, turns.least, turns.most
    (4, 5.0, 3.0, 8.0)
    """

    __slots__ = ("count", "least", "mean", "most", "squares")

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0
        self.least = 0.0
        self.most = 0.0

    def add(self, value: float) -> None:
        """Take in one value."""
        value = float(value)
        self.count += 1
        if self.count == 1:
            self.least = self.most = value
        self.least = min(self.least, value)
        self.most = max(self.most, value)
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the mean."""
        half = Z95 * self.deviation / sqrt(self.count) if self.count else 0.0
        return self.mean - half, self.mean + half

    def to_json(self) -> dict[str, float | int | list[float]]:
        """As plain data."""
        low, high = self.interval
        return {
            "mean": self.mean,
            "interval": [low, high],
            "deviation": self.deviation,
            "least": self.least,
            "most": self.most,
        }
