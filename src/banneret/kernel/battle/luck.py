"""The ledger of luck: each side's dice over a whole battle against what they should have been on average.

Dice are read from the news, where the client reads them too: `dice` lists the values, `faces` says of which die (6), and who
threw is said by `sides`, else by the `units` that met, else by the line itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.scene import Luck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.kernel.event import Event


class Ledger:
    """Adds up dice. `sums` holds for each side how many it threw, their sum, and twice the expected sum."""

    def __init__(self) -> None:
        self.sums: dict[int, tuple[int, int, int]] = {}

    def add(self, events: Iterable[Event]) -> None:
        """Count the dice of some news."""
        for event in events:
            faces = event.data.get("faces", 6)
            for side, value in thrown(event):
                count, total, twice = self.sums.get(side, (0, 0, 0))
                self.sums[side] = (count + 1, total + value, twice + faces + 1)

    def with_more(self, events: Iterable[Event]) -> Ledger:
        """Another ledger, with the dice of some more news."""
        more = Ledger()
        more.sums = dict(self.sums)
        more.add(events)
        return more

    def lines(self) -> tuple[Luck, ...]:
        """A line a side, in their order; dice of nobody are left out."""
        found = sorted(self.sums.items())
        return tuple([Luck(side, n, total, twice / 2) for side, (n, total, twice) in found if side >= 0])


def thrown(event: Event) -> list[tuple[int, int]]:
    """The dice of a piece of news, as side and value."""
    values = _numbers(event.data.get("dice"))
    sides = _numbers(event.data.get("sides"))
    if len(sides) != len(values):
        units = event.data.get("units")
        same = isinstance(units, list) and len(units) == len(values)
        sides = [_side(unit, event.side) for unit in units] if same and units else []
    return list(zip(sides or [event.side] * len(values), values, strict=True))


def _numbers(value: Any) -> list[int]:
    return [one for one in value if isinstance(one, int)] if isinstance(value, (list, tuple)) else []


def _side(unit: Any, otherwise: int) -> int:
    side = unit.get("side", otherwise) if isinstance(unit, dict) else otherwise
    return side if isinstance(side, int) else otherwise
