"""The store as a whole: a database by URL, held by this process alone.

One process at a time keeps the battles of a database: they live in its memory, and it would not hear of what another one does.
"""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from banneret.kernel.errors import BadInput
from banneret.service.storage.battles import Battles
from banneret.service.storage.claim import Claim, Unclaimed, claim
from banneret.service.storage.clocks import Clocks
from banneret.service.storage.engine import cause_of, make_engine, shown
from banneret.service.storage.guests import Guests
from banneret.service.storage.holds import is_alive
from banneret.service.storage.notices import Notices
from banneret.service.storage.receipts import Receipts
from banneret.service.storage.reports import Reports
from banneret.service.storage.schema import make_tables
from banneret.service.storage.seats import Seats
from banneret.service.storage.writer import Work, Writer

T = TypeVar("T")


class Storage:
    """A database by URL: `sqlite:///file` or `postgresql+psycopg://…`. Call `close` at the end.

    `battles`, `seats`, `guests`, `notices`, `reports`, `clocks` and `receipts` make works, `run` does them. Raises `BadInput` where
    another process keeps its battles there, or the database cannot be opened.
    """

    def __init__(self, url: str | sa.URL, *, beside: bool = False) -> None:
        """`beside`: beside a table that may have the other battles, for single ones that are held (`holds`)."""
        self.engine = make_engine(url)
        self._claim: Claim = Unclaimed() if beside else claim(self.engine, shown(url))
        self.seats = Seats(self.engine.dialect)
        self.receipts = Receipts(self.engine.dialect)
        self.guests = Guests()
        self.notices = Notices()
        self.reports = Reports()
        self.clocks = Clocks()
        self.battles = Battles(self.engine.dialect, self.seats, self.receipts, self.guests)
        try:
            make_tables(self.engine)
        except sa.exc.SQLAlchemyError as error:
            self._claim.close(self.engine)
            raise BadInput(f"the database cannot be opened: {cause_of(error)}", where=shown(url)) from None
        self._writer = Writer(self.engine, self._claim)

    @property
    def file(self) -> Path | None:
        """The file of the database; None where it is in memory or on a server."""
        name = self.engine.url.database or ":memory:"
        return None if self.engine.dialect.name != "sqlite" or name == ":memory:" else Path(name)

    def is_held(self, holder: str) -> bool:
        """True if a battle with this holder is open in a terminal that runs."""
        return bool(holder) and self.file is not None and is_alive(self.file, holder)

    async def run(self, work: Work[T]) -> T:
        """Do a work in the writing thread; returns when it is committed. Raises `StorageError`, and then it has not happened."""
        return await self._writer.run(work)

    def submit(self, work: Work[T]) -> Future[T]:
        """Like `run`, for callers outside the event loop."""
        return self._writer.submit(work)

    def close(self) -> None:
        """Write what is waiting, then close."""
        if self._writer.close():
            self._claim.close(self.engine)
