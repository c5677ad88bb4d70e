"""A battle fought out to its end: exactly in whole numbers, or in floats with a bound on their error.

Both go in the same way through the pairs of states, from the full stacks down, dividing the chance of each pair among what
may follow it. They differ only in what a chance is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from operator import floordiv, truediv
from typing import Any

from banneret.kernel.errors import BrokenRules
from banneret.rulebooks.stacks.odds.chain import Matchup, MatchupRow
from banneret.rulebooks.stacks.odds.denominators import WORTH_WHILE, common_denominators
from banneret.rulebooks.stacks.odds.sides import Side

# Whole numbers and floats alike; `Any` because the same code runs on both.
Number = Any

# Chances on their way to pairs of one state of the attackers: the first state of the defenders, and for it and those after
# it, how many parts arrive, and what a part is.
Arrival = tuple[int, list[int], list[Number]]


@dataclass(slots=True)
class Settlement:
    """The end of a battle: chances (or shares of them) by number of units lost, and the expected number of rounds."""

    attacker: Number  # chance that only attackers are left
    defender: Number
    neither: Number  # chance that both are left (only when the attack is called off)
    attacker_losses: list[Number]  # chance of k attackers lost, k from 0
    defender_losses: list[Number]
    rounds: Number  # expected

    def converted(self, convert: Callable[[Number], Number]) -> Settlement:
        """The same with every figure put through `convert`."""
        return Settlement(
            convert(self.attacker),
            convert(self.defender),
            convert(self.neither),
            [convert(chance) for chance in self.attacker_losses],
            [convert(chance) for chance in self.defender_losses],
            convert(self.rounds),
        )


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The numbers that chances are counted in."""

    divide: Callable[[Number, int], Number]
    add: Callable[[list[Number]], Number]
    weigh: Callable[[list[int], list[Number]], Number]  # the sum of products of weights and numbers


def _weigh_whole(weights: list[int], numbers: list[int]) -> int:
    """The sum of products; great numbers with the same weight are added first."""
    sums: dict[int, int] = {}
    for weight, number in zip(weights, numbers, strict=True):
        sums[weight] = sums.get(weight, 0) + number
    return sum([weight * number for weight, number in sums.items()])


def _weigh_floats(weights: list[int], numbers: list[float]) -> float:
    return fsum([weight * number for weight, number in zip(weights, numbers, strict=True)])


WHOLE_NUMBERS = Arithmetic(floordiv, sum, _weigh_whole)
FLOATS = Arithmetic(truediv, fsum, _weigh_floats)


def settle_exactly(matchup: Matchup, most_bits: int, worth_while: int = WORTH_WHILE) -> Settlement | None:
    """The battle fought out, as fractions; None if they would need denominators of more than `most_bits` bits.

    All figures times D (`denominators.whole`) are whole numbers. As long as both sides have many lives, up to the border,
    a much smaller number E, which divides D, is enough: chances are kept times E, and every division is exact. Beyond, they
    are kept in E * 2**B parts to the whole, and divisions are rounded down. That is exact in the end: B is so great that
    what is lost by rounding, times D, is less than half the whole; so the nearest whole number is the true one. For with n
    and m units, each pair loses less than `decided <= 36 * n * m` parts, all of them less than L = pairs * 36 * n * m. That
    bounds the error of every chance; the number of rounds sums over the pairs 36 * n * m / decided <= 6 / 5 of a chance,
    off by less than 6 / 5 * pairs * L + L < L * L. And 2 * D / E * L * L < 2**B.

    A border is drawn where it is `worth_while` (see `common_denominators`).

    Rule: stacks:odds.ordered, stacks:odds.supports, stacks:odds.uniform.
    """
    rows = list(matchup.rows())
    denominators = common_denominators(matchup, rows, most_bits, worth_while)
    if denominators is None:
        return None
    lost = matchup.pairs() * 36 * matchup.attackers.units * matchup.defenders.units
    late = denominators.whole // denominators.early
    bits = late.bit_length() + 2 * lost.bit_length() + 2
    course = Course(matchup, denominators.early, WHOLE_NUMBERS)
    course.fight(rows, denominators.border)
    course.refine(bits)
    course.fight(rows, 0)
    half = 1 << (bits - 1)
    result = course.settlement().converted(
        lambda share: Fraction((share * late + half) >> bits, denominators.whole)
    )
    if result.attacker + result.defender != 1:
        raise BrokenRules("the chances of a battle do not add up to 1")
    return result


def settle_in_floats(matchup: Matchup) -> tuple[Settlement, float]:
    """The battle fought out, in floats, and a bound on the relative error of every figure.

    With u = 2**-53: each step divides (u), multiplies (u) and adds to a chance that at most K others add to (K * u), all of
    it positive, so that errors do not grow by cancelling; whole-number weights are exact. After at most `lives - 1` steps,
    and with sums that `fsum` rounds once and two more products for rounds, the relative error is below
    (1 + u) ** (steps * (K + 2) + 6) - 1, which is less than 1.01 times the exponent times u while that is below 0.01.
    (Chances so small that they leave the range of floats are lost altogether, less than 1e-290 in any figure.)

    Rule: stacks:odds.ordered, stacks:odds.supports, stacks:odds.uniform.
    """
    steps = matchup.attackers.lives[0] + matchup.defenders.lives[0]
    course = Course(matchup, 1.0, FLOATS)
    course.fight(matchup.rows(), 0)
    return course.settlement(), float_error(matchup, steps)


def float_error(matchup: Matchup, steps: int) -> float:
    """The bound of `settle_in_floats` for a number of steps."""
    joining = max(len(moves) for moves in matchup.attackers.moves) + max(
        len(moves) for moves in matchup.defenders.moves
    )
    return 1.01 * (steps * (joining + 3) + 6) * 2.0**-53


class Course:
    """A battle on its way: the chances of the pairs of states that have been come to and not yet left."""

    def __init__(self, matchup: Matchup, whole: Number, arithmetic: Arithmetic) -> None:
        """`whole` is the chance of the full stacks."""
        self.matchup = matchup
        self._arithmetic = arithmetic
        self._nothing: Number = whole - whole
        enemies, states = matchup.defenders.size, matchup.attackers.size
        self._chances: list[list[Number]] = [[self._nothing] * enemies for _ in range(states)]
        self._chances[0][0] = whole
        self._arriving: list[list[Arrival]] = [[] for _ in range(states)]
        self._left = [0] * states  # by state of the attackers: so many of the defenders' are behind it
        self._rounds: list[Number] = []

    def fight(self, rows: Iterable[MatchupRow], border: int) -> None:
        """Go on until both sides together have no more lives than `border`, or one of them has none."""
        attackers, defenders = self.matchup.attackers, self.matchup.defenders
        for state, row in enumerate(rows):
            self._arrive(state)
            start, stop = self._left[state], self.matchup.before(border, state)
            if start >= stop:
                continue
            self._left[state] = stop
            shares = self._share_out(row, self._chances[state], start, stop)
            visits = self._arithmetic.weigh(defenders.picks[start:stop], shares)
            self._rounds.append(36 * attackers.picks[state] * visits)
            for falls, after in zip(row.falls, row.falls_to, strict=True):
                self._arriving[after].append((start, falls[start:stop], shares))
        self._arrive(attackers.size - 1)

    def _arrive(self, state: int) -> None:
        """Gather the chances to come to the pairs of a state of the attackers from those before it."""
        line = self._chances[state]
        for start, falls, shares in self._arriving[state]:
            line[start : start + len(shares)] = [
                chance + parts * share if chance else parts * share
                for chance, parts, share in zip(line[start:], falls, shares, strict=False)
            ]
        self._arriving[state] = []

    def _share_out(self, row: MatchupRow, line: list[Number], start: int, stop: int) -> list[Number]:
        """Move the chances of pairs of one state of the attackers on to what the defenders lose; returns one part of each."""
        divide, kills = self._arithmetic.divide, row.kills
        shares: list[Number] = []
        for place in range(start, stop):
            chance = line[place]
            if not chance:
                shares.append(0)
                continue
            line[place] = 0  # a great number, soon in the way
            share = divide(chance, row.decided[place])
            shares.append(share)
            for target, picks, after in row.aims[place]:
                parts = picks * kills[target]
                if parts:
                    line[after] += parts * share
        return shares

    def refine(self, bits: int) -> None:
        """From here on count in 2**bits times as many parts to the whole."""
        self._chances = [[chance << bits for chance in line] for line in self._chances]
        self._rounds = [rounds << bits for rounds in self._rounds]

    def settlement(self) -> Settlement:
        """The end of the battle, as counted."""
        add = self._arithmetic.add
        won = [line[-1] for line in self._chances[:-1]]
        lost = self._chances[-1][:-1]
        return Settlement(
            add(won),
            add(lost),
            self._nothing,
            by_losses(self.matchup.attackers, [*won, add(lost)], add),
            by_losses(self.matchup.defenders, [*lost, add(won)], add),
            add(self._rounds),
        )


def by_losses(side: Side, chances: list[Number], add: Callable[[list[Number]], Number]) -> list[Number]:
    """The chances of a side's states, gathered by the number of units lost."""
    gathered: list[list[Number]] = [[] for _ in range(side.units + 1)]
    for left, chance in zip(side.left, chances, strict=True):
        gathered[side.units - left].append(chance)
    return [add(chances_of) for chances_of in gathered]
