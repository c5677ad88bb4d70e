"""Postures: ways in which the greedy player can lead a battle, as weights of what it looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Posture:
    """The weights of one way to lead a battle; worths are counted in points of Disposition.

    `hurt`: what the enemy loses; `suffer`: what the own company does; `ground`: a point of a position taken or given up; `sight`: to
    have scouted the enemy; `nerve`: a volley in which the enemy hesitates; `save`: a die or bonus for later; `spread`: how evenly
    actions of like worth are mixed.
    """

    hurt: float = 1.0
    suffer: float = 1.0
    ground: float = 0.8
    sight: float = 1.0
    nerve: float = 1.6
    save: float = 0.35
    spread: float = 0.25


OWN: Final = Posture()
POSTURES: Final[dict[str, Posture]] = {
    "bold": Posture(hurt=1.3, suffer=0.7, ground=0.6),
    "wary": Posture(suffer=1.3, ground=1.0, save=0.5, sight=0.7),
    "steady": Posture(spread=0.1),
}
