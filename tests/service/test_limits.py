"""Limits: what is left of a use, and that it is forgotten in time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from banneret.service.app import make_app
from banneret.service.limits import MOST_BUCKETS, Limits, Rates, network_of
from banneret.service.lines import MOST_OPEN, Places
from banneret.service.storage.store import Storage


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


class Line:
    """The transport of a line from an address."""

    cut = False

    def __init__(self, address: str) -> None:
        self.address = address

    def get_extra_info(self, _name: str) -> tuple[str, int, int, int]:
        return self.address, 1, 0, 0

    def abort(self) -> None:
        self.cut = True


def test_who_has_half_the_addresses_of_a_network_is_counted_once() -> None:
    """A home has as many addresses of IPv6 as it likes, which differ in their second half: none of them is somebody else."""
    many = [f"2001:db8:1:2:{number:x}::1" for number in range(100)]
    assert len({network_of(one) for one in many}) == 1
    assert network_of("2001:db8:1:3::1") != network_of(many[0])
    places = Places()
    lines: list[Any] = [Line(address) for address in many]
    for line in lines:
        places.enter(line)
    assert len(places) == MOST_OPEN
    assert sum(line.cut for line in lines) == 100 - MOST_OPEN


@pytest.mark.long
def test_calls_are_counted_by_the_network_they_come_from(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    limits = Limits(clock=lambda: 0.0)
    app = make_app(storage, limits=limits, names=["testserver"])
    codes = []
    for number in range(130):
        with TestClient(app, client=(f"2001:db8:1:2:{number:x}::1", 1)) as client:
            codes.append(client.get("/api").status_code)
    storage.close()
    assert (codes[0], codes[-1]) == (200, 429)
