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
        self._targets, self._aims = _aims(defenders, support[1])
        self._thrown: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self._columns: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def pairs(self) -> int:
        """How many pairs of states there are."""
        return self.attackers.size * self.defenders.size

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
        kills = [0] * len(self._targets)
        group = self._support.of_state[state]
        for move in self.attackers.moves[state]:
            wins, _losses = self._throws(group, move.kind)
            kills = [parts + move.picks * more for parts, more in zip(kills, wins, strict=True)]
        return [
            [(picks * kills[target], after) for target, picks, after in moves if kills[target]]
            for moves in self._aims
        ]

    def _column(self, group: int, kind: int) -> tuple[list[int], list[int]]:
        """What happens to one attacker of that kind with support of that group, by state of the defenders.

        The parts in which it is defeated, and those in which there is no tie.
        """
        found = self._columns.get((group, kind))
        if found is None:
            wins, losses = self._throws(group, kind)
            both = [won + lost for won, lost in zip(wins, losses, strict=True)]
            falls = [sum([picks * losses[target] for target, picks, _ in moves]) for moves in self._aims]
            decided = [sum([picks * both[target] for target, picks, _ in moves]) for moves in self._aims]
            found = self._columns[group, kind] = (falls, decided)
        return found

    def _throws(self, group: int, kind: int) -> tuple[list[int], list[int]]:
        """In how many of 36 throws an attacker of that kind with support of that group wins and loses, by target."""
        found = self._thrown.get((group, kind))
        if found is None:
            own = self._support.amounts[group][kind]
            others = self._enemy_support.amounts
            forced = self._forced[kind]
            weights = [
                roll_weights(forced[enemy] + own - others[enemy_group][enemy])
                for enemy_group, enemy in self._targets
            ]
            found = [won for won, _tie, _lost in weights], [lost for _won, _tie, lost in weights]
            self._thrown[group, kind] = found
        return found


def _aims(side: Side, support: Support) -> tuple[list[tuple[int, int]], list[list[tuple[int, int, int]]]]:
    """What a side can be hit at: the different (group of support, kind), and by state (number of these, picks, state after)."""
    numbers: dict[tuple[int, int], int] = {}
    aims = [
        [(numbers.setdefault((group, move.kind), len(numbers)), move.picks, move.after) for move in moves]
        for group, moves in zip(support.of_state, side.moves, strict=True)
    ]
    return list(numbers), aims
