"""Squares: steps, routes and lines on boards worked out by hand, and against a second, slow way of counting on random boards."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.geometry.squares import CLEAR, COVERED, FAR, UNSEEN, SquareGrid


@st.composite
def boards(draw: st.DrawFn) -> SquareGrid:
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    walls = draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows))
    drawn = [square for square, wall in enumerate(walls) if wall and draw(st.booleans())]
    return SquareGrid(columns, rows, drawn, pinholes=draw(st.booleans()))


def is_free_slowly(grid: SquareGrid, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Each wall clips the line by exact fractions; edges and corners are looked at one by one."""
    run, fall = to_x - x, to_y - y
    if run == 0 and fall == 0:
        return True
    for row in range(-1, grid.rows + 1):
        for column in range(-1, grid.columns + 1):
            if not grid.is_wall(column, row):
                continue
            enter, leave = Fraction(0), Fraction(1)
            for start, way, low in ((x, run, column), (y, fall, row)):
                if way == 0:
                    if not low < start < low + 1:
                        enter, leave = Fraction(1), Fraction(0)
                    continue
                ends = sorted((Fraction(low - start, way), Fraction(low + 1 - start, way)))
                enter, leave = max(enter, ends[0]), min(leave, ends[1])
            if enter < leave:
                return False
    if fall == 0:
        for column in range(min(x, to_x), max(x, to_x)):
            if grid.is_wall(column, y) and grid.is_wall(column, y - 1):
                return False
    if run == 0:
        for row in range(min(y, to_y), max(y, to_y)):
            if grid.is_wall(x, row) and grid.is_wall(x - 1, row):
                return False
    if grid.pinholes:
        return True
    for py in range(grid.rows + 1):
        for px in range(grid.columns + 1):
            on_line = (px - x) * fall == (py - y) * run
            inside = 0 < (px - x) * run + (py - y) * fall < run * run + fall * fall
            if on_line and inside:
                north_west, south_east = grid.is_wall(px - 1, py - 1), grid.is_wall(px, py)
                north_east, south_west = grid.is_wall(px, py - 1), grid.is_wall(px - 1, py)
                if (north_west and south_east) or (north_east and south_west):
                    return False
    return True


def can_stand(grid: SquareGrid, column: int, row: int, across: int) -> bool:
    return not any(
        grid.is_wall(column + right, row + down) for right in range(across) for down in range(across)
    )


@pytest.mark.long
@given(boards())
@settings(max_examples=60)
def test_lines_are_free_as_exact_fractions_say(grid: SquareGrid) -> None:
    corners = [(x, y) for y in range(grid.rows + 1) for x in range(grid.columns + 1)]
    for x, y in corners[:: max(1, len(corners) // 9)]:
        for to_x, to_y in corners[:: max(1, len(corners) // 11)]:
            free = grid.is_free(x, y, to_x, to_y)
            assert free == is_free_slowly(grid, x, y, to_x, to_y)
            assert free == grid.is_free(to_x, to_y, x, y)


@given(boards(), st.integers(1, 2), st.integers(1, 2), st.data())
def test_sight_is_the_best_corner(grid: SquareGrid, across: int, other: int, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(range(grid.size)))
    second = data.draw(st.sampled_from(range(grid.size)))
    lasts = (grid.place(first), across), (grid.place(second), other)
    if not all(can_stand(grid, *place, wide) for place, wide in lasts):
        return
    lines = grid.free_corners(first, across, second, other)
    counts = [sum(line[4] for line in lines[start : start + 4]) for start in range(0, 16, 4)]
    assert all(line[4] == is_free_slowly(grid, *line[:4]) for line in lines)
    expected = CLEAR if max(counts) == 4 else COVERED if max(counts) else UNSEEN
    assert grid.sight(first, across, second, other) == expected


@given(boards(), st.integers(1, 2))
def test_steps_are_what_both_half_steps_allow(grid: SquareGrid, across: int) -> None:
    for square in range(grid.size):
        column, row = grid.place(square)
        expected = [
            grid.index(column + right, row + down)
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if (right or down)
            and can_stand(grid, column, row, across)
            and can_stand(grid, column + right, row + down, across)
            and can_stand(grid, column + right, row, across)
            and can_stand(grid, column, row + down, across)
        ]
        assert list(grid.steps[across - 1][square]) == expected


@given(boards(), st.data())
def test_distances_grow_by_one_from_step_to_step(grid: SquareGrid, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(range(grid.size)))
    found = grid.distances([start])
    slow = [0 if square == start else FAR for square in range(grid.size)]
    for _ in range(grid.size):  # every square asks its neighbours until nothing changes
        for square in range(grid.size):
            for beside in grid.steps[0][square]:
                slow[square] = min(slow[square], slow[beside] + 1 if slow[beside] < FAR else FAR)
    assert found == slow
    assert grid.distances([start], 2) == [steps if steps <= 2 else FAR for steps in slow]


@given(st.integers(0, 48), st.integers(1, 2), st.integers(0, 48), st.integers(1, 2))
def test_adjacency_is_of_any_two_squares(first: int, across: int, second: int, other: int) -> None:
    grid = SquareGrid(8, 8)
    (a, b), (c, d) = divmod(first, 7), divmod(second, 7)
    ours = [(a + right, b + down) for right in range(across) for down in range(across)]
    theirs = [(c + right, d + down) for right in range(other) for down in range(other)]
    touching = any(max(abs(x - u), abs(y - v)) == 1 for x, y in ours for u, v in theirs)
    assert grid.are_adjacent(grid.index(a, b), across, grid.index(c, d), other) == touching
    gap = min(max(abs(x - u), abs(y - v)) for x, y in ours for u, v in theirs)
    assert grid.gap(grid.index(a, b), across, grid.index(c, d), other) == gap


def test_corners_between_walls_are_shut() -> None:
    grid = SquareGrid(4, 4, [1, 4])  # walls at [1, 0] and [0, 1]
    assert grid.is_corner_shut(0, 1, 5, 1)
    assert grid.is_corner_shut(5, 1, 0, 1)
    assert grid.is_corner_shut(5, 2, 0, 1)
    assert not SquareGrid(4, 4, [1]).is_corner_shut(0, 1, 5, 1)
    assert not grid.is_corner_shut(5, 1, 6, 1)
    other = SquareGrid(4, 4, [5, 10])  # walls at [1, 1] and [2, 2]
    assert other.is_corner_shut(6, 1, 9, 1)
    assert other.is_corner_shut(9, 1, 6, 1)


def test_names_and_errors() -> None:
    grid = SquareGrid(28, 2)
    assert grid.names[:2] == ("A1", "B1")
    assert grid.name(27) == "AB1"
    assert grid.named("ab2") == 55
    for wrong in (lambda: grid.named("ZZ9"), lambda: grid.index(28, 0), lambda: SquareGrid(0, 3)):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError, match="no square 9"):
        SquareGrid(3, 3, [9])
