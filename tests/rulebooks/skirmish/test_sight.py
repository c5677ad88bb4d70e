"""Sight, cover, distance and adjacency on the boards of the catalogue's examples."""

from __future__ import annotations

import pytest

from banneret.geometry.squares import CLEAR, COVERED, FAR, UNSEEN, SquareGrid

Place = tuple[int, int]


def grid(columns: int, rows: int, *walls: Place, pinholes: bool = False) -> SquareGrid:
    return SquareGrid(columns, rows, [row * columns + column for column, row in walls], pinholes)


def sight(on: SquareGrid, first: Place, second: Place, across: int = 1, other: int = 1) -> int:
    return on.sight(on.index(*first), across, on.index(*second), other)


@pytest.mark.rule("skirmish:los.definition")
def test_a_whole_column_of_walls_hides() -> None:
    assert sight(grid(5, 3, (2, 0), (2, 1), (2, 2)), (0, 1), (4, 1)) == UNSEEN
    assert sight(grid(5, 3, (2, 0), (2, 1)), (0, 1), (4, 1)) == COVERED


@pytest.mark.rule("skirmish:los.touching")
def test_a_line_along_one_wall_is_free_and_between_two_blocked() -> None:
    one = grid(5, 3, (2, 1))
    assert one.is_free(1, 1, 4, 1)
    assert sight(one, (0, 1), (4, 1)) == COVERED
    assert not grid(5, 3, (2, 1), (2, 0)).is_free(1, 1, 4, 1)
    assert one.is_free(1, 0, 3, 3) is False  # in at [1.67, 1], out at [2.33, 2]: through the inside
    assert one.is_free(0, 0, 3, 1)  # it ends at the wall's upper right corner


@pytest.mark.rule("skirmish:los.pinhole")
def test_two_walls_that_touch_close_the_line_between_them() -> None:
    assert not grid(4, 4, (2, 1), (1, 2)).is_free(0, 0, 4, 4)
    assert grid(4, 4, (2, 1), (1, 2), pinholes=True).is_free(0, 0, 4, 4)
    assert grid(4, 4, (2, 1), (1, 2)).is_free(2, 2, 4, 4)  # it only starts there


@pytest.mark.rule("skirmish:los.off-board")
def test_the_missing_corner_of_a_board_is_wall() -> None:
    missing = [(column, row) for column in range(4, 8) for row in range(4)]
    ell = grid(8, 8, *missing)
    assert sight(ell, (2, 0), (7, 5)) == UNSEEN
    assert sight(ell, (0, 5), (7, 5)) == CLEAR


@pytest.mark.rule("skirmish:los.zero-length")
def test_neighbours_at_a_shut_corner_see_each_other() -> None:
    shut = grid(3, 3, (1, 0), (0, 1))
    assert shut.is_free(1, 1, 1, 1)
    assert sight(shut, (0, 0), (1, 1)) == CLEAR


@pytest.mark.rule("skirmish:cover.clear-shot")
def test_clear_shots_and_cover() -> None:
    one = grid(5, 3, (2, 1))
    assert sight(one, (0, 1), (4, 1)) == COVERED
    assert sight(one, (0, 0), (4, 0)) == CLEAR
    assert sight(one, (0, 0), (4, 2)) == COVERED


@pytest.mark.rule("skirmish:los.definition")
def test_large_creatures_look_from_their_outer_corners() -> None:
    # From (0, 1) a small creature sees (4, 1) in cover. A LARGE one fills (0, 1) to (1, 2): from its outer corner [2, 3] the line
    # to [4, 1] only touches the wall's corner [3, 2], and the three others pass below.
    one = grid(5, 3, (2, 1))
    assert sight(one, (0, 1), (4, 1)) == COVERED
    assert sight(one, (0, 1), (4, 1), across=2) == CLEAR
    assert (
        sight(one, (3, 1), (0, 1), other=2) == COVERED
    )  # its lower corners see along row 2, not up past the wall


@pytest.mark.rule("skirmish:adjacent.definition")
def test_adjacent_squares_share_a_side_or_a_corner() -> None:
    on = grid(8, 8)
    assert on.are_adjacent(on.index(2, 2), 1, on.index(3, 3), 1)
    assert not on.are_adjacent(on.index(2, 2), 1, on.index(4, 2), 1)
    assert not on.are_adjacent(on.index(2, 2), 1, on.index(2, 2), 1)


@pytest.mark.rule("skirmish:adjacent.large")
def test_a_large_creature_has_twelve_neighbours() -> None:
    on = grid(8, 8)
    spider = on.index(2, 2)
    beside = [
        square
        for square in range(64)
        if on.are_adjacent(spider, 2, square, 1) and square not in on.spaces[1][spider]
    ]
    assert len(beside) == 12
    assert on.index(4, 4) in beside
    assert on.index(5, 3) not in beside


@pytest.mark.rule("skirmish:adjacent.walls")
def test_walls_do_not_part_neighbours() -> None:
    shut = grid(3, 3, (1, 0), (0, 1))
    assert shut.are_adjacent(0, 1, shut.index(1, 1), 1)
    assert shut.index(1, 1) not in shut.steps[0][0]


@pytest.mark.rule("skirmish:distance.within")
def test_diagonal_steps_count_one() -> None:
    on = grid(8, 8)
    assert on.distances([on.index(0, 0)])[on.index(3, 5)] == 5


@pytest.mark.rule("skirmish:distance.route")
def test_distances_go_around_walls() -> None:
    on = grid(5, 3, (2, 0), (2, 1))
    assert on.distances([on.index(1, 0)])[on.index(3, 0)] == 6
    shut = grid(5, 3, (2, 0), (2, 1), (2, 2))
    assert shut.distances([shut.index(1, 0)])[shut.index(3, 0)] == FAR


@pytest.mark.rule("skirmish:distance.large")
def test_the_nearest_square_of_a_large_creature_counts() -> None:
    on = grid(8, 8)
    dragon = on.spaces[1][on.index(0, 0)]
    assert on.distances(dragon)[on.index(6, 1)] == 5
