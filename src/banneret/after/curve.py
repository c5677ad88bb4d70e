"""The curve of the winning chance: which checkpoints are counted, how sure each is, and which swings are more than chance.

From a checkpoint computer players play the battle on a number of times. First checkpoints are spread evenly over the battle, then
the largest swings between them are halved until it is known which step made them, and last those that may be chance are counted again
with more battles. Everything depends on the record alone: the same record gives the same curve.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import msgspec

from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play
from banneret.kernel.intervals import Z95, wilson

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from banneret.after.walk import Point
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Outcome

MOST_SWINGS = 6
MOST_STEPS = 6  # in a run that is named as one swing
MOST_OF_IT = 0.7  # a shorter run that shows so much of a longer one's swing is named instead of it
LEAST = 0.1  # a smaller swing is no turning point, however sure it is
SURE = 0.95  # that of all steps that are named as swings none was chance alone


class Budget(msgspec.Struct, frozen=True):
    """The work that a curve may cost: `points` checkpoints, each played on `plays` times; `again` of them are counted again, `more` times as often."""

    points: int = 32
    plays: int = 200
    again: int = 8
    more: int = 4

    @property
    def battles(self) -> int:
        """The battles that are played on, at most."""
        return self.plays * (self.points + min(self.again, self.points) * (self.more - 1))


class Count(msgspec.Struct, frozen=True, omit_defaults=True):
    """A checkpoint counted: of `plays` battles that were played on from there so many were won by each side, so many by none.

    `exact`: nothing was played on, the battle was decided there.
    """

    entry: int
    wins: tuple[int, ...]
    draws: int
    plays: int
    exact: bool = False

    def chance(self, side: int) -> float:
        """The winning chance of a side; a draw counts as its share of a win."""
        return (self.wins[side] + self.draws / len(self.wins)) / self.plays

    def interval(self, side: int, z: float = Z95) -> tuple[float, float]:
        """The Wilson interval of the true chance: by default between these bounds in 95 of 100 cases; `z`: so many standard errors."""
        if self.exact:
            return self.chance(side), self.chance(side)
        return wilson(self.chance(side) * self.plays, self.plays, z)


def decided(entry: int, sides: int, outcome: Outcome, plays: int) -> Count:
    """The count of a checkpoint at which the battle was decided."""
    wins = tuple([plays if side in outcome.winners else 0 for side in range(sides)])
    return Count(entry, wins, 0 if outcome.winners else plays, plays, True)


def play_on(rulebook: Rulebook[Any], state: Any, sides: int, seed: str) -> tuple[int, ...]:
    """The winners of one battle played on from a state, which changes, by greedy players."""
    chance = Chance(seed_number(f"banneret curve 1\n{seed}"))
    players = [rulebook.computer.greedy(chance.fork(f"player {side}")) for side in range(sides)]
    return play(rulebook, state, players, chance.fork("dice")).winners


def counted(entry: int, sides: int, results: Sequence[tuple[int, ...]], before: Count | None = None) -> Count:
    """The count of a checkpoint from the winners of the battles that were played on from it, with those of an earlier count."""
    wins = [sum(side in winners for winners in results) for side in range(sides)]
    draws = sum(not winners for winners in results)
    if before is None:
        return Count(entry, tuple(wins), draws, len(results))
    both = tuple([now + then for now, then in zip(wins, before.wins, strict=True)])
    return Count(entry, both, draws + before.draws, len(results) + before.plays)


# ---------------------------------------------------------------- which checkpoint comes next


class Job(msgspec.Struct, frozen=True):
    """A checkpoint to count, by its index: the battles of these numbers are played on from it."""

    index: int
    first: int
    last: int

    @property
    def numbers(self) -> range:
        """The numbers of the battles."""
        return range(self.first, self.last)


def next_job(points: Sequence[Point], counts: Mapping[int, Count], budget: Budget) -> Job | None:
    """The next checkpoint to count; None when the budget is used up, or nothing more would be learned."""
    index = _next_point(points, counts, budget)
    if index is not None:
        return Job(index, 0, budget.plays)
    index = _doubtful(points, counts, budget)
    return None if index is None else Job(index, budget.plays, budget.plays * budget.more)


def next_jobs(points: Sequence[Point], counts: Mapping[int, Count], budget: Budget) -> list[Job]:
    """The next checkpoints to count, together: those that are spread over the battle first, then one by one, as each shows which is next."""
    job = next_job(points, counts, budget)
    if job is None:
        return []
    spread = [one for one in _spread(points, budget.points // 2) if points[one].entry not in counts]
    if job.index not in spread:
        return [job]
    used = sum(not count.exact for count in counts.values())
    return [Job(index, 0, budget.plays) for index in spread[: budget.points - used]]


def _next_point(points: Sequence[Point], counts: Mapping[int, Count], budget: Budget) -> int | None:
    """The index of the next checkpoint that has not been counted."""
    done = [index for index, point in enumerate(points) if point.entry in counts]
    used = sum(not counts[points[index].entry].exact for index in done)
    if used >= budget.points or len(done) == len(points):
        return None
    for index in _spread(points, budget.points // 2):
        if points[index].entry not in counts:
            return index
    gaps = [(first, second) for first, second in pairwise(done) if second - first > 1]

    def weight(gap: tuple[int, int]) -> tuple[float, float]:
        first, second = (counts[points[index].entry] for index in gap)
        swing = size(first, second) if is_sure(first, second, budget) else 0.0
        return swing, points[gap[1]].along - points[gap[0]].along

    first, second = max(gaps, key=weight)
    return (first + second) // 2


def _doubtful(points: Sequence[Point], counts: Mapping[int, Count], budget: Budget) -> int | None:
    """The index of a checkpoint to count again: an end of the largest swing that may still be chance."""

    def is_rough(index: int) -> bool:
        count = counts[points[index].entry]
        return not count.exact and count.plays <= budget.plays

    if sum(count.plays > budget.plays for count in counts.values()) >= budget.again:
        return None
    doubtful = [
        (swing, first, second)
        for swing, first, second in _windows(points, counts)
        if not is_sure(counts[points[first].entry], counts[points[second].entry], budget)
        and (is_rough(first) or is_rough(second))
    ]
    if not doubtful:
        return None
    _, first, second = min(doubtful, key=lambda one: (-one[0], one[2] - one[1], one[1]))
    return first if is_rough(first) else second


def _windows(points: Sequence[Point], counts: Mapping[int, Count]) -> list[tuple[float, int, int]]:
    """All runs of `MOST_STEPS` at most between counted checkpoints that moved the chances enough: by how much, from where, to where."""
    done = [index for index, point in enumerate(points) if point.entry in counts]
    found: list[tuple[float, int, int]] = []
    for at, first in enumerate(done):
        for second in done[at + 1 : at + 1 + MOST_STEPS]:
            swing = size(counts[points[first].entry], counts[points[second].entry])
            if second - first <= MOST_STEPS and swing >= LEAST:
                found.append((swing, first, second))
    return found


def _spread(points: Sequence[Point], number: int) -> list[int]:
    """The indexes of so many checkpoints, spread evenly along the battle."""
    end = points[-1].along
    found: dict[int, None] = {0: None}
    for place in range(1, number):
        along = end * place / (number - 1)
        found[min(range(len(points)), key=lambda index: abs(points[index].along - along))] = None
    return list(found)


def total(points: Sequence[Point], exact_end: bool, budget: Budget) -> int:
    """The number of counts, at most: of checkpoints, and of those that are counted again."""
    counted_once = min(budget.points, len(points) - exact_end)
    return counted_once + min(budget.again, counted_once)


# ---------------------------------------------------------------- swings


def size(first: Count, second: Count) -> float:
    """The largest change of a side's chance between two checkpoints."""
    return max(abs(second.chance(side) - first.chance(side)) for side in range(len(first.wins)))


def is_sure(first: Count, second: Count, budget: Budget) -> bool:
    """True if the chances of two checkpoints differ by more than chance would let them, however many pairs are looked at (Bonferroni)."""
    z = NormalDist().inv_cdf(1 - (1 - SURE) / 2 / (MOST_STEPS * budget.points))
    return any(_differs(first, second, side, z) for side in range(len(first.wins)))


def _differs(first: Count, second: Count, side: int, z: float) -> bool:
    """True if 0 is not in the interval of the difference (Newcombe's, from the intervals of both chances)."""
    before, after = first.chance(side), second.chance(side)
    (low, high), (low_after, high_after) = first.interval(side, z), second.interval(side, z)
    if after >= before:
        return after - before > sqrt((after - low_after) ** 2 + (high - before) ** 2)
    return before - after > sqrt((before - low) ** 2 + (high_after - after) ** 2)


def swings(points: Sequence[Point], counts: Mapping[int, Count], budget: Budget) -> list[tuple[Count, Count]]:
    """The steps that moved the chances most, in order of time; none that chance alone may have made.

    Each is the shortest run of steps, `MOST_STEPS` at most, that shows it.
    """
    windows = [
        one
        for one in _windows(points, counts)
        if is_sure(counts[points[one[1]].entry], counts[points[one[2]].entry], budget)
    ]
    windows = [one for one in windows if not any(_is_in(other, one) for other in windows)]
    chosen: list[tuple[float, int, int]] = []
    for one in sorted(windows, key=lambda one: (-one[0], one[2] - one[1], one[1])):
        if len(chosen) < MOST_SWINGS and all(one[2] <= other[1] or one[1] >= other[2] for other in chosen):
            chosen.append(one)
    ordered = sorted(chosen, key=lambda one: one[1])
    return [(counts[points[first].entry], counts[points[second].entry]) for _, first, second in ordered]


def _is_in(one: tuple[float, int, int], other: tuple[float, int, int]) -> bool:
    """True if a run of steps lies within a longer one and shows most of what that shows."""
    shorter = one[2] - one[1] < other[2] - other[1]
    return shorter and other[1] <= one[1] and one[2] <= other[2] and one[0] >= MOST_OF_IT * other[0]
