"""The zones in which sides set up, and the goal of a battle, as its scenario has them.

Rules: battlesystem:1.7, battlesystem:3.0, battlesystem:3.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.geometry.polygons import Polygon

NO_SIDE: Final = -1


@dataclass(slots=True)
class Zone:
    """The zone where a side sets up, facing a heading in degrees clockwise from north. Rule: battlesystem:3.4."""

    side: int
    area: Polygon
    facing: float


@dataclass(slots=True)
class Goal:
    """The goal of the battle, as its scenario has it; its kinds are those of `ending.goals`. Rules: battlesystem:1.7, battlesystem:3.0."""

    kind: str = "last-figure"
    tie: int = NO_SIDE  # the side that wins when nobody is left, or none
    stalemate: int = NO_SIDE  # the side that wins when the battle ends undecided, or none
    least: tuple[int, ...] = ()  # by side: the figures it must have left to win by annihilation
    area: Polygon | None = None  # the ground to hold
    place: str = ""  # its name
    rounds: int = 0  # the round at whose end it must be held
    rules: str = "crossroads"  # the battle whose rules of victory hold, a key of `ending.goals.RULES`
