"""Kinds of ground as the data file has them."""

from __future__ import annotations

import pytest

from banneret.rulebooks.battlesystem.tables.grounds import ANY, grounds

PRICES = {"clear": 1.0, "road": 0.75, "woods": 1.5, "rough": 2.0, "swamp": 2.0, "water": 1.0, "bridge": 1.0}


@pytest.mark.parametrize("name", PRICES)
def test_the_price_of_an_inch(name: str) -> None:
    assert grounds()[name].price_for(()) == PRICES[name]


@pytest.mark.parametrize("name", ["woods", "rough", "swamp"])
def test_natives_do_not_pay_but_never_stand_closed(name: str) -> None:
    assert grounds()[name].price_for((name,)) == 1.0
    assert not grounds()[name].closed


def test_deep_water_is_for_natives_alone() -> None:
    assert grounds()["water"].admits(("swamp", "water"))
    assert not grounds()["water"].admits(("swamp",))
    assert [one.id for one in grounds().values() if one.barred] == ["water", "high-wall"]
    assert not grounds()["high-wall"].admits(("water",))


def test_what_is_crossed_breaks_ranks_and_bars_charges() -> None:
    crossed = [one for one in grounds().values() if one.crossing]
    assert {one.id for one in crossed} == {"ford", "building", "hedge", "wall", "fence", "stream", "ditch"}
    assert not any(one.closed or one.charge or one.engines for one in crossed)


def test_cover() -> None:
    covers = {one.id: one.cover for one in grounds().values() if one.cover}
    assert covers == {
        "woods": "soft",
        "hedge": "soft",
        "building": "hard",
        "town": "hard",
        "wall": "hard",
        "high-wall": "hard",
    }


def test_sight_and_height() -> None:
    assert (grounds()["woods"].sight, grounds()["woods"].native_sight) == (1.0, 6.0)
    assert {one.id for one in grounds().values() if one.sight != ANY} == {"woods"}
    assert {one.id: one.height for one in grounds().values() if one.blocks} == {
        "woods": 3,
        "building": 2,
        "town": 2,
        "high-wall": 2,
    }


def test_who_attacks_out_of_it_is_hampered() -> None:
    assert {one.id for one in grounds().values() if one.wading} == {"swamp", "ford", "stream", "ditch"}
