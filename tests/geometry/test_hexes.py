"""Hexes in rows: the neighbours of the catalogue's examples, and laws that hold on every map."""

from __future__ import annotations

from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.geometry.hexes import HALF_WIDTH, HexGrid

grids = st.builds(HexGrid, st.integers(1, 9), st.integers(1, 9))


def places(grid: HexGrid, column: int, row: int) -> list[list[int]]:
    return [list(grid.place(hex_)) for hex_ in grid.neighbours[grid.index(column, row)]]


@pytest.mark.rule("stacks:map.adjacent")
def test_neighbours_of_the_catalogue() -> None:
    ford = HexGrid(5, 5)
    assert places(ford, 2, 2) == [[1, 2], [3, 2], [1, 1], [2, 1], [1, 3], [2, 3]]
    assert places(ford, 4, 1) == [[3, 1], [4, 0], [4, 2]]


@pytest.mark.rule("stacks:map.adjacent")
def test_neighbours_at_corners_and_in_odd_rows() -> None:
    grid = HexGrid(7, 5)
    assert places(grid, 0, 0) == [[1, 0], [0, 1]]
    assert places(grid, 0, 1) == [[1, 1], [0, 0], [1, 0], [0, 2], [1, 2]]
    assert places(grid, 3, 3) == [[2, 3], [4, 3], [3, 2], [4, 2], [3, 4], [4, 4]]
    assert places(grid, 6, 4) == [[5, 4], [5, 3], [6, 3]]
    assert places(HexGrid(1, 1), 0, 0) == []


@pytest.mark.rule("stacks:map.layout")
def test_hexes_are_counted_from_the_top_left_and_odd_rows_lie_half_a_hex_to_the_right() -> None:
    grid = HexGrid(5, 3)
    assert [grid.index(0, 0), grid.index(4, 0), grid.index(0, 1), grid.index(4, 2)] == [0, 4, 5, 14]
    assert grid.place(11) == (1, 2)
    (even, _), (odd, _), (below, _) = grid.centre(0), grid.centre(5), grid.centre(10)
    assert isclose(odd - even, sqrt(3) / 2)
    assert below == even


@given(grids)
@pytest.mark.rule("stacks:map.adjacent")
def test_neighbours_are_exactly_the_hexes_at_distance_one(grid: HexGrid) -> None:
    for hex_ in range(grid.size):
        near = grid.neighbours[hex_]
        assert sorted(near) == [other for other in range(grid.size) if grid.distance(hex_, other) == 1]
        for other in near:
            assert grid.are_adjacent(other, hex_)
            assert isclose(dist(grid.centre(hex_), grid.centre(other)), sqrt(3))


def steps_from(grid: HexGrid, start: int) -> dict[int, int]:
    """How many steps lead to every hex, found by walking."""
    steps = {start: 0}
    queue = [start]
    for hex_ in queue:
        for other in grid.neighbours[hex_]:
            if other not in steps:
                steps[other] = steps[hex_] + 1
                queue.append(other)
    return steps


@given(st.builds(HexGrid, st.integers(2, 9), st.integers(1, 9)), st.data())
def test_distance_is_the_shortest_way(grid: HexGrid, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    assert steps_from(grid, start) == {hex_: grid.distance(start, hex_) for hex_ in range(grid.size)}


def test_names() -> None:
    grid = HexGrid(30, 2)
    assert [grid.name(grid.index(column, 0)) for column in (0, 1, 25, 26, 29)] == [
        "A1",
        "B1",
        "Z1",
        "AA1",
        "AD1",
    ]
    assert all(grid.named(grid.name(hex_).lower()) == hex_ for hex_ in range(grid.size))
    with pytest.raises(ValueError, match="A1 to AD2"):
        grid.named("A3")


def test_off_the_map() -> None:
    with pytest.raises(ValueError, match="not on a map of 5 by 5"):
        HexGrid(5, 5).index(5, 0)
    with pytest.raises(ValueError, match="no hex"):
        HexGrid(0, 3)


@given(grids)
def test_the_drawing_begins_at_the_corner_and_is_as_large_as_its_rows(grid: HexGrid) -> None:
    points = [corner for hex_ in range(grid.size) for corner in grid.corners(hex_)]
    pushed = 1 if grid.rows > 1 else 0
    assert isclose(min(x for x, _ in points), 0, abs_tol=1e-12)
    assert isclose(min(y for _, y in points), 0, abs_tol=1e-12)
    assert isclose(max(x for x, _ in points), HALF_WIDTH * (2 * grid.columns + pushed))
    assert isclose(max(y for _, y in points), 1.5 * grid.rows + 0.5)
