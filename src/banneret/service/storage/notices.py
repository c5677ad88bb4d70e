"""Notices: where seats want to be written to, and which letter is due when. They go with their seat and with their battle."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from banneret.service.letters.addresses import Kind
from banneret.service.storage.schema import notices
from banneret.service.storage.writer import Work

log = logging.getLogger("banneret")

LATEST = 1e11  # seconds since 1970 that can be a time


class Notice(NamedTuple):
    """An address that a seat has left, of a kind; `token` confirms it and stops it.

    `hours`: after which it is reminded (0: never). `due`: when the next letter goes (0: none), after so many `tries` in vain; `told`: how
    many went since it began to be the seat's turn (-1: that the battle is over).
    """

    battle: str
    seat: str
    kind: Kind
    address: str
    token: str
    confirmed: bool = False
    hours: int = 0
    due: float = 0.0
    told: int = 0
    tries: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        """A seat has one address of each kind."""
        return self.battle, self.seat, self.kind


class Notices:
    """The notices of all battles. Its methods make works for the writing thread."""

    def all(self) -> Work[list[Notice]]:
        """Every notice; a damaged one is left out, for with it nobody would be written to."""

        def work(connection: sa.Connection) -> list[Notice]:
            columns = [notices.c[name] for name in Notice._fields]
            return [
                one for row in connection.execute(sa.select(*columns)) if (one := _sound(row)) is not None
            ]

        return work

    def keep(self, notice: Notice) -> Work[None]:
        """A notice as it is now."""

        def work(connection: sa.Connection) -> None:
            connection.execute(notices.delete().where(_is(notice)))
            connection.execute(notices.insert().values(**notice._asdict()))

        return work

    def mark(self, notice: Notice) -> Work[None]:
        """The letter that is due, and the time; a notice that is gone stays gone."""

        def work(connection: sa.Connection) -> None:
            values = {
                "confirmed": notice.confirmed,
                "due": notice.due,
                "told": notice.told,
                "tries": notice.tries,
            }
            connection.execute(notices.update().where(_is(notice)).values(**values))

        return work

    def remove(self, notice: Notice) -> Work[None]:
        """A seat is written to no more: its address is forgotten."""

        def work(connection: sa.Connection) -> None:
            connection.execute(notices.delete().where(_is(notice)))

        return work


def _sound(row: sa.Row[Any]) -> Notice | None:
    """The notice of a row; None where something in it is not what it should be."""
    try:
        found = msgspec.convert(tuple(row), Notice)
    except msgspec.ValidationError:
        log.error("a notice of battle %s was damaged, and is left out", ascii(row.battle))
        return None
    return found if 0.0 <= found.due < LATEST and 0 <= found.hours < LATEST else None


def _is(notice: Notice) -> sa.ColumnElement[bool]:
    battle, seat, kind = notice.key
    return sa.and_(notices.c.battle == battle, notices.c.seat == seat, notices.c.kind == kind)
