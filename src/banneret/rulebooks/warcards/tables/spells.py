"""Spells that may be prepared as battle spells. Rule: warcards:magic.allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.rulebooks.warcards.tables.cards import RATINGS


@dataclass(slots=True)
class Spell:
    """A conventional spell that may be prepared as a battle spell."""

    id: str
    name: str
    level: int
    uses: tuple[tuple[int, int], ...]  # rating and sign


USES: Final = tuple([f"{rating}{sign}" for rating in RATINGS for sign in "+-"])


def uses_of(words: list[str]) -> tuple[tuple[int, int], ...]:
    """The ratings that a spell may change, from words such as `morale-`: rating and sign. Rule: warcards:magic.allowed."""
    return tuple([(RATINGS.index(word[:-1]), 1 if word[-1] == "+" else -1) for word in words])
