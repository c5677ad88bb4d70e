"""Circles sorted by bands of the plane, so that those near a place are found without looking at all of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

WIDTH: Final = 8.0
"""Of a band, in the units of the plane."""
BROAD: Final = 6.0  # the reach beyond which a circle is in no band, but looked at each time: there are few, and bands stay narrow
SLACK: Final = 0.05  # more than rounding can cost


@mypyc_attr(acyclic=True)
class _Circle:
    """A circle and the band in which its middle lies."""

    __slots__ = ("band", "number", "reach", "x", "y")

    def __init__(self, number: int, x: float, y: float, reach: float, band: int) -> None:
        self.number: int = number
        self.x: float = x
        self.y: float = y
        self.reach: float = reach
        self.band: int = band


class Bands:
    """Numbered circles on a table, sorted by bands across its longer side. What stands beyond the edge is in the last band.

    >>> bands = Bands(48.0, 48.0)
    >>> bands.put(0, 10.0, 10.0, 2.0)
    >>> bands.put(7, 40.0, 10.0, 2.0)
    >>> bands.near(12.0, 12.0, 1.0), bands.near(24.0, 10.0, 20.0)
    ([0], [0, 7])
    """

    __slots__ = (
        "_bands",
        "_circles",
        "_found",
        "_is_deep",
        "_place",
        "_widest",
        "changes",
        "elsewhere",
        "moved",
    )

    def __init__(self, width: float, depth: float) -> None:
        self._is_deep: bool = depth > width
        # the last of them is no band: it has the broad circles
        self._bands: list[list[_Circle]] = [[] for _ in range(int(max(width, depth) / WIDTH) + 2)]
        self._circles: dict[int, _Circle] = {}
        # The widest reach of any circle so far: each is only in the band of its middle.
        self._widest: float = 0.0
        # the last question and its answer, until a circle is elsewhere: one who looks for a way asks it for each that he tries
        self._place: tuple[float, float, float] = (0.0, 0.0, -1.0)
        self._found: list[int] = []
        self.changes: int = 0
        """Counts what was put and dropped: while it is the same, all stand as they did."""
        self.moved: list[int] = []
        """Numbers of circles that are elsewhere by now: they must be put again before the next question."""
        self.elsewhere: list[int] = []
        """Numbers of circles that were put again since the owner looked at them last; the owner strikes them off."""

    def put(self, number: int, x: float, y: float, reach: float) -> None:
        """A circle is there from now on."""
        self._place = (0.0, 0.0, -1.0)
        self.changes += 1
        if reach > BROAD:
            band = len(self._bands) - 1
        else:
            band = self._band(y if self._is_deep else x)
            if reach > self._widest:
                self._widest = reach
        circle = self._circles.get(number)
        if circle is not None and circle.band == band:
            circle.x, circle.y, circle.reach = x, y, reach
            return
        self.drop(number)
        circle = self._circles[number] = _Circle(number, x, y, reach, band)
        self._bands[band].append(circle)

    def drop(self, number: int) -> None:
        """A circle is nowhere from now on."""
        self._place = (0.0, 0.0, -1.0)
        self.changes += 1
        circle = self._circles.pop(number, None)
        if circle is not None:
            self._bands[circle.band].remove(circle)

    def near(self, x: float, y: float, reach: float) -> list[int]:
        """The numbers, in order, of all circles that meet a circle there; not to be changed."""
        place = (x, y, reach)
        if place == self._place:
            return self._found
        middle, wide = y if self._is_deep else x, reach + self._widest + SLACK
        found: list[int] = []
        first, last = self._band(middle - wide), self._band(middle + wide)
        for band in self._bands[first : last + 1] + self._bands[-1:]:
            for circle in band:
                north, far = circle.y - y, circle.reach + reach
                if north > far or north < -far:  # most, where armies stand apart on a wide table
                    continue
                east = circle.x - x
                if east * east + north * north <= far * far:
                    found.append(circle.number)
        if len(found) > 1:
            found.sort()
        self._place, self._found = place, found
        return found

    def _band(self, place: float) -> int:
        band = place / WIDTH
        last = len(self._bands) - 2
        return 0 if band < 0.0 else last if band > last else int(band)
