"""All throws of two dice: the numbers of wins, ties and losses."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.stacks.battle.modifiers import battle_roll, compare_rolls
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import DEFAULT_OPTIONS, ModifierOptions


def roll_weights(difference: int) -> tuple[int, int, int]:
    """In how many of 36 throws the side with `difference` more in modifiers wins, ties and loses.

    >>> roll_weights(0), roll_weights(3), roll_weights(-1), roll_weights(40)
    ((15, 6, 15), (30, 3, 3), (10, 5, 21), (36, 0, 0))

    Rule: stacks:odds.round.
    """
    if difference >= CERTAIN:
        return _WEIGHTS[-1]
    return _WEIGHTS[0] if difference <= -CERTAIN else _WEIGHTS[difference + CERTAIN]


def _count_throws(difference: int) -> tuple[int, int, int]:
    """All 36 throws, compared as the battle compares them. Rule: stacks:odds.round, stacks:roll.dice."""
    results = [compare_rolls(own + difference, other) for own in range(1, 7) for other in range(1, 7)]
    return results.count(1), results.count(0), results.count(-1)


CERTAIN: Final = 6  # from this difference of modifiers on one side always wins
_WEIGHTS: Final = [_count_throws(difference) for difference in range(-CERTAIN, CERTAIN + 1)]


class ForcedTable:
    """Totals of bare battle rolls (nothing revealed in support), worked out by `battle_roll` once for each pair."""

    __slots__ = ("_options", "_totals")

    def __init__(self, options: ModifierOptions = DEFAULT_OPTIONS) -> None:
        self._options: ModifierOptions = options
        self._totals: dict[tuple[int, int, bool], int] = {}

    def total(self, unit: UnitKind, enemy: UnitKind, attacking: bool) -> int:
        """The sum that `unit` adds to its die against `enemy`, nothing revealed. Rule: stacks:tactical.optional."""
        key = (unit.index, enemy.index, attacking)
        found = self._totals.get(key)
        if found is None:
            found = battle_roll(Line(unit), Line(enemy), attacking, self._options).total
            self._totals[key] = found
        return found
