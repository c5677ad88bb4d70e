"""Old records go on by the rules they began with, new battles by the latest."""

from __future__ import annotations

from pathlib import Path

import pytest

import banneret
from banneret.kernel.errors import BadInput
from banneret.rulebooks.skirmish.rulebook import RULEBOOK

OLD = Path(__file__).parent / "records" / "short_yard-5.banneret"


def test_a_new_battle_is_played_by_version_6() -> None:
    battle = banneret.start("skirmish", "short_yard", seed=3)
    assert battle.text.splitlines()[1] == "rulebook skirmish 6"
    assert banneret.loads(battle.private_text).private_text == battle.private_text


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_an_old_record_goes_on_by_its_version(version: int) -> None:
    book = RULEBOOK.of_version(version)
    assert (book.version, RULEBOOK.version, book.id) == (version, 6, RULEBOOK.id)
    state = book.new(book.scenario("short_yard"), book.options({}))
    assert state.setting.flags.version == version
    assert state.setting.flags == RULEBOOK.new(book.scenario("short_yard"), book.options({})).setting.flags


def test_a_version_that_nobody_knows_is_refused() -> None:
    text = OLD.read_text(encoding="utf-8")
    assert banneret.loads(text).rulebook is RULEBOOK.of_version(3)
    with pytest.raises(BadInput):
        banneret.loads(text.replace("rulebook skirmish 3", "rulebook skirmish 7", 1))
    assert RULEBOOK.of_version(7) is RULEBOOK
