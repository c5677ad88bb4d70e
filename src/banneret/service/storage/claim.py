"""The exclusive claim of one process on a database, for as long as it runs."""

from __future__ import annotations

import sqlite3
import time
from typing import Protocol

import sqlalchemy as sa

from banneret.kernel.errors import BadInput
from banneret.service.storage.engine import cause_of

KEY = 0x42616E6E65726574  # of our advisory lock in PostgreSQL: "Banneret"
PATIENCE = 2.0  # seconds for which an earlier run may still be on its way out
ADVICE = "go on at that table or end it first; a second one wants a place of its own (--database, or BANNERET_DATA)"


class Claim(Protocol):
    """A claim on a database for this process."""

    def close(self) -> None:
        """Let go."""


class Unclaimed:
    """A database in memory, which nobody else can reach."""

    def close(self) -> None:
        """Nothing is held."""


def claim(engine: sa.Engine, shown: str) -> Claim:
    """Hold a database until the process ends, or `close`. Raises `BadInput` where another process has it; `shown`: its name."""
    try:
        if engine.dialect.name == "sqlite":
            return _file(engine.url.database or ":memory:", shown)
        return _advisory(engine, shown)
    except BadInput:
        engine.dispose()
        raise
    except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
        engine.dispose()
        raise BadInput(f"the database cannot be opened: {cause_of(error)}", where=shown) from None


def _file(path: str, shown: str) -> Claim:
    """A lock on a file beside that of the battles. The system ends it with the process, however that ends."""
    if path == ":memory:":
        return Unclaimed()
    held = sqlite3.connect(f"{path}-lock", PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if "locked" not in str(error):
            raise
        raise _taken(shown) from None
    return held


def _advisory(engine: sa.Engine, shown: str) -> Claim:
    """An advisory lock of a connection of its own: it ends with the connection."""
    held = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    until = time.monotonic() + PATIENCE
    while not held.scalar(sa.text("SELECT pg_try_advisory_lock(:key)"), {"key": KEY}):
        if time.monotonic() > until:
            held.close()
            raise _taken(shown)
        time.sleep(0.1)
    held.detach()  # it is no connection of the pool's, which would keep it open
    return held


def _taken(shown: str) -> BadInput:
    return BadInput("a table with these battles is open already", where=shown, hint=ADVICE)
