"""The primer of a rulebook: how it works, on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.primer import Primer, read_primer

if TYPE_CHECKING:
    from pathlib import Path

PRIMERS = {name: found for name in rulebooks.names() if (found := rulebooks.get(name).primer) is not None}


@pytest.mark.parametrize("name", PRIMERS)
def test_a_primer_names_rules_pictures_and_phases_that_there_are(name: str) -> None:
    book, primer = rulebooks.get(name), PRIMERS[name]
    named = [one.rule for part in (primer.pictures, primer.says, primer.missed) for one in part]
    assert {*named, primer.win.rule} <= set(book.rules)
    assert len(primer.pictures) == 4
    assert len(primer.missed) == 6
    marks = [mark for picture in primer.pictures for mark in picture.marks]
    drawn = {mark.symbol for mark in marks if mark.symbol} - {
        "crossed-swords"
    }  # that one is the client's own
    assert drawn | {primer.piece.symbol} <= set(book.look.icons)
    assert {mark.ground for mark in marks if mark.ground} <= set(book.look.ground)
    assert {stage.phase for stage in book.view.phases} - {"Placement"} <= {
        phase.name for phase in primer.turn
    }


def test_the_first_rulebooks_have_one() -> None:
    assert {"stacks", "warcards", "battlesystem", "fenlight"} <= set(PRIMERS)
    assert isinstance(PRIMERS["stacks"], Primer)


def test_a_wrong_primer_is_named(tmp_path: Path) -> None:
    assert read_primer(tmp_path) is None
    (tmp_path / "primer.toml").write_text('sentence = "It works."\n')
    with pytest.raises(BadInput, match=r"primer.toml: .*heart"):
        read_primer(tmp_path)
