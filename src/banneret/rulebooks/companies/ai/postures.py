"""Postures: ways in which the greedy player can lead a battle, as weights of what it looks at."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.companies.odds.prospects import Posture
from banneret.rulebooks.companies.tables.files import rows

LEARNT: Final = Posture(**{name: float(one) for name, one in rows("worths", "learnt")[0].items()})
"""The worths that battles between computer players taught; scripts of tree search are weighed by it."""

POSTURES: Final[dict[str, Posture]] = {
    "bold": Posture(hurt=1.3, suffer=0.7, ground=0.15),
    "wary": Posture(suffer=1.3, ground=0.5, save=0.5, sight=0.7),
    "learnt": LEARNT,
}
