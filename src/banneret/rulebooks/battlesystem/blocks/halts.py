"""A move as it was walked, so that it can be halted anywhere: for shots at units on the move, and for pictures.

Each step of an order that takes place is a leg. Here only the inches that the leading figure walks count, not what they cost in
movement.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    slide,
    swing_within,
    swung,
    wheel,
    wheel_within,
)

SLIDE: Final = 0
WHEEL: Final = 1
CHANGE: Final = 2

SHORT_OF: Final = 0.1
"""Inches before contact at which a charging unit can last be shot at. Rule: battlesystem:10.6a."""


class Leg:
    """One step of a move.

    Args:
        kind: `SLIDE`, `WHEEL` or `CHANGE` (of facing, formation or frontage, which has no length).
        start: the block before.
        end: the block after.
        way: inches that the leading figure walks; in a wheel, the arc of the outermost figure.
        turn: the direction of a slide in degrees, the side of a wheel, 0 for a change.
        about: the point about which it wheels, if that is no corner of its front.
    """

    __slots__ = ("about", "end", "kind", "start", "turn", "way")

    def __init__(
        self,
        kind: int,
        start: Block,
        end: Block,
        way: float,
        turn: float,
        about: tuple[float, float] | None = None,
    ) -> None:
        self.kind: int = kind
        self.start: Block = start
        self.end: Block = end
        self.way: float = way
        self.turn: float = turn
        self.about: tuple[float, float] | None = about

    def after(self, inches: float) -> Block:
        """The block after n inches of this leg."""
        if inches >= self.way:
            return self.end
        if inches <= 0.0:
            return self.start
        if self.kind == SLIDE:
            return slide(self.start, self.turn, inches)
        side, about = int(self.turn), self.about
        if about is not None:
            return swung(self.start, side, swing_within(self.start, *about, inches), *about)
        return wheel(self.start, side, wheel_within(self.start, side, inches))


def slid(block: Block, direction: float, distance: float) -> Leg:
    """A slide as a leg. Rule: battlesystem:7.9a."""
    return Leg(SLIDE, block, slide(block, direction, distance), distance, direction)


def changed(block: Block, after: Block) -> Leg:
    """A change of facing, formation or frontage as a leg."""
    return Leg(CHANGE, block, after, 0.0, 0)
