"""A battle fought many times with random dice, for stacks that are too many for exact odds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from banneret.rulebooks.stacks.kinds import UnitKind
from banneret.rulebooks.stacks.modifiers import ForcedTable, Line, ModifierOptions, battle_roll, compare_rolls
from banneret.rulebooks.stacks.odds.sides import Member, members_of

CERTAINTY = 1.959963984540054  # standard errors to each side of an interval that holds in 95 of 100 cases


@dataclass(slots=True)
class Sample:
    """What came out of the battles fought: counts by outcome, by units lost, by rounds."""

    games: int
    attacker: int
    defender: int
    neither: int
    attacker_losses: list[int]
    defender_losses: list[int]
    rounds: list[int]  # by number of rounds


class _Stack:
    """One side while battles are fought."""

    def __init__(self, stack: Sequence[UnitKind], at_sea: bool, uniform: bool) -> None:
        self.kinds, self.members = members_of(stack, at_sea)
        self.uniform = uniform
        self.left: list[int] = []  # members, in order
        self.marked: set[int] = set()
        self.alive: list[int] = []  # by kind

    def muster(self) -> None:
        """Everybody back, unhurt."""
        self.left = list(range(len(self.members)))
        self.marked.clear()
        self.alive = [0] * len(self.kinds)
        for member in self.members:
            self.alive[member.kind] += 1

    def reveal(self, chance: random.Random) -> int:
        """The next combatant: a place in `left`."""
        return int(chance.random() * len(self.left)) if self.uniform else 0

    def defeat(self, place: int) -> None:
        """The combatant is defeated. Rule: stacks:regenerates.twice, stacks:transport.sink."""
        lost = self.left[place]
        if self.members[lost].regenerates and lost not in self.marked:
            self.marked.add(lost)
            return
        gone = [number for number in self.left if number == lost or self.members[number].ship == lost]
        for number in gone:
            self.alive[self.members[number].kind] -= 1
            self.left.remove(number)

    def member(self, place: int) -> Member:
        """The unit at a place in `left`."""
        return self.members[self.left[place]]


class _Battles:
    """Fights the same battle again and again."""

    def __init__(self, sides: tuple[_Stack, _Stack], support_all: bool, options: ModifierOptions) -> None:
        self.attackers, self.defenders = sides
        self.support_all = support_all
        self.options = options
        self.forced = ForcedTable(options)
        self._support: list[dict[tuple[int, ...], int]] = [{}, {}]

    def fight(self, chance: random.Random, most: int | None) -> int:
        """One battle; returns the number of rounds."""
        attackers, defenders = self.attackers, self.defenders
        attackers.muster()
        defenders.muster()
        rounds = 0
        while attackers.left and defenders.left and (most is None or rounds < most):
            rounds += 1
            own, other = attackers.reveal(chance), defenders.reveal(chance)
            attack = self._total(attackers, own, defenders, other, 0)
            defence = self._total(defenders, other, attackers, own, 1)
            dice = int(chance.random() * 36)
            result = compare_rolls(attack + dice % 6, defence + dice // 6)
            if result > 0:
                defenders.defeat(other)
            elif result < 0:
                attackers.defeat(own)
        return rounds

    def _total(self, side: _Stack, place: int, enemy: _Stack, enemy_place: int, seat: int) -> int:
        kind = side.member(place).kind
        unit, opponent = side.kinds[kind], enemy.kinds[enemy.member(enemy_place).kind]
        total = self.forced.total(unit, opponent, seat == 0)
        if not self.support_all:
            return total
        key = (kind, *side.alive)
        known = self._support[seat].get(key)
        if known is None:
            others: list[UnitKind] = []
            for number, count in enumerate(side.alive):
                others.extend([side.kinds[number]] * (count - (number == kind)))
            supported = battle_roll(Line(unit, supporters=others), Line(opponent), seat == 0, self.options).total
            known = self._support[seat][key] = supported - total
        return total + known


def sample(
    attackers: Sequence[UnitKind],
    defenders: Sequence[UnitKind],
    *,
    uniform: bool,
    support_all: bool,
    most: int | None,
    at_sea: bool,
    options: ModifierOptions,
    games: int,
    seed: int,
) -> Sample:
    """So many battles, the same for the same seed. Rule: stacks:odds.ordered, stacks:odds.uniform, stacks:odds.calloff."""
    chance = random.Random(seed)
    sides = (_Stack(attackers, at_sea, uniform), _Stack(defenders, at_sea, uniform))
    battles = _Battles(sides, support_all, options)
    found = Sample(games, 0, 0, 0, [0] * (len(attackers) + 1), [0] * (len(defenders) + 1), [])
    for _game in range(games):
        rounds = battles.fight(chance, most)
        left, enemies = len(sides[0].left), len(sides[1].left)
        found.attacker += not enemies
        found.defender += not left
        found.neither += left > 0 and enemies > 0
        found.attacker_losses[len(attackers) - left] += 1
        found.defender_losses[len(defenders) - enemies] += 1
        found.rounds.extend([0] * (rounds + 1 - len(found.rounds)))
        found.rounds[rounds] += 1
    return found


def interval(count: int, games: int) -> tuple[float, float]:
    """Wilson's interval for a chance that was met `count` times: it holds the true one in 95 of 100 cases."""
    z2 = CERTAINTY * CERTAINTY
    share = count / games
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    reach = CERTAINTY / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return 0.0 if not count else middle - reach, 1.0 if count == games else middle + reach


def mean_interval(counts: Sequence[int]) -> tuple[float, float, float]:
    """The mean of a number met `counts[k]` times as k, and the 95 % interval of its expectation."""
    games = sum(counts)
    mean = sum([number * count for number, count in enumerate(counts)]) / games
    spread = sum([count * (number - mean) ** 2 for number, count in enumerate(counts)]) / max(1, games - 1)
    reach = CERTAINTY * sqrt(spread / games)
    return mean, mean - reach, mean + reach
