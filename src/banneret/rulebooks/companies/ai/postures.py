"""Postures: ways in which the greedy player can lead a battle, as weights of what it looks at."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.companies.odds.prospects import Posture
from banneret.rulebooks.companies.odds.worths import LEARNT

POSTURES: Final[dict[str, Posture]] = {
    "bold": Posture(hurt=1.3, suffer=0.7, ground=0.15),
    "wary": Posture(suffer=1.3, ground=0.5, save=0.5, sight=0.7),
    "learnt": LEARNT,
}
