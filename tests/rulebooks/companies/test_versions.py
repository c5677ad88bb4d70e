"""Versions of the rules: new battles are played by the newest, old records by the one with which they began."""

from __future__ import annotations

from pathlib import Path

import pytest

import banneret
from banneret.rulebooks.companies.rulebook import RULEBOOK

OLD = Path(__file__).parent / "records" / "the_ford-1.banneret"


def test_a_new_battle_is_played_by_version_7() -> None:
    battle = banneret.start("companies", "the_ford", seed=3)
    assert battle.text.splitlines()[1] == "rulebook companies 7"
    state = RULEBOOK.new(RULEBOOK.scenario("the_ford"), RULEBOOK.options({}))
    assert state.setting.flags.version == 7


def test_an_old_record_goes_on_by_version_1() -> None:
    lines = OLD.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    battle = banneret.loads("\n".join(lines[: first + 10]) + "\n")
    assert battle.text.splitlines()[1] == "rulebook companies 1"
    book = RULEBOOK.of_version(1)
    assert battle.rulebook is book
    assert (book.version, RULEBOOK.version, book.id) == (1, 7, RULEBOOK.id)
    state = book.new(book.scenario("the_ford"), book.options({}))
    assert state.setting.flags.version == 1


@pytest.mark.parametrize(
    ("version", "sizes"),
    [
        (1, [1, 1, 1, 1]),
        (2, [1, 1, 1, 1]),
        (3, [1, 1, 2, 1]),
        (4, [1, 1, 2, 1]),
        (5, [1, 1, 2, 1]),
        (6, [1, 1, 2, 1]),
        (7, [1, 1, 2, 1]),
    ],
)
def test_horsemen_stand_higher_by_version_3(version: int, sizes: list[int]) -> None:
    book = RULEBOOK.of_version(version)
    state = book.new(book.scenario("two_wings"), book.options({}))
    assert (state.setting.flags.version, [force.size for force in state.setting.forces]) == (version, sizes)
