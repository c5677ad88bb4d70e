"""Orders: what a side answers. Plain tuples of words and numbers, with one canonical text form.

An order is a tuple such as `("reveal", 4)` or `("move", (3, 5), (12, 13))`; its text is `reveal 4` or
`move (3 5) (12 13)`. The text stands in records and is what people and programs type.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, TypeAlias

from banneret.kernel.errors import BadInput

Order: TypeAlias = tuple[Any, ...]

MAX_TEXT = 4000
MAX_DEPTH = 8
MAX_NUMBER = 10**12

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.'*/+-]*\Z")
_TOKEN = re.compile(r'\s*(?:(\()|(\))|("(?:[^"\\\x00-\x1f]|\\.)*")|([^\s()"]+))')
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?\Z")


def write_order(order: Order) -> str:
    """The canonical text of an order.

    >>> write_order(("move", (3, 5), (12, 13), "to shore"))
    'move (3 5) (12 13) "to shore"'
    """
    return " ".join(_write_word(word) for word in order)


def _write_word(word: Any) -> str:
    if isinstance(word, tuple):
        return f"({write_order(word)})"
    if isinstance(word, str):
        return word if _BARE.match(word) else json.dumps(word, ensure_ascii=False)
    return repr(word)


def read_order(text: str) -> Order:
    """The order a text stands for; raises `BadInput` naming the place where it cannot be read.

    >>> read_order('move (3 5) (12 13) "to shore"')
    ('move', (3, 5), (12, 13), 'to shore')
    """
    if len(text) > MAX_TEXT:
        raise BadInput(f"the order is {len(text)} characters long", hint=f"at most {MAX_TEXT} are read")
    stack: list[list[Any]] = [[]]
    position = 0
    end = len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise BadInput(f"cannot read {text[position : position + 20]!r}", where=f"character {position + 1}")
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
                return decimal
    raise BadInput(f"cannot read {text[:24]!r}", where=f"character {position}", hint="words, numbers, (groups)")
