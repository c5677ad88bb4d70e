"""Causes of morale checks and routs. Rules: battlesystem:4.2d, battlesystem:4.4, battlesystem:7.15a."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.state import NOBODY

# Kinds are bits: one attack may do several of these, and calls for one check. Rule: battlesystem:4.4a.
LOSSES: Final = 1
MAGIC: Final = 2  # magic removed a figure
COMMANDER: Final = 4  # the Unit Commander was killed
FRIEND: Final = (
    8  # a friend routs near by, or runs into the unit. Rules: battlesystem:2.9b, battlesystem:7.15b
)
MARCH: Final = 16  # a forced march. Rule: battlesystem:7.13c
RALLY: Final = 32  # a commander tries to rally it, or to give it an order. Rule: battlesystem:6.2
OTHER: Final = 64

NOWHERE: Final = -1e9
"""A place that is not given."""


class Cause:
    """The cause of a check and its place: a rout runs away from it.

    Args:
        kind: the bits of what happened.
        enemy: the unit that did it, or the friend that routs.
        x: the middle of those of its figures that did it, in inches to the east. `NOWHERE`: the middle of the unit
            `enemy`, and where that is nobody, of the nearest enemy.
        y: the same to the north.
    """

    __slots__ = ("enemy", "kind", "x", "y")

    def __init__(self, kind: int, enemy: int = NOBODY, x: float = NOWHERE, y: float = NOWHERE) -> None:
        self.kind: int = kind
        self.enemy: int = enemy
        self.x: float = x
        self.y: float = y
