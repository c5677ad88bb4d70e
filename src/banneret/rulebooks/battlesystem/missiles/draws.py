"""Random orders out of many that are costly to find: only the places that the draw comes upon are searched."""

from __future__ import annotations

from collections.abc import Callable

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order


def drawn(chance: Chance, places: int, found_at: Callable[[int], list[Order]], most: int) -> Order | None:
    """Any of the orders found at the places 0, 1, 2, …, all equally likely; None if there is none.

    A draw of one of `most` orders at a random place is repeated until the place has such an order.

    Args:
        chance: draws at random.
        places: the number of places.
        found_at: finds the orders of a place.
        most: the most orders that any place can have.

    Raises:
        ValueError: a place has more orders than that.
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
