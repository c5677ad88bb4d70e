"""Files that people name: every failure is a `BadInput` that says which file, and nothing is read without bound."""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from banneret.kernel.errors import BadInput

MOST_BYTES = 4_000_000  # of one TOML file of a rulebook


def data_folder() -> Path:
    """The folder of everything that was given no place of its own: `BANNERET_DATA`, else the user's data folder."""
    named = os.environ.get("BANNERET_DATA", "")
    if named:
        return Path(named)
    from platformdirs import user_data_path  # here, since a battle in Python has no use for it

    return user_data_path("banneret", appauthor=False)


def reason_of(error: Exception) -> str:
    """The reason why a file could not be used, in the system's words."""
    return str(getattr(error, "strerror", None) or error)


def read_bytes(path: Path, most: int) -> bytes:
    """The contents of a file. Of a larger file, or of a stream without end, `most` bytes and no more are read."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except IsADirectoryError:
        raise BadInput("is a folder, not a file", where=str(path)) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be read: {reason_of(error)}", where=str(path)) from None
    if len(data) > most:
        raise BadInput(f"is larger than {most:,} bytes", where=str(path))
    return data


def is_there(path: Path) -> bool:
    """True if there is a file or folder of that name; raises `BadInput` for a name that none can have."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be used: {reason_of(error)}", where=str(path)) from None


def claim(path: Path) -> None:
    """Make an empty file that was not there before. Raises `FileExistsError`, and `BadInput` where none can be made."""
    try:
        path.open("x").close()
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be written: {reason_of(error)}", where=str(path)) from None


def write_whole(path: str | Path, text: str) -> None:
    """Write a file: first beside it, then in its place, so that nothing is half written."""
    target = Path(path)
    beside = None
    try:
        beside = target.with_name(target.name + ".part")
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except (OSError, ValueError) as error:
        if beside is not None:
            with suppress(OSError, ValueError):  # what is written may be secret, as the seed of a record
                beside.unlink()
        raise BadInput(f"cannot be written: {reason_of(error)}", where=str(path)) from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file of a rulebook's own folder, of bounded size; raises `BadInput` naming file and line.

    Files that users bring are bounded more tightly where they are read: by the command line, and by each rulebook.
    """
    try:
        return tomllib.loads(read_bytes(path, MOST_BYTES).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"is not valid TOML: {error}", where=str(path)) from None


def toml_string(text: str) -> str:
    r"""A TOML string of one line.

    >>> print(toml_string("Elves"), toml_string('the "Fair"\n'))
    "Elves" "the \"Fair\"\n"
    """
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    escaped = [signs.get(sign) or (sign if sign.isprintable() else f"\\U{ord(sign):08X}") for sign in text]
    return '"' + "".join(escaped) + '"'
