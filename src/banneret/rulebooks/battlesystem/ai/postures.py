"""Postures: ways in which the greedy player can lead a battle, as weights of what it looks at when it moves."""

from __future__ import annotations

from typing import Final


class Posture:
    """The weights of one way to lead a battle; shares are of the worth of the unit in question."""

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
        self.eager: float = eager  # a melee that promises no less, as a share, is begun
        self.alone: float = alone  # share that a unit must gain besides when it goes alone
        self.bite: float = bite  # what a melee is worth beyond its figures: who waits gives away the blow
        self.ahead: float = ahead  # inches by which a unit may be nearer to the enemy than its line can be
        self.crowded: float = crowded  # by so much less a unit heeds an enemy for every friend but one there
        self.joined: float = joined  # how much of what friends who make for an enemy too promise is counted
        self.onward: float = onward  # worth of going nearer to the enemy; what is worth nothing is not done


OWN: Final = Posture()

POSTURES: Final[dict[str, Posture]] = {
    "bold": Posture(eager=-0.3, alone=0.0, bite=2.0),
    "wary": Posture(eager=0.9, joined=0.0),
    "together": Posture(crowded=0.7, joined=1.0),
    "in line": Posture(ahead=1.0),
    "spread out": Posture(crowded=1.3),
    "standing fast": Posture(onward=-1.0),
}
