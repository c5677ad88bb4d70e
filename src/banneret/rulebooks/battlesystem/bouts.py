"""The fights of a Melee Phase that are not settled yet: units against units, and individuals against figures.

Rules: battlesystem:8.0b, battlesystem:8.1c, battlesystem:9.4a, battlesystem:9.4a.order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NOBODY: Final = -1


@dataclass(slots=True)
class Bout:
    """A unit-against-unit melee of a combat: who may strike is counted when the phase begins. Rules: 8.0b, 8.1c.

    `first` belongs to the side earlier in the round's ranking. `strikers` of each are the figures that attack the other,
    by number; `aspect` of each is the side of the enemy on which it attacks (`FRONT`, `RIGHT` for a flank, `REAR`).
    """

    first: int
    second: int
    strikers: tuple[int, ...] = ()
    back_strikers: tuple[int, ...] = ()
    aspect: int = 0
    back_aspect: int = 0
    early: int = 0  # who strikes before all others: 1 the first, 2 the second. Rule: battlesystem:11.7b


@dataclass(slots=True)
class Clash:
    """An individual against figures in this Melee Phase: whom he strikes, and the units that strike at him, with how many figures.

    `target` is NOBODY for one who has made his attacks. Rules: battlesystem:9.4a, battlesystem:9.4a.order.
    """

    hero: int
    target: int = NOBODY
    figure: int = NOBODY
    beset: tuple[tuple[int, int], ...] = ()
