"""The objective of a side: what the scenario's goal asks of it, the time left for it, and whether time is on its side.

Rules: battlesystem:1.7, battlesystem:3.0, battlesystem:crossroads.victory, battlesystem:lairn.stalemate.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

ENDLESS: Final = 99  # rounds left if there is no last one
SOON: Final = 6  # the last rounds, in which units mind the objective
LATE: Final = 3  # the last rounds, in which individuals do
STANDS_THERE: Final = 1.0  # worth of an enemy on the ground to be held, beyond his figures


class Objective:
    """The goal of a battle as one side sees it.

    Attributes:
        side: whose it is.
        area: the ground to be held, if any.
        left: rounds until the goal is tested, the present one included.
        presses: another side wins a stalemate, so this one must attack.
        x: of the middle of the area, in inches.
        y: likewise.
    """

    __slots__ = ("area", "left", "presses", "side", "x", "y")

    def __init__(self, state: State, side: int) -> None:
        setting = state.setting
        goal, limit, quiet = setting.goal, setting.flags.round_limit, setting.flags.stalemate
        self.side: int = side
        self.area = goal.area if goal.kind == goals.HOLD else None
        last = goal.rounds if self.area is not None else limit
        if self.area is not None and limit:
            last = min(last, limit)
        self.left: int = max(1, last - state.round + 1) if last else ENDLESS
        if self.area is not None and quiet:
            self.left = max(1, min(self.left, quiet - state.quiet))
        self.presses: bool = goal.stalemate not in (NOBODY, side)
        self.x: float = 0.0
        self.y: float = 0.0
        if self.area is not None:
            self.x = (self.area.west + self.area.east) / 2.0
            self.y = (self.area.south + self.area.north) / 2.0

    def is_held(self, unit: Unit) -> bool:
        """True if a unit is on the ground to be held, so that it holds or contests it. Rule: battlesystem:1.7."""
        return self.area is not None and goals.holds(self.area, unit)

    def off(self, unit: Unit) -> float:
        """Inches from a unit to the middle of the ground to be held."""
        return self.away(*standing.centre(unit))

    def away(self, x: float, y: float) -> float:
        """Inches from a point to the middle of the ground to be held."""
        return length(self.x - x, self.y - y)

    def is_at(self, x: float, y: float) -> bool:
        """True if an individual at a point is on the ground to be held. Rule: battlesystem:1.7."""
        return self.area is not None and self.area.holds(x, y)

    def wants(self, x: float, y: float, rate: float) -> bool:
        """True if an individual at a point must go to the ground to be held now, or stay on it, to be there in the last round.

        `rate`: his movement in inches.
        """
        if self.area is None or self.left > LATE:
            return False
        return self.left == 1 if self.is_at(x, y) else self.away(x, y) > rate * (self.left - 1)

    def prize(self, foe: Unit) -> float:
        """The worth, beyond that of his figures, of driving an enemy off the ground to be held; more the nearer the last round."""
        if self.area is None or self.left > SOON or not goals.holds(self.area, foe):
            return 0.0
        return STANDS_THERE * (SOON + 1 - self.left) / SOON


def leaning(state: State, side: int) -> float:
    """The chance of a side if the goal were tested now: 0, 0.5 or 1. Rule: battlesystem:1.7."""
    goal = state.setting.goal
    there = goals.there_now(state)
    winner = there[0] if len(there) == 1 else goal.stalemate
    return 0.5 if winner == NOBODY else 1.0 if winner == side else 0.0
