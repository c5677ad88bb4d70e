"""Holds: which battles a terminal has taken out of the store to play them itself.

A table has all battles of its database, except those that are held. A holder is a process with a name, and a lock on a file of that
name beside the database: the hold of one that has ended counts no more.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

from banneret.kernel.claims import Claim, Taken, hold
from banneret.kernel.errors import BadInput
from banneret.service.storage.schema import holds
from banneret.service.storage.writer import Work

NAME = re.compile(r"terminal-\d{1,12}-[0-9a-f]{8}")


class Holder:
    """This process, as a holder of battles of a database file. Call `close` at the end. Raises `BadInput` where no file can be made."""

    def __init__(self, database: Path) -> None:
        self.name = f"terminal-{os.getpid()}-{secrets.token_hex(4)}"
        self._lock = _lock_of(database, self.name)
        self._claim: Claim = hold(self._lock)

    def close(self) -> None:
        """Hold nothing any more."""
        self._claim.close()
        _remove(self._lock)


def is_alive(database: Path, holder: str) -> bool:
    """True if the process of that name still runs; a name that no process has, as a damaged one, holds nothing."""
    if not NAME.fullmatch(str(holder)):  # a damaged one may be bytes
        return False
    lock = _lock_of(database, holder)
    if not _file_of(lock).exists():
        return False
    try:
        hold(lock).close()
    except Taken:
        return True
    except BadInput:
        return False
    _remove(lock)
    return False


def _lock_of(database: Path, holder: str) -> Path:
    return database.with_name(f"{database.name}-{holder}")


def _file_of(lock: Path) -> Path:
    return lock.with_name(f"{lock.name}-lock")


def _remove(lock: Path) -> None:
    with suppress(OSError):
        _file_of(lock).unlink(missing_ok=True)


def take(battle: str, holder: str) -> Work[str]:
    """Hold a battle. Returns who holds it now: somebody else, where they were first."""

    def work(connection: sa.Connection) -> str:
        found = _holder(connection, battle)
        if not found:
            connection.execute(holds.insert().values(battle=battle, holder=holder))
        return found or holder

    return work


def let_go(battle: str, holder: str) -> Work[None]:
    """This holder does not hold the battle any more."""

    def work(connection: sa.Connection) -> None:
        connection.execute(holds.delete().where(holds.c.battle == battle, holds.c.holder == holder))

    return work


def holder_of(battle: str) -> Work[str]:
    """The name of the process that holds a battle; empty where none does."""

    def work(connection: sa.Connection) -> str:
        return _holder(connection, battle)

    return work


def _holder(connection: sa.Connection, battle: str) -> str:
    found = connection.execute(sa.select(holds.c.holder).where(holds.c.battle == battle)).scalar()
    return found or ""
