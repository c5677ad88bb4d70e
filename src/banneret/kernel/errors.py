"""Errors for people: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BadInput(ValueError):
    """Something a person or a file gave that cannot be used.

    `message` says what is wrong, `where` names the file, line or field, `hint` says what would be right.

    >>> print(BadInput("no scenario 'fords'", where="command line", hint="did you mean 'ford'?"))
    command line: no scenario 'fords'; did you mean 'ford'?
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text}; {self.hint}" if self.hint else text


class BrokenRules(RuntimeError):
    """A rulebook broke a promise of its own: an invariant failed, or a battle got stuck."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint with the names most like `name`, or all of them when there are few.

    >>> nearest("stax", ["stacks", "warcards"])
    "did you mean 'stacks'?"
    """
    names = list(known)
    close = get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(repr(match) for match in close) + "?"
    if len(names) <= 20:
        return "there are " + ", ".join(names) if names else "there are none"
    return f"there are {len(names)}, such as " + ", ".join(names[:5])
