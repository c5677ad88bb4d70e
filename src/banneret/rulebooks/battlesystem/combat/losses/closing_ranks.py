"""The block of the figures left after losses, and the place of its commander.

Rules: battlesystem:7.10e, battlesystem:7.1d, battlesystem:4.7, battlesystem:7.14j.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.seats import kept_ranks
from banneret.rulebooks.battlesystem.space.figures import base_middles
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit


def close_ranks(unit: Unit, left: int, files: int, shift: int, fallen: set[int]) -> None:
    """Form the block of the figures left; those that stay keep their places.

    The commander stays where he is, or if his figure is gone, steps to the nearest.

    Args:
        unit: the unit that had losses.
        left: the number of figures left.
        files: the number of files of the new block.
        shift: the first of the old files that stays.
        fallen: figures lost from where they stood; empty if they were taken from the rear or the ends.

    Rules: battlesystem:7.10e, battlesystem:7.1d, battlesystem:4.7.
    """
    old = unit.block
    assert old is not None
    leader = leaders_place(unit, fallen)
    x, y = old.x, old.y
    if files != old.files:
        x, y = old.point((shift + (files - old.files) / 2.0) * (old.width + old.spacing), 0.0)
    block = Block(x, y, old.heading, left, files, old.width, old.depth, old.spacing)
    poses, wings = unit.loose, unit.wings
    if unit.loose is not None:
        loose, poses = unit.loose, None
        if files == old.files or block.ranks == 1:
            spots = [block.place(figure) for figure in range(left)]
            poses = tuple([loose[old.figure(rank, file + shift)] for rank, file in spots])
        on_left, on_right = wings
        left_wing = max(0, min(files, on_left - shift))
        right_wing = max(0, min(files - left_wing, on_right - (old.files - shift - files)))
        wings = (left_wing, right_wing)
    marks = unit.marks
    seats = kept_ranks(old, block, shift, fallen) if marks is not None and marks.borne else None
    unit.stand(block, poses, wings, seats)
    unit.figures = left
    if leader is not None:
        unit.leader_at = front_nearest(unit, leader)


def leaders_place(unit: Unit, fallen: set[int]) -> tuple[float, float] | None:
    """The place of the commander, or of the nearest figure left if his is lost; None if there is no commander."""
    if unit.leader_at == NOBODY:
        return None
    spots = base_middles(unit)
    own = spots[unit.leader_at]
    if unit.leader_at not in fallen:
        return own
    rest = [figure for figure in range(len(spots)) if figure not in fallen]
    return spots[min(rest, key=lambda figure: (squared_distance(spots[figure], own), figure))]


def front_nearest(unit: Unit, place: tuple[float, float]) -> int:
    """The figure of the front rank, where commanders stand, that is nearest to a place. Rule: battlesystem:4.7."""
    spots = base_middles(unit)
    block = unit.block
    assert block is not None
    return min(
        range(block.files), key=lambda figure: (round(squared_distance(spots[figure], place), 6), figure)
    )


def squared_distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The square of the distance of two points."""
    east, north = one[0] - other[0], one[1] - other[1]
    return east * east + north * north
