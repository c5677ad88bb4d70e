"""Mixed strategies: the best way to choose when both sides choose at once, for a matrix of floats.

Fast and small, for use inside a search. Exact answers in rationals are the business of `banneret.lab.matrix`.
"""

from __future__ import annotations

TOLERANCE = 1e-11
MOST_PIVOTS = 2000


class Mixed:
    """The solution of a matrix game: the row side's value, and the share each side gives to each of its choices."""

    def __init__(self, value: float, rows: list[float], columns: list[float]) -> None:
        self.value = value
        self.rows = rows
        self.columns = columns

    def __repr__(self) -> str:
        return f"Mixed({self.value!r}, {self.rows!r}, {self.columns!r})"


def solve(payoffs: list[list[float]]) -> Mixed:
    """The best mixed strategies of the row side, which wins `payoffs`, and of the column side, which loses them.

    The simplex method on the condensed tableau; whatever rounding does, the strategies are non-negative and add up to 1.

    >>> rock_paper_scissors = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]
    >>> [round(share, 6) for share in solve(rock_paper_scissors).rows]
    [0.333333, 0.333333, 0.333333]
    """
    height = len(payoffs)
    width = len(payoffs[0])
    low = payoffs[0][0]
    high = low
    for line in payoffs:
        for payoff in line:
            if payoff < low:
                low = payoff
            elif payoff > high:
                high = payoff
    if height == 1 or width == 1 or high - low < 1e-12:
        return _pure(payoffs, height, width)
    # all entries between 1 and 2, so that the value is not zero and the tolerance means the same for every matrix
    scale = 1.0 / (high - low)
    shift = 1.0 - low * scale
    table: list[list[float]] = []
    for line in payoffs:
        row: list[float] = [payoff * scale + shift for payoff in line]
        row.append(1.0)
        table.append(row)
    border: list[float] = [-1.0] * width
    border.append(0.0)
    table.append(border)
    left = list(range(height))  # what stands at the left of each row: rows 0.., columns height..
    top = list(range(height, height + width))
    pivots = 0
    while True:
        column = _entering(border, top, width, pivots)
        if column < 0:
            break
        row_at = -1
        best = 0.0
        for i in range(height):
            entry = table[i][column]
            if entry > TOLERANCE:
                ratio = table[i][width] / entry
                if row_at < 0 or ratio < best - 1e-15 or (ratio <= best and left[i] < left[row_at]):
                    best = ratio
                    row_at = i
        # Possible by rounding alone: the present solution is good enough.
        if row_at < 0 or pivots == MOST_PIVOTS:
            break
        _pivot(table, row_at, column, height, width)
        left[row_at], top[column] = top[column], left[row_at]
        pivots += 1
    rows = [0.0] * height
    columns = [0.0] * width
    for i in range(height):
        if left[i] >= height:
            columns[left[i] - height] = max(0.0, table[i][width])
    for j in range(width):
        if top[j] < height:
            rows[top[j]] = max(0.0, border[j])
    _normalise(rows)
    _normalise(columns)
    return Mixed((1.0 / border[width] - shift) / scale, rows, columns)


def _pure(payoffs: list[list[float]], height: int, width: int) -> Mixed:
    """The solution where one side has no choice, or none that matters."""
    best_row = 0
    best_column = 0
    if width == 1:
        for i in range(1, height):
            if payoffs[i][0] > payoffs[best_row][0]:
                best_row = i
    else:
        for j in range(1, width):
            if payoffs[0][j] < payoffs[0][best_column]:
                best_column = j
    rows = [0.0] * height
    columns = [0.0] * width
    rows[best_row] = 1.0
    columns[best_column] = 1.0
    return Mixed(payoffs[best_row][best_column], rows, columns)


def _entering(border: list[float], top: list[int], width: int, pivots: int) -> int:
    """The column that improves most; after many pivots the first by label, which cannot go in circles."""
    column = -1
    if pivots < 60:
        best = -TOLERANCE
        for j in range(width):
            if border[j] < best:
                best = border[j]
                column = j
    else:
        for j in range(width):
            if border[j] < -TOLERANCE and (column < 0 or top[j] < top[column]):
                column = j
    return column


def _pivot(table: list[list[float]], row_at: int, column: int, height: int, width: int) -> None:
    pivot_row = table[row_at]
    inverse = 1.0 / pivot_row[column]
    for j in range(width + 1):
        pivot_row[j] *= inverse
    for i in range(height + 1):
        if i != row_at:
            row = table[i]
            factor = row[column]
            if factor != 0.0:
                for j in range(width + 1):
                    row[j] -= factor * pivot_row[j]
                row[column] = -factor * inverse
    pivot_row[column] = inverse


def _normalise(shares: list[float]) -> None:
    total = 0.0
    for share in shares:
        total += share
    if total <= 0.0:
        for i in range(len(shares)):
            shares[i] = 1.0 / len(shares)
        return
    for i in range(len(shares)):
        shares[i] /= total


def gap(payoffs: list[list[float]], rows: list[float], columns: list[float]) -> float:
    """The sum of what both strategies give away (their exploitability): 0 for an optimal pair. Neither side gives away more than this."""
    width = len(columns)
    worst = 0.0
    for j in range(width):
        value = 0.0
        for i, share in enumerate(rows):
            value += share * payoffs[i][j]
        if j == 0 or value < worst:
            worst = value
    best = 0.0
    for i, line in enumerate(payoffs):
        value = 0.0
        for j in range(width):
            value += columns[j] * line[j]
        if i == 0 or value > best:
            best = value
    return best - worst
