"""The places where the figures of units stand, and the ground that they hold.

The body of a unit is worked out once and kept until it moves. Lists returned here are shared: they must not be changed.

Rules: battlesystem:7.1b, battlesystem:7.1c, battlesystem:7.1e.
"""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt

from banneret.geometry.rectangles import Rectangle, overlap, placed
from banneret.rulebooks.battlesystem.blocks import bodies
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.bodies import Body
from banneret.rulebooks.battlesystem.unit import FIELD, Single, Unit


def bases(unit: Unit) -> list[Rectangle]:
    """The bases of a unit's figures on the table: of a block by number, of skirmishers in the order of `state.figures_standing`.

    Rule: battlesystem:7.1b.
    """
    block = unit.block
    if block is not None and unit.loose is None:
        return block.bases()
    return body(unit).bases


def base_of(unit: Unit, figure: int) -> Rectangle:
    """The base of one figure by its number. Rule: battlesystem:7.1b."""
    singles = unit.singles
    if singles is not None:
        single = singles[figure]
        return placed(single.x, single.y, unit.width, unit.depth, single.heading)
    block = unit.block
    if block is not None and unit.loose is None:
        rank, file = block.place(figure)
        return block.base(rank, file)
    return bases(unit)[figure]


def place_now(unit: Unit, figure: int) -> int:
    """The figure from whose place a figure strikes that was chosen as the phase began. Rules: battlesystem:8.0b, battlesystem:9.4a.order.

    It is the figure itself. But if an individual has felled figures of a unit out of order since, so that its number is gone, it is the
    last one.
    """
    return figure if unit.loose is None else min(figure, len(bases(unit)) - 1)


def middle_of(unit: Unit, figures: Collection[int]) -> tuple[float, float]:
    """The middle of some of a unit's figures, which are on the table. Rule: battlesystem:7.15a."""
    spots = [base_of(unit, figure) for figure in figures]
    return sum([spot.x for spot in spots]) / len(spots), sum([spot.y for spot in spots]) / len(spots)


def ground(unit: Unit) -> list[Rectangle]:
    """The ground that a unit holds against all others. Rule: battlesystem:7.1e.

    The gaps of open formation belong to it; between files that went on singly, only where these stand side by side.
    """
    block = unit.block
    if block is not None and unit.loose is None:
        return block.area()
    return body(unit).ground


def stands_in(unit: Unit, grounds: list[Rectangle]) -> bool:
    """True if a unit stands on the ground of another. Rule: battlesystem:7.1e."""
    return any(overlap(part, bar) for part in ground(unit) for bar in grounds)


def steady(unit: Unit) -> list[Single]:
    """The skirmishers of a unit that are on the table and not routed; empty for a unit in a block."""
    return [single for single in unit.singles or () if single.gone == FIELD and not single.routed]


def body(unit: Unit) -> Body:
    """The body of a unit as it stands; for a unit in order its bases are only the rim that can be touched."""
    made = unit.body
    if made is None:
        made = unit.body = _body_of(unit)
    return made


def stance(unit: Unit) -> Block | Body:
    """An object that stays the same while a unit stands as it does: its block if it is in order, else its body."""
    block = unit.block
    return block if block is not None and unit.loose is None else body(unit)


def _body_of(unit: Unit) -> Body:
    block, singles = unit.block, unit.singles
    if singles is None:
        assert block is not None, "a unit on the table stands somewhere"
        return bodies.of_block(block) if unit.loose is None else bodies.of_loose(block, unit.loose)
    figures = [number for number, single in enumerate(singles) if single.gone == FIELD]
    return bodies.of_singles(figures, [base_of(unit, figure) for figure in figures])


def circle(unit: Unit) -> tuple[float, float, float]:
    """The middle and radius of a circle that holds all figures of a unit."""
    made = body(unit)
    return made.x, made.y, made.reach


def centre(unit: Unit) -> tuple[float, float]:
    """The middle of a unit: of its block, of skirmishers the mean of their middles. Rule: battlesystem:7.15a."""
    block = unit.block
    if block is not None:
        return block.middle_x, block.middle_y
    spots = body(unit).bases
    if not spots:
        return 0.0, 0.0
    return sum([base.x for base in spots]) / len(spots), sum([base.y for base in spots]) / len(spots)


def nearest_figure(enemy: Unit, x: float, y: float) -> tuple[float, float]:
    """The middle of the enemy's figure nearest to a point."""
    best = least = 1e300
    place = (x, y)
    for base in bases(enemy):
        east, north = base.x - x, base.y - y
        squared = east * east + north * north
        if squared < least:  # most are not: the root is only drawn where it may decide
            far = sqrt(squared)
            if far < best:
                best, least, place = far, squared, (base.x, base.y)
    return place
