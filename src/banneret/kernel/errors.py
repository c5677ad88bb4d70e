"""Errors for people: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

MOST_SHOWN: Final = 60  # characters of a value in a message


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


class WrongWorld(Exception):
    """No imagined world was found that agrees with what a side knows, or the one that was does not lead to its question.

    Another may be imagined; after a few, the side decides without.
    """


def nearest(name: str, known: Iterable[str], few: str = "there are") -> str:
    """A hint with the names most like `name`, small letters or capitals, or all of them after `few` when there are not many.

    Only the beginning of a name that is too long for any is looked at: to compare two long words takes as long as both are, multiplied.

    >>> nearest("stax", ["stacks", "warcards"])
    "did you mean 'stacks'?"
    >>> nearest("chess", ["stacks", "warcards"], "one of")
    'one of stacks, warcards'
    """
    names = list(known)
    small = {one.lower(): one for one in names}
    close = [
        repr(small[match]) for match in get_close_matches(name[:MOST_SHOWN].lower(), small, n=3, cutoff=0.5)
    ]
    return offered(close, names, few)


def offered(
    close: Sequence[str], known: Sequence[str], few: str = "there are", most: int = 20, some: int = 5
) -> str:
    """A hint with those that may have been meant; if there are none, all that are known after `few`, or `some` where they are more than `most`.

    >>> offered(["ford", "fort"], ["ford", "fort", "wood"]), offered([], ["ford", "fort", "wood"], most=2, some=1)
    ('did you mean ford or fort?', 'there are 3, such as ford')
    """
    if close:
        return f"did you mean {' or '.join(close)}?"
    if len(known) <= most:
        return f"{few} {', '.join(known)}" if known else "there are none"
    return f"there are {len(known)}, such as {', '.join(known[:some])}"


def shown(value: object) -> str:
    """A value that a person gave, as messages quote it: short, on one line, never a table or a huge number whole.

    >>> shown("axes"), shown(2.5), shown(True), shown([1, 2]), shown(10**30)
    ("'axes'", '2.5', 'true', 'a list', 'a number out of all bounds')
    """
    if isinstance(value, str):
        text = repr(value[: MOST_SHOWN + 1])
        return text if len(text) <= MOST_SHOWN + 2 else f"{text[:MOST_SHOWN]}…{text[0]}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return "a number out of all bounds" if abs(value) > 10**18 else repr(value)
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    return "null" if value is None else f"a {type(value).__name__}"
