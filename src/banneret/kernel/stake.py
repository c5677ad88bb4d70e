"""The purpose of a throw of dice, with all that it could have brought: the luck of a battle is counted from these."""

from __future__ import annotations

Ways = tuple[tuple[int, tuple[int, ...]], ...]
"""All results of the dice: in how many ways they can fall, and what each side of the stake gets then."""


class Stake:
    """The outcome of a throw, and all that it could have brought.

    `measure` names it in the plural, as people count it ("hits"); `sides` are those whose it is: one, or both of an opposed roll. `got` is
    what each received, as a whole number of parts, of which `per` make one (`per` 2: halves); `ways` is all that could have come.
    """

    __slots__ = ("got", "measure", "per", "sides", "ways")

    def __init__(
        self, measure: str, sides: tuple[int, ...], got: tuple[int, ...], ways: Ways, per: int = 1
    ) -> None:
        self.measure = measure
        self.sides = sides
        self.got = got
        self.ways = ways
        self.per = per


def trial(measure: str, side: int, passed: bool, good: int, of: int) -> Stake:
    """The stake of a throw that passes or fails: it passes in `good` of `of` ways.

    >>> trial("saves", 1, True, 9, 20).ways
    ((11, (0,)), (9, (1,)))
    """
    return Stake(measure, (side,), (1 if passed else 0,), ((of - good, (0,)), (good, (1,))))
