"""Matrix games: the solver's answers prove themselves."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from banneret.kernel.errors import BadInput
from banneret.lab.matrix import gap, solve, solve_float


def is_solution(payoffs, rows, columns, value):
    """No choice of either side does better against the other's strategy."""
    assert sum(rows) == sum(columns) == 1
    assert min(rows) >= 0
    assert min(columns) >= 0
    assert all(
        sum(x * line[j] for x, line in zip(rows, payoffs, strict=True)) >= value for j in range(len(columns))
    )
    assert all(sum(y * p for y, p in zip(columns, line, strict=True)) <= value for line in payoffs)


def test_rock_paper_scissors_with_stakes():
    game = solve([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    assert game.value == 0
    assert game.rows == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)] == game.columns


def test_a_saddle_needs_no_mixing():
    game = solve([[3, 1, 4], [2, 1, 2], [0, 0, 9]])
    assert game.value == 1
    assert game.rows == [1, 0, 0]
    assert game.columns == [0, 1, 0]


@pytest.mark.parametrize("kind", ["whole", "small", "fractions"])
def test_random_games_are_solved_exactly(kind):
    rnd = random.Random(kind)
    for _ in range(300):
        height, width = rnd.randint(1, 8), rnd.randint(1, 8)
        draw = {
            "whole": lambda: Fraction(rnd.randint(-50, 50)),
            "small": lambda: Fraction(rnd.randint(0, 2)),
            "fractions": lambda: Fraction(rnd.randint(-9, 9), rnd.randint(1, 9)),
        }[kind]
        payoffs = [[draw() for _ in range(width)] for _ in range(height)]
        is_solution(payoffs, *((g := solve(payoffs)).rows, g.columns, g.value))
        near = solve_float([[float(p) for p in line] for line in payoffs])
        assert near.value == pytest.approx(float(g.value), abs=1e-9)
        assert gap([[float(p) for p in line] for line in payoffs], near.rows, near.columns) < 1e-9


def test_an_exact_gap_is_nothing():
    payoffs = [[Fraction(1, 3), Fraction(1, 7)], [Fraction(0), Fraction(1, 2)]]
    game = solve(payoffs)
    assert gap(payoffs, game.rows, game.columns) == 0


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]]])
def test_what_is_no_matrix_is_refused(payoffs):
    with pytest.raises(BadInput, match="matrix"):
        solve(payoffs)
