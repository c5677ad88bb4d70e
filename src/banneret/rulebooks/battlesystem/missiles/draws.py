"""Random orders out of many that are costly to find: drawn so that only those are looked for that the draw comes upon."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order


def drawn(chance: Chance, places: int, found_at: Callable[[int], list[Order]], most: int) -> Order | None:
    """Any of the orders found at the places 0, 1, 2, …, all equally likely; None where there is none.

    Args:
        chance: the chance it is left to.
        places: their number.
        found_at: the orders of a place, at most `most`.
        most: above that of any place, so that a place with few orders comes up as often as its share of them.
    """
    left = list(range(places))
    while left:
        pick = chance.below(len(left))
        found = found_at(left[pick])
        if not found:
            left[pick] = left[-1]
            left.pop()
            continue
        if len(found) > most:
            raise ValueError(f"{len(found)} orders at one place, {most} were expected at most")
        place = chance.below(most) if most > 1 else 0
        if place < len(found):
            return found[place]
    return None
