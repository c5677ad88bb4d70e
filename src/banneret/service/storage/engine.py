"""Connections to a database: by URL, with the settings that each kind needs, and its errors in words."""

from __future__ import annotations

import errno
from typing import Any

import sqlalchemy as sa

from banneret.kernel.errors import BadInput

SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")

STATEMENTS = 512  # that SQLite keeps as it has read them: those that take many rows differ by how many
# By the names that SQLite, PostgreSQL and the system have for them.
TROUBLES = {
    "SQLITE_FULL": "the disk is full",
    "ENOSPC": "the disk is full",
    "53100": "the disk is full",
    "SQLITE_READONLY": "it is read-only",
    "EROFS": "it is read-only",
    "25006": "it is read-only",
    "SQLITE_BUSY": "another program holds it",
    "SQLITE_LOCKED": "another program holds it",
    "55P03": "another program holds it",
    "SQLITE_IOERR": "the disk does not answer as it should",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_NOTADB": "the file is damaged",
}
UNKNOWN = "an error of the database"
URLS = "sqlite:///file or postgresql+psycopg://user@host/name"


def make_engine(url: str | sa.URL) -> sa.Engine:
    """An engine; SQLite with a write-ahead log and a full flush at every commit. Raises `BadInput` for a URL that leads nowhere."""
    try:
        is_file = sa.make_url(url).get_backend_name() == "sqlite"
        engine = sa.create_engine(
            url,
            pool_pre_ping=not is_file,
            connect_args={"cached_statements": STATEMENTS} if is_file else {},
        )
    except (sa.exc.ArgumentError, ImportError, ValueError) as error:
        why = "its port is not a number" if isinstance(error, ValueError) else error
        raise BadInput(f"no database can be reached by this URL: {why}", hint=URLS) from None
    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def _settings(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # we begin transactions ourselves, savepoints included
            # A damaged byte spoils its own text, not every answer it stands in.
            connection.text_factory = _text
            cursor = connection.cursor()
            for setting in SETTINGS:
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()

        @sa.event.listens_for(engine, "begin")
        def _begin(connection: sa.Connection) -> None:
            connection.connection.cursor().execute("BEGIN IMMEDIATE")

    return engine


def _text(data: bytes) -> str:
    """A text of the database; for each byte that is no UTF-8 it has the sign of replacement."""
    return data.decode(errors="replace")


def trouble_of(error: BaseException) -> str:
    """The error of a database in our own words: its words may contain what it could not read or write."""
    cause = getattr(error, "orig", None) or error
    known = (getattr(cause, "sqlite_errorname", ""), getattr(cause, "sqlstate", ""))
    if isinstance(cause, OSError):
        known = (errno.errorcode.get(cause.errno or 0, ""), "")
    return next(
        (words for name, words in TROUBLES.items() if known[0].startswith(name) or known[1] == name), UNKNOWN
    )


def cause_of(error: BaseException) -> str:
    """The error of a database in its own words, in one line: for the log, and for the person who starts the server."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {cause}".split("\n")[0][:200]


def shown(url: str | sa.URL) -> str:
    """The URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return "database"
