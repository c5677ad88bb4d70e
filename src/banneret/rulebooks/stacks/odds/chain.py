"""Two sides together: the weights of everything that a round can bring, by pair of states.

A battle is a pair of states, (attackers left, defenders left). A round picks one unit of each side and rolls; the weights of
what follows are counted in `36 * picks * picks` equal parts. Ties leave the pair as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from banneret.rulebooks.stacks.kinds import UnitKind
from banneret.rulebooks.stacks.modifiers import ForcedTable, ModifierOptions, roll_weights
from banneret.rulebooks.stacks.odds.sides import Side, Support


@dataclass(slots=True)
class MatchupRow:
    """One state of the attackers against all states of the defenders (lists by the defenders' state)."""

    decided: list[int]  # parts that are no tie; 0 when the defenders are gone
    falls: list[list[int]]  # by move of the attackers: parts in which it happens
    falls_to: list[int]  # by move of the attackers: their state after it
    hits: list[list[tuple[int, int]]]  # what happens to the defenders: (parts, their state after it)


def forced_differences(
    attackers: list[UnitKind], defenders: list[UnitKind], options: ModifierOptions
) -> list[list[int]]:
    """The attacker's modifiers less the defender's with nothing revealed in support, by kinds."""
    forced = ForcedTable(options)
    return [
        [forced.total(unit, enemy, True) - forced.total(enemy, unit, False) for enemy in defenders]
        for unit in attackers
    ]


class Matchup:
    """The weights of a round, by pair of states. Rule: stacks:odds.ordered, stacks:odds.uniform, stacks:odds.supports."""

    def __init__(
        self, attackers: Side, defenders: Side, support: tuple[Support, Support], options: ModifierOptions
    ) -> None:
        self.attackers: Side = attackers
        self.defenders: Side = defenders
        self._forced: list[list[int]] = forced_differences(attackers.kinds, defenders.kinds, options)
        self._support: Support = support[0]
        self._enemy_support: Support = support[1]
        self._columns: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def pairs(self) -> int:
        """How many pairs of states there are."""
        return self.attackers.size * self.defenders.size

    def difference(self, state: int, kind: int, enemy_state: int, enemy_kind: int) -> int:
        """The attacker's modifiers less the defender's, for these combatants with the others left in these states."""
        own = self._support.amounts[self._support.of_state[state]][kind]
        other = self._enemy_support.amounts[self._enemy_support.of_state[enemy_state]][enemy_kind]
        return self._forced[kind][enemy_kind] + own - other

    def rows(self) -> Iterator[MatchupRow]:
        """The rows of all states in which attackers are left, in order."""
        for state in range(self.attackers.size - 1):
            yield self.row(state)

    def row(self, state: int) -> MatchupRow:
        """Everything that can happen while the attackers are in `state`, against each state of the defenders."""
        decided = [0] * self.defenders.size
        falls: list[list[int]] = []
        to: list[int] = []
        for move in self.attackers.moves[state]:
            picks = move.picks
            fall, both = self._column(self._support.of_state[state], move.kind)
            decided = [total + picks * more for total, more in zip(decided, both, strict=True)]
            falls.append([picks * weight for weight in fall])
            to.append(move.after)
        return MatchupRow(decided, falls, to, self._hits(state))

    def _hits(self, state: int) -> list[list[tuple[int, int]]]:
        """What the attackers in `state` may do to the defenders in each state."""
        known: dict[tuple[int, int], int] = {}
        found: list[list[tuple[int, int]]] = []
        for enemy_state, moves in enumerate(self.defenders.moves):
            group = self._enemy_support.of_state[enemy_state]
            hits: list[tuple[int, int]] = []
            for move in moves:
                key = (group, move.kind)
                weight = known.get(key)
                if weight is None:
                    weight = known[key] = self._kills(state, enemy_state, move.kind)
                if weight:
                    hits.append((move.picks * weight, move.after))
            found.append(hits)
        return found

    def _kills(self, state: int, enemy_state: int, enemy_kind: int) -> int:
        """In how many parts the attackers in `state` defeat one unit of that kind."""
        parts = 0
        for move in self.attackers.moves[state]:
            parts += move.picks * roll_weights(self.difference(state, move.kind, enemy_state, enemy_kind))[0]
        return parts

    def _column(self, group: int, kind: int) -> tuple[list[int], list[int]]:
        """What happens to one attacker of that kind with support of that group, by state of the defenders.

        The parts in which it is defeated, and those in which there is no tie.
        """
        found = self._columns.get((group, kind))
        if found is None:
            state = self._support.of_state.index(group)
            falls: list[int] = []
            decided: list[int] = []
            for enemy_state, moves in enumerate(self.defenders.moves):
                lost = won = 0
                for move in moves:
                    win, _tie, lose = roll_weights(self.difference(state, kind, enemy_state, move.kind))
                    lost += move.picks * lose
                    won += move.picks * win
                falls.append(lost)
                decided.append(lost + won)
            found = self._columns[group, kind] = (falls, decided)
        return found
