"""A battle round by round: until it is called off, or until the chance that it goes on is below `TAIL`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, lcm

from banneret.rulebooks.stacks.odds.chain import Matchup, MatchupRow
from banneret.rulebooks.stacks.odds.settle import Number, Settlement, by_losses, float_error

TAIL = 10**9  # a battle without a last round is followed until it goes on with a chance of one in so many
NOTHING_LEFT = 10**30  # and in floats, one that is called off late: what is left then counts as called off


@dataclass(slots=True)
class Rounds:
    """The chances of each number of rounds, from 0; `tail`: that the battle goes on beyond them."""

    chances: list[Number]
    tail: Number
    exact: bool
    error: float = 0.0  # in floats: bound on the relative error


def round_parts(matchup: Matchup) -> int:
    """The number of equal parts of a round that make whole numbers of the chances of every pair."""
    return 36 * lcm(*matchup.attackers.picks[:-1]) * lcm(*matchup.defenders.picks[:-1])


def rounds_error(matchup: Matchup, rounds: int) -> float:
    """A bound on the relative error of every figure after a number of rounds in floats.

    A round is a step as in `settle_in_floats` with the sum for ties more, so twice as many are more than enough.
    """
    return float_error(matchup, 2 * rounds + 4)


class _Course:
    """The chances of all pairs after some rounds: in whole numbers, `whole` of them to 1, or in floats."""

    def __init__(self, matchup: Matchup, exact: bool) -> None:
        self.matchup = matchup
        self.exact = exact
        self.add: Callable[[list[Number]], Number] = sum if exact else fsum
        self.rows: list[MatchupRow] = list(matchup.rows())
        self.hits = [row.hits() for row in self.rows]
        self.parts = round_parts(matchup) if exact else 1
        self.whole: Number = 1 if exact else 1.0
        self.nothing: Number = self.whole - self.whole
        self.chances = self._no_chances()  # of pairs with both left
        self.chances[0][0] = self.whole
        self.going: Number = self.whole  # their sum
        self.won: list[Number] = [self.nothing] * matchup.attackers.size  # by state: only attackers are left
        self.lost: list[Number] = [self.nothing] * matchup.defenders.size

    def _no_chances(self) -> list[list[Number]]:
        return [[self.nothing] * self.matchup.defenders.size for _ in range(self.matchup.attackers.size)]

    def play(self) -> Number:
        """Go on by a round; return the chance that it was the last."""
        after = self._no_chances()
        for state, row in enumerate(self.rows):
            if any(self.chances[state]):
                self._play_row(self.chances[state], after, state, row)
        won = [line[-1] for line in after]
        lost, after[-1] = after[-1], [self.nothing] * len(after[-1])
        for line in after:
            line[-1] = self.nothing
        self.won = [chance * self.parts + more for chance, more in zip(self.won, won, strict=True)]
        self.lost = [chance * self.parts + more for chance, more in zip(self.lost, lost, strict=True)]
        self.chances = after
        self.whole = self.whole * self.parts
        self.going = self.add([self.add(line) for line in after])
        return self.add([*won, *lost])

    def _play_row(self, line: list[Number], after: list[list[Number]], state: int, row: MatchupRow) -> None:
        picks = self.matchup.defenders.picks
        parts = [36 * self.matchup.attackers.picks[state] * n for n in picks]
        shares: list[Number]
        if self.exact:
            shares = [chance * (self.parts // n) if n else 0 for chance, n in zip(line, parts, strict=True)]
        else:
            shares = [chance / n if n else 0.0 for chance, n in zip(line, parts, strict=True)]
        here, hits = after[state], self.hits[state]
        for place, share in enumerate(shares):
            if share:
                here[place] += share * (parts[place] - row.decided[place])
                for weight, to in hits[place]:
                    here[to] += share * weight
        for falls, to in zip(row.falls, row.falls_to, strict=True):
            after[to] = [
                chance + fall * share for chance, fall, share in zip(after[to], falls, shares, strict=True)
            ]

    def share(self, chance: Number) -> Number:
        """A chance as a fraction, or the float it is."""
        return Fraction(chance, self.whole) if self.exact else chance


def settle_rounds(matchup: Matchup, most: int, exact: bool) -> tuple[Settlement, Rounds]:
    """The end of a battle called off after `most` rounds, and its rounds. Rule: stacks:odds.calloff."""
    course = _Course(matchup, exact)
    last = [course.share(course.nothing)]
    expected: list[Number] = []
    while len(last) <= most and course.going and (exact or course.going * NOTHING_LEFT > course.whole):
        expected.append(course.share(course.going))
        last.append(course.share(course.play()))
    settlement = _settlement(matchup, course, course.add(expected))
    last[-1] += settlement.neither
    error = 0.0 if exact else rounds_error(matchup, len(last)) + 1 / NOTHING_LEFT
    return settlement, Rounds(last, course.share(course.nothing), exact, error)


def rounds_of(matchup: Matchup, exact: bool) -> Rounds:
    """The chances of each number of rounds of a battle fought out, until less than one in `TAIL` is left."""
    course = _Course(matchup, exact)
    last = [course.share(course.nothing)]
    while course.going * TAIL > course.whole:
        last.append(course.share(course.play()))
    return Rounds(last, course.share(course.going), exact, 0.0 if exact else rounds_error(matchup, len(last)))


def _settlement(matchup: Matchup, course: _Course, rounds: Number) -> Settlement:
    add = course.add
    lost, won = add(course.lost), add(course.won)
    by_attackers = [
        add([*line, won_there]) for line, won_there in zip(course.chances, course.won, strict=True)
    ]
    by_defenders = [add([line[place] for line in course.chances]) for place in range(matchup.defenders.size)]
    by_attackers[-1] = lost
    by_defenders = [
        add([going, lost_there]) for going, lost_there in zip(by_defenders, course.lost, strict=True)
    ]
    by_defenders[-1] = won
    return Settlement(
        course.share(won),
        course.share(lost),
        course.share(course.going),
        [course.share(chance) for chance in by_losses(matchup.attackers, by_attackers, add)],
        [course.share(chance) for chance in by_losses(matchup.defenders, by_defenders, add)],
        rounds,
    )
