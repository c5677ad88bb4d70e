"""Common denominators: numbers by which all chances of a fought-out battle become whole, found before any chance is worked out.

The chance to reach a pair of states is a sum over paths, each a product of fractions whose denominators are the `decided` of the pairs
that it passed. Lives only fall. So for (n, m) lives the least common multiple of all `decided` there is enough, times that of the paths
to there, which come from (n + 1, m) and (n, m + 1).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import gcd, lcm, prod

from banneret.rulebooks.stacks.odds.chain import Matchup, MatchupRow
from banneret.rulebooks.stacks.odds.repeats import Repeats

WORTH_WHILE = 60_000  # bits a cell; with fewer, a border saves less than it costs to find
WORTH_COUNTING = 8  # times as many; with fewer, shorter denominators save less than they cost to find

Cell = tuple[int, int]  # lives of the attackers and of the defenders: all the pairs of states that have them
Cells = dict[int, dict[int, int]]  # by lives of the attackers and of the defenders, from the most


@dataclass(slots=True)
class Denominators:
    """The numbers that make the figures whole: all of them, and the chances in the earlier part of the battle."""

    whole: int  # for every figure
    early: int  # for what becomes of the pairs with more lives together than `border`; divides `whole`
    border: int


def common_denominators(
    matchup: Matchup, rows: list[MatchupRow], most_bits: int, worth_while: int
) -> Denominators | None:
    """The denominators of a battle fought out, None if the whole one has more than `most_bits` bits.

    If the numbers of a cell's pairs together have fewer than `worth_while` bits, no pair counts as early; with fewer than
    `WORTH_COUNTING` times as many, the denominators are not shortened.
    """
    cells = _by_cell(matchup, rows, most_bits)
    if cells is None:
        return None
    whole = lcm(*_lasts(cells, 0))
    bits = matchup.pairs() * whole.bit_length() // (len(cells) * len(set(matchup.defenders.lives)))
    if bits < worth_while:
        return Denominators(whole, 1, matchup.attackers.lives[0] + matchup.defenders.lives[0])
    border = _best_border(matchup, cells, whole.bit_length())
    found = Denominators(whole, lcm(*_lasts(cells, border)), border)
    if bits < WORTH_COUNTING * worth_while:
        return found
    return _shortened(found, Repeats(matchup, rows, border))


def _shortened(found: Denominators, repeats: Repeats) -> Denominators:
    """The same without the factors that no single path can collect."""
    product = prod(repeats.primes)
    whole, early = _without(found.whole, product), _without(found.early, product)
    for prime in repeats.primes:
        most, most_early = repeats.count(prime)
        whole *= prime**most
        early *= prime**most_early
    return Denominators(whole, early, found.border)


def _without(number: int, product: int) -> int:
    """A number without any of the primes of a product."""
    while (common := gcd(number, product)) > 1:
        number //= common
    return number


def _by_cell(matchup: Matchup, rows: list[MatchupRow], most_bits: int) -> Cells | None:
    """The denominators of what becomes of the pairs of each cell; None if too long."""
    tables = _decided_by_cell(matchup, rows)
    enemy_lives = sorted(set(matchup.defenders.lives), reverse=True)[:-1]
    above = [1] * len(enemy_lives)
    cells: Cells = {}
    for lives in sorted(set(matchup.attackers.lives), reverse=True)[:-1]:
        before = 1
        for place, other in enumerate(enemy_lives):
            before = lcm(before, above[place]) * lcm(*tables[lives, other])
            if before.bit_length() > most_bits:
                return None
            above[place] = before
        cells[lives] = dict(zip(enemy_lives, above, strict=True))
    return cells


def _lasts(cells: Cells, border: int) -> list[int]:
    """For each number of the attackers' lives, the last cell before the border, which contains those before it."""
    lasts: list[int] = []
    for lives, line in cells.items():
        least = min([other for other in line if lives + other > border], default=0)
        if least:
            lasts.append(line[least])
    return lasts


def _best_border(matchup: Matchup, cells: Cells, bits: int) -> int:
    """The border that saves the most work: early pairs are counted in so many bits less than the others."""
    own, enemy = Counter(matchup.attackers.lives), Counter(matchup.defenders.lives)
    pairs: Counter[int] = Counter()
    longest: Counter[int] = Counter()
    for lives, line in cells.items():
        for other, denominator in line.items():
            pairs[lives + other] += own[lives] * enemy[other]
            longest[lives + other] = max(longest[lives + other], denominator.bit_length())
    best, border, early = 0, max(pairs), 0
    for together in sorted(pairs, reverse=True):
        early += pairs[together]
        saved = early * (bits - longest[together])
        if saved > best:
            best, border = saved, together - 1
    return border


def _decided_by_cell(matchup: Matchup, rows: list[MatchupRow]) -> dict[Cell, set[int]]:
    """All `decided` that occur, by cell."""
    tables: dict[Cell, set[int]] = {}
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
