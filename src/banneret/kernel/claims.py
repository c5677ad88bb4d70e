"""Claims on files: one process at a time owns a file that it writes again and again, for as long as it runs.

A claim is a lock on a file beside it, which the system ends with the process, however that ends. It is on the file itself, not on
one of its names: a symbolic link leads to the same claim.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Protocol

from banneret.kernel.errors import BadInput


class Claim(Protocol):
    """A claim on a file for this process."""

    def close(self) -> None:
        """Let go."""


class Taken(BadInput):
    """Another process holds the file."""


def hold(path: str | Path, patience: float = 0.0) -> Claim:
    """Hold a file until the process ends, or `close`. Raises `Taken` where another process has it after `patience` seconds.

    Raises `BadInput` where no file can be made beside it.
    """
    name = os.path.realpath(path)
    try:
        # SQLite locks files alike on every system.
        held = sqlite3.connect(f"{name}-lock", patience, isolation_level=None, check_same_thread=False)
        try:
            held.execute("BEGIN EXCLUSIVE")
        except BaseException:
            held.close()
            raise
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise Taken("is open in another program", where=str(path)) from None
        raise BadInput(f"cannot be held: {error}", where=str(path)) from None
    return held
