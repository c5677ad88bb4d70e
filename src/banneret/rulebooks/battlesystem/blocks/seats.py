"""The figures of a block when it becomes another: their old numbers by the new ones.

Who can keep his place keeps it; the others fill the places that are empty, in the order of their numbers.

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
    """The figures of a block as they stand in another; None where all keep their numbers.

    Args:
        old: as it stood.
        new: as it stands.
        loose: the poses of its figures before, where they were out of order.
        known: the figures that are asked about. Where all turn on the spot each of them goes to the nearest place, and the others fill up.
    """
    if turned_apart(old, new):
        return turned(old, new, loose, known)
    if old.files == new.files and old.figures == new.figures:
        return None
    return kept_ranks(old, new, shift_of(old, new), ())


def turned_apart(old: Block, new: Block) -> bool:
    """True if a block looks another way from the same ground: then its figures have other numbers. Rule: battlesystem:7.9h."""
    return abs(old.middle_x - new.middle_x) + abs(old.middle_y - new.middle_y) <= 0.1 and (
        abs(turn_between(old.heading, new.heading)) > 45.0
    )


def shift_of(old: Block, new: Block) -> int:
    """The old file that is the leftmost of a block made wider or narrower; below zero, as many as were added at the left."""
    narrower = old.files - new.files
    right = (new.x - old.x) * old.forward_y - (new.y - old.y) * old.forward_x
    shift = floor(narrower / 2.0 + right / (new.width + new.spacing) + _HAIR)
    return max(min(narrower, 0), min(max(narrower, 0), shift))


def kept_ranks(old: Block, new: Block, shift: int, fallen: Collection[int]) -> list[int]:
    """The figures in their ranks, the leftmost file the old one of number `shift`, without those that fell.

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
    """The figures after all turned on the spot: those who are asked about stand where they stood, or next to it. Rule: 7.9h."""
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
    """Give the empty places to those who have none."""
    following = iter(rest)
    for number, figure in enumerate(found):
        if figure == EMPTY:
            found[number] = next(following, EMPTY)
