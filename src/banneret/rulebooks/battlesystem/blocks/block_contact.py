"""The figures of two blocks that touch each other. Figures are named by their numbers in their block.

Rules: battlesystem:7.8a, battlesystem:7.8e.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from banneret.geometry.plane import TOLERANCE
from banneret.geometry.rectangles import Rectangle
from banneret.rulebooks.battlesystem.blocks.base_contact import in_contact, side_touched
from banneret.rulebooks.battlesystem.blocks.block import Block, may_touch, near


@mypyc_attr(acyclic=True)
class Touch:
    """One figure touching another: their numbers, and the side of each on which it is, found when asked for. Rule: battlesystem:7.8e.

    `by_nearest`: as `side_touched` takes it.
    """

    __slots__ = ("_base", "_by_nearest", "_facing", "_other_side", "_side", "figure", "other")

    def __init__(
        self, figure: int, other: int, base: Rectangle, facing: Rectangle, by_nearest: bool = True
    ) -> None:
        self.figure: int = figure
        self.other: int = other
        self._base: Rectangle = base  # of the figure
        self._facing: Rectangle = facing  # of the other
        self._by_nearest: bool = by_nearest
        self._side: int = -1
        self._other_side: int = -1

    @property
    def side(self) -> int:
        """The side of the figure on which the other touches it."""
        if self._side < 0:
            self._side = side_touched(self._base, self._facing, self._by_nearest)
        return self._side

    @property
    def other_side(self) -> int:
        """The side of the other on which the figure touches it."""
        if self._other_side < 0:
            self._other_side = side_touched(self._facing, self._base, self._by_nearest)
        return self._other_side

    def mirrored(self) -> Touch:
        """The same contact as the other figure sees it."""
        return Touch(self.other, self.figure, self._facing, self._base, self._by_nearest)


def touches(
    first: Block, second: Block, tolerance: float = TOLERANCE, by_nearest: bool = True
) -> list[Touch]:
    """Every pair of figures of two blocks in contact, in the order of their numbers; `by_nearest` as in `Touch`. Rule: battlesystem:7.8a."""
    found: list[Touch] = []
    if not may_touch(first, second):
        return found
    mine, others = first.bases(), second.bases()
    theirs = [(figure, others[figure]) for figure in near(second, first.area())]
    for figure in near(first, second.area()):
        base = mine[figure]
        for other, facing in theirs:
            if in_contact(base, facing, tolerance):
                found.append(Touch(figure, other, base, facing, by_nearest))
    return found
