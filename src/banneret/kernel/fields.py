"""Plain data read field by field, with clear errors: what is wrong, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from banneret.kernel.errors import BadInput, nearest


class Fields:
    """Takes values out of a table of plain data; every method raises `BadInput` naming the field and the table.

    >>> row = Fields({"name": "Axes", "figures": 12}, "units 1")
    >>> row.text("name"), row.number("figures", most=48), row.flag("shield")
    ('Axes', 12, False)
    >>> row.end()
    """

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise BadInput("a table of fields is expected", where=where)
        self.data: Mapping[str, Any] = data
        self.where = where
        self.known: list[str] = []

    def has(self, name: str) -> bool:
        """True if a field is given."""
        self.known.append(name)
        return name in self.data

    def text(self, name: str, default: str | None = None, most: int = 80) -> str:
        """A line of text, empty only by default."""
        value = self.get(name, default)
        if value == default and default is not None:
            return default
        if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
            raise self.wrong(f"{name}: a line of text is expected, at most {most} characters")
        return value

    def number(self, name: str, default: int | None = None, least: int = 0, most: int = 100) -> int:
        """A whole number."""
        value = self.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(f"{name}: a whole number from {least} to {most} is expected")
        return value

    def decimal(
        self, name: str, default: float | None = None, least: float = 0.0, most: float = 1000.0
    ) -> float:
        """A number, whole or not."""
        value = self.get(name, default)
        if not is_number(value) or not least <= value <= most:
            raise self.wrong(f"{name}: a number from {least:g} to {most:g} is expected")
        return float(value)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self.get(name, default)
        if not isinstance(value, bool):
            raise self.wrong(f"{name}: true or false is expected")
        return value

    def word(self, name: str, words: Sequence[str], default: str | None = None) -> str:
        """One of some words."""
        value = self.get(name, default)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(f"{name}: {str(value)[:40]!r} is not known", nearest(str(value)[:80], words))
        return value

    def rows(self, name: str, most: int) -> list[Any]:
        """A list; empty by default."""
        value = self.get(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise self.wrong(f"{name}: a list of at most {most} is expected")
        return value

    def words(self, name: str, most: int = 20) -> tuple[str, ...]:
        """A list of words; empty by default."""
        value = self.rows(name, most)
        if not all(isinstance(word, str) and 0 < len(word) <= 80 and word.isprintable() for word in value):
            raise self.wrong(f"{name}: a list of words is expected")
        return tuple(value)

    def points(self, name: str, least: int, most: int) -> list[tuple[float, float]]:
        """A list of points [x, y]."""
        value = self.rows(name, most)
        if len(value) < least:
            raise self.wrong(f"{name}: at least {least} points [x, y] are wanted")
        found: list[tuple[float, float]] = []
        for point in value:
            if not isinstance(point, list) or len(point) != 2 or not all(is_number(one) for one in point):
                raise self.wrong(f"{name}: a list of points [x, y] is expected")
            found.append((float(point[0]), float(point[1])))
        return found

    def table(self, name: str) -> Fields:
        """A table within the table."""
        return Fields(self.get(name, None), f"{self.where}: {name}")

    def get(self, name: str, default: Any) -> Any:
        """The value of a field, of any type; raises `BadInput` where there is neither a value nor a default."""
        self.known.append(name)
        if name not in self.data:
            if default is None:
                raise self.wrong(f"{name} is missing")
            return default
        return self.data[name]

    def wrong(self, what: str, hint: str = "") -> BadInput:
        """The error to raise about this table."""
        return BadInput(what, where=self.where, hint=hint)

    def end(self) -> None:
        """Nothing else may be given."""
        for name in self.data:
            if name not in self.known:
                raise self.wrong(f"there is no field {str(name)[:40]!r}", nearest(str(name)[:80], self.known))


def is_number(value: Any) -> bool:
    """True if a plain value is a number that can be counted with."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # a whole number of more than three hundred digits
        return False
