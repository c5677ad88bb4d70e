"""Versions of the rules: new battles are played by the newest, old records by the one with which they began."""

from __future__ import annotations

from pathlib import Path

import banneret
from banneret.rulebooks.warcards.rulebook import RULEBOOK

OLD = Path(__file__).parent / "records" / "border_skirmish-1.banneret"


def test_a_new_battle_is_played_by_version_3() -> None:
    battle = banneret.start("warcards", "border_skirmish", seed=3)
    assert battle.text.splitlines()[1] == "rulebook warcards 3"
    state = RULEBOOK.new(RULEBOOK.scenario("border_skirmish"), RULEBOOK.options({}))
    assert state.setting.flags.version == 3


def test_an_old_record_goes_on_by_version_1() -> None:
    lines = OLD.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    battle = banneret.loads("\n".join(lines[: first + 10]) + "\n")
    assert battle.text.splitlines()[1] == "rulebook warcards 1"
    assert battle.rulebook is RULEBOOK.of_version(1)
    book = RULEBOOK.of_version(1)
    assert (book.version, RULEBOOK.version, book.id) == (1, 3, RULEBOOK.id)
    state = book.new(book.scenario("border_skirmish"), book.options({}))
    assert state.setting.flags.version == 1
    assert RULEBOOK.of_version(2).version == 2
    assert RULEBOOK.of_version(3) is RULEBOOK
