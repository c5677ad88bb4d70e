"""A disk that fails at any write while orders come in: each is refused with a reason or stands in the record, once, in its place.

More faults: BANNERET_FAULTS=1000 python3 dev.py test -s tests/service/test_faults.py
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from service.fields import chosen
from service.hand import orders_in
from service.test_lost import begin, next_order

from banneret.service import messages as m
from banneret.service.errors import StorageError
from banneret.service.live import requests
from banneret.service.live.registry import Registry
from banneret.service.live.session import Session
from banneret.service.storage.store import Storage

FAULTS = int(os.environ.get("BANNERET_FAULTS", "40"))
MOST_ORDERS = 20  # of a battle, before one of the next rulebook is begun
MOST_CALLS = 12  # of the database, until a write fails: an order needs fewer
REASONS = {
    "full": "the disk is full",
    "read-only": "it is read-only",
    "sync": "the disk does not answer as it should",
    "late": "the disk does not answer as it should",
}


class Disk:
    """When the next call of the database fails, how, and how many after it do so too."""

    def __init__(self) -> None:
        self.kind = ""
        self.calls = 0
        self.lasting = 0
        self.struck: Counter[str] = Counter()

    def arm(self, kind: str, calls: int, lasting: int) -> None:
        """Let the call after so many fail; a `sync` fails in a commit, and a `late` fault comes when it has been done."""
        self.kind, self.calls, self.lasting = kind, calls, lasting

    def strike(self, at: str) -> None:
        """One call: `write`, `commit`, or `committed`; raises what the driver would."""
        if not self.kind or at != {"sync": "commit", "late": "committed"}.get(self.kind, "write"):
            return
        self.calls -= 1
        if self.calls > 0:
            return
        self.lasting -= 1
        kind = self.kind
        if self.lasting <= 0:
            self.kind = ""
        self.struck[kind] += 1
        if kind == "full":
            raise OSError(28, "No space left on device")
        error = sqlite3.OperationalError(f"{kind}, and 'groves sealed 12ab > reveal 4' was to be written")
        error.sqlite_errorname = "SQLITE_READONLY" if kind == "read-only" else "SQLITE_IOERR_FSYNC"
        raise error


def failing(storage: Storage, disk: Disk) -> None:
    """Let the connections of a store fail as the disk says."""

    class Cursor(sqlite3.Cursor):
        def execute(self, *words: Any) -> Any:
            disk.strike("write")
            return super().execute(*words)

        def executemany(self, *words: Any) -> Any:
            disk.strike("write")
            return super().executemany(*words)

    class Connection(sqlite3.Connection):
        def cursor(self, *_: Any) -> Any:
            return super().cursor(Cursor)

        def commit(self) -> None:
            disk.strike("commit")
            super().commit()
            disk.strike("committed")

    def connect(_dialect: Any, _record: Any, words: Any, more: dict[str, Any]) -> Any:
        return sqlite3.connect(*words, **more, factory=Connection)

    sa.event.listen(storage.engine, "do_connect", connect)
    storage.engine.dispose()


class Told:
    """The orders of a battle, as they were given, with what was answered."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []
        self.refused: list[str] = []


async def one_order(tables: Registry, table: Session, disk: Disk, number: int, told: Told) -> None:
    """Give an order while the disk fails, and again, word for word, when it does not: it is done then, and was done once."""
    seat, wanted = next_order(table, number)
    try:
        answer = await requests.change(tables, table, seat, wanted)
    except StorageError as error:  # the battle itself cannot be read now
        answer = m.Refused(wanted.id, error.code, str(error))
    struck, disk.kind = disk.struck.total(), ""
    if not isinstance(answer, m.Done):
        assert isinstance(answer, m.Refused), answer
        assert answer.code == "store", answer
        assert any(reason in answer.reason for reason in REASONS.values()), answer
        assert "sealed" not in answer.reason
        told.refused.append(answer.reason)
        answer = await requests.change(tables, table, seat, wanted)
        if isinstance(answer, m.Behind):  # it was loaded again meanwhile: the present view, and a new request
            async with tables.holding(table) as found:
                seat, wanted = next_order(found, -number)
            answer = await requests.change(tables, found, seat, wanted)
    assert isinstance(answer, m.Done), answer
    assert disk.struck.total() == struck
    told.done.append((seat.side, wanted.order))


@pytest.mark.long
def test_nothing_that_was_acknowledged_is_lost_when_the_disk_fails_anywhere(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    disk = Disk()
    failing(storage, disk)
    refused: list[str] = []

    async def check(table: Session, told: Told) -> None:
        kept = await storage.run(storage.battles.load(table.id))
        assert kept is not None
        assert orders_in(kept.text) == told.done
        refused.extend(told.refused)

    async def scenario() -> None:
        chance = random.Random(3)
        tables = Registry(storage)
        tables.thinking.close()  # no pass comes by itself in between
        begun = number = 0
        table, told = await begin(tables, **chosen(begun)), Told()
        while disk.struck.total() < FAULTS:
            async with tables.holding(table) as found:
                table = found
            if table.battle.is_over or len(told.done) == MOST_ORDERS:
                await check(table, told)
                begun += 1
                table, told = await begin(tables, **chosen(begun)), Told()
            number += 1
            lasting = 1 if chance.random() < 0.7 else chance.randint(2, 30)
            kind = chance.choice(list(REASONS))
            disk.arm(kind, 1 if kind in ("sync", "late") else chance.randint(1, MOST_CALLS), lasting)
            await one_order(tables, table, disk, number, told)
        await check(table, told)

    try:
        asyncio.run(scenario())
    finally:
        storage.close()
    print(f"{disk.struck.total()} faults ({dict(disk.struck)}): {len(refused)} orders refused, none lost")
    assert set(disk.struck) == set(REASONS)
    assert len(refused) > FAULTS / 20
