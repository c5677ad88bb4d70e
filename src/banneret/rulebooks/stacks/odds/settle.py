"""A battle fought out to its end: exactly in whole numbers, or in floats with a bound on their error.

Both run the same pass through the pairs of states, from the full stacks down, dividing the chance of each pair among what
may follow it. They differ only in what a chance is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, lcm
from operator import floordiv, truediv
from typing import Any

from banneret.kernel.errors import BrokenRules
from banneret.rulebooks.stacks.odds.chain import Matchup, MatchupRow
from banneret.rulebooks.stacks.odds.sides import Side

# Whole numbers and floats alike; `Any` because the same code runs on both.
Number = Any


@dataclass(slots=True)
class Settlement:
    """How a battle ends: chances (or shares of them) by number of units lost, and the expected number of rounds."""

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


def settle_exactly(matchup: Matchup, most_bits: int) -> Settlement | None:
    """The battle fought out, as fractions; None if they would need denominators of more than `most_bits` bits.

    Chances are kept as whole numbers of parts, 2**B to the whole, and every division is rounded down. That is exact in the
    end: all figures times D (`common_denominator`) are whole numbers, and B is so great that what is lost by rounding,
    times D, is less than half the whole; so the nearest whole number is the true one. For with n and m units, each pair
    loses less than `decided <= 36 * n * m` parts, all of them less than L = pairs * 36 * n * m. That bounds the error of
    every chance; the number of rounds sums over the pairs 36 * n * m / decided <= 6 / 5 of a chance, off by less than
    6 / 5 * pairs * L + L < L * L. And 2 * D * L * L < 2**B.

    Rule: stacks:odds.ordered, stacks:odds.supports, stacks:odds.uniform.
    """
    rows = list(matchup.rows())
    denominator = common_denominator(matchup, rows, most_bits)
    if not denominator:
        return None
    lost = matchup.pairs() * 36 * matchup.attackers.units * matchup.defenders.units
    bits = denominator.bit_length() + 2 * lost.bit_length() + 2
    parts = _settle(matchup, rows, 1 << bits, floordiv, sum)
    half = 1 << (bits - 1)
    result = parts.converted(lambda share: Fraction((share * denominator + half) >> bits, denominator))
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
    return _settle(matchup, matchup.rows(), 1.0, truediv, fsum), float_error(matchup, steps)


def float_error(matchup: Matchup, steps: int) -> float:
    """The bound of `settle_in_floats` for so many steps."""
    joining = max(len(moves) for moves in matchup.attackers.moves) + max(
        len(moves) for moves in matchup.defenders.moves
    )
    return 1.01 * (steps * (joining + 3) + 6) * 2.0**-53


def _settle(
    matchup: Matchup,
    rows: Iterable[MatchupRow],
    whole: Number,
    divide: Callable[[Number, int], Number],
    add: Callable[[list[Number]], Number],
) -> Settlement:
    """The pass itself: `whole` is the chance of the full stacks."""
    attackers, defenders = matchup.attackers, matchup.defenders
    nothing = whole - whole
    chances: list[list[Number]] = [[nothing] * defenders.size for _ in range(attackers.size)]
    chances[0][0] = whole
    won: list[Number] = []
    rounds: list[Number] = []
    for state, row in enumerate(rows):
        line = chances[state]
        chances[state] = []  # no longer needed: great numbers, soon in the way
        shares = _share_out(line, row, divide)
        won.append(line[-1])
        weight = 36 * attackers.picks[state]
        rounds.append(
            weight * add([picks * share for picks, share in zip(defenders.picks, shares, strict=False)])
        )
        for falls, after in zip(row.falls, row.falls_to, strict=True):
            chances[after] = [
                chance + parts * share
                for chance, parts, share in zip(chances[after], falls, shares, strict=True)
            ]
    lost = chances[-1][:-1]
    return Settlement(
        add(won),
        add(lost),
        nothing,
        by_losses(attackers, [*won, add(lost)], add),
        by_losses(defenders, [*lost, add(won)], add),
        add(rounds),
    )


def _share_out(line: list[Number], row: MatchupRow, divide: Callable[[Number, int], Number]) -> list[Number]:
    """Move the chances of one state of the attackers on to what the defenders lose; returns one part of each pair."""
    shares: list[Number] = []
    for place, decided in enumerate(row.decided):
        chance = line[place]
        if not chance or not decided:
            shares.append(0)
            continue
        share = divide(chance, decided)
        shares.append(share)
        for parts, after in row.hits[place]:
            line[after] += parts * share
    return shares


def by_losses(side: Side, chances: list[Number], add: Callable[[list[Number]], Number]) -> list[Number]:
    """The chances of a side's states, gathered by the number of units lost."""
    gathered: list[list[Number]] = [[] for _ in range(side.units + 1)]
    for left, chance in zip(side.left, chances, strict=True):
        gathered[side.units - left].append(chance)
    return [add(chances_of) for chances_of in gathered]


# ---------------------------------------------------------------- the denominator


def common_denominator(matchup: Matchup, rows: list[MatchupRow], most_bits: int) -> int:
    """A number that makes every figure of the fought-out battle whole, 0 if it has more than `most_bits` bits.

    The chance to come to a pair is a sum over ways, each a product of fractions over the `decided` of the pairs it passed.
    Lives only fall. So for each (n, m) lives it is enough to take the least common multiple of all `decided` there, times
    that of everything on the ways to there; which contains (n + 1, m) and (n, m + 1), and through them all others.
    """
    tables = _decided_by_lives(matchup, rows)
    enemy_lives = sorted(set(matchup.defenders.lives), reverse=True)[:-1]
    above = [1] * len(enemy_lives)
    result = 1
    for lives in sorted(set(matchup.attackers.lives), reverse=True)[:-1]:
        before = 1
        for place, other in enumerate(enemy_lives):
            before = lcm(before, above[place]) * lcm(*tables[lives, other])
            if before.bit_length() > most_bits:
                return 0
            above[place] = before
        result = lcm(result, before)
    return result


def _decided_by_lives(matchup: Matchup, rows: list[MatchupRow]) -> dict[tuple[int, int], set[int]]:
    """All `decided` that occur, by lives of the attackers and of the defenders."""
    tables: dict[tuple[int, int], set[int]] = {}
    spans = _spans(matchup.defenders.lives)
    for lives, row in zip(matchup.attackers.lives, rows, strict=False):
        for enemy_lives, start, stop in spans:
            tables.setdefault((lives, enemy_lives), set()).update(row.decided[start:stop])
    return tables


def _spans(lives: list[int]) -> list[tuple[int, int, int]]:
    """Runs of states with equal lives: (lives, first state, state after the last), without the empty state."""
    spans: list[tuple[int, int, int]] = []
    start = 0
    for place in range(1, len(lives)):
        if lives[place] != lives[start]:
            spans.append((lives[start], start, place))
            start = place
    return spans
