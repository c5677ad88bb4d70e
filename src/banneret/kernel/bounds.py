"""Plain data from anywhere, bounded before and after it is read: files of users are refused before they cost anything."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.errors import BadInput

MOST_BRACKETS: Final = 200  # of a line
_STRING: Final = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')


class Bounds:
    """The bounds of a TOML file: characters, characters of a line, dots in names and open brackets; 0: no bound.

    Names divided by dots and nested brackets are slow to read, so both are counted before the file is. `line_dots` are all dots
    of a line, `dots` those in the names of the whole file, `depth` brackets that are open at the same time.
    """

    def __init__(self, text: int, line: int, line_dots: int = 0, dots: int = 0, depth: int = 0) -> None:
        self.text = text
        self.line = line
        self.line_dots = line_dots
        self.dots = dots
        self.depth = depth


def bounded_toml(text: str, where: str, bounds: Bounds, hint: str = "") -> dict[str, Any]:
    """The table of a TOML text; raises `BadInput` for what is beyond the bounds, or no TOML, then with the `hint`.

    >>> bounded_toml("count = 2", "army", Bounds(text=100, line=40))
    {'count': 2}
    >>> bounded_toml("count = 2", "army", Bounds(text=5, line=40))
    Traceback (most recent call last):
    ...
    banneret.kernel.errors.BadInput: army: 9 characters; at most 5
    """
    text = text.removeprefix("\ufeff")
    if len(text) > bounds.text:
        raise BadInput(f"{len(text):,} characters", where=where, hint=f"at most {bounds.text:,}")
    depth = dots = 0
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > bounds.line:
            most = f"at most {bounds.line:,}"
            raise BadInput(f"line {number} has {len(line):,} characters", where=where, hint=most)
        if bounds.line_dots and line.count(".") > bounds.line_dots:
            raise BadInput(
                f"line {number} has {line.count('.')} dots", where=where, hint=f"at most {bounds.line_dots}"
            )
        if bounds.depth or bounds.dots:
            line = _STRING.sub("", line).partition("#")[0]
            if "=" in line or "[" in line:
                dots += line.count(".")
            depth = max(0, depth + line.count("[") + line.count("{") - line.count("]") - line.count("}"))
            if bounds.depth and (depth > bounds.depth or line.count("[") > MOST_BRACKETS):
                at_once = min(bounds.depth, MOST_BRACKETS)
                raise BadInput(
                    f"line {number} opens too many brackets",
                    where=where,
                    hint=f"at most {at_once} may be open at a time",
                )
            if bounds.dots and dots > bounds.dots:
                raise BadInput(
                    f"line {number}: too many names with dots in them",
                    where=where,
                    hint="write the names of fields and tables without dots",
                )
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is not valid TOML: {str(error)[:200]}", where=where, hint=hint) from None


def check_values(
    data: object, where: str, *, values: int = 20_000, depth: int = 10, text: int = 2_000, number: int = 10**6
) -> None:
    """Raise `BadInput` if plain data is nested deeper than `depth`, has more `values`, a longer `text`, or a number beyond ± `number`.

    >>> check_values({"count": 2_000_000}, "army")
    Traceback (most recent call last):
    ...
    banneret.kernel.errors.BadInput: army: a number out of all bounds; at most 1000000
    """
    level: list[object] = [data]
    seen = 0
    for _ in range(depth):
        deeper: list[object] = []
        for value in level:
            seen += 1
            if isinstance(value, Mapping):
                deeper.extend(value.keys())
                deeper.extend(value.values())
            elif isinstance(value, list | tuple):
                deeper.extend(value)
            elif isinstance(value, str):
                if len(value) > text:
                    raise BadInput(f"a text of {len(value)} characters", where=where, hint=f"at most {text}")
            elif isinstance(value, (int, float)) and not -number <= value <= number:
                raise BadInput("a number out of all bounds", where=where, hint=f"at most {number}")
        if seen + len(deeper) > values:
            raise BadInput(f"more than {values} values", where=where)
        if not deeper:
            return
        level = deeper
    raise BadInput(f"tables and lists more than {depth} deep", where=where)
