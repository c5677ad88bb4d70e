"""Options: each of them is one that the rules ask for."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest

from banneret import rulebooks

ELSEWHERE = {"mirror-match", "own-decks", "los-pinholes", "dnd"}
"""About armies and boards that players bring, and the parent game of a roster: nothing of a shipped battle's beginning."""
NAMES = ("stacks", "warcards", "companies", "skirmish", "battlesystem")


def beginnings(name: str, **options: str) -> list[Any]:
    """What the rules hold of the options and of the beginning of each scenario, by these options."""
    book = rulebooks.get(name)
    found: list[Any] = []
    for scenario in book.scenarios().values():
        state = book.new(scenario, book.options(options))
        found.append(
            (state.setting.flags, book.codec.dump(state), repr(getattr(state.setting, "rosters", "")))
        )
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_ask_for_every_option(name: str) -> None:
    """What an option sets is read somewhere in the rulebook: `.higher_ground` beside where it is set."""
    book = rulebooks.get(name)
    scenario = next(iter(book.scenarios().values()))
    flags = type(book.new(scenario, book.options({})).setting.flags)  # type: ignore[attr-defined]
    source = "\n".join(file.read_text(encoding="utf-8") for file in sorted(book.folder.rglob("*.py")))
    unread = [one.name for one in fields(flags) if not re.search(rf"\.{one.name}\b", source)]
    assert set(unread) <= ELSEWHERE


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_every_option_changes_what_the_rules_hold(name: str) -> None:
    """Its flag, or the state of some scenario at its beginning, is another than by the value next to it."""
    same: list[str] = []
    for variant in rulebooks.get(name).variants.values():
        held = [(value, beginnings(name, **{variant.id: value})) for value in variant.values]
        for (value, one), (other, another) in pairwise(held):
            if one == another and "scenario" not in (value, other):
                same.append(f"{variant.id}: {value}, {other}")
    assert {row.partition(":")[0] for row in same} <= ELSEWHERE
