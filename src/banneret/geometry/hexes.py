"""Hexes in rows ("odd-r"): pointy-top hexes, odd rows pushed half a hex to the right.

A hex is a number, `row * columns + column`, both counted from 0 at the top left.
"""

from __future__ import annotations

from typing import Final

# Half the width of a hex whose corners lie 1 from its centre: half the square root of 3.
HALF_WIDTH: Final = 0.8660254037844386

_EVEN_ROW: Final = ((-1, 0), (1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1))
_ODD_ROW: Final = ((-1, 0), (1, 0), (0, -1), (1, -1), (0, 1), (1, 1))


class HexGrid:
    """A rectangle of hexes with everything about neighbourhood worked out once.

    >>> ford = HexGrid(5, 5)
    >>> [ford.place(hex_) for hex_ in ford.neighbours[ford.index(4, 1)]]
    [(3, 1), (4, 0), (4, 2)]
    >>> ford.name(ford.index(2, 1)), ford.distance(ford.index(0, 0), ford.index(4, 4))
    ('C2', 6)
    """

    __slots__ = ("_by_name", "columns", "names", "neighbours", "rows", "size")

    def __init__(self, columns: int, rows: int) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"a map of {columns} by {rows} hexes has no hex")
        self.columns: int = columns
        self.rows: int = rows
        self.size: int = columns * rows
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            [self._around(hex_) for hex_ in range(self.size)]
        )
        self.names: tuple[str, ...] = tuple(
            [_name(hex_ % columns, hex_ // columns) for hex_ in range(self.size)]
        )
        self._by_name: dict[str, int] = {name: hex_ for hex_, name in enumerate(self.names)}

    def contains(self, column: int, row: int) -> bool:
        """True if the map has the hex [column, row]."""
        return 0 <= column < self.columns and 0 <= row < self.rows

    def index(self, column: int, row: int) -> int:
        """The number of the hex [column, row]; raises `ValueError` off the map."""
        if not self.contains(column, row):
            raise ValueError(f"hex [{column}, {row}] is not on a map of {self.columns} by {self.rows}")
        return row * self.columns + column

    def place(self, hex_: int) -> tuple[int, int]:
        """The column and row of a hex."""
        return hex_ % self.columns, hex_ // self.columns

    def name(self, hex_: int) -> str:
        """The name of a hex: a letter for the column, the row from 1, as in 'C2'."""
        return self.names[hex_]

    def named(self, name: str) -> int:
        """The hex of that name in capital or small letters; raises `ValueError` when the map has none."""
        found = self._by_name.get(name.strip().upper())
        if found is None:
            raise ValueError(f"no hex {name!r}: they run from {self.names[0]} to {self.names[-1]}")
        return found

    def are_adjacent(self, first: int, second: int) -> bool:
        """True if two hexes share an edge."""
        return second in self.neighbours[first]

    def distance(self, first: int, second: int) -> int:
        """The steps from neighbour to neighbour that lead from one hex to the other, over an open plane."""
        row_a, row_b = first // self.columns, second // self.columns
        across_a = first % self.columns - row_a // 2  # equal along a line down to the right
        across_b = second % self.columns - row_b // 2
        down = row_b - row_a
        across = across_b - across_a
        return max(abs(down), abs(across), abs(down + across))

    def centre(self, hex_: int) -> tuple[float, float]:
        """The middle of a hex (x to the right, y down) when its corners are 1 from its middle."""
        column, row = hex_ % self.columns, hex_ // self.columns
        return HALF_WIDTH * (2 * column + 1 + row % 2), 1.0 + 1.5 * row

    def corners(self, hex_: int) -> list[tuple[float, float]]:
        """The six corners of a hex from the top one clockwise, in the units of `centre`."""
        x, y = self.centre(hex_)
        right, left = x + HALF_WIDTH, x - HALF_WIDTH
        return [
            (x, y - 1.0),
            (right, y - 0.5),
            (right, y + 0.5),
            (x, y + 1.0),
            (left, y + 0.5),
            (left, y - 0.5),
        ]

    def _around(self, hex_: int) -> tuple[int, ...]:
        """The hexes next to one: left, right, the two above, the two below."""
        column, row = hex_ % self.columns, hex_ // self.columns
        steps = _ODD_ROW if row % 2 else _EVEN_ROW
        found: list[int] = []
        for right, down in steps:
            if self.contains(column + right, row + down):
                found.append((row + down) * self.columns + column + right)
        return tuple(found)


def _name(column: int, row: int) -> str:
    letters = ""
    column += 1
    while column > 0:
        column -= 1
        letters = chr(65 + column % 26) + letters
        column //= 26
    return f"{letters}{row + 1}"
