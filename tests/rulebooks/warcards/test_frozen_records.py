"""Battles fought long ago replay byte for byte, state after state."""

from __future__ import annotations

from pathlib import Path

import pytest
from freeze import folder_of, marks, states_of

import banneret
from banneret.rulebooks.warcards.rulebook import RULEBOOK

FOLDER = folder_of(RULEBOOK.id)
FILES = sorted(FOLDER.glob("*.banneret"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_frozen_battle_replays_byte_for_byte(file: Path) -> None:
    text = file.read_bytes().decode()
    battle = banneret.loads(text)
    assert battle.text == text
    assert battle.damage == ""
    assert battle.is_over
    assert marks(battle) == states_of(FOLDER)[file.name]


@pytest.mark.skipif(not FILES, reason="no battle of this version of the rules is frozen yet")
def test_all_frozen_battles_are_there_and_proved() -> None:
    assert len(FILES) >= 50
    assert sorted(states_of(FOLDER)) == [file.name for file in FILES]
    assert {file.stem.rpartition("-")[0] for file in FILES} == set(RULEBOOK.scenarios())
    for file in FILES[::10]:
        assert banneret.verify(file.read_bytes().decode()).ok
