"""The middles of single figures, whether their unit stands in order, out of order or singly; and which of them guard captives.

Rules: battlesystem:7.1b, battlesystem:4.7, battlesystem:7.15f.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.state import bases_for, figures_standing
from banneret.rulebooks.battlesystem.unit import FIELD, Unit


def figure_place(unit: Unit, figure: int) -> tuple[float, float]:
    """The middle of a figure's base. Rule: battlesystem:7.1b."""
    singles = unit.singles
    if singles is not None:
        return singles[figure].x, singles[figure].y
    if unit.loose is not None:
        x, y, _ = unit.loose[figure]
        return x, y
    block = unit.block
    assert block is not None, "a unit on the table stands somewhere"
    rank, file = block.place(figure)
    return block.centre(rank, file)


def first_guard(unit: Unit) -> int:
    """The number of the first figure of a unit that guards captives: its last figures do. Rule: battlesystem:7.15f."""
    block = unit.block
    if block is not None:
        return block.figures - bases_for(unit, unit.guards)
    numbers = figures_standing(unit)
    free = len(numbers) - unit.guards
    return numbers[max(0, free)] if free < len(numbers) else numbers[-1] + 1


def outer_places(unit: Unit) -> list[tuple[float, float]]:
    """As `base_middles`, but only some, among which is the figure farthest from any point."""
    block = unit.block
    if block is None or unit.loose is not None or unit.singles is not None:
        return base_middles(unit)
    return _corner_places(block)


def _corner_places(block: Block) -> list[tuple[float, float]]:
    """The middles of the figures at the corners of the full ranks and at the ends of the last rank."""
    files, last = block.files - 1, block.ranks - 1
    found = [block.centre(0, 0), block.centre(0, files)]
    if last > 0:
        found.append(block.centre(last, block.last_first))
        found.append(block.centre(last, block.last_first + block.last - 1))
        if block.last < block.files:
            found.append(block.centre(last - 1, 0))
            found.append(block.centre(last - 1, files))
    return found


def base_middles(unit: Unit) -> list[tuple[float, float]]:
    """The middles of the bases of a unit in a block, by number; of skirmishers, of the figures on the table."""
    if unit.singles is not None:
        return [(single.x, single.y) for single in unit.singles if single.gone == FIELD]
    if unit.loose is not None:
        return [(pose[0], pose[1]) for pose in unit.loose]
    block = unit.block
    assert block is not None
    return [(base.x, base.y) for base in block.bases()]
