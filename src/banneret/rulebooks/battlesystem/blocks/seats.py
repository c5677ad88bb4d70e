"""The places of figures when a block becomes another: their old numbers by the new ones.

Figures that can keep their places keep them; the others fill the empty places in the order of their numbers.

Rules: battlesystem:7.1d, battlesystem:7.2a, battlesystem:7.3b, battlesystem:7.9h, battlesystem:7.10d, battlesystem:7.10e.
"""

from __future__ import annotations

from collections.abc import Collection
from math import floor
from typing import Final

from banneret.geometry.plane import turn_between
from banneret.rulebooks.battlesystem.blocks.block import Block

EMPTY: Final = -1
"""The old number of a place in which nobody stood."""

_HAIR: Final = 0.01  # of a file: positions are rounded


def seats(
    old: Block, new: Block, loose: tuple[tuple[float, float, float], ...] | None, known: Collection[int]
) -> list[int] | None:
    """The old numbers of the figures of a block by their numbers in another; None if all keep their numbers.

    Args:
        old: the block before.
        new: the block after.
        loose: the poses of the figures before, if they were out of order.
        known: the figures that matter: if all turn on the spot, each of these goes to the nearest place, and the others fill up.
    """
    if turned_apart(old, new):
        return turned(old, new, loose, known)
    if old.files == new.files and old.figures == new.figures:
        return None
    return kept_ranks(old, new, shift_of(old, new), ())


def turned_apart(old: Block, new: Block) -> bool:
    """True if a block has turned on the spot, so that its figures get other numbers. Rule: battlesystem:7.9h."""
    return abs(old.middle_x - new.middle_x) + abs(old.middle_y - new.middle_y) <= 0.1 and (
        abs(turn_between(old.heading, new.heading)) > 45.0
    )


def shift_of(old: Block, new: Block) -> int:
    """The old number of the leftmost file of a block made wider or narrower; below zero, minus the files added at the left."""
    narrower = old.files - new.files
    right = (new.x - old.x) * old.forward_y - (new.y - old.y) * old.forward_x
    shift = floor(narrower / 2.0 + right / (new.width + new.spacing) + _HAIR)
    return max(min(narrower, 0), min(max(narrower, 0), shift))


def kept_ranks(old: Block, new: Block, shift: int, fallen: Collection[int]) -> list[int]:
    """The figures that stay in their ranks and files, without those that fell; `shift` is the old number of the leftmost file.

    Rules: battlesystem:7.1d, battlesystem:7.2a, battlesystem:7.3b, battlesystem:7.10d, battlesystem:7.10e.
    """
    found = [EMPTY] * new.figures
    rest: list[int] = []
    for figure in range(old.figures):
        if figure in fallen:
            continue
        rank, file = old.place(figure)
        if new.holds(rank, file - shift):
            found[new.figure(rank, file - shift)] = figure
        else:
            rest.append(figure)
    _fill(found, rest)
    return found


def turned(
    old: Block, new: Block, loose: tuple[tuple[float, float, float], ...] | None, known: Collection[int]
) -> list[int]:
    """The figures after all have turned on the spot: those in `known` keep the places where they stood, or the nearest. Rule: battlesystem:7.9h."""
    found = [EMPTY] * new.figures
    pairs: list[tuple[float, int, int]] = []
    bases = new.bases()
    for figure in known:
        x, y = old.centre(*old.place(figure)) if loose is None else (loose[figure][0], loose[figure][1])
        for number, base in enumerate(bases):
            east, north = x - base.x, y - base.y
            pairs.append((round(east * east + north * north, 6), figure, number))
    seated: list[int] = []
    for _, figure, number in sorted(pairs):
        if figure not in seated and found[number] == EMPTY:
            found[number] = figure
            seated.append(figure)
    _fill(found, [figure for figure in range(old.figures) if figure not in seated])
    return found


def _fill(found: list[int], rest: list[int]) -> None:
    """Give the empty places to the figures that have none, in order."""
    following = iter(rest)
    for number, figure in enumerate(found):
        if figure == EMPTY:
            found[number] = next(following, EMPTY)
