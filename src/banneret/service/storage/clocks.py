"""Clocks of battles, each as its text."""

from __future__ import annotations

import sqlalchemy as sa

from banneret.service.storage.schema import clocks
from banneret.service.storage.writer import Work


class Clocks:
    """The clocks of all battles. Its methods make works for the writing thread."""

    def all(self) -> Work[dict[str, str]]:
        """Every clock, by battle."""

        def work(connection: sa.Connection) -> dict[str, str]:
            return {row.battle: row.text for row in connection.execute(clocks.select())}

        return work

    def keep(self, battle: str, text: str) -> Work[None]:
        """The clock of a battle as it is now; an empty text: there is none."""

        def work(connection: sa.Connection) -> None:
            connection.execute(clocks.delete().where(clocks.c.battle == battle))
            if text:
                connection.execute(clocks.insert().values(battle=battle, text=text))

        return work
