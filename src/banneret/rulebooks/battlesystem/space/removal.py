"""Units and skirmishers off the table: what is left of their unit is counted. Rules: battlesystem:2.9b, battlesystem:8.7h."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import FIELD, FLED, NOBODY, SLAIN, Unit, figures_standing


def destroy(unit: Unit) -> None:
    """Take a unit off the table because none of it is left."""
    unit.leave(SLAIN)
    unit.figures = 0
    unit.wounded = False
    unit.leader_at = NOBODY
    unit.debt = 0


def count_skirmishers(unit: Unit) -> None:
    """Keep count of skirmishers: how many stand, and whether all of them are routed."""
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
        unit.status = FLED if any(single.gone == FLED for single in singles) else SLAIN
