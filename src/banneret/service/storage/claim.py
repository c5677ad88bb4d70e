"""The claim of one process on a database, for as long as it runs.

On a file it is two locks that the system ends with the process: one beside the file, and one on the file itself, which also holds for a hard
link, and after the lock file was deleted. On a database server it is a lease: a row that says who owns the
battles, renewed every few moments, so that neither a cut connection nor a restart of the database lets a second server in. Every
transaction looks at that row first; a server that slept through its lease, and was replaced, writes nothing any more.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import sqlalchemy as sa

from banneret.kernel.claims import Taken, hold
from banneret.kernel.errors import BadInput
from banneret.service.errors import StorageError
from banneret.service.storage.engine import cause_of

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from banneret.kernel import claims

log = logging.getLogger("banneret")

PATIENCE = 2.0  # seconds for which an earlier run may still be on its way out
LEASE = 10.0  # seconds without renewal after which an owner is taken for dead
RENEWAL = 2.0  # seconds between renewals
LATCH = 0x42616E6E65726574  # of the advisory lock under which owners change: "Banneret"
ADVICE = "go on at that table or end it first; a second one needs a place of its own (--database, or BANNERET_DATA)"
LEASE_LOST = "another server keeps these battles now"
FILE_GONE = "the file that they are kept in was removed or replaced while the table ran"

owners = sa.Table(
    "owners",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("token", sa.String(40), nullable=False),
    sa.Column("machine", sa.String(200), nullable=False),
    sa.Column("process", sa.Integer, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
# The clock of the database: all servers share it.
_NOW = sa.func.date_part("epoch", sa.func.clock_timestamp())


class Claim(Protocol):
    """A claim on a database for this process."""

    def check(self, connection: sa.Connection) -> None:
        """Raises `StorageError` where the database belongs to another process by now; it cannot change before the transaction ends."""

    def close(self, engine: sa.Engine) -> None:
        """Let go, and close all connections to the database, before it or after."""


class Unclaimed:
    """A database in memory, which nobody else can reach."""

    def check(self, connection: sa.Connection) -> None:
        """It is ours."""

    def close(self, engine: sa.Engine) -> None:
        """Nothing is held."""
        engine.dispose()


class FileClaim(Unclaimed):
    """A lock on the file of a database."""

    def __init__(self, path: str) -> None:
        """Raises `Taken` where another process has the file."""
        self._held: claims.Claim = hold(path, PATIENCE)
        self._path = path
        try:
            self._file = locked(path)
        except BaseException:
            self._held.close()
            raise
        self._same = None if self._file is None else os.fstat(self._file)

    def check(self, connection: sa.Connection) -> None:
        """Raises `StorageError` where the file is gone, or another one has its name: SQLite would write on into what nobody finds again."""
        if self._same is None:
            return
        try:
            now = os.stat(self._path)
        except FileNotFoundError:
            raise StorageError(FILE_GONE) from None
        except OSError:  # the database says what is wrong
            return
        if not os.path.samestat(now, self._same):
            raise StorageError(FILE_GONE)

    def close(self, engine: sa.Engine) -> None:
        """Let go once nothing of this process has the file open any more: SQLite's own locks end when it is closed here."""
        engine.dispose()
        self._held.close()
        if self._file is not None:
            os.close(self._file)
            self._file = None


def locked(path: str) -> int | None:
    """A file that is open and locked; None where files cannot be locked so. Raises `Taken` where another process has locked it."""
    if sys.platform == "win32":
        return None
    until = time.monotonic() + PATIENCE
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:  # what is wrong with it the database says better
        return None
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(file)
                raise Taken("is open in another program", where=path) from None
            time.sleep(0.05)
        except OSError:  # a file system without locks
            os.close(file)
            return None
        else:
            return file


def claim(engine: sa.Engine, shown: str) -> Claim:
    """Hold a database until the process ends, or `close`. Raises `BadInput` where another process has it; `shown`: its name."""
    try:
        if engine.dialect.name != "sqlite":
            return Lease(engine, shown)
        path = engine.url.database or ":memory:"
        return Unclaimed() if path == ":memory:" else FileClaim(path)
    except Taken:
        engine.dispose()
        raise _taken(shown) from None
    except BadInput as error:
        engine.dispose()
        raise BadInput(error.message, where=shown, hint=error.hint) from None
    except sa.exc.SQLAlchemyError as error:
        engine.dispose()
        raise BadInput(f"the database cannot be opened: {cause_of(error)}", where=shown) from None


class Lease:
    """The ownership of a database server's battles, renewed by a thread of its own."""

    def __init__(self, engine: sa.Engine, shown: str) -> None:
        """Wait until the lease is free: at once where nobody has it, until it runs out where its owner died elsewhere."""
        self._engine = engine
        self._token = secrets.token_hex(16)
        self._ended = threading.Event()
        owners.metadata.create_all(engine)
        seen = 0.0  # when the owner before us was first met
        until = time.monotonic() + PATIENCE
        while (found := self._take()) is not None:
            alive = bool(seen) and found > seen
            if alive and time.monotonic() > until:
                raise _taken(shown)
            seen = seen or found
            time.sleep(0.1)
        self._thread = threading.Thread(target=self._renew_all, name="banneret-lease", daemon=True)
        self._thread.start()

    def _take(self) -> float | None:
        """Take the lease where it is free; else when its owner renewed it last."""
        with self._engine.begin() as connection:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LATCH)))
            row = connection.execute(sa.select(owners, _NOW.label("now"))).first()
            if row is not None and row.now - row.seen < LEASE and not _is_dead(row.machine, row.process):
                return float(row.seen)
            connection.execute(owners.delete())
            connection.execute(
                owners.insert().values(
                    id=1, token=self._token, machine=machine(), process=os.getpid(), seen=_NOW
                )
            )
        return None

    def check(self, connection: sa.Connection) -> None:
        """Raises `StorageError` where the lease is another's. Nobody takes it before the transaction ends."""
        ours = sa.select(owners.c.id).where(owners.c.token == self._token).with_for_update(read=True)
        if connection.execute(ours).first() is None:
            raise StorageError(LEASE_LOST)

    def _renew_all(self) -> None:
        renewal = owners.update().where(owners.c.token == self._token).values(seen=_NOW)
        while not self._ended.wait(RENEWAL):
            with suppress(sa.exc.SQLAlchemyError):  # the database is away, and will be back
                with self._engine.begin() as connection:
                    renewed = connection.execute(renewal).rowcount
                if not renewed:
                    log.error("%s; this one stores nothing any more", LEASE_LOST)
                    return

    def close(self, engine: sa.Engine) -> None:
        """Let go, so that the next server need not wait; a connection that renews it is closed only when it is given back."""
        self._ended.set()
        self._thread.join(RENEWAL)
        with suppress(sa.exc.SQLAlchemyError), engine.begin() as connection:
            connection.execute(owners.delete().where(owners.c.token == self._token))
        engine.dispose()


def machine() -> str:
    """This machine since it was started; in a container, the container: where a process number means the same process."""
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(os.readlink("/proc/self/ns/pid"))
    return " ".join(parts)[:200]


def _is_dead(where: str, process: int) -> bool:
    """True if the process was of this machine and has ended."""
    if where != machine() or os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _taken(shown: str) -> BadInput:
    return BadInput("a table with these battles is open already", where=shown, hint=ADVICE)
