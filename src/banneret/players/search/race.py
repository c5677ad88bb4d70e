"""Orders compared in the same imagined worlds (sequential halving): after each lap half of them go on, the first one always."""

from __future__ import annotations

from typing import Final

from banneret.players.search.statistics import lead

SURE: Final = 4.0  # standard errors by which the best is ahead where the race is settled
LEAST: Final = 8  # worlds that it has met by then


class Race:
    """The orders of a question by number, what each was worth in every world that it met, and those that are still in the race."""

    __slots__ = ("alive", "firsts", "laps", "worths")

    def __init__(self, count: int) -> None:
        self.alive: list[int] = list(range(count))
        self.worths: list[list[float]] = [[] for _ in range(count)]
        # for each order the worths of the first one in the same worlds, where several races were joined; else empty
        self.firsts: list[list[float]] = []
        self.laps: int = 1
        while 1 << self.laps < count:
            self.laps += 1

    def take(self, found: list[float]) -> None:
        """The worths of all that are in the race, in one more world."""
        for at in range(len(self.alive)):
            self.worths[self.alive[at]].append(found[at])

    def halve(self) -> None:
        """Let the better half go on, by their means over the worlds that all of them met."""
        first = self.alive[0]
        others = self.alive[1:]
        others.sort(key=self._falling)
        self.alive = [first, *others[: max(2, (len(self.alive) + 1) // 2) - 1]]

    def is_settled(self) -> bool:
        """True if one of those that are in the race is surely ahead of all others."""
        means = [self._falling(number) for number in self.alive]
        leader = self.alive[means.index(min(means))]
        if len(self.worths[leader]) < LEAST:
            return False
        for number in self.alive:
            if number != leader:
                mean, error = self.lead(leader, number)
                if mean < SURE * error:
                    return False
        return True

    def best(self, loyalty: float) -> int:
        """The order that is furthest ahead of the first one by more than so many standard errors; else the first."""
        best = 0
        most = 0.0
        for number in range(1, len(self.worths)):
            mean, error = lead(self.worths[number], self.firsts[number] if self.firsts else self.worths[0])
            if mean - loyalty * error > most:
                most = mean - loyalty * error
                best = number
        return best

    def lead(self, number: int, other: int) -> tuple[float, float]:
        """The mean lead of an order over another in the worlds that both met, and its standard error."""
        return lead(self.worths[number], self.worths[other])

    def _falling(self, number: int) -> float:
        worths = self.worths[number]
        return -sum(worths) / len(worths) if worths else 0.0
