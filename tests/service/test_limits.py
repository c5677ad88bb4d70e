"""Limits: what is left of a use, and that it is forgotten in time."""

from __future__ import annotations

from banneret.service.limits import MOST_BUCKETS, Rates


class Hours:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Hours()
    rates = Rates(2.0, 3.0, clock)
    assert [rates.allow("one") for _ in range(4)] == [True, True, True, False]
    assert rates.allow("other")
    clock.now = 0.5
    assert [rates.allow("one") for _ in range(2)] == [True, False]


def test_what_was_used_long_ago_takes_no_memory() -> None:
    clock = Hours()
    rates = Rates(1.0, 5.0, clock)
    for number in range(3 * MOST_BUCKETS):  # one each second, each full again a second later
        clock.now += 1.0
        assert rates.allow(f"battle {number}")
        assert len(rates) <= 2
    for number in range(3000):  # more than can be forgotten at once
        assert rates.allow(f"more {number}")
    assert len(rates) > 2000
    for _ in range(3000):
        clock.now += 0.001
        rates.allow("one")
    assert len(rates) <= 2


def test_who_uses_up_a_bucket_does_not_get_a_new_one_by_others_coming() -> None:
    clock = Hours()
    rates = Rates(0.1, 2.0, clock)
    assert [rates.allow("greedy") for _ in range(3)] == [True, True, False]
    for number in range(500):
        rates.allow(f"other {number}")
    assert not rates.allow("greedy")
