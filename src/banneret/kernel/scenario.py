"""Scenarios, the battles ready to be set up, and how battles end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from banneret.kernel.errors import MOST_SHOWN, BadInput, offered, shown
from banneret.kernel.files import read_toml
from banneret.kernel.record.entry import NAME
from banneret.kernel.viewer import WATCHERS

CLOSE = 0.6  # the least likeness of a name that may be meant
NEXT = 0.15  # how far its likeness may be behind that of the nearest
PART = 0.9  # the factor for likeness to a single word of an id or a title
LEAST_LETTERS = 4  # of a word that counts by itself
MOST_NAMED = 8  # scenarios, where none is like it


@dataclass(frozen=True, slots=True)
class Scenario:
    """A battle ready to be set up: who plays, and everything the rulebook needs as plain data."""

    id: str
    title: str
    level: str
    sides: tuple[str, ...]
    summary: str
    data: Mapping[str, Any]
    kind: str = "scenario"

    def plain(self) -> dict[str, Any]:
        """The scenario as plain data, the way it stands in a file: what a rulebook reads again after a change."""
        return {
            "id": self.id,
            "title": self.title,
            "level": self.level,
            "sides": list(self.sides),
            "summary": self.summary,
            "kind": self.kind,
            "data": self.data,
        }

    def to_json(self) -> str:
        """One line of canonical JSON, as it stands in a record."""
        return json.dumps(
            self.plain(), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )


class Scenarios(Mapping[str, Scenario]):
    """Scenarios by id, in their order; each is read when it is first asked for, and read once."""

    def __init__(self, sources: Mapping[str, Callable[[], Scenario]]) -> None:
        self._sources = sources
        self._read: dict[str, Scenario] = {}

    @classmethod
    def of_folder(cls, folder: Path, read: Callable[[Mapping[str, Any], str], Scenario]) -> Scenarios:
        """The files of a folder, in the order of their names."""
        return cls({path.stem: scenario_file(path, read) for path in sorted(folder.glob("*.toml"))})

    def __getitem__(self, name: str) -> Scenario:
        found = self._read.get(name)
        if found is None:
            found = self._read[name] = self._sources[name]()
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)

    def __contains__(self, name: object) -> bool:
        return name in self._sources


def nearest_scenarios(name: str, known: Mapping[str, Scenario]) -> str:
    """A hint with the scenarios, by id and title, that are most like a name by either; where none is, with all of them or some, the nearest first."""
    word = name[:MOST_SHOWN].lower().removeprefix("the ")

    def likeness(id_: str) -> float:
        spoken, title = id_.replace("_", " "), known[id_].title.lower().removeprefix("the ")
        parts = [one for one in [*spoken.split(), *title.split()] if len(one) >= LEAST_LETTERS]
        whole = [SequenceMatcher(None, word, one).ratio() for one in (id_, spoken, title)]
        return max(*whole, *[PART * SequenceMatcher(None, word, one).ratio() for one in parts])

    likes = {id_: likeness(id_) for id_ in known}
    ranked = sorted(likes, key=lambda id_: -likes[id_])
    close = [id_ for id_ in ranked[:3] if likes[id_] >= max(CLOSE, likes[ranked[0]] - NEXT)]
    said = [f"{id_} ({known[id_].title})" for id_ in ranked]
    return offered(said[: len(close)], said, most=MOST_NAMED, some=MOST_NAMED)


def scenario_file(path: Path, read: Callable[[Mapping[str, Any], str], Scenario]) -> Callable[[], Scenario]:
    """The way to the scenario in a file that bears its id, for `Scenarios`; it raises `BadInput` where it bears another."""

    def source() -> Scenario:
        where = f"scenarios/{path.name}"
        scenario = read(read_toml(path), where)
        if scenario.id != path.stem:
            raise BadInput(
                f"its id is {scenario.id!r}: the file must be called {scenario.id}.toml", where=where
            )
        return scenario

    return source


def check_sides(sides: Iterable[str], where: str) -> None:
    """Raise `BadInput` if the id of a side cannot stand in a record, or is that of a seat without a side.

    The readers of scenarios ask this, and so does every battle that begins.
    """
    for side in sides:
        if not re.fullmatch(NAME, side):
            hint = "up to 60 letters (a to z), digits and _ . ' -; its name is free"
            raise BadInput(f"{shown(side)} is no id of a side", where=where, hint=hint)
        if side in WATCHERS:
            raise BadInput(
                f"no side may have the id {shown(side)}: it is that of a seat without a side", where=where
            )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a battle: the sides that won (none: a draw), the reason as a sentence, and the rule."""

    winners: tuple[int, ...]
    reason: str
    rule: str

    def why(self, winners: str) -> str:
        """The reason without the names of the winners, for places that name them already.

        >>> Outcome((0,), "Reds won: nobody else is left.", "x").why("Reds")
        'nobody else is left.'
        >>> Outcome((0,), "The army of Blues is destroyed: Reds won.", "x").why("Reds")
        'The army of Blues is destroyed.'
        """
        told = f"{winners} won"
        return self.reason.removeprefix(f"{told}: ").replace(f": {told}.", ".")
