"""Common denominators: whole numbers that make the chances of a fought-out battle whole, told before any is worked out.

The chance to come to a pair of states is a sum over ways, each a product of fractions over the `decided` of the pairs it
passed. Lives only fall. So for each (n, m) lives it is enough to take the least common multiple of all `decided` there,
times that of everything on the ways to there; which contains (n + 1, m) and (n, m + 1), and through them all others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import lcm

from banneret.rulebooks.stacks.odds.chain import Matchup, MatchupRow

WORTH_WHILE = 4_000_000  # bits; in smaller battles a border saves less than it costs to find

Cell = tuple[int, int]  # lives of the attackers and of the defenders: all the pairs of states that have them


@dataclass(slots=True)
class Denominators:
    """What makes the figures whole: all of them, and the chances in the earlier part of the battle."""

    whole: int  # for every figure
    early: int  # for what becomes of the pairs with more lives together than `border`; divides `whole`
    border: int


def common_denominators(
    matchup: Matchup, rows: list[MatchupRow], most_bits: int, worth_while: int
) -> Denominators | None:
    """The denominators of a battle fought out, None if the whole one has more than `most_bits` bits.

    Where the numbers of all pairs together have less than `worth_while` bits, no pair counts as early.
    """
    cells = _by_cell(matchup, rows, most_bits)
    if cells is None:
        return None
    whole = lcm(*_lasts(cells, 0))
    if matchup.pairs() * whole.bit_length() < worth_while:
        return Denominators(whole, 1, matchup.attackers.lives[0] + matchup.defenders.lives[0])
    border = _best_border(matchup, cells, whole.bit_length())
    return Denominators(whole, lcm(*_lasts(cells, border)), border)


def _by_cell(matchup: Matchup, rows: list[MatchupRow], most_bits: int) -> dict[Cell, int] | None:
    """The denominators of what becomes of the pairs of each cell, those with the most lives first; None if too long."""
    tables = _decided_by_cell(matchup, rows)
    enemy_lives = sorted(set(matchup.defenders.lives), reverse=True)[:-1]
    above = dict.fromkeys(enemy_lives, 1)
    cells: dict[Cell, int] = {}
    for lives in sorted(set(matchup.attackers.lives), reverse=True)[:-1]:
        before = 1
        for other in enemy_lives:
            before = lcm(before, above[other]) * lcm(*tables[lives, other])
            if before.bit_length() > most_bits:
                return None
            above[other] = cells[lives, other] = before
    return cells


def _lasts(cells: dict[Cell, int], border: int) -> list[int]:
    """For each number of the attackers' lives, the last cell beyond the border, which contains those before it."""
    lasts: dict[int, int] = {}
    for (lives, other), denominator in cells.items():
        if lives + other > border:
            lasts[lives] = denominator
    return list(lasts.values())


def _best_border(matchup: Matchup, cells: dict[Cell, int], bits: int) -> int:
    """Where the most work is saved: early pairs are counted in so many bits less than the others."""
    own, enemy = Counter(matchup.attackers.lives), Counter(matchup.defenders.lives)
    pairs: Counter[int] = Counter()
    longest: Counter[int] = Counter()
    for (lives, other), denominator in cells.items():
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
