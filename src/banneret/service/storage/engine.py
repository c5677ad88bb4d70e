"""Connections to a database: by URL, with the settings that each kind needs, and its errors in words."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from banneret.kernel.errors import BadInput

SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


def make_engine(url: str) -> sa.Engine:
    """An engine; SQLite with a write-ahead log and a full flush at every commit. Raises `BadInput` for a URL that leads nowhere."""
    try:
        engine = sa.create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except (sa.exc.ArgumentError, ImportError) as error:
        hint = "sqlite:///file or postgresql+psycopg://user@host/name"
        raise BadInput(f"no database can be reached by this URL: {error}", hint=hint) from None
    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def _settings(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # we begin transactions ourselves, savepoints included
            cursor = connection.cursor()
            for setting in SETTINGS:
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()

        @sa.event.listens_for(engine, "begin")
        def _begin(connection: sa.Connection) -> None:
            connection.connection.cursor().execute("BEGIN IMMEDIATE")

    return engine


def cause_of(error: BaseException) -> str:
    """The error of a database in one line."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {cause}".split("\n")[0][:200]


def shown(url: str) -> str:
    """The URL without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return "database"
