"""Circles sorted by bands of the plane, so that those near a place are found without looking at all of them."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 8.0
"""Of a band, in the units of the plane."""
SLACK: Final = 0.05  # more than rounding can cost


class Bands:
    """Numbered circles on a table, sorted by bands across and along it. What stands beyond the edge is in the last band.

    >>> bands = Bands(48.0, 48.0)
    >>> bands.put(0, 10.0, 10.0, 2.0)
    >>> bands.put(7, 40.0, 10.0, 2.0)
    >>> bands.near(12.0, 12.0, 1.0), bands.near(24.0, 10.0, 20.0)
    ([0], [0, 7])
    """

    __slots__ = ("_across", "_along", "_where", "moved")

    def __init__(self, width: float, depth: float) -> None:
        self._across: list[int] = [0] * (int(width / WIDTH) + 1)  # of each band the circles in it, as bits
        self._along: list[int] = [0] * (int(depth / WIDTH) + 1)
        self._where: dict[int, tuple[int, int, int, int]] = {}
        self.moved: list[int] = []
        """Numbers of circles that are elsewhere by now: they must be put again before the next question."""

    def put(self, number: int, x: float, y: float, reach: float) -> None:
        """A circle is there from now on."""
        west, east = _bands(self._across, x, reach)
        south, north = _bands(self._along, y, reach)
        place = (west, east, south, north)
        if self._where.get(number) == place:
            return
        self.drop(number)
        self._where[number] = place
        bit = 1 << number
        for band in range(west, east + 1):
            self._across[band] |= bit
        for band in range(south, north + 1):
            self._along[band] |= bit

    def drop(self, number: int) -> None:
        """A circle is nowhere from now on."""
        place = self._where.pop(number, None)
        if place is None:
            return
        west, east, south, north = place
        others = ~(1 << number)
        for band in range(west, east + 1):
            self._across[band] &= others
        for band in range(south, north + 1):
            self._along[band] &= others

    def near(self, x: float, y: float, reach: float) -> list[int]:
        """The numbers, in order, of all circles that may meet a circle there, and of some that only come near it."""
        return self._sharing(*_bands(self._across, x, reach), *_bands(self._along, y, reach))

    def beside(self, number: int) -> list[int]:
        """The numbers of all circles that may touch one of them, its own among them; none for one that is nowhere."""
        place = self._where.get(number)
        return [] if place is None else self._sharing(*place)

    def _sharing(self, west: int, east: int, south: int, north: int) -> list[int]:
        across, along = self._across, self._along
        one = across[west]
        while west < east:
            west += 1
            one |= across[west]
        other = along[south]
        while south < north:
            south += 1
            other |= along[south]
        both = one & other
        found: list[int] = []
        while both:
            bit = both & -both
            found.append(bit.bit_length() - 1)
            both ^= bit
        return found


def _bands(bands: list[int], middle: float, reach: float) -> tuple[int, int]:
    """The first and the last band that a stretch around a middle lies in."""
    last = len(bands) - 1
    first_band, last_band = (middle - reach - SLACK) / WIDTH, (middle + reach + SLACK) / WIDTH
    first = 0 if first_band < 0.0 else last if first_band > last else int(first_band)
    return first, 0 if last_band < 0.0 else last if last_band > last else int(last_band)
