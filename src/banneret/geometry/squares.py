"""Squares in rows with walls among them: neighbours, steps, routes, and straight lines between corners.

A square is a number, `row * columns + column`, both counted from 0 at the top left. So is a corner: the point at the top left of
the square [column, row] of a grid that is a column and a row larger. A space is a block of n by n squares, told by its top left
square. What lies off the grid is wall.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import Final

FAR: Final = 1 << 20
"""The distance of what no route leads to."""

UNSEEN: Final = 0
COVERED: Final = 1
CLEAR: Final = 2
"""The ways in which one space sees another: not at all, from no corner in full, or from one corner in full."""

DIRECTIONS: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""The eight steps in reading order: columns to the right, rows down."""

LARGEST: Final = 2
_UNKNOWN: Final = 8  # of a line between two corners; 1 is free, 0 is not, and four of them are less


class SquareGrid:
    """A rectangle of squares of which some are walls, with all that walls decide worked out once, sight when it is first asked for.

    >>> yard = SquareGrid(5, 3, [7])
    >>> [yard.place(square) for square in yard.steps[0][6]]
    [(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)]
    >>> yard.sight(5, 1, 9, 1) == COVERED, yard.sight(0, 1, 4, 1) == CLEAR
    (True, True)
    """

    __slots__ = (
        "_away",
        "_beside",
        "_blocks",
        "_by_name",
        "_lines",
        "_overlapping",
        "_shapes",
        "_sights",
        "_stride",
        "_touching",
        "_wall",
        "_walls",
        "columns",
        "names",
        "neighbours",
        "pinholes",
        "rows",
        "size",
        "spaces",
        "steps",
    )

    def __init__(self, columns: int, rows: int, walls: Iterable[int] = (), pinholes: bool = False) -> None:
        """`pinholes`: lines pass between two walls that touch at a corner."""
        if columns < 1 or rows < 1:
            raise ValueError(f"a grid of {columns} by {rows} squares has no square")
        self.columns: int = columns
        self.rows: int = rows
        self.size: int = columns * rows
        self.pinholes: bool = pinholes
        # A rim of walls stands around the grid, so that no look to the side leaves it.
        wide = columns + 2
        wall = bytearray([1]) * (wide * (rows + 2))
        for row in range(rows):
            for column in range(columns):
                wall[(row + 1) * wide + column + 1] = 0
        for square in walls:
            if not 0 <= square < self.size:
                raise ValueError(f"no square {square} on a grid of {columns} by {rows}")
            wall[(square // columns + 1) * wide + square % columns + 1] = 1
        self._wall: bytes = bytes(wall)
        self._walls: list[int] = self._counted()
        # Corners are numbered in rows twice as long as they are, so that the difference of two says how the line between them runs. By that
        # number stand the bits that can block it: all that do block, shifted by its first corner, leave one of them or none.
        self._stride: int = 2 * (columns + 1)
        self._blocks: int = self._blocked()
        self._shapes: list[int] = [0] * (self._stride * (rows + 1))
        self.names: tuple[str, ...] = tuple(
            [f"{_letters(square % columns)}{square // columns + 1}" for square in range(self.size)]
        )
        self._by_name: dict[str, int] = {name: square for square, name in enumerate(self.names)}
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            [tuple(self._around(square)) for square in range(self.size)]
        )
        self.spaces: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            [
                tuple([self._space(square, across) for square in range(self.size)])
                for across in range(1, LARGEST + 1)
            ]
        )
        self.steps: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            [
                tuple([self._steps(square, across) for square in range(self.size)])
                for across in range(1, LARGEST + 1)
            ]
        )
        self._lines: list[bytearray] = [bytearray() for _ in range(self._stride * (rows + 1))]
        self._sights: dict[int, int] = {}
        # By place, made when first asked for: by its size, steps to all squares; by both sizes, the places that touch, and those that overlap.
        self._away: list[list[list[int]]] = [[[] for _ in range(self.size)] for _ in range(LARGEST)]
        self._touching: list[list[bytes]] = [[b""] * self.size for _ in range(LARGEST * LARGEST)]
        self._beside: list[list[tuple[int, ...]]] = [[()] * self.size for _ in range(LARGEST * LARGEST)]
        self._overlapping: list[list[tuple[int, ...]]] = [[()] * self.size for _ in range(LARGEST * LARGEST)]

    def _counted(self) -> list[int]:
        """By corner, row for row: the walls of the grid that lie above it and to the left."""
        wide = self.columns + 1
        found = [0] * (wide * (self.rows + 1))
        for row in range(self.rows):
            walls = 0
            at = (row + 1) * wide
            for column in range(self.columns):
                walls += self._wall[(row + 1) * (wide + 1) + column + 1]
                found[at + column + 1] = found[at - wide + column + 1] + walls
        return found

    def _is_open(self, left: int, top: int, right: int, bottom: int) -> bool:
        """True if no wall lies between two columns of corners and two rows of them."""
        walls, wide = self._walls, self.columns + 1
        return (
            walls[bottom * wide + right]
            - walls[bottom * wide + left]
            - walls[top * wide + right]
            + walls[top * wide + left]
            == 0
        )

    def contains(self, column: int, row: int) -> bool:
        """True if the grid has the square [column, row]."""
        return 0 <= column < self.columns and 0 <= row < self.rows

    def index(self, column: int, row: int) -> int:
        """The number of the square [column, row]; raises `ValueError` off the grid."""
        if not self.contains(column, row):
            raise ValueError(f"square [{column}, {row}] is not on a grid of {self.columns} by {self.rows}")
        return row * self.columns + column

    def place(self, square: int) -> tuple[int, int]:
        """The column and row of a square."""
        return square % self.columns, square // self.columns

    def name(self, square: int) -> str:
        """The name of a square: a letter for the column, the row from 1, as in 'C2'."""
        return self.names[square]

    def named(self, name: str) -> int:
        """The square of that name in capital or small letters; raises `ValueError` when the grid has none."""
        found = self._by_name.get(name.strip().upper())
        if found is None:
            raise ValueError(f"no square {name!r}: they run from {self.names[0]} to {self.names[-1]}")
        return found

    def is_wall(self, column: int, row: int) -> bool:
        """True for a wall and for everything off the grid."""
        if not self.contains(column, row):
            return True
        return self._wall[(row + 1) * (self.columns + 2) + column + 1] != 0

    def fits(self, square: int, across: int) -> bool:
        """True if a space of `across` squares a side can stand there: on the grid, and on no wall."""
        return len(self.spaces[across - 1][square]) > 0

    def gap(self, first: int, across: int, second: int, other: int) -> int:
        """The columns or rows between two spaces, whichever are more: 1 when they touch, 0 when they overlap; walls are no matter.

        >>> SquareGrid(9, 9).gap(0, 2, 4, 1)
        3
        """
        columns = self.columns
        right = second % columns - first % columns
        down = second // columns - first // columns
        aside = right - across + 1 if right > 0 else -right - other + 1
        below = down - across + 1 if down > 0 else -down - other + 1
        return max(aside, below, 0)

    def are_adjacent(self, first: int, across: int, second: int, other: int) -> bool:
        """True if some square of one space shares a side or a corner with some square of the other; walls are no matter."""
        return self.touching(first, across, other)[second] != 0

    def touching(self, first: int, across: int, other: int) -> bytes:
        """1 for each place of a space of `other` squares a side that is adjacent to a space; walls are no matter."""
        rows = self._touching[(across - 1) * LARGEST + other - 1]
        if not rows[first]:
            row = bytearray(self.size)
            for place in self._around_space(first, across, other):
                row[place] = 1
            rows[first] = bytes(row)
        return rows[first]

    def beside(self, first: int, across: int, other: int) -> tuple[int, ...]:
        """The places of spaces of `other` squares a side that are adjacent to a space.

        >>> [SquareGrid(3, 2).name(place) for place in SquareGrid(3, 2).beside(0, 1, 1)]
        ['B1', 'A2', 'B2']
        """
        places = self._beside[(across - 1) * LARGEST + other - 1]
        if not places[first]:
            places[first] = tuple(self._around_space(first, across, other))
        return places[first]

    def overlapping(self, first: int, across: int, other: int) -> tuple[int, ...]:
        """The places of spaces of `other` squares a side that share a square with a space.

        >>> [SquareGrid(3, 3).name(place) for place in SquareGrid(3, 3).overlapping(4, 1, 2)]
        ['A1', 'B1', 'A2', 'B2']
        """
        places = self._overlapping[(across - 1) * LARGEST + other - 1]
        if not places[first]:
            column, row = self.place(first)
            places[first] = tuple(
                [
                    down * self.columns + right
                    for down in range(max(0, row - other + 1), min(self.rows, row + across))
                    for right in range(max(0, column - other + 1), min(self.columns, column + across))
                ]
            )
        return places[first]

    def _around_space(self, first: int, across: int, other: int) -> list[int]:
        if across + other == 2:
            return list(self.neighbours[first])
        column, row = self.place(first)
        return [
            down * self.columns + right
            for down in range(max(0, row - other), min(self.rows, row + across + 1))
            for right in range(max(0, column - other), min(self.columns, column + across + 1))
        ]

    def is_corner_shut(self, first: int, across: int, second: int, other: int) -> bool:
        """True if two spaces touch at a corner only, and the squares on both sides of that corner are walls."""
        columns = self.columns
        column, row = first % columns, first // columns
        right, down = second % columns - column, second // columns - row
        if right not in (across, -other) or down not in (across, -other):
            return False
        x = column + across if right > 0 else column  # the corner that they share
        y = row + across if down > 0 else row
        if (right > 0) == (down > 0):
            return self.is_wall(x, y - 1) and self.is_wall(x - 1, y)
        return self.is_wall(x - 1, y - 1) and self.is_wall(x, y)

    def distances(self, starts: Iterable[int], most: int = FAR) -> list[int]:
        """The steps to each square from the nearest of some squares, around walls and their corners; `FAR` where it is more than `most`.

        >>> hall = SquareGrid(5, 3, [2, 7])
        >>> hall.distances([1])[3]
        6
        """
        found = [FAR] * self.size
        ring: list[int] = []
        for square in starts:
            found[square] = 0
            ring.append(square)
        steps = self.steps[0]
        steps_made = 0
        while ring and steps_made < most:
            steps_made += 1
            further: list[int] = []
            for square in ring:
                for beside in steps[square]:
                    if found[beside] == FAR:
                        found[beside] = steps_made
                        further.append(beside)
            ring = further
        return found

    def away(self, start: int, across: int = 1) -> list[int]:
        """The same from one square or from a space, worked out once; not to be changed."""
        known = self._away[across - 1]
        if not known[start]:
            known[start] = self.distances(self.spaces[across - 1][start])
        return known[start]

    def is_free(self, x: int, y: int, to_x: int, to_y: int) -> bool:
        """True if the straight line between two corners is free.

        It is blocked by a wall through whose inside it passes, by walls on both sides of an edge along which it runs, and (unless
        lines pass pinholes) by two walls that touch at a corner through which it passes. A line of no length is free.
        """
        start, end = y * self._stride + x, to_y * self._stride + to_x
        known = self._lines[start] or self._row(start)
        return known[end] != 0 if known[end] != _UNKNOWN else self._look(start, end) != 0

    def _look(self, start: int, end: int) -> int:
        """Look along the line between two corners: 1 if it is free, kept for both of them."""
        line, first = (end - start, start) if end > start else (start - end, end)
        free = (
            1 if line == 0 or not (self._blocks >> first & (self._shapes[line] or self._drawn(line))) else 0
        )
        (self._lines[start] or self._row(start))[end] = free
        (self._lines[end] or self._row(end))[start] = free
        return free

    def _row(self, corner: int) -> bytearray:
        """The lines from a corner to all others, none of them looked at yet."""
        self._lines[corner] = bytearray([_UNKNOWN]) * len(self._lines)
        return self._lines[corner]

    def free_corners(
        self, first: int, across: int, second: int, other: int
    ) -> list[tuple[int, int, int, int, bool]]:
        """All lines from a corner of one space to a corner of another, with True where they are free: those from one corner together."""
        columns = self.columns
        column, row = first % columns, first // columns
        aim, down = second % columns, second // columns
        return [
            (x, y, to_x, to_y, self.is_free(x, y, to_x, to_y))
            for y in (row, row + across)
            for x in (column, column + across)
            for to_y in (down, down + other)
            for to_x in (aim, aim + other)
        ]

    def sight(self, first: int, across: int, second: int, other: int) -> int:
        """`CLEAR`, `COVERED` or `UNSEEN`: how a space sees another from its corners."""
        key = ((first * self.size + second) * LARGEST + across - 1) * LARGEST + other - 1
        known = self._sights.get(key, -1)
        if known < 0:
            there, back = self._sight(first, across, second, other)
            self._sights[((second * self.size + first) * LARGEST + other - 1) * LARGEST + across - 1] = back
            self._sights[key] = known = there
        return known

    def _sight(self, first: int, across: int, second: int, other: int) -> tuple[int, int]:
        """A space's view of another, and the other's of it: the lines are the same."""
        columns = self.columns
        column, row = first % columns, first // columns
        aim, down = second % columns, second // columns
        # A line that runs around an open rectangle, or through it, has floor on one side at least: nothing blocks it.
        right, bottom = column + across, row + across
        aim_right, down_bottom = aim + other, down + other
        if self._is_open(
            column if column < aim else aim,
            row if row < down else down,
            right if right > aim_right else aim_right,
            bottom if bottom > down_bottom else down_bottom,
        ):
            return CLEAR, CLEAR
        stride = self._stride
        start = down * stride + aim
        end = start + other * stride
        corner = row * stride + column
        lowest = corner + across * stride
        some = 0
        clear = False
        most = [0, 0, 0, 0]
        for mine in (corner, corner + across, lowest, lowest + across):
            known = self._lines[mine] or self._row(mine)
            free = known[start] + known[start + other] + known[end] + known[end + other]
            if free >= _UNKNOWN:
                free = 0
                for theirs in (start, start + other, end, end + other):
                    seen = known[theirs]
                    free += seen if seen != _UNKNOWN else self._look(mine, theirs)
            if free:
                some += free
                clear = clear or free == 4
                most[0] += known[start]
                most[1] += known[start + other]
                most[2] += known[end]
                most[3] += known[end + other]
        if not some:
            return UNSEEN, UNSEEN
        return CLEAR if clear else COVERED, CLEAR if 4 in most else COVERED

    def _drawn(self, line: int) -> int:
        """The bits of a line that runs so far down or to the right, by its difference; the first corner stands at bit `columns`.

        They are the squares that it crosses, or the edges along which it runs, and the points that it passes.
        """
        stride, layer = self._stride, self._stride * (self.rows + 2)
        fall = (line + self.columns) // stride
        run = line - fall * stride
        far = abs(run)
        shape = 0
        # Row for row: the line runs from `left` to `right`, counted in parts of a column of which there are `fall`.
        for step in range(fall if run else 0):
            here = run * step
            left, right = (here, here + run) if run > 0 else (here + run, here)
            left, right = left // fall, (right - 1) // fall
            shape |= ((2 << right - left) - 1) << step * stride + left + self.columns
        if fall == 0:
            shape = ((1 << far) - 1) << self.columns + 2 * layer
        elif run == 0:
            shape = sum([1 << step * stride + self.columns + layer for step in range(fall)])
        pieces = gcd(far, fall)
        for piece in range(1, pieces):
            point = fall // pieces * piece * stride + run // pieces * piece
            shape |= 1 << point + self.columns + 3 * layer
        self._shapes[line] = shape
        return shape

    def _blocked(self) -> int:
        """All that blocks lines, as bits by corner in four layers.

        They are walls to the right and below, shut edges downwards, shut edges to the right, and points at which two walls touch.
        """
        wall, wide, layer = self._wall, self.columns + 2, self._stride * (self.rows + 2)
        found = 0
        for y in range(self.rows + 1):
            for x in range(self.columns + 1):
                bit = 1 << y * self._stride + x + self.columns
                if wall[(y + 1) * wide + x + 1]:
                    found |= bit
                    if wall[(y + 1) * wide + x]:
                        found |= bit << layer
                    if wall[y * wide + x + 1]:
                        found |= bit << 2 * layer
                if self._is_shut(x, y):
                    found |= bit << 3 * layer
        return found

    def _is_shut(self, x: int, y: int) -> bool:
        """True if two walls meet corner to corner at a point, and lines do not pass there."""
        if self.pinholes:
            return False
        wall, wide = self._wall, self.columns + 2
        above = y * wide + x
        below = above + wide
        return bool((wall[above] and wall[below + 1]) or (wall[above + 1] and wall[below]))

    def _around(self, square: int) -> list[int]:
        column, row = square % self.columns, square // self.columns
        return [
            (row + down) * self.columns + column + right
            for right, down in DIRECTIONS
            if self.contains(column + right, row + down)
        ]

    def _space(self, square: int, across: int) -> tuple[int, ...]:
        """The squares of a space, none if it does not fit."""
        column, row = square % self.columns, square // self.columns
        found: list[int] = []
        for down in range(across):
            for right in range(across):
                if self.is_wall(column + right, row + down):
                    return ()
                found.append(square + down * self.columns + right)
        return tuple(found)

    def _steps(self, square: int, across: int) -> tuple[int, ...]:
        """The squares to which a space can make a step: it fits there, and on a diagonal step at both half-steps."""
        spaces = self.spaces[across - 1]
        if not spaces[square]:
            return ()
        column, row = square % self.columns, square // self.columns
        found: list[int] = []
        for right, down in DIRECTIONS:
            if not self.contains(column + right, row + down):
                continue
            to = square + down * self.columns + right
            if spaces[to] and spaces[square + right] and spaces[square + down * self.columns]:
                found.append(to)
        return tuple(found)


def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column > 0:
        column -= 1
        letters = chr(ord("A") + column % 26) + letters
        column //= 26
    return letters
