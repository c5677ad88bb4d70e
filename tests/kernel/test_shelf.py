"""The shelf of a rulebook: what the front page says of its battles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.shelf import Shelf, read_shelf
from banneret.lab.lengths import length

if TYPE_CHECKING:
    from pathlib import Path


SHELVED = [name for name in rulebooks.names() if rulebooks.get(name).shelf.battle]


@pytest.mark.parametrize("name", SHELVED)
def test_a_shelf_holds_every_battle_of_its_rulebook(name: str) -> None:
    book = rulebooks.get(name)
    assert set(book.shelf.battle) == set(book.scenarios())
    assert all(one.difficulty and one.minutes for one in book.shelf.battle.values())
    scenario, side = book.first_battle
    assert scenario == next(iter(book.shelf.battle))
    assert side in book.scenario(scenario).sides
    assert 0 < len(book.shelf.sentence) < len(book.summary)
    assert book.shelf.first
    for scenario, one in book.shelf.battle.items():
        assert one.uphill is None or one.uphill.side in book.scenario(scenario).sides


def test_a_rulebook_may_have_no_shelf(tmp_path: Path) -> None:
    assert read_shelf(tmp_path) == Shelf()


def test_a_wrong_shelf_is_named(tmp_path: Path) -> None:
    (tmp_path / "shelf.toml").write_text("[battle]\nford = { difficulty = 4 }\n")
    with pytest.raises(BadInput, match=r"shelf.toml: .*<= 3"):
        read_shelf(tmp_path)


def test_the_harder_part_is_a_sides_that_wins_less_than_half(tmp_path: Path) -> None:
    (tmp_path / "shelf.toml").write_text('[battle]\nford = { uphill = { side = "elves", wins = 50 } }\n')
    with pytest.raises(BadInput, match=r"shelf.toml: .*<= 49"):
        read_shelf(tmp_path)


def test_lengths_are_counted_in_battles_between_computers() -> None:
    book = rulebooks.get("stacks")
    found = length(book, book.scenario("two_banners"), games=2)
    assert found == length(book, book.scenario("two_banners"), games=2)
    assert 20 < found.orders < 200
    assert found.minutes == book.shelf.battle["two_banners"].minutes or found.minutes in range(5, 16)
