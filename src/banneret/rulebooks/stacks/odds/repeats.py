"""The greatest number of multiples of a prime that one path through a battle can pass, to shorten denominators."""

from __future__ import annotations

from collections import defaultdict
from math import isqrt

from banneret.rulebooks.stacks.odds.chain import Matchup, MatchupRow
from banneret.rulebooks.stacks.odds.sides import Side

# Multiples of smaller primes are too many to follow, and greater primes too many for what they give.
LEAST_PRIME, GREATEST_PRIME = 69, 400


def middling_primes() -> list[int]:
    """The primes that are worth counting.

    >>> middling_primes()[:3], middling_primes()[-1]
    ([71, 73, 79], 397)
    """
    return [
        number
        for number in range(LEAST_PRIME, GREATEST_PRIME)
        if all(number % smaller for smaller in range(2, isqrt(number) + 1))
    ]


class Repeats:
    """Counts, prime by prime, the multiples among the `decided` of the pairs that one way can pass.

    For a state of the attackers, `levels` are sets of states of the defenders as bits, one set beside the other: in the
    first all that may come after a multiple, in the second all that may come after two on one way, and so on.
    """

    def __init__(self, matchup: Matchup, rows: list[MatchupRow], border: int) -> None:
        """`border`: see `Denominators`."""
        states = range(matchup.attackers.size - 1)
        self._early = [matchup.before(border, state) for state in states]
        self._earlier = _earlier(matchup.attackers)[:-1]
        self._later = _later(matchup.defenders)
        self._width = matchup.defenders.size
        values = set().union(*[row.decided for row in rows]) - {0}
        divisors = _divisors(values)
        self.primes = sorted(set().union(*divisors.values()))  # of which there are any multiples
        self._multiples = [_multiples(row, divisors) for row in rows] if divisors else []
        # On one way there are fewer pairs than lives, and each has at most so many factors that count.
        factors = max(values).bit_length() // (LEAST_PRIME.bit_length() - 1)
        most = factors * (matchup.attackers.lives[0] + matchup.defenders.lives[0])
        self._column = sum([1 << level * self._width for level in range(most)])

    def count(self, prime: int) -> tuple[int, int]:
        """The greatest number of multiples on one way: to the end, and as far as to the border."""
        width, column, later = self._width, self._column, self._later
        reached: list[int] = []
        most = most_early = 0
        for earlier, multiples, early in zip(self._earlier, self._multiples, self._early, strict=True):
            levels = 0
            for state in earlier:
                levels |= reached[state]
            for place in multiples.get(prime, ()):
                level = ((levels >> place) & column).bit_count()
                levels |= later[place] << level * width
                most = max(most, level + 1)
                if place < early:
                    most_early = max(most_early, level + 1)
            reached.append(levels)
        return most, most_early


def _divisors(values: set[int]) -> dict[int, list[int]]:
    """The middling primes that divide each of these values, as often as they do; only where there are any."""
    most = max(values)
    divisors: dict[int, list[int]] = {}
    for prime in middling_primes():
        power = prime
        while power <= most:
            for multiple in values.intersection(range(power, most + 1, power)):
                divisors.setdefault(multiple, []).append(prime)
            power *= prime
    return divisors


def _multiples(row: MatchupRow, divisors: dict[int, list[int]]) -> dict[int, list[int]]:
    """For each prime, in which states of the defenders it divides `decided`; more than once where it does so."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, primes in enumerate(map(divisors.get, row.decided)):
        if primes:
            for prime in primes:
                places[prime].append(place)
    return places


def _earlier(side: Side) -> list[list[int]]:
    """By state, those from which a defeat leads to it."""
    earlier: list[list[int]] = [[] for _ in side.moves]
    for state, moves in enumerate(side.moves):
        for move in moves:
            earlier[move.after].append(state)
    return earlier


def _later(side: Side) -> list[int]:
    """By state, the set of itself and all that may come after it, as bits."""
    later = [1 << state for state in range(side.size)]
    for state in reversed(range(side.size)):
        for move in side.moves[state]:
            later[state] |= later[move.after]
    return later
