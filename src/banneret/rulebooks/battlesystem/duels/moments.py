"""The order in which blows fall in a melee round of individual combat.

Rules: battlesystem:9.4b.initiative, battlesystem:9.4b.order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TWO: Final = 2  # the most attack routines in a melee round by versions 1 to 8 of the rules
# the stages at which those with no, one, two or three routines make them
_STAGES: Final = ((), (6,), (3, 9), (2, 6, 10))


def moments(routines: Sequence[int], dice: Sequence[int]) -> list[list[int]]:
    """The duellists who make a routine at each moment, by their places; those of one moment strike together.

    A duellist with more routines strikes first and last: one with two before and after one with one, one with three before, between and
    after one with two. If routines fall together the higher die goes first, and equal dice strike together.

    Args:
        routines: the number of routines of each duellist.
        dice: the initiative die of each duellist.

    Rules: battlesystem:9.4b.initiative, battlesystem:9.4b.order.

    >>> moments([1, 1], [3, 5]), moments([2, 1], [1, 6]), moments([2, 2], [5, 3]), moments([1, 1], [4, 4])
    ([[1], [0]], [[0], [1], [0]], [[0], [1], [0], [1]], [[0, 1]])
    >>> moments([3, 1], [1, 6]), moments([3, 2], [1, 6])
    ([[0], [1], [0], [0]], [[0], [1], [0], [1], [0]])
    """
    blows = [(stage, -dice[one], one) for one, many in enumerate(routines) for stage in _STAGES[many]]
    blows.sort()
    found: list[list[int]] = []
    last: tuple[int, int] | None = None
    for stage, die, one in blows:
        if last != (stage, die):
            found.append([])
            last = (stage, die)
        found[-1].append(one)
    return found
