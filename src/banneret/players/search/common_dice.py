"""Dice of imagined worlds: plans that are compared in the same world roll the same, and worlds come in pairs with mirrored dice.

A die depends on its world, the turn, the side, what it is for, and how many such dice there were before it; so two plans still roll alike
after one of them has called for more dice than the other, and differ by what they do rather than by luck (common random numbers). Where
the first world of a pair rolls a 4 on twenty faces the second rolls a 17, so that a lucky world is followed by an unlucky one
(antithetic variates).
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

BITS: Final = 30  # products of two such numbers fit into a machine word
MASK: Final = (1 << BITS) - 1
SPREAD: Final = 0x2C1B3C6D
STIR: Final = 0x297A2D39
SIDES: Final = 0x1B873593
TURNS: Final = 0x19D699A5
STEP: Final = 0x1E3779B1


def mixed(number: int) -> int:
    """A number of 30 bits that looks like chance, another one for every number of 30 bits."""
    number ^= number >> 15
    number = number * SPREAD & MASK
    number ^= number >> 12
    number = number * STIR & MASK
    return number ^ number >> 15


class CommonDice:
    """The dice of one world after the other; `begin` before each play."""

    __slots__ = ("codes", "counts", "mirrored", "seed")

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self.counts: dict[int, int] = {}
        self.seed: int = 0
        self.mirrored: bool = False

    def begin(self, seed: int, mirrored: bool) -> None:
        """Roll from the first on in the world of a seed, or in the one with mirrored dice."""
        self.counts = {}
        self.seed = mixed(seed & MASK)
        self.mirrored = mirrored

    def die(self, faces: int, why: str, side: int, turn: int) -> int:
        """The next die of a side for this in a turn: 1 to `faces`."""
        code = self.codes.get(why, -1)
        if code < 0:
            code = crc32(why.encode()) & MASK
            self.codes[why] = code
        key = code + ((side + 2) * SIDES & MASK) + (turn * TURNS & MASK) & MASK
        count = self.counts.get(key, 0)
        self.counts[key] = count + 1
        value = (mixed(mixed(self.seed ^ key) + count * STEP & MASK) * faces >> BITS) + 1
        return faces + 1 - value if self.mirrored else value
