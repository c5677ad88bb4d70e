"""Fitting a judgement: what can be worked out by hand, and what can be found again."""

from __future__ import annotations

from math import log

import pytest

from banneret.kernel.dice import Chance
from banneret.lab.fitting import Net, Row, curve, log_loss, logistic, solved, spans, trained_net


def test_the_curve_of_one_term_is_the_odds_of_its_rows():
    """Of four rows with the term 1 three are won: the weight is log 3; with the term 2, half of it."""
    won = [1.0, 1.0, 1.0, 0.0]
    assert logistic([Row((1.0,), points) for points in won], 0.0)[0] == pytest.approx(log(3))
    assert logistic([Row((2.0,), points) for points in won], 0.0)[0] == pytest.approx(log(3) / 2)


def test_a_row_counts_as_often_as_it_says():
    rows = [Row((1.0,), 1.0, 3.0), Row((1.0,), 0.0, 1.0)]
    assert logistic(rows, 0.0)[0] == pytest.approx(log(3))


def test_a_drag_keeps_weights_small_and_what_never_comes_at_nothing():
    rows = [Row((1.0, 0.0), 1.0), Row((-1.0, 0.0), 0.0)]
    light, heavy = logistic(rows, 0.1), logistic(rows, 1.0)
    assert 0.0 < heavy[0] < light[0]
    assert light[1] == heavy[1] == 0.0
    # the slope of the loss at the weight is the drag on it: 2 (1 - curve) = drag × weight
    assert 2 * (1 - curve(heavy[0])) == pytest.approx(heavy[0])


def test_a_draw_counts_half():
    assert logistic([Row((1.0,), 0.5)], 0.1)[0] == pytest.approx(0.0)


def test_equations_with_a_hole_on_the_diagonal():
    assert solved([[0.0, 2.0], [3.0, 1.0]], [4.0, 8.0]) == pytest.approx([2.0, 2.0])


def test_the_loss_of_certainty_that_is_wrong_is_bounded():
    assert log_loss([0.0], [Row((), 1.0)]) == pytest.approx(log(1e6))
    assert log_loss([0.5, 0.25], [Row((), 1.0, 3.0), Row((), 0.0, 1.0)]) == pytest.approx(
        (3 * log(2) + log(4 / 3)) / 4
    )


def test_spans_are_roots_of_mean_squares():
    assert spans([Row((3.0, 0.0), 1.0), Row((-4.0, 0.0), 1.0, 3.0)]) == pytest.approx([14.25**0.5, 1.0])


def test_a_net_finds_what_no_sum_can_say():
    """Who is ahead wins, except who is far ahead: no line has that shape."""
    chance = Chance(4)
    rows = []
    for _ in range(900):
        x = 6 * chance.random() - 3
        rows.append(Row((x,), float((x > 0) == (abs(x) < 1.5))))
    train, held = rows[:600], rows[600:]
    weights = logistic(train, 0.1)
    line = log_loss([curve(weights[0] * row.terms[0]) for row in held], held)
    net = trained_net(train, held, 4, 0.1, 25, Chance(1))
    assert log_loss([net.chance(row.terms) for row in held], held) < line - 0.1
    assert net.chance((2.0,)) + net.chance((-2.0,)) == pytest.approx(1.0)


def test_a_net_is_never_worse_than_the_curve_it_began_as():
    """Of rows that are held back, where nothing is to be learnt."""
    chance = Chance(2)
    rows = [Row((chance.random() - 0.5, chance.random() - 0.5), float(chance.below(2))) for _ in range(60)]
    begun = Net(logistic(rows[:40], 1.0), [], [])
    net = trained_net(rows[:40], rows[40:], 3, 1.0, 3, Chance(1))
    held = rows[40:]
    assert log_loss([net.chance(row.terms) for row in held], held) <= log_loss(
        [begun.chance(row.terms) for row in held], held
    )
