"""Statements that every order needs, handed straight to the driver of the database; and conditions that leave no cycles.

What the library makes of `one & other`, and of `in_` with values, holds itself: only the collector can take it away. So conditions are
put together with `and_`, and values that are many go into a statement that is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

MOST_ROWS: Final = 64  # in one statement: SQLite takes no more than 999 values before version 3.32


class Prepared:
    """A statement that is put into the words of the database once.

    The library's own way to the driver would take twice the processor time that the database takes for the work itself.
    """

    def __init__(
        self, statement: sa.Insert | sa.Update | sa.Select[Any] | sa.TextClause, dialect: sa.Dialect
    ) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        self._words = compiled.string
        self._order = compiled.positiontup  # of the values, for drivers that know them by place alone

    def run(self, connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
        """Execute it once for each row of named values."""
        if not rows:
            return
        cursor = connection.connection.cursor()
        cursor.executemany(self._words, [self._values(row) for row in rows])
        cursor.close()

    def row(self, connection: sa.Connection, values: dict[str, Any]) -> Any:
        """The first row that it finds with these values, as the driver knows it; None where it finds nothing."""
        cursor = connection.connection.cursor()
        cursor.execute(self._words, self._values(values))
        found = cursor.fetchone()
        cursor.close()
        return found

    def _values(self, row: dict[str, Any]) -> Any:
        return row if self._order is None else tuple([row[name] for name in self._order])


class ForRows:
    """A statement in the words of every database that takes many rows of values at once; `?` stands for a value, `ROWS` for the rows.

    A driver lets the other threads of Python go on at every step, and then waits until the event loop lets go of it again: executed once
    for each row, a transaction of ten orders would wait fifty times for a few milliseconds.
    """

    def __init__(self, words: str, dialect: sa.Dialect) -> None:
        self._sign = "?" if dialect.paramstyle == "qmark" else "%s"
        self._before, self._after = words.replace("?", self._sign).split("ROWS")

    def run(
        self, connection: sa.Connection, rows: Sequence[Sequence[Any]], before: Sequence[Any] = ()
    ) -> None:
        """Execute it for these rows, after the values that stand before them."""
        if not rows:
            return
        cursor = connection.connection.cursor()
        for some in _pieces(rows):
            cursor.execute(self._words(some), [*before, *[value for row in some for value in row]])
        cursor.close()

    def count(self, connection: sa.Connection, rows: Sequence[Sequence[Any]]) -> int:
        """The number that it finds, added up over the rows."""
        if not rows:
            return 0
        found = 0
        cursor = connection.connection.cursor()
        for some in _pieces(rows):
            cursor.execute(self._words(some), [value for row in some for value in row])
            found += sum(row[0] for row in cursor.fetchall())
        cursor.close()
        return found

    def _words(self, rows: Sequence[Sequence[Any]]) -> str:
        row = f"({', '.join([self._sign] * len(rows[0]))})"
        return f"{self._before}{', '.join([row] * len(rows))}{self._after}"


def _pieces(rows: Sequence[Sequence[Any]]) -> Iterator[Sequence[Sequence[Any]]]:
    """The rows, so many of them as go into one statement."""
    for first in range(0, len(rows), MOST_ROWS):
        yield rows[first : first + MOST_ROWS]


def among(column: sa.Column[str], values: Iterable[str]) -> sa.ColumnElement[bool]:
    """The condition that a column has one of a few values."""
    return sa.or_(sa.false(), *[column == value for value in values])
