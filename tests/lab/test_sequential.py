"""Sequential tests: they come to the right verdict, and err no more often than they say."""

from __future__ import annotations

import random

import pytest

from banneret.lab.sequential import SequentialTest


def ended(test, draw, most=4000):
    """The verdict of a test that goes on until it has one, and the results it took."""
    while not test.verdict and test.count < most:
        test.add(draw())
    return test.verdict, test.count


def test_two_values_give_the_ratio_of_wald():
    test = SequentialTest(0.5, 0.6)
    for result in (1.0, 1.0, 1.0, 0.0):
        test.add(result)
    assert test.ratio == pytest.approx(3 * 0.18232 + -0.22314, abs=0.002)
    assert (test.verdict, test.count, test.mean) == ("", 4, 0.75)


def test_nothing_is_known_without_results():
    assert SequentialTest(0.5, 0.6).verdict == ""


def test_what_comes_after_the_verdict_changes_nothing():
    test = SequentialTest(0.5, 0.8)
    test.extend([1.0] * 100)
    assert test.verdict == "high"
    assert test.count < 10


def test_results_may_be_negative():
    test = SequentialTest(0.0, 0.1, least=-1.0)
    test.extend([-0.5, 0.0, 0.0, -1.0, 0.0] * 40)
    assert test.verdict == "low"


@pytest.mark.long
@pytest.mark.parametrize(("true", "right"), [(0.5, "low"), (0.65, "high")])
def test_errors_are_as_rare_as_stated(true, right):
    """Pairs of battles with sides swapped, the first side being worth a third more."""
    chance = random.Random(5)

    def pair():
        return ((chance.random() < true + 0.3) + (chance.random() < true - 0.3)) / 2

    wrong = 0
    lengths = 0
    for _ in range(300):
        verdict, length = ended(SequentialTest(0.5, 0.65), pair)
        wrong += verdict != right
        lengths += length
    assert wrong / 300 < 0.08
    assert lengths / 300 < 60
