"""Postures: ways in which the greedy player can lead a battle, as weights for its movement."""

from __future__ import annotations

from typing import Final


class Posture:
    """The weights of one way to lead a battle; shares are of the worth of the unit in question.

    Attributes:
        eager: the share that a melee must promise to be begun.
        alone: the further share that it must promise a unit that goes alone.
        bite: what striking first is worth beyond the figures.
        ahead: inches by which a unit may be nearer to the enemy than its line.
        crowded: how much less attractive an enemy is for every friend at him but one.
        joined: the share of the help of friends at an enemy that is counted.
        onward: worth of going nearer to the enemy; at 0 or less it is not done.
    """

    __slots__ = ("ahead", "alone", "bite", "crowded", "eager", "joined", "onward")

    def __init__(
        self,
        eager: float = 0.3,
        alone: float = 1.0,
        bite: float = 0.5,
        ahead: float = 4.0,
        crowded: float = 0.2,
        joined: float = 0.5,
        onward: float = 0.3,
    ) -> None:
        self.eager: float = eager
        self.alone: float = alone
        self.bite: float = bite
        self.ahead: float = ahead
        self.crowded: float = crowded
        self.joined: float = joined
        self.onward: float = onward


OWN: Final = Posture()

POSTURES: Final[dict[str, Posture]] = {
    "bold": Posture(eager=-0.3, alone=0.0, bite=2.0),
    "wary": Posture(eager=0.9, joined=0.0),
    "together": Posture(crowded=0.7, joined=1.0),
    "in line": Posture(ahead=1.0),
    "spread out": Posture(crowded=1.3),
    "standing fast": Posture(onward=-1.0),
}
