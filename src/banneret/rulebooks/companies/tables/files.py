"""The files of `data/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.errors import BrokenRules
from banneret.kernel.files import read_toml

DATA: Final = Path(__file__).parent.parent / "data"


@cache
def data(name: str) -> dict[str, Any]:
    """A file of `data/`, by its name without the ending."""
    return read_toml(DATA / f"{name}.toml")


def rows(name: str, key: str) -> list[dict[str, Any]]:
    """The rows of one kind in a file of `data/`."""
    found: list[dict[str, Any]] = data(name)[key]
    return found


def must(holds: bool, what: str) -> None:
    """Raise `BrokenRules` unless a table is as the rules need it; `what` says in a clause how it must be."""
    if not holds:
        raise BrokenRules(f"companies: {what}")
