"""Ink for plain text: colours of a terminal or none, lines of a width, and no control characters."""

from __future__ import annotations

import re
import textwrap

SIDE_COLOURS = ("36", "33", "35", "32")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def clean(text: str) -> str:
    """The text without control characters, so that no name or note can steer a terminal."""
    return _CONTROL.sub(" ", text)


class Ink:
    """Colour for terminals, or none: `Ink(False)` leaves every text as it is.

    >>> Ink(False).side(0, "(G5)")
    '(G5)'
    """

    def __init__(self, colour: bool = False) -> None:
        self.colour = colour

    def paint(self, code: str, text: str) -> str:
        """The text in a colour of the terminal."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def side(self, side: int, text: str) -> str:
        """In a side's colour."""
        return self.paint(SIDE_COLOURS[side % len(SIDE_COLOURS)], text) if side >= 0 else text

    def strong(self, text: str) -> str:
        """Bold: titles, totals, the question."""
        return self.paint("1", text)

    def faint(self, text: str) -> str:
        """Second text: rule ids, ground."""
        return self.paint("2", text)

    def here(self, text: str) -> str:
        """The point where it happens now."""
        return self.paint("1;4", text)


PLAIN = Ink(False)


def wrap(text: str, width: int, first: str = "", then: str | None = None) -> list[str]:
    """The text in lines of at most `width`; `first` begins the first line, `then` (or as many spaces) the others."""
    follow = " " * len(first) if then is None else then
    lines = textwrap.wrap(
        clean(text),
        max(width, 20),
        initial_indent=first,
        subsequent_indent=follow,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]
