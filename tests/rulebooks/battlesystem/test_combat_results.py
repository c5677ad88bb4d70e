"""The results table, damage columns, kills and wounds."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.combat.losses.casualties import toll
from banneret.rulebooks.battlesystem.tables.combat_results import DICE, Damage, dice_of, results_table, row_of

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "data" / "damage.toml").read_text(encoding="utf-8")
)["conversion"]


def per_figure(die: int, roll: int) -> float:
    return Damage.of(f"1d{die}").per_figure(roll) / 10


@pytest.mark.rule("battlesystem:8.4a")
def test_readings_of_the_catalogue() -> None:
    assert [per_figure(8, 16), per_figure(6, -3), per_figure(20, 37), per_figure(20, 41)] == [6, 12, 1, 0]
    assert [per_figure(8, 19), per_figure(6, 26)] == [5, 1]
    assert [row_of(roll) for roll in (-5, 0, 1, 34, 35, 39, 40, 99)] == [0, 0, 1, 34, 35, 35, 36, 36]


@pytest.mark.rule("battlesystem:8.4", "battlesystem:8.4a")
def test_more_is_never_done_by_a_worse_roll_or_a_lesser_die() -> None:
    table = results_table()
    assert [len(row) for row in table] == [11] * 37
    assert all(row == sorted(row) for row in table)
    for better, worse in pairwise(table):
        assert all(low <= high for low, high in zip(worse, better, strict=True))


@pytest.mark.rule("battlesystem:8.5", "battlesystem:8.5a", "battlesystem:8.5b", "battlesystem:8.5c")
@pytest.mark.rule("battlesystem:8.5d", "battlesystem:8.5e", "battlesystem:8.5f", "battlesystem:8.5g")
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["damage"]))
def test_damage_of_the_catalogue(case: dict[str, Any]) -> None:
    damage = Damage.of(case["damage"])
    assert [f"D{DICE[column]}" for column in damage.columns] == case["columns"]
    assert damage.times == case["times"]


@pytest.mark.rule("battlesystem:8.5b")
def test_ranges_become_dice() -> None:
    assert [dice_of(2, 7), dice_of(3, 12), dice_of(5, 8)] == [(1, 6, 1), (3, 4, 0), (1, 4, 4)]
    assert [dice_of(4, 10), dice_of(2, 13), dice_of(2, 16)] == [(2, 4, 2), (1, 12, 1), (2, 8, 0)]
    assert [Damage.of(text).shown() for text in ("1", "2", "4", "1d7", "1-6")] == [
        "D2",
        "D2",
        "D4",
        "D6",
        "D6",
    ]


@pytest.mark.rule("battlesystem:8.5b")
@given(st.integers(1, 6), st.sampled_from(DICE), st.integers(0, 5))
def test_a_range_is_read_as_dice_that_span_it(number: int, die: int, plus: int) -> None:
    low, high = number + plus, number * die + plus
    dice, sides, more = dice_of(low, high)
    assert (dice + more, dice * sides + more) == (low, high)
    assert sides in DICE


@pytest.mark.rule("battlesystem:8.5d", "battlesystem:8.5g")
def test_shifts_past_the_last_column() -> None:
    assert Damage.of("1d20+3").per_figure(20) == 100
    assert Damage.of("2d12+5").per_figure(20) == 180
    assert Damage.of("3d6").per_figure(20) == 90
    assert [Damage.of(text).shown() for text in ("1d18+1", "1d20+11", "1d20+12")] == [
        "D20",
        "D20 + D20",
        "D20 + D20 + D2",
    ]


@pytest.mark.parametrize("text", ["", "d", "0", "8-2", "1d8+", "sword", "-3"])
def test_what_is_no_damage_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="damage"):
        Damage.of(text)


def taken(damage: int, figure: int, figures: int = 12, wounded: bool = False) -> tuple[int, bool]:
    found = toll(damage, figure, figures, wounded)
    return found.killed, found.wounded


@pytest.mark.rule("battlesystem:8.7", "battlesystem:8.7a", "battlesystem:8.7b", "battlesystem:8.7c")
def test_kills_and_wounds_of_the_catalogue() -> None:
    assert taken(590, 200) == (2, True)
    assert taken(450, 100, figures=3) == (3, False)
    assert taken(350, 100) == (3, True)
    assert [taken(25, 100), taken(24, 100), taken(13, 50), taken(12, 50)] == [
        (0, True),
        (0, False),
        (0, True),
        (0, False),
    ]
    assert [taken(50, 200), taken(49, 200), taken(310, 100)] == [(0, True), (0, False), (3, False)]
    assert taken(7, 25) == (0, True)  # a quarter of a quarter-die figure


@pytest.mark.rule("battlesystem:8.7g", "battlesystem:8.4b")
def test_tenths_are_added_up_before_anything_is_rounded() -> None:
    assert per_figure(6, 29) == 0.2
    tenths = Damage.of("1d6").per_figure(29)
    assert [taken(12 * tenths, 100)[1], taken(13 * tenths, 100)[1]] == [False, True]


@pytest.mark.rule("battlesystem:8.7e", "battlesystem:8.7j")
def test_two_wounds_kill() -> None:
    assert taken(250, 100, wounded=True) == (3, False)
    lost, wounded = 0, False
    for _ in range(3):  # three attacks that each leave a wound
        found = toll(30, 100, 12 - lost, wounded)
        lost, wounded = lost + found.killed, found.wounded
    assert (lost, wounded) == (1, True)


@given(st.integers(0, 4000), st.sampled_from([25, 50, 100, 200, 350]), st.integers(1, 48), st.booleans())
def test_a_toll_is_never_more_than_there_is(damage: int, figure: int, figures: int, wounded: bool) -> None:
    killed, hurt = taken(damage, figure, figures, wounded)
    assert 0 <= killed <= figures
    assert not (hurt and killed == figures)
    assert killed * figure <= damage + figure - figure // 4
