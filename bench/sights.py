"""Sight and cover on random boards, against a second way of finding them that knows nothing of the first.

    python -m bench.sights --boards 100000               (boards of up to 12 by 12 squares, on all cores)
    python -m bench sights --seconds 20                  (as many as there is time for, on one core)

The second way asks of every wall whether its inside lies on both sides of a line; it walks along no row. Board number `n` is the same board
every time; on each, a dozen pairs of spaces are looked at, there and back, every fourth of them LARGE.
"""

from __future__ import annotations

import argparse
import random
import sys
from itertools import pairwise
from math import gcd
from time import perf_counter

from banneret.geometry.squares import CLEAR, COVERED, UNSEEN, SquareGrid
from banneret.lab.workers import run_jobs

MOST = 12  # squares along a side
PAIRS = 12
Point = tuple[int, int]


class Walls:
    """The walls of a board as a set of squares, and the lines that they block."""

    def __init__(self, columns: int, rows: int, walls: set[Point], pinholes: bool) -> None:
        rim = {(column, row) for column in (-1, columns) for row in range(-1, rows + 1)}
        rim |= {(column, row) for row in (-1, rows) for column in range(-1, columns + 1)}
        self.walls = sorted(walls | rim)
        self.has = walls | rim
        self.pinholes = pinholes

    def blocks(self, start: Point, end: Point) -> bool:
        """True if a line is blocked: by the inside of a wall, by two along an edge, by two at a corner."""
        (x, y), (to_x, to_y) = start, end
        run, fall = to_x - x, to_y - y
        pieces = gcd(run, fall)
        if not pieces:
            return False
        for column, row in self.walls:
            if min(x, to_x) >= column + 1 or max(x, to_x) <= column:
                continue
            if min(y, to_y) >= row + 1 or max(y, to_y) <= row:
                continue
            aside = [run * (cy - y) - fall * (cx - x) for cy in (row, row + 1) for cx in (column, column + 1)]
            if min(aside) < 0 < max(aside):
                return True
        points = [(x + run // pieces * n, y + fall // pieces * n) for n in range(pieces + 1)]
        if run == 0 or fall == 0:
            for one, two in pairwise(points):
                column, row = min(one[0], two[0]), min(one[1], two[1])
                other = (column - 1, row) if run == 0 else (column, row - 1)
                if (column, row) in self.has and other in self.has:
                    return True
        if self.pinholes:
            return False
        return any(
            {(px - 1, py - 1), (px, py)} <= self.has or {(px, py - 1), (px - 1, py)} <= self.has
            for px, py in points[1:-1]
        )

    def sight(self, first: Point, across: int, second: Point, other: int) -> int:
        """How a space sees another."""
        free = [
            [
                not self.blocks((x, y), (to_x, to_y))
                for to_x in (second[0], second[0] + other)
                for to_y in (second[1], second[1] + other)
            ]
            for x in (first[0], first[0] + across)
            for y in (first[1], first[1] + across)
        ]
        if any(all(corner) for corner in free):
            return CLEAR
        return COVERED if any(any(corner) for corner in free) else UNSEEN


class Boards:
    """Random boards by number, each compared pair by pair."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, number: int) -> str:
        """The first difference on a board, "" if there is none."""
        chance = random.Random(self.seed * 1_000_003 + number)
        columns, rows = chance.randint(2, MOST), chance.randint(2, MOST)
        share = chance.random() * 0.5
        every = [(column, row) for row in range(rows) for column in range(columns)]
        drawn = {square for square in every if chance.random() < share}
        pinholes = number % 2 == 1
        grid = SquareGrid(columns, rows, [row * columns + column for column, row in sorted(drawn)], pinholes)
        walls = Walls(columns, rows, drawn, pinholes)
        for pair in range(PAIRS):
            spaces: list[tuple[Point, int]] = []
            for _ in range(2):
                across = 2 if pair % 4 == 3 and chance.random() < 0.5 else 1
                room = [place for place in every if grid.fits(grid.index(*place), across)]
                if room:
                    spaces.append((chance.choice(room), across))
            if len(spaces) < 2 or spaces[0][0] == spaces[1][0]:
                continue
            for (first, across), (second, other) in (spaces, spaces[::-1]):
                found = grid.sight(grid.index(*first), across, grid.index(*second), other)
                if found != walls.sight(first, across, second, other):
                    return f"board {number}: {first} of {across} sees {second} of {other} as {found}"
        return ""


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: boards compared, and differences."""
    boards = Boards(1)
    begun = perf_counter()
    count = 0
    faults: list[str] = []
    while perf_counter() - begun < seconds:
        if fault := boards(count):
            faults.append(fault)
        count += 1
    return [("sight and cover found in two ways, differences", str(len(faults)), f"{count} boards")]


def main() -> int:
    """Compare them, and say where they differ."""
    parser = argparse.ArgumentParser(prog="python -m bench.sights", description=__doc__.split("\n\n")[0])
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0)
    words = parser.parse_args()
    begun = perf_counter()
    faults = 0
    for number, fault in enumerate(run_jobs(Boards, (words.seed,), words.boards, words.workers), 1):
        if fault:
            faults += 1
            print(fault, flush=True)
        if number % 10_000 == 0:
            print(f"{number} boards, {faults} differences, {perf_counter() - begun:.0f} s", flush=True)
    print(f"{words.boards} boards, {faults} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
