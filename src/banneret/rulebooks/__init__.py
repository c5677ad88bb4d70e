"""The rulebooks: a folder each, none knows another.

>>> get("stacks").title
'Stacks: battles of hidden chits on a hex map'
"""

from __future__ import annotations

import os
import pkgutil
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banneret.kernel.errors import BadInput, nearest, shown
from banneret.kernel.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint


def names() -> list[str]:
    """The ids of all rulebooks at hand: our own folders, and what other packages bring as `banneret.rulebooks`."""
    own = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg and _is_ours(module.name)]
    return sorted({*own, *(entry.name for entry in _brought())})


def _is_ours(name: str) -> bool:
    """True if a folder here has its `rulebook.py`; others are unfinished. Nothing is imported for it."""
    folders = [os.path.join(folder, name) for folder in __path__]
    return name.isidentifier() and any(module.name == "rulebook" for module in pkgutil.iter_modules(folders))


def _brought() -> list[EntryPoint]:
    """The rulebooks of other packages; looking for them takes longer than loading one of ours."""
    from importlib.metadata import entry_points

    return list(entry_points(group="banneret.rulebooks"))


def folder(name: str) -> Path:
    """The folder of the rulebook of that id, ours or another package's; its rules are not loaded for it."""
    ours = Path(next(iter(__path__)), name)
    if _is_ours(name):
        return ours
    for entry in _brought():
        if entry.name == name:
            package, *inner = entry.module.split(".")
            spec = find_spec(package)
            roots = (spec.submodule_search_locations if spec is not None else None) or [""]
            return Path(roots[0], *inner[:-1])
    return ours


@cache
def get(name: str) -> Rulebook[Any]:
    """The rulebook of that id, ours before another package's; raises `BadInput` with the nearest names, and for one that cannot be loaded."""
    if _is_ours(name):
        rulebook = import_module(f"banneret.rulebooks.{name}.rulebook").RULEBOOK
        assert isinstance(rulebook, Rulebook)
        return rulebook
    for entry in _brought():
        if entry.name == name:
            return _of_package(entry)
    raise not_there(name, names())


def not_there(name: str, known: Iterable[str]) -> BadInput:
    """The refusal of a name that no rulebook has."""
    return BadInput(f"there is no rulebook {shown(name)}", hint=nearest(name, known))


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
        import logging

        logging.getLogger("banneret").exception(
            "the rulebook %s cannot be loaded from %s", entry.name, entry.value
        )
        problem = f"the rulebook {entry.name!r} cannot be loaded: {type(error).__name__} in {entry.module}"
        raise BadInput(
            problem, hint="its package needs another version of Banneret, or to be mended"
        ) from None
    if not isinstance(found, Rulebook):
        raise BadInput(f"the rulebook {entry.name!r} cannot be loaded: {entry.value} is none")
    return found
