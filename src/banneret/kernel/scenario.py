"""Scenarios, the battles ready to be set up, and how battles end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
