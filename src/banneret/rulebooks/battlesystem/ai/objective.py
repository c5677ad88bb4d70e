"""The objective of a side: what its scenario's goal asks of it, how long there is for it, and whom time serves.

Rules: battlesystem:1.7, battlesystem:3.0, battlesystem:crossroads.victory, battlesystem:lairn.stalemate.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import NOBODY, State, Unit

ENDLESS: Final = 99  # rounds, where no hour is set
SOON: Final = 6  # rounds before the hour in which it is minded
LATE: Final = 3  # rounds before the hour in which individuals mind it
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
        return self.away(*standing.centre(unit))

    def away(self, x: float, y: float) -> float:
        """Inches from a point to the middle of the ground to be held."""
        return length(self.x - x, self.y - y)

    def is_at(self, x: float, y: float) -> bool:
        """True if an individual at a point keeps the ground to be held. Rule: battlesystem:1.7."""
        return self.area is not None and self.area.holds(x, y)

    def wants(self, x: float, y: float, rate: float) -> bool:
        """True if an individual of that rate at a point is to be on the ground to be held from now on: later he would come too late."""
        if self.area is None or self.left > LATE:
            return False
        return self.left == 1 if self.is_at(x, y) else self.away(x, y) > rate * (self.left - 1)

    def prize(self, foe: Unit) -> float:
        """The worth of driving off an enemy, beyond his figures: of one who stands where nobody else shall."""
        if self.area is None or self.left > SOON or not goals.holds(self.area, foe):
            return 0.0
        return STANDS_THERE * (SOON + 1 - self.left) / SOON


def leaning(state: State, side: int) -> float:
    """The chance of a side if the hour had come now, from 0 to 1. Rule: battlesystem:1.7."""
    goal = state.setting.goal
    there = goals.there_now(state)
    winner = there[0] if len(there) == 1 else goal.stalemate
    return 0.5 if winner == NOBODY else 1.0 if winner == side else 0.0
