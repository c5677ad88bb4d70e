"""The figures of two blocks that touch each other. Figures are named by their numbers in their block.

Rules: battlesystem:7.8a, battlesystem:7.8e.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from banneret.geometry.plane import TOLERANCE
from banneret.rulebooks.battlesystem.blocks.base_contact import in_contact, side_touched
from banneret.rulebooks.battlesystem.blocks.block import Block, may_touch, near


@mypyc_attr(acyclic=True)
class Touch:
    """One figure touching another: their numbers, and the side of each on which it is. Rule: battlesystem:7.8e."""

    __slots__ = ("figure", "other", "other_side", "side")

    def __init__(self, figure: int, other: int, side: int, other_side: int) -> None:
        self.figure: int = figure
        self.other: int = other
        self.side: int = side
        self.other_side: int = other_side


def touches(first: Block, second: Block, tolerance: float = TOLERANCE) -> list[Touch]:
    """Every pair of figures of two blocks in contact, in the order of their numbers. Rule: battlesystem:7.8a."""
    found: list[Touch] = []
    if not may_touch(first, second):
        return found
    mine, others = first.bases(), second.bases()
    theirs = [(figure, others[figure]) for figure in near(second, first.area())]
    for figure in near(first, second.area()):
        base = mine[figure]
        for other, facing in theirs:
            if in_contact(base, facing, tolerance):
                found.append(Touch(figure, other, side_touched(base, facing), side_touched(facing, base)))
    return found


def are_touching(first: Block, second: Block) -> bool:
    """True if some figure of one block touches some figure of the other. Rule: battlesystem:7.8a."""
    if not may_touch(first, second):
        return False
    mine, others = first.bases(), second.bases()
    theirs = [others[figure] for figure in near(second, first.area())]
    for figure in near(first, second.area()):
        base = mine[figure]
        for facing in theirs:
            if in_contact(base, facing):
                return True
    return False
