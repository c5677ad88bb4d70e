"""The rulebooks: a folder each, none knows another.

>>> get("stacks").title
'Stacks: battles of hidden chits on a hex map'
"""

from __future__ import annotations

import logging
import os
import pkgutil
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.rulebook import Rulebook

log = logging.getLogger("banneret")


def names() -> list[str]:
    """The ids of all rulebooks at hand: our own folders, and what other packages bring as `banneret.rulebooks`."""
    own = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg and _is_made(module.name)]
    other = [entry.name for entry in entry_points(group="banneret.rulebooks")]
    return sorted(set(own + other))


def _is_made(name: str) -> bool:
    """True if a folder has its `rulebook.py`; others are unfinished. Nothing is imported for it."""
    folders = [os.path.join(folder, name) for folder in __path__]
    return any(module.name == "rulebook" for module in pkgutil.iter_modules(folders))


def folder(name: str) -> Path:
    """The folder of the rulebook of that id, ours or another package's; its rules are not loaded for it."""
    for entry in entry_points(group="banneret.rulebooks"):
        if entry.name == name:
            package, *inner = entry.module.split(".")
            spec = find_spec(package)
            roots = (spec.submodule_search_locations if spec is not None else None) or [""]
            return Path(roots[0], *inner[:-1])
    return Path(next(iter(__path__)), name)


@cache
def get(name: str) -> Rulebook[Any]:
    """The rulebook of that id; raises `BadInput` with the nearest names, and for one of another package that cannot be loaded."""
    for entry in entry_points(group="banneret.rulebooks"):
        if entry.name == name:
            return _of_package(entry)
    if name not in names():
        raise BadInput(f"there is no rulebook {name!r}", hint=nearest(name, names()))
    rulebook = import_module(f"banneret.rulebooks.{name}.rulebook").RULEBOOK
    assert isinstance(rulebook, Rulebook)
    return rulebook


def at_hand() -> list[Rulebook[Any]]:
    """All rulebooks in the order of their shelf, without those of other packages that cannot be loaded (the log names them)."""
    found = []
    for name in names():
        with suppress(BadInput):
            found.append(get(name))
    return sorted(found, key=lambda book: (book.place, book.id))


def _of_package(entry: EntryPoint) -> Rulebook[Any]:
    try:
        found = entry.load()
    except Exception as error:  # the code of anybody
        log.exception("the rulebook %s cannot be loaded from %s", entry.name, entry.value)
        problem = f"the rulebook {entry.name!r} cannot be loaded: {type(error).__name__} in {entry.module}"
        raise BadInput(
            problem, hint="its package needs another version of Banneret, or to be mended"
        ) from None
    if not isinstance(found, Rulebook):
        raise BadInput(f"the rulebook {entry.name!r} cannot be loaded: {entry.value} is none")
    return found
