"""Sentences about units: names that people give are not kept for ever."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.text.sentences import MOST_NAMES, is_plural


def test_names_that_people_give_are_not_kept_for_ever() -> None:
    for number in range(2 * MOST_NAMES):
        assert is_plural(f"Guards of House {number}")
    assert is_plural.cache_info().currsize <= MOST_NAMES
