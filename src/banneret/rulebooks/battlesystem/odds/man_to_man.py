"""The exact odds of an individual combat of two: a Markov chain over the hit points of both and the melee round, odd or even.

Hit points only go down, so each state is visited once, from the most points to the least; rounds in which both miss lead from an odd
round to an even one and back, which two equations solve. In a round in which nobody falls the losses of the two are independent; the
order of blows matters only in the others. Routines are counted in whole numbers, and so are the melee rounds of one Melee Phase; a
combat to its end is counted in floating point, right to ten decimals.

Rules: battlesystem:9.4b, battlesystem:9.4b.initiative, battlesystem:9.4b.order, battlesystem:9.4b.rounds, battlesystem:9.4b.to-hit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import prod
from operator import mul
from typing import Final

from banneret.rulebooks.battlesystem.duels.duellists import FRONT, Blow, Duellist, needed, routines
from banneret.rulebooks.battlesystem.duels.moments import moments
from banneret.rulebooks.battlesystem.tables.man_to_man import INITIATIVE, ROUNDS, TWENTY, chances

_ORDERS: Final = INITIATIVE * INITIATIVE
_DRAWN: Final = INITIATIVE * (INITIATIVE - 1) // 2
_DICE: Final = ((2, 1, _DRAWN), (1, 2, _DRAWN), (1, 1, INITIATIVE))
"""The initiative of two: dice that stand for each order of theirs, and the number of the 36 throws that have it."""


@dataclass(slots=True)
class Prospect:
    """The odds of a combat to its end.

    Attributes:
        first: the chance that the first wins.
        second: the chance that the second wins.
        both: the chance that both fall.
        neither: the chance that neither does.
        rounds: the melee rounds on average.
        left: by side, the chance of each number of hit points left at the end, 0 for the fallen.
    """

    first: float
    second: float
    both: float
    neither: float
    rounds: float
    left: tuple[list[float], list[float]]

    def lost(self, side: int) -> float:
        """The hit points that a side loses on average; one who falls loses all."""
        shares = self.left[side]
        return sum([(len(shares) - 1 - points) * share for points, share in enumerate(shares)])


@dataclass(slots=True)
class Phase:
    """The odds after the melee rounds of one Melee Phase, as fractions; attributes as in `Prospect`. Rule: battlesystem:9.4b.rounds."""

    first: Fraction
    second: Fraction
    both: Fraction
    neither: Fraction
    left: tuple[list[Fraction], list[Fraction]]

    def lost(self, side: int) -> Fraction:
        """The hit points that a side loses on average; one who falls loses all."""
        shares = self.left[side]
        return sum(
            [(len(shares) - 1 - points) * share for points, share in enumerate(shares)], start=Fraction(0)
        )


@dataclass(slots=True)
class _Round:
    """A melee round, odd or even.

    Attributes:
        hurts: by striker and number of routines made, the shares of n points done.
        wholes: by striker, the whole that its shares are parts of.
        orders: each order of blows, with its number of the 36 throws: by moment the routines that both have made before and after it.
        tails: as `hurts`, the shares of n points or more.
        known: the results of `falls` so far.
    """

    hurts: tuple[list[list[int]], list[list[int]]]
    wholes: tuple[int, int]
    orders: list[tuple[int, list[tuple[int, int, int, int]]]]
    tails: tuple[list[list[int]], list[list[int]]] = field(init=False)
    known: dict[tuple[int, int], tuple[list[int], list[int], int]] = field(init=False)

    def __post_init__(self) -> None:
        self.tails = (
            [_tail(hurts) for hurts in self.hurts[0]],
            [_tail(hurts) for hurts in self.hurts[1]],
        )
        self.known = {}

    @property
    def most(self) -> tuple[int, int]:
        """The most hit points that each can cost the other."""
        return len(self.hurts[0][-1]) - 1, len(self.hurts[1][-1]) - 1

    def falls(self, mine: int, theirs: int) -> tuple[list[int], list[int], int]:
        """The shares of falls in a round begun with `mine` and `theirs` hit points.

        Returns:
            By the routines that the second has made before, the share in which it falls; by those that the first has made, the share in
            which that falls; and the share in which both fall. The first two are parts of 36 throws and the striker's whole, the last of
            36 throws and both wholes.
        """
        most = self.most
        key = (
            min(mine, most[1] + 1),
            min(theirs, most[0] + 1),
        )  # points beyond the most that can be lost are alike
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._falls(*key)
        return found

    def _falls(self, mine: int, theirs: int) -> tuple[list[int], list[int], int]:
        """The result of `falls`, worked out without the kept ones."""
        wins = [0] * len(self.hurts[1])
        losses = [0] * len(self.hurts[0])
        both = 0
        for throws, steps in self.orders:
            for mine_before, mine_after, theirs_before, theirs_after in steps:
                slain = _at(self.tails[0][mine_after], theirs) - _at(self.tails[0][mine_before], theirs)
                dies = _at(self.tails[1][theirs_after], mine) - _at(self.tails[1][theirs_before], mine)
                wins[theirs_after] += throws * slain
                losses[mine_after] += throws * dies
                both += throws * slain * dies
        return wins, losses, both


class Combat:
    """An individual combat of two, each with the arms it has in hand, from the next melee round of each on.

    If one has fought others before, it may be in an odd round while the other is in an even one. Rule: battlesystem:9.4b.rounds.
    """

    def __init__(self, first: Duellist, second: Duellist, daylight: bool = True) -> None:
        self.pair: tuple[Duellist, Duellist] = (first, second)
        self.since: int = first.fought + 1
        apart = (second.fought - first.fought) % 2
        self._rounds: tuple[_Round, _Round] = (
            _melee_round(first, second, (2, 2 - apart), daylight),
            _melee_round(first, second, (1, 1 + apart), daylight),
        )

    # ------------------------------------------------------------------ some melee rounds

    def phase(self, rounds: int = ROUNDS) -> Phase:
        """The odds after n melee rounds. Rule: battlesystem:9.4b.rounds."""
        mine, theirs = self.pair[0].hit_points, self.pair[1].hit_points
        standing = [[0] * (theirs + 1) for _ in range(mine + 1)]
        standing[mine][theirs] = 1
        whole = 1
        left = ([Fraction(0)] * (mine + 1), [Fraction(0)] * (theirs + 1))
        both = Fraction(0)
        for number in range(self.since, self.since + rounds):
            now = self._rounds[number % 2]
            whole *= _ORDERS * now.wholes[0] * now.wholes[1]
            ends = ([0] * (mine + 1), [0] * (theirs + 1))
            together = 0
            for points, row in enumerate(standing):
                for others, share in enumerate(row):
                    if share:
                        together += _end(now, share, points, others, ends)
            for side in (0, 1):
                left[side][:] = [
                    had + Fraction(more, whole) for had, more in zip(left[side], ends[side], strict=True)
                ]
            both += Fraction(together, whole)
            standing = _after(now, standing)
        first, second = sum(left[0][1:], Fraction(0)), sum(left[1][1:], Fraction(0))
        for points, row in enumerate(standing):
            for others, share in enumerate(row):
                if share:
                    left[0][points] += Fraction(share, whole)
                    left[1][others] += Fraction(share, whole)
        left[0][0], left[1][0] = second + both, first + both
        return Phase(first, second, both, 1 - first - second - both, left)

    # ------------------------------------------------------------------ to the end

    def prospect(self) -> Prospect:
        """The odds of the combat fought to its end, from the hit points that both have now. Rule: battlesystem:9.4b."""
        mine, theirs = self.pair[0].hit_points, self.pair[1].hit_points
        hurts = [[_shares(now.hurts[side][-1], now.wholes[side]) for side in (0, 1)] for now in self._rounds]
        stays = [done[0][0] * done[1][0] for done in hurts]
        if stays[0] * stays[1] == 1.0:
            return Prospect(0.0, 0.0, 0.0, 1.0, float("inf"), (_sure(mine), _sure(theirs)))
        visits = self._visits(hurts, stays)
        rounds = sum([sum(row, 0.0) for half in visits for row in half], 0.0)
        left = ([0.0] * (mine + 1), [0.0] * (theirs + 1))
        both = 0.0
        for parity, now in enumerate(self._rounds):
            both += self._ends(now, visits[parity], left)
        first, second = sum(left[0], 0.0), sum(left[1], 0.0)
        whole = first + second + both  # 1, except for rounding
        first, second, both = first / whole, second / whole, both / whole
        for shares in left:
            shares[:] = [share / whole for share in shares]
        left[0][0], left[1][0] = second + both, first + both
        return Prospect(first, second, both, 0.0, rounds, left)

    def _visits(self, hurts: list[list[list[float]]], stays: list[float]) -> list[list[list[float]]]:
        """The average number of rounds, even and odd, begun with each pair of hit points."""
        mine, theirs = self.pair[0].hit_points, self.pair[1].hit_points
        visits = [[[0.0] * (theirs + 1) for _ in range(mine + 1)] for _ in (0, 1)]
        # states within a round, after the second has lost points and before the first has
        hurt = [[[0.0] * (mine + 1) for _ in range(theirs + 1)] for _ in (0, 1)]
        whole = 1.0 - stays[0] * stays[1]
        to_them, to_me = [done[0][1:] for done in hurts], [done[1][1:] for done in hurts]
        misses = [(done[0][0], done[1][0]) for done in hurts]
        start = self.since % 2
        for points in range(mine, 0, -1):
            rows = (visits[0][points], visits[1][points])
            for others in range(theirs, 0, -1):
                arrives = [0.0, 0.0]
                partly = [0.0, 0.0]
                for parity in (0, 1):
                    partly[parity] = sum(map(mul, to_them[parity], rows[parity][others + 1 :]))
                    arrives[1 - parity] = (
                        sum(map(mul, to_me[parity], hurt[parity][others][points + 1 :]))
                        + misses[parity][1] * partly[parity]
                    )
                if points == mine and others == theirs:
                    arrives[start] += 1.0
                rows[0][others] = (arrives[0] + stays[1] * arrives[1]) / whole
                rows[1][others] = (arrives[1] + stays[0] * arrives[0]) / whole
                for parity in (0, 1):
                    hurt[parity][others][points] = partly[parity] + misses[parity][0] * rows[parity][others]
        return visits

    def _ends(self, now: _Round, visits: list[list[float]], left: tuple[list[float], list[float]]) -> float:
        """Add the chances of the hit points left to those who win in such a round; return the chance that both fall."""
        mine, theirs = self.pair[0].hit_points, self.pair[1].hit_points
        whole = _ORDERS * now.wholes[0] * now.wholes[1]
        mortal, fatal = now.most
        won = [[0.0] * (mine + 1) for _ in now.hurts[1]]
        lost = [[0.0] * (theirs + 1) for _ in now.hurts[0]]
        both = 0.0
        for points in range(1, mine + 1):
            row = visits[points]
            for others in range(1, theirs + 1 if points <= fatal else min(theirs, mortal) + 1):
                share = row[others]
                if share:
                    wins, losses, together = now.falls(points, others)
                    share /= whole
                    both += share * together
                    for made, chance in enumerate(wins):
                        won[made][points] += share * chance
                    for made, chance in enumerate(losses):
                        lost[made][others] += share * chance
        for found, hurts, into in ((won, now.hurts[1], left[0]), (lost, now.hurts[0], left[1])):
            for made, ends in enumerate(found):
                for points, share in enumerate(ends):
                    if share:
                        for done, chance in enumerate(hurts[made][:points]):
                            into[points - done] += share * chance
        return both


def _end(now: _Round, share: int, mine: int, theirs: int, ends: tuple[list[int], list[int]]) -> int:
    """Add the shares of the hit points left to a winner, in a round begun with these points; return the share in which both fall."""
    wins, losses, both = now.falls(mine, theirs)
    for side, found in ((0, wins), (1, losses)):
        had = (mine, theirs)[side]
        for made, chance in enumerate(found):
            if chance:
                for done, often in enumerate(now.hurts[1 - side][made][:had]):
                    ends[side][had - done] += share * chance * often
    return share * both


def _after(now: _Round, standing: list[list[int]]) -> list[list[int]]:
    """The shares of both's hit points after a round in which nobody falls: first the second's losses are taken, then the first's."""
    found = [[0] * len(row) for row in standing]
    to_them, to_me = now.hurts[0][-1], now.hurts[1][-1]
    for points, row in enumerate(standing):
        if not any(row):
            continue
        later = [0] * len(row)
        for others in range(1, len(row)):
            later[others] = _ORDERS * sum(map(mul, to_them, row[others:]))
        for done, often in enumerate(to_me[:points]):
            if often:
                into = found[points - done]
                for others, share in enumerate(later):
                    into[others] += often * share
    return found


def _melee_round(first: Duellist, second: Duellist, numbers: tuple[int, int], daylight: bool) -> _Round:
    """A melee round of these two by the rules of the combat; `numbers`: the number of the round for each."""
    rows = (routines(first, numbers[0], second.weak), routines(second, numbers[1], first.weak))
    mine, one = _done(first, second, rows[0], daylight)
    theirs, two = _done(second, first, rows[1], daylight)
    orders: list[tuple[int, list[tuple[int, int, int, int]]]] = []
    for high, low, throws in _DICE:
        made = [0, 0]
        steps: list[tuple[int, int, int, int]] = []
        for strikers in moments([len(rows[0]), len(rows[1])], (high, low)):
            before = tuple(made)
            for striker in strikers:
                made[striker] += 1
            steps.append((before[0], made[0], before[1], made[1]))
        orders.append((throws, steps))
    return _Round((mine, theirs), (one, two), orders)


def _done(
    striker: Duellist, target: Duellist, rows: Sequence[tuple[Blow, ...]], daylight: bool
) -> tuple[list[list[int]], int]:
    """The shares of n points done by none, one, … of some routines, and the whole that they are parts of."""
    found, wholes = [[1]], [1]
    for routine in rows:
        points, whole = found[-1], 1
        for blow in routine:
            shares, every = blow_shares(striker, blow, target, daylight)
            points, whole = _both(points, shares), whole * every
        found.append(points)
        wholes.append(whole)
    whole = prod(wholes)
    for made in range(len(found)):
        rest = prod(wholes[made + 1 :])
        found[made] = [often * rest for often in found[made]]
    return found, whole


def blow_shares(
    striker: Duellist, blow: Blow, target: Duellist, daylight: bool = True, aspect: int = FRONT
) -> tuple[list[int], int]:
    """The shares of n points done by one attack, 0 for a miss, and the whole that they are parts of. Rules: 9.4b.to-hit, 9.4b.damage."""
    hit = chances(needed(striker, blow, target, aspect, daylight))
    ways, whole = blow.dice(target.large).ways()
    shares = [hit * many for many in ways]
    shares[0] += (TWENTY - hit) * whole
    return shares, TWENTY * whole


def routine_shares(
    striker: Duellist,
    target: Duellist,
    rows: Sequence[tuple[Blow, ...]],
    daylight: bool = True,
    aspect: int = FRONT,
) -> list[Fraction]:
    """The chances of n points done by all attacks of some routines."""
    found, whole = [1], 1
    for routine in rows:
        for blow in routine:
            shares, every = blow_shares(striker, blow, target, daylight, aspect)
            found, whole = _both(found, shares), whole * every
    return [Fraction(often, whole) for often in found]


def _both(first: list[int], second: list[int]) -> list[int]:
    """The shares of the sum of two independent numbers, by the shares of each (their convolution)."""
    found = [0] * (len(first) + len(second) - 1)
    for one, share in enumerate(first):
        if share:
            for two, chance in enumerate(second):
                found[one + two] += share * chance
    return found


def _tail(hurts: list[int]) -> list[int]:
    """The shares of n points or more."""
    return list(accumulate(reversed(hurts)))[::-1]


def _at(tail: list[int], points: int) -> int:
    """The share of n points or more, by the `_tail`."""
    return tail[points] if points < len(tail) else 0


def _shares(hurts: list[int], whole: int) -> list[float]:
    """Shares as decimals."""
    return [often / whole for often in hurts]


def _sure(points: int) -> list[float]:
    """The shares of hit points of one who loses none."""
    return [0.0] * points + [1.0]
