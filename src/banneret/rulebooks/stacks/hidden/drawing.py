"""Random draws from a pool, and random shuffles."""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.state import Unit


def draw(pool: list[int], chance: Chance) -> int:
    """Take a random element out of the pool; return it."""
    at = chance.below(len(pool))
    found = pool[at]
    pool[at] = pool[-1]
    pool.pop()
    return found


def shuffle(units: list[Unit], chance: Chance) -> None:
    """Shuffle units in place."""
    for last in range(len(units) - 1, 0, -1):
        other = chance.below(last + 1)
        kept = units[last]
        units[last] = units[other]
        units[other] = kept
