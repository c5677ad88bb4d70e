"""Causes of morale checks and routs. Rules: battlesystem:4.2d, battlesystem:4.4, battlesystem:7.15a."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.unit import NOBODY

# Kinds are bits: an attack that does several of these calls for a single check. Rule: battlesystem:4.4a.
LOSSES: Final = 1
MAGIC: Final = 2  # magic removed a figure
COMMANDER: Final = 4  # the Unit Commander was killed
FRIEND: Final = (
    8  # a friend routs nearby, or runs into the unit. Rules: battlesystem:2.9b, battlesystem:7.15b
)
MARCH: Final = 16  # a forced march. Rule: battlesystem:7.13c
RALLY: Final = 32  # a commander tries to rally it, or to give it an order. Rule: battlesystem:6.2
OTHER: Final = 64

NOWHERE: Final = -1e9
"""A coordinate that is not given."""


class Cause:
    """The cause of a check, and the place from which a rout runs away.

    Args:
        kind: the bits of what happened.
        enemy: the enemy unit that caused it, or the friend that routs; NOBODY for neither.
        x: the middle of the figures that caused it, in inches to the east. `NOWHERE` stands for the middle of the unit
            `enemy`, or if that is NOBODY, of the nearest enemy.
        y: the same in inches to the north.
    """

    __slots__ = ("enemy", "kind", "x", "y")

    def __init__(self, kind: int, enemy: int = NOBODY, x: float = NOWHERE, y: float = NOWHERE) -> None:
        self.kind: int = kind
        self.enemy: int = enemy
        self.x: float = x
        self.y: float = y
