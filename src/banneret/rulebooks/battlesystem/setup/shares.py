"""The deeds of units in the round, and the captives they guard, when a referee parts or joins them.

By versions 1 to 15 of the rules a part could shoot and move again, and its guards stayed behind. Rules: battlesystem:intro.referee, battlesystem:2.8c.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.unit import Unit


def share_round(unit: Unit, other: Unit) -> None:
    """Note that a part has done in this round what the whole did: it has shot, was rallied, has its order. Rules: 6.3, 10.2, 2.10g, 7.13."""
    other.shots, other.last_shot, other.passing, other.split = (
        unit.shots,
        unit.last_shot,
        unit.passing,
        unit.split,
    )
    other.rallied, other.tried, other.attacked, other.acted = (
        unit.rallied,
        unit.tried,
        unit.attacked,
        unit.acted,
    )
    other.marched, other.rushed, other.failed_charge = unit.marched, unit.rushed, unit.failed_charge
    other.widened, other.wheeled, other.footing, other.slowed = (
        unit.widened,
        unit.wheeled,
        unit.footing,
        unit.slowed,
    )
    other.closing, other.debt, other.unready = unit.closing, unit.debt, unit.unready
    other.order, other.turn, other.left_by = unit.order, unit.turn, unit.left_by


def share_captives(unit: Unit, other: Unit, left: int) -> None:
    """Let the guards who are among the figures that go, the last ones, take their captives along; `left`: the figures that stay. Rule: 7.15f."""
    guards = min(unit.guards, left + other.figures)
    other.guards = min(guards, other.figures)
    unit.guards = guards - other.guards
    if guards:
        other.held = unit.held * other.guards // guards
        unit.held -= other.held


def add_round(unit: Unit, other: Unit) -> None:
    """Note that a unit has done in this round what either of two did that are joined in it. Rules: 6.3, 10.2, 10.3b, 7.13d."""
    unit.spent, unit.closing = max(unit.spent, other.spent), max(unit.closing, other.closing)
    unit.moved, unit.finished = unit.moved or other.moved, unit.finished or other.finished
    unit.shots, unit.last_shot = max(unit.shots, other.shots), max(unit.last_shot, other.last_shot)
    unit.thrown, unit.march = max(unit.thrown, other.thrown), max(unit.march, other.march)
    unit.passing, unit.split = unit.passing or other.passing, unit.split or other.split
    unit.rallied, unit.tried = unit.rallied or other.rallied, unit.tried or other.tried
    unit.attacked, unit.acted = unit.attacked or other.attacked, unit.acted or other.acted
    unit.marched, unit.rushed = unit.marched or other.marched, unit.rushed or other.rushed
    unit.failed_charge = unit.failed_charge or other.failed_charge
    unit.slowed, unit.wheeled = max(unit.slowed, other.slowed), max(unit.wheeled, other.wheeled)
    unit.left_by = (*unit.left_by, *[one for one in other.left_by if one not in unit.left_by])
