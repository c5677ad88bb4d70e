"""The figures of a block that fight when some touch an enemy: these, their neighbours, and those that support from behind.

Rules: battlesystem:8.1, battlesystem:8.1a, battlesystem:8.1b.
"""

from __future__ import annotations

from banneret.geometry.rectangles import FRONT
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_contact import touches


def rows(block: Block) -> list[list[int]]:
    """The figures on the four straight sides of a block: front rank, right file, last rank, left file.

    Each list is in order along the side, so that neighbours in it are neighbours on the table. Rule: battlesystem:8.1a.
    """
    deep = [rank for rank in range(block.ranks) if block.holds(rank, 0)]
    right = [rank for rank in range(block.ranks) if block.holds(rank, block.files - 1)]
    last = block.ranks - 1
    return [
        [block.figure(0, file) for file in range(block.files)],
        [block.figure(rank, block.files - 1) for rank in right],
        [block.figure(last, block.last_first + file) for file in range(block.last)],
        [block.figure(rank, 0) for rank in deep],
    ]


def shoulder(block: Block, figure: int) -> list[int]:
    """The straight side, to the rear, of a figure in the rank before a short last one; empty if someone stands behind it.

    It is those figures of its rank, to the left or right of the short rank, that have nobody behind them. Rule: battlesystem:8.1a.
    """
    rank, file = block.place(figure)
    if rank != block.ranks - 2 or block.holds(rank + 1, file):
        return []
    first, end = (
        (0, block.last_first) if file < block.last_first else (block.last_first + block.last, block.files)
    )
    return [block.figure(rank, one) for one in range(first, end)]


def neighbours(block: Block, touched: list[tuple[int, int]]) -> list[int]:
    """The figures of a closed unit that fight beside those that touch. Rule: battlesystem:8.1a.

    `touched` holds the figures that touch, each with its side in contact. The next figure on either hand, on the same straight side of
    the block, fights as well; none round a corner. Figures in `touched` are not in the result.
    """
    sides = rows(block)
    own = {figure for figure, _ in touched}
    found: set[int] = set()
    for figure, side in touched:
        row = sides[side]
        if figure not in row:
            continue  # it is touched past a short last rank, and so is on none of these sides
        place = row.index(figure)
        if place > 0:
            found.add(row[place - 1])
        if place + 1 < len(row):
            found.add(row[place + 1])
    return sorted(found - own)


def supporters(block: Block, fighting: list[int], reach: int) -> list[int]:
    """The figures that strike over the shoulders of the front rank. Rule: battlesystem:8.1b.

    `fighting` holds the figures that fight to the front. `reach` is that of the weapon in hand: with 2 the second rank strikes, with 3
    the third as well. Only files whose leader fights are supported.
    """
    found: list[int] = []
    for figure in fighting:
        rank, file = block.place(figure)
        if rank > 0:
            continue
        found.extend([block.figure(behind, file) for behind in range(1, reach) if block.holds(behind, file)])
    return sorted(found)


def fighters(block: Block, enemy: Block, closed: bool, reach: int) -> list[int]:
    """All figures of a block in order that may attack an enemy block, supporters included.

    Rules: battlesystem:8.1, battlesystem:8.1a, battlesystem:8.1b.
    """
    touched = sorted({(touch.figure, touch.side) for touch in touches(block, enemy)})
    able = {figure for figure, _ in touched}
    if closed:
        able.update(neighbours(block, touched))
        front = [pair for pair in touched if pair[1] == FRONT]
        ahead = [figure for figure, _ in front] + neighbours(block, front)
        able.update(supporters(block, ahead, reach))
    return sorted(able)
