"""Circles sorted by bands of the plane, so that those near a place are found without looking at all of them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

WIDTH: Final = 8.0
"""Of a band, in the units of the plane."""
SLACK: Final = 0.05  # more than rounding can cost


@mypyc_attr(acyclic=True)
class _Circle:
    """A circle and the first and the last band that it lies in."""

    __slots__ = ("first", "last", "number", "reach", "x", "y")

    def __init__(self, number: int, x: float, y: float, reach: float, first: int, last: int) -> None:
        self.number: int = number
        self.x: float = x
        self.y: float = y
        self.reach: float = reach
        self.first: int = first
        self.last: int = last


class Bands:
    """Numbered circles on a table, sorted by bands across its longer side. What stands beyond the edge is in the last band.

    >>> bands = Bands(48.0, 48.0)
    >>> bands.put(0, 10.0, 10.0, 2.0)
    >>> bands.put(7, 40.0, 10.0, 2.0)
    >>> bands.near(12.0, 12.0, 1.0), bands.near(24.0, 10.0, 20.0)
    ([0], [0, 7])
    """

    __slots__ = ("_bands", "_circles", "_is_deep", "moved")

    def __init__(self, width: float, depth: float) -> None:
        self._is_deep: bool = depth > width
        self._bands: list[list[_Circle]] = [[] for _ in range(int(max(width, depth) / WIDTH) + 1)]
        self._circles: dict[int, _Circle] = {}
        self.moved: list[int] = []
        """Numbers of circles that are elsewhere by now: they must be put again before the next question."""

    def put(self, number: int, x: float, y: float, reach: float) -> None:
        """A circle is there from now on."""
        middle = y if self._is_deep else x
        first, last = self._band(middle - reach - SLACK), self._band(middle + reach + SLACK)
        circle = self._circles.get(number)
        if circle is not None and circle.first == first and circle.last == last:
            circle.x, circle.y, circle.reach = x, y, reach
            return
        self.drop(number)
        circle = self._circles[number] = _Circle(number, x, y, reach, first, last)
        for band in range(first, last + 1):
            self._bands[band].append(circle)

    def drop(self, number: int) -> None:
        """A circle is nowhere from now on."""
        circle = self._circles.pop(number, None)
        if circle is not None:
            for band in range(circle.first, circle.last + 1):
                self._bands[band].remove(circle)

    def near(self, x: float, y: float, reach: float) -> list[int]:
        """The numbers, in order, of all circles that meet a circle there, and of some that hardly miss it."""
        reach += SLACK
        middle = y if self._is_deep else x
        first = self._band(middle - reach)
        found: list[int] = []
        for band in range(first, self._band(middle + reach) + 1):
            for circle in self._bands[band]:
                if circle.first < band and first < band:
                    continue  # found in a band before
                east, north, far = circle.x - x, circle.y - y, circle.reach + reach
                if east * east + north * north <= far * far:
                    found.append(circle.number)
        if len(found) > 1:
            found.sort()
        return found

    def beside(self, number: int) -> list[int]:
        """The numbers of all circles that may touch one of them, its own among them; none for one that is nowhere."""
        circle = self._circles.get(number)
        return [] if circle is None else self.near(circle.x, circle.y, circle.reach)

    def _band(self, place: float) -> int:
        band = place / WIDTH
        last = len(self._bands) - 1
        return 0 if band < 0.0 else last if band > last else int(band)
