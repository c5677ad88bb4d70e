"""Battles fought long ago replay byte for byte, state after state.

Of those that are packed one in ten is replayed by default, and of the long ones of large battles one in four where nothing is compiled;
all of them: BANNERET_FROZEN=1, or `python -m bench.frozen`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from freeze import fingerprint, folder_of, marks, packed, states_of

import banneret
from banneret import rulebooks

LEAST = {"stacks": 100, "warcards": 50, "battlesystem": 110, "companies": 50, "skirmish": 30}
LARGE = {"kings_meadow", "lairn", "the_causeway", "hedge_and_bow", "stone_and_bolt"}
PACKED = {"stacks": 150, "warcards": 250, "battlesystem": 144, "companies": 104, "skirmish": 84}
STRIDE = int(os.environ.get("BANNERET_FROZEN", "10"))  # one packed record in so many
COMPILED = "BANNERET_TESTS_INSTALLED" in os.environ
FILES = {name: sorted(folder_of(name).glob("*.banneret")) for name in LEAST}


def weighed(file: Path) -> Any:
    """A record as a parameter; all but the first small one of each scenario are left out of the quick run."""
    name, _, number = file.stem.rpartition("-")
    return pytest.param(
        file, id=file.stem, marks=[] if number == "1" and name not in LARGE else pytest.mark.long
    )


def is_replayed(file: Path) -> bool:
    """True if a record is replayed by default: of large battles one in four, for they take seconds each, or tenths where compiled."""
    name, _, number = file.stem.rpartition("-")
    return name not in LARGE or COMPILED or STRIDE == 1 or int(number) % 4 == 1


@pytest.mark.parametrize(
    "file", [weighed(file) for files in FILES.values() for file in files if is_replayed(file)]
)
def test_a_frozen_battle_replays_byte_for_byte(file: Path) -> None:
    text = file.read_bytes().decode()
    battle = banneret.loads(text)
    assert battle.text == text
    assert battle.damage == ""
    assert battle.is_over
    assert marks(battle) == states_of(file.parent)[file.name]


@pytest.mark.parametrize("name", LEAST)
def test_all_frozen_battles_are_there(name: str) -> None:
    files = FILES[name]
    assert len(files) >= LEAST[name]
    assert sorted(states_of(folder_of(name))) == [file.name for file in files]
    assert {file.stem.rpartition("-")[0] for file in files} == set(rulebooks.get(name).scenarios())


@pytest.mark.long
@pytest.mark.parametrize("name", LEAST)
def test_one_frozen_battle_in_ten_is_proved(name: str) -> None:
    for file in FILES[name][::10]:
        assert banneret.verify(file.read_bytes().decode()).ok


@pytest.mark.long
@pytest.mark.parametrize("name", PACKED)
def test_packed_battles_replay_byte_for_byte(name: str) -> None:
    found = list(packed(folder_of(name)))
    assert len({text for _, text, _ in found}) == len(found) >= PACKED[name]
    for record, text, marks_hash in found[::STRIDE]:
        battle = banneret.loads(text)
        assert (record, battle.text, battle.damage, battle.is_over) == (record, text, "", True)
        assert fingerprint(marks(battle)) == marks_hash, record
