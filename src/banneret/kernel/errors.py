"""Errors for people: what is wrong, where, and what would be right."""

from __future__ import annotations


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
