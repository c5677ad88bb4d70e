"""Names of equal things, told apart by a number behind all but the first: "Elves", "Elves (2)".

The first keeps its bare name, so that no name changes when its like appears.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_NUMBER: Final = re.compile(r" \(\d+\)")


def nth(name: str, number: int) -> str:
    """The name of the thing of that number, from 1, among its like.

    >>> nth("Elves", 1), nth("Elves", 2)
    ('Elves', 'Elves (2)')
    """
    return name if number < 2 else f"{name} ({number})"


def told_apart(names: Iterable[str]) -> list[str]:
    """Names in their order, equal ones numbered.

    >>> told_apart(["Elves", "Ents", "Elves"])
    ['Elves', 'Ents', 'Elves (2)']
    """
    counts: dict[str, int] = {}
    found = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        found.append(nth(name, counts[name]))
    return found


def common(name: str) -> str:
    """A name, or a text that begins with one, without the number: what all its like are called.

    >>> common("Elves (2)"), common("Dwarves (2) with the Oathsword")
    ('Elves', 'Dwarves with the Oathsword')
    """
    return _NUMBER.sub("", name)
