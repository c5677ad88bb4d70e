"""Matrix games: what two sides that choose at once can make sure of, exactly.

`solve` works in rationals and its answer is proved by itself: no choice of either side does better against it.
`solve_float` is for floats; `gap` says how much its strategies give away at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from banneret.kernel.errors import BadInput
from banneret.players import mixed


class Solution(NamedTuple):
    """The value for the row side, and the share that each side gives to each of its choices, exactly."""

    value: Fraction
    rows: list[Fraction]
    columns: list[Fraction]


class FloatSolution(NamedTuple):
    """The same in floats."""

    value: float
    rows: list[float]
    columns: list[float]


def solve(payoffs: Sequence[Sequence[Fraction | int]]) -> Solution:
    """The exact solution of a matrix game in which the row side wins `payoffs` from the column side.

    >>> game = solve([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    >>> game.value, [str(share) for share in game.rows]
    (Fraction(0, 1), ['1/4', '1/2', '1/4'])
    >>> solve([[Fraction(1, 2), 0], [0, 1]])
    Solution(value=Fraction(1, 3), rows=[Fraction(2, 3), Fraction(1, 3)], columns=[Fraction(2, 3), Fraction(1, 3)])
    """
    height, width = _size(payoffs)
    found = _saddle(payoffs, height, width)
    if found is not None:
        row, column = found
        rows = [Fraction(int(i == row)) for i in range(height)]
        columns = [Fraction(int(j == column)) for j in range(width)]
        return Solution(Fraction(payoffs[row][column]), rows, columns)
    scale = lcm(*(Fraction(payoff).denominator for line in payoffs for payoff in line))
    whole = [[int(payoff * scale) for payoff in line] for line in payoffs]
    shift = 1 - min(min(line) for line in whole)
    common = gcd(*(number + shift for line in whole for number in line))
    table = [[(number + shift) // common for number in line] + [1] for line in whole]
    table.append([-1] * width + [0])
    left, top, divisor = _simplex(table, height, width)
    total = table[height][width]
    value = Fraction(divisor * common, total) - shift
    row_shares = [Fraction(0)] * height
    column_shares = [Fraction(0)] * width
    for i in range(height):
        if left[i] >= height:
            column_shares[left[i] - height] = Fraction(table[i][width], total)
    for j in range(width):
        if top[j] < height:
            row_shares[top[j]] = Fraction(table[height][j], total)
    return Solution(value / scale, row_shares, column_shares)


def solve_float(payoffs: Sequence[Sequence[float]]) -> FloatSolution:
    """The solution of a matrix game in floats; `gap(payoffs, rows, columns)` measures its error.

    >>> solve_float([[0.5, 0.0], [0.0, 1.0]]).rows
    [0.666..., 0.333...]
    """
    _size(payoffs)
    found = mixed.solve([list(line) for line in payoffs])
    return FloatSolution(found.value, found.rows, found.columns)


def gap(payoffs: Sequence[Sequence[float]], rows: Sequence[float], columns: Sequence[float]) -> float:
    """The sum that two strategies give away; neither gives away more than this. 0 where both are the best.

    >>> gap([[1, -1], [-1, 1]], [0.5, 0.5], [0.75, 0.25])
    0.5
    """
    best = max(sum(share * payoff for share, payoff in zip(columns, line, strict=True)) for line in payoffs)
    worst = min(
        sum(share * line[j] for share, line in zip(rows, payoffs, strict=True)) for j in range(len(columns))
    )
    return best - worst


def _size(payoffs: Sequence[Sequence[object]]) -> tuple[int, int]:
    height = len(payoffs)
    width = len(payoffs[0]) if height else 0
    if width == 0 or any(len(line) != width for line in payoffs):
        raise BadInput(
            "a matrix game has at least one row, and rows of one length, not empty", where="matrix"
        )
    return height, width


def _saddle(payoffs: Sequence[Sequence[Fraction | int]], height: int, width: int) -> tuple[int, int] | None:
    """The pair of pure choices that neither side would leave, if there is one."""
    floors = [min(line) for line in payoffs]
    ceilings = [max(payoffs[i][j] for i in range(height)) for j in range(width)]
    if max(floors) < min(ceilings):
        return None
    return floors.index(max(floors)), ceilings.index(min(ceilings))


def _simplex(table: list[list[int]], height: int, width: int) -> tuple[list[int], list[int], int]:
    """Pivot the condensed tableau to its end. All entries stay whole numbers over one common divisor.

    Returns what stands at the left of each row and on top of each column (rows 0.., columns height..), and the divisor.
    The first fitting label is taken each time (Bland's rule), so that it cannot go in circles.
    """
    left = list(range(height))
    top = list(range(height, height + width))
    divisor = 1
    border = table[height]
    while True:
        column = -1
        for j in range(width):
            if border[j] < 0 and (column < 0 or top[j] < top[column]):
                column = j
        if column < 0:
            return left, top, divisor
        row = -1
        for i in range(height):
            entry = table[i][column]
            if entry > 0:
                if row >= 0:
                    ahead = table[i][width] * table[row][column] - table[row][width] * entry
                    if ahead > 0 or (ahead == 0 and left[i] > left[row]):
                        continue
                row = i
        pivot_row = table[row]
        pivot = pivot_row[column]
        for i in range(height + 1):
            if i != row:
                line = table[i]
                factor = line[column]
                table[i] = [
                    (line[j] * pivot - factor * pivot_row[j]) // divisor if j != column else -factor
                    for j in range(width + 1)
                ]
        pivot_row[column] = divisor
        border = table[height]
        left[row], top[column] = top[column], left[row]
        divisor = pivot
