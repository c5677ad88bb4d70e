"""The host: the owner of the data folder of this machine. Their battles are the same list at the table and in the terminal.

A key in the data folder, which only its owner can read, makes the tokens of the host's seats: the table's and the terminal's
processes find the same ones without storing them, and a browser that was opened with the key gets all of them. A running table leaves
its address beside its database, so that a terminal can ask it to let go of a battle.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from banneret.kernel.errors import BadInput
from banneret.kernel.files import data_folder, reason_of

KEY_FILE = "host.key"
LONGEST = 4096  # bytes of such a file
TICKET = 300.0  # seconds for which a ticket is good
PATIENCE = 5.0  # seconds for which a table is waited for


def host_key() -> str:
    """The key of this data folder, made when it is first asked for. Raises `BadInput` where it can be neither read nor written."""
    path = data_folder() / KEY_FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(32) + "\n")
        key = path.read_text(encoding="ascii")[:LONGEST].strip()
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be used: {reason_of(error)}", where=str(path)) from None
    if len(key) < 40:
        raise BadInput("holds no key", where=str(path), hint="delete it: a new one is made")
    return key


def host_token(key: str, battle: str, seat: str) -> str:
    """The token of a seat that the host keeps: 128 bits that nobody can work out without the key.

    >>> host_token("k" * 43, "b1", "west") == host_token("k" * 43, "b1", "west") != host_token("k" * 43, "b1", "east")
    True
    """
    made = hmac.digest(key.encode(), f"banneret host\n{battle}\n{seat}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(made[:16]).rstrip(b"=").decode()


def same(one: str, other: str) -> bool:
    """True if two secrets are the same; how long it takes tells nothing. An empty one is the same as none."""
    return bool(one) and hmac.compare_digest(one.encode(), other.encode())


class Host:
    """The host as a running table knows them: by their key (empty: there is none), or once by a ticket.

    The ticket stands in the address with which the browser is opened, which other users of the machine may see; it is good once, for
    a few minutes, and gets the key.
    """

    def __init__(self, key: str = "") -> None:
        self.key = key
        self._ticket = ""
        self._until = 0.0

    def ticket(self) -> str:
        """A new ticket; the one before is void."""
        self._ticket, self._until = secrets.token_urlsafe(16), time.monotonic() + TICKET
        return self._ticket

    def is_key(self, said: str) -> bool:
        """True if a caller knows the key."""
        return same(self.key, said)

    def admits(self, said: str) -> bool:
        """True if a caller knows the key, or has the ticket, which is spent by it."""
        if self.key and same(self._ticket, said) and time.monotonic() < self._until:
            self._ticket = ""
            return True
        return self.is_key(said)


# ---------------------------------------------------------------- the table that runs


def publish(database: Path, address: str) -> None:
    """Leave the address of a running table beside its database."""
    with suppress(OSError):
        _note(database).write_text(json.dumps({"address": address}), encoding="utf-8")


def withdraw(database: Path) -> None:
    """The table does not run any more."""
    with suppress(OSError):
        _note(database).unlink(missing_ok=True)


def address_of(database: Path) -> str:
    """The address of the table that runs on a database; empty where none has said so."""
    try:
        found = json.loads(_note(database).read_bytes()[:LONGEST])
    except (OSError, ValueError):
        return ""
    address = found.get("address") if isinstance(found, dict) else None
    return address if isinstance(address, str) and address.startswith("http://") else ""


def _note(database: Path) -> Path:
    return database.with_name(database.name + "-table")


def release(address: str, key: str, battle: str) -> str:
    """Ask a running table to let go of a battle; empty where it has, else the reason why it does not."""
    body = json.dumps({"key": key, "battle": battle}).encode()
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(address + "api/host/release", body, headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # it runs on this machine
    try:
        with opener.open(asked, timeout=PATIENCE):
            return ""
    except urllib.error.HTTPError as error:
        with suppress(ValueError, OSError):
            return str(json.loads(error.read(LONGEST))["error"])
        return f"the table answers {error.code}"
    except (OSError, ValueError):
        return "the table that has it does not answer"
