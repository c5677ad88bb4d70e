"""Postures: ways in which the greedy player can lead its stacks on the map, as weights for its moves."""

from __future__ import annotations

from typing import Final


class Posture:
    """The weights of one way to lead a game on the map.

    Attributes:
        caution: how much danger counts; less for a side that is behind.
        pull: how much nearness to goals counts.
        fade: the factor of a goal's pull for each hex of distance.
    """

    __slots__ = ("caution", "fade", "pull")

    def __init__(self, caution: float = 0.7, pull: float = 1.0, fade: float = 0.72) -> None:
        self.caution: float = caution
        self.pull: float = pull
        self.fade: float = fade


OWN: Final = Posture()

POSTURES: Final[dict[str, Posture]] = {
    "standing fast": Posture(pull=0.1),
    "holding": Posture(pull=0.4),
    "bold": Posture(caution=0.3),
    "close at hand": Posture(fade=0.5),
    "far afield": Posture(fade=0.85),
}
