"""Learned judgements: sums worked out by hand, and files that do not fit."""

from __future__ import annotations

from math import exp, tanh

import pytest

from banneret.kernel.judgement import Learned, learned_of, read_learned

TERMS = ("worth", "flags")


def test_the_lead_is_the_sum_of_terms_by_their_weights():
    """3 × 0.5 - 1 × 2 = -0.5."""
    learned = Learned([0.5, -1.0], [], [])
    assert learned.lead([3.0, 2.0]) == -0.5
    assert learned.chance([3.0, 2.0]) == pytest.approx(1 / (1 + exp(0.5)))
    assert learned.chance([0.0, 0.0]) == 0.5


def test_a_bent_unit_adds_its_hyperbolic_tangent():
    """1 + 2 × tanh(0.5 × 1 - 0.25 × 4) = 1 - 2 tanh(0.5)."""
    learned = Learned([1.0, 0.0], [[0.5, -0.25]], [2.0])
    assert learned.lead([1.0, 4.0]) == pytest.approx(1 - 2 * tanh(0.5))


def test_what_a_position_is_worth_to_one_side_it_costs_the_other():
    learned = Learned([1.0, 0.3], [[0.5, -0.25], [2.0, 1.0]], [2.0, -0.7])
    for terms in ([1.0, 4.0], [-0.2, 0.1], [9.0, -3.0]):
        other = [-term for term in terms]
        assert learned.chance(terms) + learned.chance(other) == pytest.approx(1.0)


def test_no_lead_is_too_great():
    assert 0.0 < Learned([1.0], [], []).chance([-5000.0]) < 1e-12


def row(**given):
    return {"of": "capital", "weights": [1, 2.5]} | given


def test_a_file_is_read_by_kind_of_battle():
    found = learned_of(
        {"terms": list(TERMS), "judgement": [row(), row(of="land", units=[[1, 0]], outs=[2])]}, TERMS
    )
    assert sorted(found) == ["capital", "land"]
    assert found["capital"].weights == [1.0, 2.5]
    assert (found["land"].units, found["land"].outs) == ([[1.0, 0.0]], [2.0])


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"terms": ["worth"], "judgement": [row()]},
        {"terms": ["flags", "worth"], "judgement": [row()]},
        {"terms": list(TERMS), "judgement": [row(weights=[1])]},
        {"terms": list(TERMS), "judgement": [row(units=[[1, 0]])]},
        {"terms": list(TERMS), "judgement": [row(units=[[1]], outs=[1])]},
    ],
)
def test_what_was_learned_of_other_terms_is_left_alone(data):
    assert learned_of(data, TERMS) == {}


def test_without_a_file_everything_is_judged_by_hand(tmp_path):
    assert read_learned(tmp_path / "judgement.toml", TERMS) == {}
