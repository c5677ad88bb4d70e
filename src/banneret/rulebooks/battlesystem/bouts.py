"""The fights of a Melee Phase that are not settled yet: units against units, and individuals against figures.

Rules: battlesystem:8.0b, battlesystem:8.1c, battlesystem:9.4a, battlesystem:9.4a.order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NOBODY: Final = -1


@dataclass(slots=True)
class Bout:
    """A melee between two units of a combat. Who may strike is settled when the phase begins. Rules: battlesystem:8.0b, 8.1c.

    Attributes:
        first: the unit whose side comes earlier in the round's ranking, by number.
        second: the other unit.
        strikers: the figures of the first that attack the second, by number.
        back_strikers: the figures of the second that attack the first.
        aspect: the side of the second on which the first attacks: `FRONT`, `RIGHT` (either flank) or `REAR`.
        back_aspect: the side of the first on which the second attacks.
        early: bits for who strikes before all others: 1 the first, 2 the second. Rule: battlesystem:11.7b
        lent: stands of the first, once for each of their figures that does not strike the second. Rules: battlesystem:2.4, 8.1a.
        back_lent: the same of the second.
    """

    first: int
    second: int
    strikers: tuple[int, ...] = ()
    back_strikers: tuple[int, ...] = ()
    aspect: int = 0
    back_aspect: int = 0
    early: int = 0
    lent: tuple[int, ...] = ()
    back_lent: tuple[int, ...] = ()

    def strikers_of(self, number: int) -> tuple[int, ...]:
        """The figures of one of its units that attack the other."""
        return self.strikers if number == self.first else self.back_strikers

    def lent_by(self, number: int) -> tuple[int, ...]:
        """The stands of one of its units, once for each of their figures that strikes an individual instead, or nobody. Rules: battlesystem:2.4, 8.1a."""
        return self.lent if number == self.first else self.back_lent


@dataclass(slots=True)
class Clash:
    """An individual against figures in this Melee Phase. Rules: battlesystem:9.4a, battlesystem:9.4a.order.

    Attributes:
        hero: the individual, by number.
        target: the unit that he strikes; `NOBODY` once he has made his attacks.
        figure: the figure of that unit that he strikes.
        beset: the units that strike at him, each with the number of figures that do.
        fallen: of these, those that fell before this fight: the unit, the number of figures, and their attack sum. Rule: battlesystem:8.0b
    """

    hero: int
    target: int = NOBODY
    figure: int = NOBODY
    beset: tuple[tuple[int, int], ...] = ()
    fallen: tuple[tuple[int, int, int], ...] = ()
