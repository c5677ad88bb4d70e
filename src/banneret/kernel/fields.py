"""Plain data read field by field, with clear errors: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest, shown

A_TEXT: Final = "a text in quotes"
A_POINT: Final = "a point is [x, y], two numbers"


class Fields:
    """Takes values out of a table of plain data; every method raises `BadInput` naming the field and the table.

    >>> row = Fields({"name": "Axes", "figures": 12}, "units 1")
    >>> row.text("name"), row.number("figures", most=48), row.flag("shield")
    ('Axes', 12, False)
    >>> row.end()
    >>> row.number("figures", most=10)
    Traceback (most recent call last):
    ...
    banneret.kernel.errors.BadInput: units 1: figures is 12; from 0 to 10
    """

    def __init__(self, data: Any, where: str, hint: str = "") -> None:
        """`hint`: what would be right where `data` is not a table."""
        if not isinstance(data, Mapping):
            raise BadInput(f"{shown(data)} is not a table of fields", where=where, hint=hint)
        self.data: Mapping[str, Any] = data
        self.where = where
        self.known: list[str] = []

    def has(self, name: str) -> bool:
        """True if a field is given."""
        self.known.append(name)
        return name in self.data

    def text(
        self,
        name: str,
        default: str | None = None,
        most: int = 80,
        *,
        lines: bool = False,
        blank: bool = False,
    ) -> str:
        """A text of one line, empty only by default; `lines`: it may have several, `blank`: it may be empty."""
        value = self._value(name, default)
        if value == default and default is not None:
            return default
        if not isinstance(value, str):
            raise self._misfit(name, value, A_TEXT)
        if len(value) > most:
            raise self.wrong(f"{name} has {len(value):,} characters", f"at most {most:,}")
        if not blank and not value.strip():
            raise self.wrong(f"{name} is empty", "at least one character")
        for sign in value:
            if not sign.isprintable() and not (lines and sign == "\n"):
                hint = "a text of one line" if sign == "\n" else ""
                raise self.wrong(f"{name} has {shown(sign)} in it, which cannot be printed", hint)
        return value

    def number(self, name: str, default: int | None = None, least: int = 0, most: int = 100) -> int:
        """A whole number."""
        value = self._value(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._misfit(name, value, f"a whole number from {least} to {most}")
        if not least <= value <= most:
            raise self._misfit(name, value, f"from {least} to {most}")
        return value

    def decimal(
        self, name: str, default: float | None = None, least: float = 0.0, most: float = 1000.0
    ) -> float:
        """A number, whole or not."""
        value = self._value(name, default)
        if not is_number(value):
            raise self._misfit(name, value, f"a number from {least:g} to {most:g}")
        if not least <= value <= most:
            raise self._misfit(name, value, f"from {least:g} to {most:g}")
        return float(value)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self._value(name, default)
        if not isinstance(value, bool):
            raise self._misfit(name, value, "true or false")
        return value

    def word(self, name: str, words: Sequence[str], default: str | None = None) -> str:
        """One of some words."""
        value = self._value(name, default)
        if not isinstance(value, str) or value not in words:
            like = value[:80] if isinstance(value, str) else ""
            said = [word for word in words if word]
            raise self._misfit(name, value, nearest(like, said, "one of" if len(said) > 1 else "only"))
        return value

    def rows(self, name: str, most: int) -> list[Any]:
        """A list; empty by default."""
        value = self._value(name, [])
        if not isinstance(value, list | tuple):
            raise self._misfit(name, value, "a list in brackets")
        if len(value) > most:
            raise self.wrong(f"{name} has {len(value):,} entries", f"at most {most:,}")
        return list(value)

    def words(self, name: str, most: int = 20, length: int = 80) -> tuple[str, ...]:
        """A list of texts of one line, none of them empty or longer than `length`; empty by default."""
        value = self.rows(name, most)
        return tuple(
            [
                Fields({name: word}, f"{self.where}, entry {place}").text(name, most=length)
                for place, word in enumerate(value, 1)
            ]
        )

    def points(self, name: str, least: int, most: int) -> list[tuple[float, float]]:
        """A list of points [x, y]."""
        value = self.rows(name, most)
        if len(value) < least:
            raise self.wrong(f"{name} has fewer than {least} points", A_POINT)
        found: list[tuple[float, float]] = []
        for place, point in enumerate(value, 1):
            if not isinstance(point, list | tuple):
                raise self.wrong(f"{name}: point {place} is {shown(point)}", A_POINT)
            if len(point) != 2:
                raise self.wrong(f"{name}: point {place} has {len(point):,} entries", A_POINT)
            for one in point:
                if not is_number(one):
                    raise self.wrong(f"{name}: point {place} has {shown(one)} in it", A_POINT)
            found.append((float(point[0]), float(point[1])))
        return found

    def table(self, name: str) -> Fields:
        """A table within the table."""
        return Fields(self.get(name, None, "a table of fields"), f"{self.where}: {name}")

    def get(self, name: str, default: Any, right: str = "") -> Any:
        """The value of a field, of any type; raises `BadInput` where there is neither a value nor a default.

        `right`: what would be right, for that error.
        """
        value = self._value(name, default)
        if value is None and name not in self.data:
            raise self._misfit(name, value, right)
        return value

    def _value(self, name: str, default: Any) -> Any:
        self.known.append(name)
        return self.data.get(name, default)

    def _misfit(self, name: str, value: Any, right: str) -> BadInput:
        """The error about a field whose value does not fit, or is missing; `right`: what would be right."""
        if value is None and name not in self.data:
            return self.wrong(f"{name} is missing", right)
        return self.wrong(f"{name} is {shown(value)}", right)

    def wrong(self, what: str, hint: str = "") -> BadInput:
        """The error to raise about this table."""
        return BadInput(what, where=self.where, hint=hint)

    def only(self, names: Sequence[str]) -> None:
        """Nothing but these may be given; said first, it finds the misspelt field before that is missed."""
        for name in self.data:
            if name not in names:
                hint = nearest(str(name)[:80], names)
                raise self.wrong(f"nothing is called {shown(str(name))} here", hint)

    def end(self) -> None:
        """Nothing else may be given than what was asked for."""
        self.only(list(dict.fromkeys(self.known)))


def is_number(value: Any) -> bool:
    """True if a plain value is a number that can be counted with."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # a whole number of more than three hundred digits
        return False
