"""What a band does in a round, once its orders are open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret_fenlight.state import Band

MARCH: Final = "march"
STRIKE: Final = "strike"
HIDE: Final = "hide"
BRACE: Final = "brace"


@dataclass(slots=True)
class Task:
    """A band with its order: `target` is the hex it marches to or strikes at, `start` the one in which it began the round.

    `ambush`: it was hidden when the round began. `fought`: it was in a clash, which ends whatever else it was about.
    """

    band: Band
    word: str
    target: int
    start: int
    ambush: bool
    fought: bool = False
