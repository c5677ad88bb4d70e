"""Sequential tests: battles are played until it is clear which of two claims about a mean holds, and no longer.

The generalised sequential probability ratio test, as chess engines use it: with every result the likelihood of "the mean is `high`" is
compared with that of "the mean is `low`", each under the distribution of results that suits it best (Van den Bergh's GSPRT). Where
the true mean is `low` or less the test accepts `high` with a chance of at most about `alpha`, where it is `high` or more it
accepts `low` with a chance of at most about `beta`. Results may be any numbers within known limits: the score of two battles with the
sides swapped is one, so that what the sides are worth does not count as chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log

CRUMB = 1e-3  # of a result at either limit: without it a clean sweep would tell nothing
STEPS = 100  # of halving an interval


class SequentialTest:
    """A test of the mean of results between `least` and `most`: is it `low`, or `high`?

    >>> test = SequentialTest(0.5, 0.6)
    >>> for _ in range(60): test.add(0.75)
    >>> test.verdict, test.count, test.mean
    ('high', 60, 0.75)
    """

    def __init__(
        self,
        low: float,
        high: float,
        alpha: float = 0.05,
        beta: float = 0.05,
        least: float = 0.0,
        most: float = 1.0,
    ) -> None:
        self.low = low
        self.high = high
        self.accepts_high = log((1 - beta) / alpha)
        self.accepts_low = log(beta / (1 - alpha))
        self.limits = (least, most)
        self.results: dict[float, int] = {}

    def add(self, result: float) -> None:
        """Take in one result."""
        self.results[result] = self.results.get(result, 0) + 1

    def extend(self, results: Iterable[float]) -> None:
        """Take in several results, up to the one that decides."""
        for result in results:
            if self.verdict:
                return
            self.add(result)

    @property
    def count(self) -> int:
        """The number of results."""
        return sum(self.results.values())

    @property
    def mean(self) -> float:
        """The mean of the results."""
        return sum(value * count for value, count in self.results.items()) / max(1, self.count)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio: above 0 it speaks for `high`."""
        weights = dict.fromkeys(self.limits, CRUMB)
        for value, count in self.results.items():
            weights[value] = weights.get(value, 0.0) + count
        low, high = _tilt(weights, self.low), _tilt(weights, self.high)
        return sum(
            weight * log((1 + low * (value - self.low)) / (1 + high * (value - self.high)))
            for value, weight in weights.items()
        )

    @property
    def verdict(self) -> str:
        """`high` or `low` as soon as one is accepted, before that nothing."""
        ratio = self.ratio if self.results else 0.0
        if ratio >= self.accepts_high:
            return "high"
        return "low" if ratio <= self.accepts_low else ""


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The tilt t by which weights w / (1 + t (value - mean)) get that mean: the likeliest distribution that has it."""
    least = -1 / (max(weights) - mean)
    most = 1 / (mean - min(weights))
    for _ in range(STEPS):
        middle = (least + most) / 2
        slope = sum(
            weight * (value - mean) / (1 + middle * (value - mean)) for value, weight in weights.items()
        )
        if slope > 0:
            least = middle
        else:
            most = middle
    return (least + most) / 2
