"""Takes values out of plain data, and says where they are wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest

MOST_UNITS: Final = 60
SIDES: Final = ("A", "B")


class Reader:
    """Takes values out of plain data and says where they are wrong."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise BadInput("a table of fields is wanted", where=where)
        self.data = data
        self.where = where
        self.known: list[str] = []

    def has(self, name: str) -> bool:
        """True if a field is given."""
        self.known.append(name)
        return name in self.data

    def text(self, name: str, default: str | None = None, most: int = 80) -> str:
        """A line of text."""
        value = self._get(name, default)
        if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
            raise BadInput(f"{name}: a line of text is wanted", where=self.where)
        return value

    def number(self, name: str, default: int | None = None, least: int = 0, most: int = 100) -> int:
        """A whole number."""
        value = self._get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise BadInput(f"{name}: a whole number from {least} to {most} is wanted", where=self.where)
        return value

    def flag(self, name: str) -> bool:
        """True or false; false by default."""
        value = self._get(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"{name}: true or false is wanted", where=self.where)
        return value

    def word(self, name: str, words: tuple[str, ...], default: str | None = None) -> str:
        """One of some words."""
        value = self._get(name, default)
        if not isinstance(value, str) or value not in words:
            raise BadInput(
                f"{name}: {str(value)[:40]!r} is not known",
                where=self.where,
                hint=nearest(str(value)[:80], words),
            )
        return value

    def rows(self, name: str, most: int) -> list[Any]:
        """A list; empty by default."""
        value = self._get(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise BadInput(f"{name}: a list of at most {most} is wanted", where=self.where)
        return value

    def table(self, name: str) -> Any:
        """A table of its own."""
        return self._get(name, None)

    def end(self) -> None:
        """Nothing else may be given."""
        for name in self.data:
            if name not in self.known:
                raise BadInput(
                    f"there is no field {str(name)[:40]!r}",
                    where=self.where,
                    hint=nearest(str(name)[:80], self.known),
                )

    def _get(self, name: str, default: Any) -> Any:
        self.known.append(name)
        if name not in self.data:
            if default is None:
                raise BadInput(f"{name} is missing", where=self.where)
            return default
        return self.data[name]
