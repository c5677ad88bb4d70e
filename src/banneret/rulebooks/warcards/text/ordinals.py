"""Numbers by which units of one kind are told apart: 1st, 2nd, 3rd."""

from __future__ import annotations

from typing import Final

ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """A place in a row, as people write it.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '112th']
    """
    teens = 10 < number % 100 < 20
    return f"{number}{'th' if teens else ENDINGS.get(number % 10, 'th')}"
