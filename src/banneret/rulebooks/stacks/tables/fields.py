"""Fields of files of users: bounded before anything is built, refused with the place and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.bounds import Bounds, bounded_toml, check_values
from banneret.kernel.errors import BadInput
from banneret.rulebooks.stacks.tables.names import Names, shown

FILE: Final = Bounds(256_000, line=4_000, line_dots=200)  # of a file


def read_file_text(text: str, where: str) -> dict[str, Any]:
    """TOML from anywhere as plain data: size, depth, number and length of values are bounded; raises `BadInput`."""
    data = bounded_toml(text, where, FILE)
    check_values(data, where)
    return data


def known_keys(row: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    """Raises `BadInput` for a key that nothing reads."""
    for key in row:
        if key not in keys:
            raise BadInput(
                f"nothing is called {shown(str(key))} here",
                where=where,
                hint=Names("key", keys).hint(str(key)),
            )


def text_of(row: Mapping[str, Any], key: str, where: str, default: str | None = None, most: int = 60) -> str:
    """The text of a field, not longer than `most`; without a default the field must be there and not empty."""
    value = row.get(key, default)
    if value is None:
        raise BadInput(f"{key} is missing", where=where)
    if not isinstance(value, str):
        raise BadInput(f"{key} is {shown(str(value))}", where=where, hint="a text in quotes")
    if len(value) > most:
        raise BadInput(f"{key} has {len(value)} characters", where=where, hint=f"at most {most}")
    if not value.strip() and default is None:
        raise BadInput(f"{key} is empty", where=where)
    if any(not sign.isprintable() and (sign != "\n" or most <= 200) for sign in value):
        raise BadInput(f"{key} holds a sign that cannot be printed", where=where)
    return value


def number_of(
    row: Mapping[str, Any], key: str, where: str, low: int, high: int, default: int | None = None
) -> int:
    """The whole number of a field, within bounds; without a default the field must be there."""
    value = row.get(key, default)
    if value is None:
        raise BadInput(f"{key} is missing", where=where, hint=f"a number from {low} to {high}")
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(
            f"{key} is {shown(str(value))}", where=where, hint=f"a whole number from {low} to {high}"
        )
    if not low <= value <= high:
        raise BadInput(f"{key} is {value}", where=where, hint=f"from {low} to {high}")
    return value


def flag_of(row: Mapping[str, Any], key: str, where: str, default: bool) -> bool:
    """The true or false of a field."""
    value = row.get(key, default)
    if not isinstance(value, bool):
        raise BadInput(f"{key} is {shown(str(value))}", where=where, hint="true or false")
    return value


def list_of(row: Mapping[str, Any], key: str, where: str, most: int) -> list[Any]:
    """The list of a field, empty when the field is not there."""
    value = row.get(key, [])
    if not isinstance(value, list | tuple):
        raise BadInput(f"{key} is {shown(str(value))}", where=where, hint="a list in brackets")
    if len(value) > most:
        raise BadInput(f"{key} has {len(value)} entries", where=where, hint=f"at most {most}")
    return list(value)


def words_of(row: Mapping[str, Any], key: str, where: str, most: int) -> list[str]:
    """The list of texts of a field, each of at most 60 characters, empty when the field is not there."""
    words = list_of(row, key, where, most)
    for place, word in enumerate(words):
        text_of({key: word}, key, f"{where}, entry {place + 1}")
    return words
