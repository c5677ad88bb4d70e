"""Losses of closed units and of mobs: they come off the rear. Rules: battlesystem:7.2a, battlesystem:7.5, battlesystem:7.10e."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block, mob_files
from banneret.rulebooks.battlesystem.combat.losses.blows import Reckoning
from banneret.rulebooks.battlesystem.combat.losses.closing_ranks import close_ranks
from banneret.rulebooks.battlesystem.space import obstacles
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Unit


def fall_from_rear(state: State, table: Table, due: Reckoning, left: int) -> None:
    """Take losses off the last rank; from a single rank they come off its ends. `left`: bases left. Rules: battlesystem:7.2a, 7.10e."""
    unit = due.unit
    block = unit.block
    assert block is not None
    if left >= block.files:
        close_ranks(unit, left, block.files, 0, set())
        return
    close_ranks(unit, left, left, _cut_left(state, table, due, block.files - left), set())


def _cut_left(state: State, table: Table, due: Reckoning, count: int) -> int:
    """The number of figures, of n lost from a single rank, that go from its left end: those in no contact first, else the owner chooses.

    Rule: battlesystem:7.2a.
    """
    unit = due.unit
    block = unit.block
    assert block is not None
    last = block.files - 1
    able = {0}
    for gone in range(count):
        after: set[int] = set()
        for left in able:
            first_held, last_held = left in due.held, last - (gone - left) in due.held
            if not first_held or last_held:
                after.add(left + 1)
            if not last_held or first_held:
                after.add(left)
        able = after
    choices = sorted(able)
    if len(choices) == 1:
        return choices[0]
    options: list[Order] = [("ends", unit.id, left, count - left) for left in choices]
    middle = min(range(len(choices)), key=lambda at: abs(2 * choices[at] - count))
    answer = table.ask(Choice("ends", unit.side, "battlesystem:7.2a", options, middle))
    return choices[options.index(answer)]


def fall_in_mob(state: State, table: Table, due: Reckoning, left: int) -> None:
    """Take losses off the rear of a mob; it keeps its front while that touches an enemy. Rules: battlesystem:7.5, battlesystem:2.10c."""
    unit = due.unit
    block = unit.block
    assert block is not None
    if left < block.files or any(figure < block.files for figure in due.held):
        fall_from_rear(state, table, due, left)
    else:
        close_ranks(unit, left, block.files, 0, set())
        reshape(state, unit)


def reshape(state: State, unit: Unit) -> None:
    """Make a mob that is too wide as wide as it is deep again, if there is room; call it only if no enemy touches its front.

    The middle figure of the front rank keeps its place.
    Rules: battlesystem:7.5, battlesystem:2.10b, battlesystem:2.10c.
    """
    block = unit.block
    assert block is not None
    files = min(block.figures, mob_files(block.figures, block.width, block.depth))
    if files >= block.files:
        return
    shift = (block.files - 1) // 2 - (files - 1) // 2
    ranks = (block.figures + files - 1) // files
    if ranks >= block.ranks or unit.loose is not None:
        # it gets deeper, or its short rank longer, or files fall back: others may stand there
        x, y = block.point((shift + (files - block.files) / 2.0) * block.width, 0.0)
        there = Block(x, y, block.heading, block.figures, files, block.width, block.depth, block.spacing)
        if not obstacles.is_free(state, unit, there.area()):
            return
    close_ranks(unit, block.figures, files, shift, set())
