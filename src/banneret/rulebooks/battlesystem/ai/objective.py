"""The objective of a side: what its scenario's goal asks of it, how long there is for it, and whom time serves.

Rules: battlesystem:1.7, battlesystem:3.0, battlesystem:crossroads.victory, battlesystem:lairn.stalemate.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import FIELD, NOBODY, State, Unit

ENDLESS: Final = 99  # rounds, where no hour is set
SOON: Final = 6  # rounds before the hour in which it is minded
STANDS_THERE: Final = 1.0  # worth of an enemy on the ground to be held, beyond his figures


class Objective:
    """The goal of a battle as one side sees it.

    left: rounds until it is tested, the present one counted. presses: another side wins, or nobody, when the hour comes and
    nothing has changed; so this one must bring it about.
    """

    __slots__ = ("area", "left", "presses", "side", "x", "y")

    def __init__(self, state: State, side: int) -> None:
        setting = state.setting
        goal, limit = setting.goal, setting.flags.round_limit
        self.side: int = side
        self.area = goal.area if goal.kind == goals.HOLD else None
        last = goal.rounds if self.area is not None else limit
        self.left: int = max(1, last - state.round + 1) if last else ENDLESS
        self.presses: bool = goal.stalemate not in (NOBODY, side)
        self.x: float = 0.0
        self.y: float = 0.0
        if self.area is not None:
            self.x = (self.area.west + self.area.east) / 2.0
            self.y = (self.area.south + self.area.north) / 2.0

    def is_held(self, unit: Unit) -> bool:
        """True if a unit keeps the ground to be held, for its side or from others. Rule: battlesystem:1.7."""
        return self.area is not None and goals.holds(self.area, unit)

    def off(self, unit: Unit) -> float:
        """Inches from a unit to the middle of the ground to be held."""
        x, y = standing.centre(unit)
        return length(self.x - x, self.y - y)

    def prize(self, foe: Unit) -> float:
        """The worth of driving off an enemy, beyond his figures: of one who stands where nobody else shall."""
        if self.area is None or self.left > SOON or not goals.holds(self.area, foe):
            return 0.0
        return STANDS_THERE * (SOON + 1 - self.left) / SOON


def leaning(state: State, side: int) -> float:
    """The chance of a side if the hour had come now, from 0 to 1. Rule: battlesystem:1.7."""
    goal = state.setting.goal
    assert goal.area is not None, "a place to be held has corners"
    there: list[int] = []
    for unit in state.units.values():
        if unit.status == FIELD and unit.side not in there and goals.holds(goal.area, unit):
            there.append(unit.side)
    winner = there[0] if len(there) == 1 else goal.stalemate
    return 0.5 if winner == NOBODY else 1.0 if winner == side else 0.0
