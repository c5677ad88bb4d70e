"""Two sides together: the weights of all outcomes of a round, by pair of states.

A battle is a pair of states, (attackers left, defenders left). A round picks one unit of each side and rolls; the weights of its
outcomes are counted in `36 * picks * picks` equal parts. Ties leave the pair as it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from operator import mul, neg

from banneret.rulebooks.stacks.odds.sides import Side, Support
from banneret.rulebooks.stacks.odds.throws import ForcedTable, roll_weights
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import ModifierOptions

# The target (by its number, which stands for support group and kind), the number of equally likely picks, the state after.
Aim = tuple[int, int, int]


@dataclass(slots=True)
class MatchupRow:
    """One state of the attackers against all states of the defenders (lists by the defenders' state)."""

    decided: list[int]  # parts that are no tie; 0 when the defenders are gone
    falls: list[list[int]]  # by move of the attackers: parts in which it happens
    falls_to: list[int]  # by move of the attackers: their state after it
    kills: list[int]  # by target (see `aims`): parts in which one unit like that is defeated
    aims: list[list[Aim]]  # by the defenders' state: what can be hit; the same for all rows

    def hits(self) -> list[list[tuple[int, int]]]:
        """The hits on the defenders, by their state: (parts, their state after it)."""
        kills = self.kills
        return [
            [(picks * kills[target], after) for target, picks, after in aims if kills[target]]
            for aims in self.aims
        ]


def forced_differences(
    attackers: list[UnitKind], defenders: list[UnitKind], options: ModifierOptions
) -> list[list[int]]:
    """The attacker's modifiers less the defender's without support, by attacking and defending kind."""
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
        self._picked = _side_by_side(self._aims)
        self._thrown: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self._columns: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def pairs(self) -> int:
        """The number of pairs of states."""
        return self.attackers.size * self.defenders.size

    def before(self, border: int, state: int) -> int:
        """The number of states of the defenders, from the first, that come before a border with attackers in `state`.

        Those are the states with defenders left and more lives of both sides together than `border`.
        """
        lives = max(border - self.attackers.lives[state], 0)
        return bisect_left(self.defenders.lives, -lives, key=neg)

    def rows(self) -> Iterator[MatchupRow]:
        """The rows of all states in which attackers are left, in order."""
        for state in range(self.attackers.size - 1):
            yield self.row(state)

    def row(self, state: int) -> MatchupRow:
        """All outcomes of a round with the attackers in `state`, against each state of the defenders."""
        decided = [0] * self.defenders.size
        falls: list[list[int]] = []
        to: list[int] = []
        for move in self.attackers.moves[state]:
            picks = move.picks
            fall, both = self._column(self._support.of_state[state], move.kind)
            decided = [total + picks * more for total, more in zip(decided, both, strict=True)]
            falls.append([picks * weight for weight in fall])
            to.append(move.after)
        return MatchupRow(decided, falls, to, self._kills(state), self._aims)

    def _kills(self, state: int) -> list[int]:
        """The parts in which the attackers in `state` defeat one unit, by target."""
        kills = [0] * len(self._targets)
        group = self._support.of_state[state]
        for move in self.attackers.moves[state]:
            wins, _losses = self._throws(group, move.kind)
            kills = [parts + move.picks * more for parts, more in zip(kills, wins, strict=True)]
        return kills

    def _column(self, group: int, kind: int) -> tuple[list[int], list[int]]:
        """The fate of one attacker of that kind with support of that group, by state of the defenders.

        The parts in which it is defeated, and those in which there is no tie.
        """
        found = self._columns.get((group, kind))
        if found is None:
            wins, losses = self._throws(group, kind)
            both = [won + lost for won, lost in zip(wins, losses, strict=True)]
            found = self._columns[group, kind] = (self._by_state(losses), self._by_state(both))
        return found

    def _by_state(self, weights: list[int]) -> list[int]:
        """The sum of the weights of all units that may be picked, by state of the defenders, from the weights by target."""
        terms = [map(mul, picks, map(weights.__getitem__, targets)) for targets, picks in self._picked]
        return list(map(sum, zip(*terms, strict=True)))

    def _throws(self, group: int, kind: int) -> tuple[list[int], list[int]]:
        """The throws of 36 in which an attacker of that kind and support group wins, and those in which it loses, by target."""
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


def _aims(side: Side, support: Support) -> tuple[list[tuple[int, int]], list[list[Aim]]]:
    """The targets of a side (support group, kind), and the aims of each state."""
    numbers: dict[tuple[int, int], int] = {}
    aims = [
        [(numbers.setdefault((group, move.kind), len(numbers)), move.picks, move.after) for move in moves]
        for group, moves in zip(support.of_state, side.moves, strict=True)
    ]
    return list(numbers), aims


def _side_by_side(aims: list[list[Aim]]) -> list[tuple[list[int], list[int]]]:
    """The aims transposed: the first of every state, then the second, and so on, as targets and picks by state; 0 picks if there is none."""
    return [
        (
            [moves[number][0] if number < len(moves) else 0 for moves in aims],
            [moves[number][1] if number < len(moves) else 0 for moves in aims],
        )
        for number in range(max(map(len, aims)))
    ]
