"""Orders: what a side answers. Plain tuples of words and numbers, with one canonical text form.

An order is a tuple such as `("reveal", 4)` or `("move", (3, 5), (12, 13))`; its text is `reveal 4` or
`move (3 5) (12 13)`. The text stands in records and is what people and programs type.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from banneret.kernel.errors import BadInput

Order: TypeAlias = tuple[Any, ...]

MAX_TEXT = 4000  # characters
SHORT_TEXT = 60
MAX_WORDS = 1000  # in one group
MAX_DEPTH = 8  # groups in groups
MAX_NUMBER = 10**12
PARTS = "an order is words, numbers and (groups) of them"

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.'*/+-]*\Z")
_TOKEN = re.compile(r'\s*(?:(\()|(\))|("(?:[^"\\\x00-\x1f]|\\.)*")|([^\s()"]+))')
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?\Z")


def write_order(order: Iterable[Any]) -> str:
    """The canonical text of an order.

    >>> write_order(("move", (3, 5), (12, 13), "to shore"))
    'move (3 5) (12 13) "to shore"'
    """
    return " ".join([_WRITERS.get(type(word), _write_word)(word) for word in order])


@lru_cache(maxsize=1024)
def _write_text(word: str) -> str:
    """A word, in quotes where it needs them; orders are written in great numbers, and of few words."""
    return word if _BARE.match(word) else json.dumps(word, ensure_ascii=False)


def _write_group(group: Iterable[Any]) -> str:
    return f"({write_order(group)})"


_WRITERS: dict[type, Callable[[Any], str]] = {
    str: _write_text,
    int: repr,
    tuple: _write_group,
}  # nearly all words


def _write_word(word: Any) -> str:
    if isinstance(word, tuple):
        return _write_group(word)
    if isinstance(word, str):
        return _write_text(str(word))
    if isinstance(word, float) and word.is_integer():
        return str(int(word))
    return repr(word)


def plain_order(order: object) -> Order:
    """An order as it will stand in the record, from its text or from a tuple (or list) of words, numbers and groups.

    Every order that reaches the rules has passed here: it holds nothing but text, whole numbers, decimals that are not
    whole, and tuples of these. Raises `BadInput` for anything else.

    >>> plain_order(["move", [3, 5], 2.0])
    ('move', (3, 5), 2)
    >>> plain_order(("reveal", True))
    Traceback (most recent call last):
    ...
    banneret.kernel.errors.BadInput: True cannot stand in an order; an order is words, numbers and (groups) of them
    """
    return read_order(order if isinstance(order, str) else write_order(_plain_group(order, 0)))


def _plain_group(group: object, depth: int) -> Order:
    if not isinstance(group, (tuple, list)):
        raise BadInput(f"{_shown(group)} is not an order", hint="a text, or a tuple of words and numbers")
    if depth > MAX_DEPTH or len(group) > MAX_WORDS:
        hint = f"at most {MAX_WORDS} words in a group, and groups {MAX_DEPTH} deep"
        raise BadInput("the order is too long or nested too deep", hint=hint)
    return tuple(_plain_word(word, depth) for word in group)


def _plain_word(word: object, depth: int) -> Any:
    if isinstance(word, (tuple, list)):
        return _plain_group(word, depth + 1)
    if isinstance(word, str):
        if len(word) <= MAX_TEXT and (word.isascii() or _is_encodable(word)):
            return word if type(word) is str else str(word)
    elif isinstance(word, bool):
        pass  # no number
    elif isinstance(word, int):
        if -MAX_NUMBER <= word <= MAX_NUMBER:
            return word
    elif isinstance(word, float) and abs(word) <= MAX_NUMBER:
        return word
    raise BadInput(f"{_shown(word)} cannot stand in an order", hint=PARTS)


def _shown(thing: object) -> str:
    if isinstance(thing, int) and abs(thing) > MAX_NUMBER:
        return "a number out of all bounds"
    return (
        repr(thing)[:40] if isinstance(thing, (int, float, str, type(None))) else f"a {type(thing).__name__}"
    )


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeError:
        return False
    return True


def read_order(text: str) -> Order:
    """The order a text stands for; raises `BadInput` naming the place where it cannot be read.

    >>> read_order('move (3 5) (12 13) "to shore"')
    ('move', (3, 5), (12, 13), 'to shore')
    """
    return _read_short(text) if len(text) <= SHORT_TEXT else _read(text)


def _read(text: str) -> Order:
    if len(text) > MAX_TEXT:
        raise BadInput(f"the order is {len(text)} characters long", hint=f"at most {MAX_TEXT} are read")
    if not text.isascii() and not _is_encodable(text):
        raise BadInput("the order holds half a character", hint="a surrogate without its other half")
    stack: list[list[Any]] = [[]]
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise BadInput(
                f"cannot read {text[position : position + 20]!r}", where=f"character {position + 1}"
            )
        opened, closed, quoted, bare = match.groups()
        position = match.end()
        if opened:
            if len(stack) >= MAX_DEPTH:
                raise BadInput("brackets are nested too deep", where=f"character {position}")
            stack.append([])
        elif closed:
            if len(stack) == 1:
                raise BadInput("a bracket is closed that was not opened", where=f"character {position}")
            inner = tuple(stack.pop())
            stack[-1].append(inner)
        elif quoted:
            stack[-1].append(_read_quoted(quoted, position))
        else:
            stack[-1].append(_read_bare(bare, position))
    if len(stack) != 1:
        raise BadInput("a bracket is not closed", where=f"character {end}")
    if not stack[0]:
        raise BadInput("the order is empty")
    return tuple(stack[0])


# Most orders are a few words, and the same ones come again and again; longer ones are not kept.
_read_short = lru_cache(maxsize=1024)(_read)


def _read_quoted(text: str, position: int) -> str:
    try:
        word = json.loads(text)
        word.encode("utf-8")
    except (ValueError, UnicodeError):
        raise BadInput(f"cannot read the quoted word {text[:20]}", where=f"character {position}") from None
    return str(word)


def _read_bare(text: str, position: int) -> str | int | float:
    if _BARE.match(text):
        return text
    if len(text) <= 24:
        if _INTEGER.match(text):
            number = int(text)
            if abs(number) <= MAX_NUMBER:
                return number
        elif _DECIMAL.match(text):
            decimal = float(text)
            if math.isfinite(decimal) and abs(decimal) <= MAX_NUMBER:
                return int(decimal) if decimal.is_integer() else decimal
    raise BadInput(f"cannot read {text[:24]!r}", where=f"character {position}", hint=PARTS)
