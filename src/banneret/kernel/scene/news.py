"""News of a scene: what happened, in a sentence and in fields."""

from __future__ import annotations

import msgspec


class Sum(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sum behind a line of news: its parts (amount, cause, rule id), whose it is (-1: nobody's), which part is a die (-1: none)."""

    label: str
    total: int
    parts: tuple[tuple[int, str, str], ...]
    side: int = -1
    die: int = -1


class News(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log, with its sums, its rule and its dice: for each the side (-1: nobody's), its faces, what it shows.

    `heading` names the turn or round that is under way with it; `bare`: the line says no more than that. `path` is the way over
    places that something went with it, from where it stood. `data` is whatever else its rulebook tells programs.
    """

    number: int
    kind: str
    text: str
    rule: str
    side: int = -1
    tallies: tuple[Sum, ...] = ()
    data: dict[str, object] = {}
    dice: tuple[tuple[int, int, int], ...] = ()
    heading: str = ""
    bare: bool = False
    path: tuple[str, ...] = ()
