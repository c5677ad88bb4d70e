"""Drawing out of a pool, and shuffling, by chance."""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.state import Unit


def draw(pool: list[int], chance: Chance) -> int:
    """Take any of the pool out."""
    at = chance.below(len(pool))
    found = pool[at]
    pool[at] = pool[-1]
    pool.pop()
    return found


def shuffle(units: list[Unit], chance: Chance) -> None:
    """Into any order, in place."""
    for last in range(len(units) - 1, 0, -1):
        other = chance.below(last + 1)
        kept = units[last]
        units[last] = units[other]
        units[other] = kept
