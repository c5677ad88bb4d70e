"""Versions of the rules: new battles are played by the newest, old records by the one with which they began."""

from __future__ import annotations

from pathlib import Path

import pytest

import banneret
from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.army.rosters.fields import RATES
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.state import is_mended

OLD = Path(__file__).parent / "records" / "ford_at_dawn-6.banneret"


def test_a_new_battle_is_played_by_version_20() -> None:
    battle = banneret.start("battlesystem", "ford_at_dawn", seed=3)
    assert battle.text.splitlines()[1] == "rulebook battlesystem 20"
    assert banneret.loads(battle.private_text).private_text == battle.private_text
    assert is_mended(RULEBOOK.new(RULEBOOK.scenario("ford_at_dawn"), RULEBOOK.options({})))


def test_an_old_record_goes_on_by_version_1() -> None:
    lines = OLD.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    cut = "\n".join(lines[: first + 20]) + "\n"
    assert cut.splitlines()[1] == "rulebook battlesystem 1"
    battle = banneret.loads(cut)
    assert battle.text.splitlines()[1] == "rulebook battlesystem 1"
    book = RULEBOOK.of_version(1)
    assert battle.rulebook is book
    assert (book.version, RULEBOOK.version) == (1, 20)
    assert book.id == RULEBOOK.id
    assert not is_mended(book.new(book.scenario("ford_at_dawn"), book.options({})))


def test_a_version_that_nobody_knows_is_refused() -> None:
    text = OLD.read_text(encoding="utf-8").replace(
        "rulebook battlesystem 1", f"rulebook battlesystem {RULEBOOK.version + 1}", 1
    )
    with pytest.raises(BadInput):
        banneret.loads(text)
    assert RULEBOOK.of_version(RULEBOOK.version) is RULEBOOK


@pytest.mark.rule("battlesystem:8.6a")
def test_rosters_may_say_one_attack_in_two_rounds() -> None:
    assert RATES["1/2"] == 1
