"""Postures: ways in which the greedy player can lead a battle, as weights of what it looks at when it moves."""

from __future__ import annotations

from typing import Final


class Posture:
    """The weights of one way to lead a battle; worths are in companies of plain infantry."""

    __slots__ = ("bite", "exposed", "fear", "gap", "line", "march", "shot", "silence", "wall")

    def __init__(
        self,
        bite: float = 0.06,
        shot: float = 1.0,
        fear: float = 0.6,
        march: float = 0.02,
        silence: float = 0.15,
        wall: float = 0.3,
        exposed: float = 0.12,
        gap: float = 0.35,
        line: int = 5,
    ) -> None:
        self.bite: float = bite  # what an attack is worth beyond its figures
        self.shot: float = shot  # weight of own fire from where a unit stands
        self.fear: float = fear  # weight of fire that it has to stand
        self.march: float = march  # worth of an area nearer to the enemy
        self.silence: float = silence  # worth of keeping enemy missiles busy hand to hand
        self.wall: float = wall  # worth of getting into a fortified area of the enemy
        self.exposed: float = exposed  # missile units within reach of the enemy's men at arms
        self.gap: float = gap  # worth of filling a gap of the own line from the reserve
        self.line: int = line  # the own line counts as full with this number of units in it


OWN: Final = Posture()

# Between greedy players, a posture against their own, 80 battles in each scenario as each side: hanging back won 30% more as the
# besiegers of the castle, in reserve 25% more against the river camp, thrifty 29% and standing fast 38% more as the dwarves of the
# mountain pass (standard errors 8%); each loses elsewhere.
POSTURES: Final[dict[str, Posture]] = {
    "hanging back": Posture(march=-0.1),
    "in reserve": Posture(bite=-0.1, march=-0.1, gap=0.1, line=3),
    "thrifty": Posture(bite=-0.15, line=3),
    "standing fast": Posture(bite=-9.0, march=-0.1),
}
