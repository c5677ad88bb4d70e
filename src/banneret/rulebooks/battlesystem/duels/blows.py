"""The order in which blows fall in a melee round of individual combat.

Rules: battlesystem:9.4b.initiative, battlesystem:9.4b.order, battlesystem:9.4b.rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import attacks_in

MOST: Final = 2  # attack routines of a combatant in a melee round
_STAGES: Final = ((), (1,), (0, 2))  # when the blows of those with none, one and two routines fall


@dataclass(frozen=True, slots=True)
class Duellist:
    """A combatant against a certain enemy: what hits that enemy, and what a hit does.

    `attacks` are the routines in two melee rounds; `blows` the attacks of a routine, all of a monster's being one routine.
    """

    thac0: int
    armour_class: int
    hit_points: int
    blows: tuple[Dice, ...]
    attacks: int = 2

    def routines(self, melee_round: int) -> int:
        """The attack routines in a melee round, the first being 1. Rules: battlesystem:9.4b.attacks, battlesystem:9.4b.rounds."""
        return min(MOST, attacks_in(self.attacks, melee_round))


def moments(routines: Sequence[int], dice: Sequence[int]) -> list[list[int]]:
    """The combatants who strike a routine, moment by moment, by their places; those of one moment strike together.

    Who has two routines strikes before and after all who have one; of those who have as many, the higher die goes first, and
    equal dice go together. Rules: battlesystem:9.4b.initiative, battlesystem:9.4b.order.

    >>> moments([1, 1], [3, 5]), moments([2, 1], [1, 6]), moments([2, 2], [5, 3]), moments([1, 1], [4, 4])
    ([[1], [0]], [[0], [1], [0]], [[0], [1], [0], [1]], [[0, 1]])
    """
    blows = [
        (stage, -dice[one], one) for one, many in enumerate(routines) for stage in _STAGES[min(MOST, many)]
    ]
    blows.sort()
    found: list[list[int]] = []
    last: tuple[int, int] | None = None
    for stage, die, one in blows:
        if last != (stage, die):
            found.append([])
            last = (stage, die)
        found[-1].append(one)
    return found
