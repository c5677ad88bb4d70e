"""The wounded and the fallen: the Wound marker of a unit, the figure that falls next, and units of which no figure is left.

Rules: battlesystem:2.9b, battlesystem:8.7d, battlesystem:8.7e, battlesystem:8.7h.
"""

from __future__ import annotations

from collections.abc import Collection

from banneret.rulebooks.battlesystem.marks import WOUND, Mark, marked, settled, unmarked
from banneret.rulebooks.battlesystem.state import State, bases_for, figures_on, figures_standing, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, FLED, NOBODY, SLAIN, Unit


def wound(state: State, unit: Unit, at: int) -> None:
    """Wound a figure: one on the base of that number, or the skirmisher of that number.

    By versions 1 to 3 of the rules only a wounded skirmisher was known by number. Rule: battlesystem:8.7d.
    """
    unit.wounded = True
    if unit.singles is not None:
        unit.singles[at].wounded = True
    if is_mended(state, 4):
        room = 1 if unit.block is None else figures_on(unit, (at,))
        unit.marks = marked(unit.marks, WOUND, at, room)


def heal(unit: Unit) -> None:
    """Take the Wound marker off a unit. Rule: battlesystem:8.7e."""
    unit.wounded = False
    for single in unit.singles or ():
        single.wounded = False
    unit.marks = unmarked(unit.marks, WOUND)


def wound_of(unit: Unit) -> Mark | None:
    """The mark on the wounded figure; None if no figure is wounded, or (in old records) it is not known which. Rule: battlesystem:8.7d."""
    marks = unit.marks
    if marks is not None:
        for mark in marks.borne:
            if mark.kind == WOUND:
                return mark
    return None


def wounded_at(unit: Unit) -> int:
    """The base of the wounded figure of a unit in a block, by number, in old records the rearmost; `NOBODY` if none is wounded.

    Rules: battlesystem:8.7d, battlesystem:8.7h.
    """
    if not unit.wounded:
        return NOBODY
    mark = wound_of(unit)
    return rearmost(unit, unit.leader_at) if mark is None else mark.at


def rearmost(unit: Unit, but: int) -> int:
    """The base of the figure that falls first from the rear; not base `but` while there is another. Rules: battlesystem:7.2a, battlesystem:8.7h."""
    last = bases_for(unit, unit.figures) - 1
    return last - 1 if last == but and last > 0 else last


def next_to_fall(unit: Unit, touched: Collection[int]) -> int:
    """The base of the figure that falls next: the first of those `touched` by the attacker (open units), else the rearmost. Rules: battlesystem:7.3b, 8.7h."""
    reached = [figure for figure in touched if figure != unit.leader_at]
    return min(reached) if reached else rearmost(unit, unit.leader_at)


def count_stands(unit: Unit) -> None:
    """Settle the marks of a unit on stands that lost figures, so that no stand bears more than it has figures. Rule: battlesystem:2.4."""
    if unit.mount > 1 and unit.marks is not None and unit.block is not None:
        unit.marks = settled(unit.marks, [figures_on(unit, (base,)) for base in range(unit.block.figures)])


def destroy(unit: Unit) -> None:
    """Take a unit off the table because none of it is left. Rule: battlesystem:2.9b."""
    unit.leave(SLAIN)
    unit.figures = 0
    unit.wounded = False
    unit.leader_at = NOBODY
    unit.debt = 0


def count_skirmishers(unit: Unit) -> None:
    """Count skirmishers again: the figures left, and whether all of them are routed. Rule: battlesystem:8.7h."""
    singles = unit.singles
    if singles is None:
        return
    left = figures_standing(unit)
    unit.figures = len(left)
    unit.routed = bool(left) and all(singles[figure].routed for figure in left)
    if unit.routed:
        unit.rash = False
        unit.quarry = NOBODY
    if unit.leader_at != NOBODY and singles[unit.leader_at].gone != FIELD:
        unit.leader_at = NOBODY
    if not left and unit.status == FIELD:
        unit.become(FLED if any(single.gone == FLED for single in singles) else SLAIN)


def runaways(unit: Unit) -> int:
    """The figures of a unit that ran off the table; skirmishers run one by one, also where the others fell, or gathered. Rule: battlesystem:6.4b."""
    singles = unit.singles
    if singles is None:
        return unit.fled + (unit.figures if unit.status == FLED else 0)
    return unit.fled + sum([single.gone == FLED for single in singles])
