"""The ledger of luck: what each side's dice brought over a whole battle against what the same throws bring on average.

What dice brought is what the news say of them (`Event.stakes`): hits, checks passed. Where they say nothing of it, as in a rulebook that
knows no stakes, it is the sum of the dice that the news show (`Event.dice`). The report of a battle counts by the same sums.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.scene import Luck

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from banneret.kernel.event import Event
    from banneret.kernel.stake import Stake


class Brought:
    """The throws for one measure: how many, and of each side how many were its own, what it got, and what it was to expect."""

    __slots__ = ("sides", "throws")

    def __init__(self, throws: int = 0, sides: dict[int, tuple[int, float, float]] | None = None) -> None:
        self.throws = throws
        self.sides: dict[int, tuple[int, float, float]] = {} if sides is None else dict(sides)

    def add(self, stake: Stake) -> None:
        """Count one more throw."""
        self.throws += 1
        whole = sum([many for many, _ in stake.ways])
        for at, side in enumerate(stake.sides):
            mean = sum([many * parts[at] for many, parts in stake.ways]) / whole
            count, got, expected = self.sides.get(side, (0, 0.0, 0.0))
            self.sides[side] = (count + 1, got + stake.got[at] / stake.per, expected + mean / stake.per)

    def of(self, side: int) -> tuple[float, float]:
        """The sum that a side got, and the one that it was to expect."""
        _, got, expected = self.sides.get(side, (0, 0.0, 0.0))
        return round(got, 4), round(expected, 4)

    def lines(self, measure: str) -> list[Luck]:
        """A line a side, in their order."""
        return [
            Luck(side, count, *self.of(side), measure)
            for side, (count, _, _) in sorted(self.sides.items())
            if side >= 0
        ]


def brought(stakes: Iterable[Stake], so_far: dict[str, Brought] | None = None) -> dict[str, Brought]:
    """The throws by what they were for, added to those so far.

    >>> from banneret.kernel.stake import trial
    >>> {measure: one.of(1) for measure, one in brought([trial("saves", 1, True, 9, 20)]).items()}
    {'saves': (1.0, 0.45)}
    """
    found = {} if so_far is None else so_far
    for stake in stakes:
        if stake.measure not in found:
            found[stake.measure] = Brought()
        found[stake.measure].add(stake)
    return found


def by_throws(found: dict[str, Brought]) -> list[tuple[str, Brought]]:
    """The measures, that of most throws first."""
    return sorted(found.items(), key=lambda one: (-one[1].throws, one[0]))


class Ledger:
    """Adds up dice. `sums` holds for each side how many it threw, their sum, and twice the expected sum; `stakes` what they were for."""

    def __init__(self) -> None:
        self.sums: dict[int, tuple[int, int, int]] = {}
        self.stakes: list[Stake] = []
        self._lines: tuple[Luck, ...] | None = None  # without more news, once they were asked for
        self._brought: dict[
            str, Brought
        ] = {}  # of the first stakes: as many as were counted when lines were asked for
        self._counted = 0

    def add(self, events: Iterable[Event]) -> None:
        """Count the dice of some news."""
        for event in events:
            if event.stakes:
                self.stakes.extend(event.stakes)
                self._lines = None
            if event.dice:
                _add_up(self.sums, event)
                self._lines = None

    def with_more(self, events: Iterable[Event]) -> Ledger:
        """Another ledger, with the dice of some more news."""
        more = Ledger()
        more.sums = dict(self.sums)
        more.stakes = list(self.stakes)
        more.add(events)
        return more

    def lines(self, events: Sequence[Event] = ()) -> tuple[Luck, ...]:
        """For each measure a line a side, in their order, with the dice of some more news; dice of no side are left out."""
        if self._lines is None:
            brought(self.stakes[self._counted :], self._brought)
            self._counted = len(self.stakes)
            self._lines = _lines(self._brought, self.sums)
        more = [event for event in events if event.dice or event.stakes]
        if not more:
            return self._lines
        found, sums = self._brought, dict(self.sums)
        stakes = [stake for event in more for stake in event.stakes]
        if stakes:
            found = brought(stakes, {name: Brought(one.throws, one.sides) for name, one in found.items()})
        for event in more:
            _add_up(sums, event)
        return _lines(found, sums)


def _lines(found: dict[str, Brought], sums: dict[int, tuple[int, int, int]]) -> tuple[Luck, ...]:
    """The lines of all measures; where there are none, those of the dice as they fell."""
    if found:
        return tuple([line for measure, one in by_throws(found) for line in one.lines(measure)])
    return tuple(
        [Luck(side, n, total, twice / 2) for side, (n, total, twice) in sorted(sums.items()) if side >= 0]
    )


def _add_up(sums: dict[int, tuple[int, int, int]], event: Event) -> None:
    for side, faces, value in event.dice:
        count, total, twice = sums.get(side, (0, 0, 0))
        sums[side] = (count + 1, total + value, twice + faces + 1)
