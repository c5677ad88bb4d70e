"""The ledger of luck: each side's dice over a whole battle against what they should have been on average.

Dice are those that the news show (`Event.dice`), and what they brought is what the news say of it (`Event.stakes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.scene import Luck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.kernel.event import Event
    from banneret.kernel.stake import Stake


class Ledger:
    """Adds up dice. `sums` holds for each side how many it threw, their sum, and twice the expected sum; `stakes` what they were for."""

    def __init__(self) -> None:
        self.sums: dict[int, tuple[int, int, int]] = {}
        self.stakes: list[Stake] = []
        self._lines: tuple[Luck, ...] | None = None  # without more news, once they were asked for

    def add(self, events: Iterable[Event]) -> None:
        """Count the dice of some news."""
        for event in events:
            self.stakes.extend(event.stakes)
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

    def lines(self, events: Iterable[Event] = ()) -> tuple[Luck, ...]:
        """A line a side, in their order, with the dice of some more news; dice of no side are left out."""
        more = [event for event in events if event.dice]
        if not more:
            if self._lines is None:
                self._lines = _lines(self.sums)
            return self._lines
        sums = dict(self.sums)
        for event in more:
            _add_up(sums, event)
        return _lines(sums)


def _lines(sums: dict[int, tuple[int, int, int]]) -> tuple[Luck, ...]:
    found = sorted(sums.items())
    return tuple([Luck(side, n, total, twice / 2) for side, (n, total, twice) in found if side >= 0])


def _add_up(sums: dict[int, tuple[int, int, int]], event: Event) -> None:
    for side, faces, value in event.dice:
        count, total, twice = sums.get(side, (0, 0, 0))
        sums[side] = (count + 1, total + value, twice + faces + 1)
