"""The reports of battles that are over, piece by piece as they were counted."""

from __future__ import annotations

import sqlalchemy as sa

from banneret.service.errors import StorageError
from banneret.service.storage.schema import battles, reports
from banneret.service.storage.writer import Work


class Reports:
    """Its methods make works for the writing thread."""

    def load(self, battle: str) -> Work[list[str]]:
        """The pieces of a report, in the order in which they were counted."""

        def work(connection: sa.Connection) -> list[str]:
            query = sa.select(reports.c.text).where(reports.c.battle == battle).order_by(reports.c.number)
            return list(connection.execute(query).scalars())

        return work

    def add(self, battle: str, number: int, text: str) -> Work[None]:
        """The next piece of a report. Raises `StorageError` where the battle was deleted meanwhile."""

        def work(connection: sa.Connection) -> None:
            if connection.execute(sa.select(battles.c.id).where(battles.c.id == battle)).first() is None:
                raise StorageError("the battle was deleted")
            connection.execute(reports.insert().values(battle=battle, number=number, text=text))

        return work

    def delete(self, battle: str) -> Work[None]:
        """Forget a report: the battle went on, and ended otherwise."""

        def work(connection: sa.Connection) -> None:
            connection.execute(reports.delete().where(reports.c.battle == battle))

        return work
