"""Missiles, engines, and the tables of shooting, as the data files have them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.tables.missiles import (
    BANDS,
    additions,
    band,
    counted,
    engine_of,
    engines,
    limits,
    missile_of,
    missiles,
)


def bands(ranges: tuple[float, float, float], *inches: float) -> list[str]:
    return [BANDS[band(ranges, one)] for one in inches]


def test_ranges_include_their_upper_bounds() -> None:
    assert bands(missile_of("long-bow").ranges, 0, 7, 7.1, 14, 14.1, 21, 21.1) == [
        "short",
        "short",
        "medium",
        "medium",
        "long",
        "long",
        "out of range",
    ]


def test_bows_shoot_in_two_rows_and_over_friends_and_nothing_else_does() -> None:
    bows = [one.id for one in missiles().values() if one.rows == 2]
    assert bows == ["short-bow", "long-bow", "short-composite-bow", "long-composite-bow"]
    assert [one.id for one in missiles().values() if one.arching] == bows


def test_only_ordinary_ammunition_never_runs_out() -> None:
    carried = {one.kind for one in missiles().values() if one.volleys and not one.natural}
    assert carried == {"thrown"}
    assert {missile_of(name).volleys for name in ("dart", "javelin", "spear")} == {2}
    assert missile_of("hill-giant-rock").volleys == 0


def test_rates() -> None:
    rates = {one.id: (one.shots, one.rounds) for one in missiles().values()}
    assert (rates["long-bow"], rates["dart"], rates["light-crossbow"]) == ((2, 1), (3, 1), (1, 1))
    assert rates["heavy-crossbow"] == (1, 2)
    assert missile_of("heavy-crossbow").mounted == ""


def test_archers_on_foot_move_half_for_one_shot() -> None:
    archers = limits()["archers"]
    assert [archers.share(shots, 2) for shots in (0, 1, 2)] == [1, Fraction(1, 2), 0]
    assert [archers.shots(spent, 12.0, 2) for spent in (0.0, 0.1, 6.0, 6.5)] == [2, 1, 1, 0]


def test_each_row_of_movement_and_shooting() -> None:
    found = {name: [one.share(shots, 3) for shots in (1, 3)] for name, one in limits().items()}
    assert found["thrown"] == found["mounted-thrown"] == [Fraction(2, 3), 0]
    assert found["crossbow-or-sling"] == [0, 0]
    assert found["mounted-archers"] == [1, 0]
    assert found["mounted-crossbows"] == found["mounted-slings"] == [Fraction(1, 2), 0]
    assert found["engine"] == [0, 0]
    assert found["innate"] == [Fraction(1, 2), Fraction(1, 2)]
    for one in limits().values():
        for shots in range(4):
            assert one.share_in_decimals(shots, 3) == float(one.share(shots, 3))
    assert limits()["crossbow-or-sling"].shots(1.0, 12.0, 1) == 0
    assert limits()["thrown"].shots(8.0, 12.0, 1) == 1


def test_additions_are_cumulative_but_of_cover_the_greatest_counts() -> None:
    assert sum([one.amount for one in counted(["arching", "long", "loose"])]) == 9
    assert [one.id for one in counted(["soft", "partly-seen", "hard", "medium"])] == ["hard", "medium"]
    assert [one.id for one in counted(["partly-seen", "soft"])] == ["partly-seen"]
    assert {one.id: one.amount for one in additions().values()} == {
        "loose": 1,
        "soft": 2,
        "hard": 4,
        "partly-seen": 2,
        "mounted": 2,
        "arching": 3,
        "medium": 2,
        "long": 5,
    }


def test_engines() -> None:
    light, heavy, ballista = engines().values()
    assert [
        (one.least, one.ranges, one.movement, one.armour_class, one.rounds)
        for one in (light, heavy, ballista)
    ] == [
        (15.0, (20.0, 25.0, 30.0), 8.0, 5, 2),
        (18.0, (24.0, 30.0, 36.0), 4.0, 5, 2),
        (0.0, (11.0, 22.0, 32.0), 6.0, 10, 1),
    ]
    assert [one.damage.shown() for one in (light, heavy, ballista)] == ["2 x D10", "2 x D12", "2 x D6"]
    assert [one.arching for one in (light, heavy, ballista)] == [True, True, False]
    # the sums of the examples: 22, 21 and 17
    assert [light.damage.per_figure(22), heavy.damage.per_figure(21), ballista.damage.per_figure(17)] == [
        80,
        100,
        80,
    ]


def test_unknown_names_are_refused_with_near_ones() -> None:
    with pytest.raises(BadInput, match="no missile 'lon-bow'") as missile:
        missile_of("lon-bow")
    assert "long-bow" in missile.value.hint
    with pytest.raises(BadInput, match="no engine 'balista'"):
        engine_of("balista")
