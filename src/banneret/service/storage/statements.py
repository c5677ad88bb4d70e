"""Statements that every order needs, handed straight to the driver of the database; and conditions that leave no cycles.

What the library makes of `one & other`, and of `in_` with values, holds itself: only the collector can take it away. So conditions are
put together with `and_`, and values that are many go into a statement that is made once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler


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

    def first(self, connection: sa.Connection, values: dict[str, Any]) -> Any:
        """The first column of that row; an empty text where there is none."""
        found = self.row(connection, values)
        return "" if found is None else found[0]

    def firsts(self, connection: sa.Connection, rows: list[dict[str, Any]]) -> list[Any]:
        """The first column of the first row for each row of named values; an empty text where there is none."""
        cursor = connection.connection.cursor()
        found = [cursor.execute(self._words, self._values(row)).fetchone() for row in rows]
        cursor.close()
        return ["" if row is None else row[0] for row in found]

    def _values(self, row: dict[str, Any]) -> Any:
        return row if self._order is None else tuple([row[name] for name in self._order])


def among(column: sa.Column[str], values: Iterable[str]) -> sa.ColumnElement[bool]:
    """The condition that a column has one of a few values."""
    return sa.or_(sa.false(), *[column == value for value in values])
