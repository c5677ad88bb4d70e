"""Receipts: which requests of which seats have been answered, so that one that is sent again is not carried out again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sa

from banneret.service.storage.schema import answered
from banneret.service.storage.statements import ForRows
from banneret.service.storage.writer import Work

_ADD = "INSERT INTO answered (battle, seat, request, at, what) VALUES ROWS"


class Receipt(NamedTuple):
    """A request of a seat that was answered: with which view, and the fingerprint of what it said (empty where that is not known)."""

    seat: str
    request: str
    at: int
    what: str = ""


class Receipts:
    """The receipts of all battles. Its methods make works for the writing thread."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._add = ForRows(_ADD, dialect)

    def add(self, connection: sa.Connection, new: Iterable[tuple[str, Receipt | None]]) -> None:
        """Note receipts of battles, within the transaction of what they are for."""
        self._add.run(connection, [(battle, *receipt) for battle, receipt in new if receipt is not None])

    def find(self, battle: str, seat: str, request: str) -> Work[Receipt | None]:
        """The receipt of a request, None if it was not answered."""

        def work(connection: sa.Connection) -> Receipt | None:
            query = sa.select(answered.c.at, answered.c.what).where(
                answered.c.battle == battle, answered.c.seat == seat, answered.c.request == request
            )
            row = connection.execute(query).first()
            return None if row is None else Receipt(seat, request, row.at, row.what)

        return work

    def latest(self, battle: str, most: int) -> Work[list[Receipt]]:
        """The latest receipts of a battle, oldest first."""

        def work(connection: sa.Connection) -> list[Receipt]:
            query = (
                sa.select(answered.c.seat, answered.c.request, answered.c.at, answered.c.what)
                .where(answered.c.battle == battle)
                .order_by(answered.c.at.desc())
                .limit(most)
            )
            return [Receipt(*row) for row in connection.execute(query)][::-1]

        return work
