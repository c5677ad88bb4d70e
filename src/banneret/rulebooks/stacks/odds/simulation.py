"""A battle fought many times with random dice, for stacks too great for exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.battle.modifiers import battle_roll
from banneret.rulebooks.stacks.odds.chain import forced_differences
from banneret.rulebooks.stacks.odds.sides import members_of
from banneret.rulebooks.stacks.odds.throws import roll_weights
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.options import ModifierOptions


@dataclass(slots=True)
class Sample:
    """The outcome of the battles fought: counts by outcome, by units lost, by rounds."""

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
        self.ships = {member.ship for member in self.members}
        self.left: list[int] = []  # members, in order
        self.marked: set[int] = set()
        self.alive: list[int] = []  # by kind
        self.known_support: dict[tuple[int, ...], int] = {}

    def muster(self) -> None:
        """Bring all units back, unhurt."""
        self.left = list(range(len(self.members)))
        self.marked.clear()
        self.alive = [0] * len(self.kinds)
        for member in self.members:
            self.alive[member.kind] += 1

    def reveal(self, chance: Chance) -> int:
        """The next combatant: a place in `left`."""
        return chance.below(len(self.left)) if self.uniform else 0

    def defeat(self, place: int) -> None:
        """Defeat the combatant. Rule: stacks:regenerates.twice, stacks:transport.sink."""
        lost = self.left[place]
        if self.members[lost].regenerates and lost not in self.marked:
            self.marked.add(lost)
            return
        del self.left[place]
        self.alive[self.members[lost].kind] -= 1
        if lost in self.ships:
            for number in [number for number in self.left if self.members[number].ship == lost]:
                self.left.remove(number)
                self.alive[self.members[number].kind] -= 1

    def support(self, kind: int, enemy: UnitKind, options: ModifierOptions) -> int:
        """The sum that everybody else adds to a combatant of that kind, by `battle_roll`. Rule: stacks:odds.supports."""
        key = (kind, *self.alive)
        known = self.known_support.get(key)
        if known is None:
            others: list[UnitKind] = []
            for number, count in enumerate(self.alive):
                others.extend([self.kinds[number]] * (count - (number == kind)))
            unit, opponent = self.kinds[kind], Line(enemy)
            known = battle_roll(Line(unit, supporters=others), opponent, True, options).total
            known -= battle_roll(Line(unit), opponent, True, options).total
            self.known_support[key] = known
        return known


class _Battles:
    """Fights the same battle again and again."""

    def __init__(
        self, attackers: _Stack, defenders: _Stack, support_all: bool, options: ModifierOptions
    ) -> None:
        self.attackers, self.defenders = attackers, defenders
        self.support_all = support_all
        self.options = options
        self.forced = forced_differences(attackers.kinds, defenders.kinds, options)

    def fight(self, chance: Chance, most: int | None) -> int:
        """Fight one battle; return the number of rounds."""
        attackers, defenders = self.attackers, self.defenders
        attackers.muster()
        defenders.muster()
        rounds = 0
        while attackers.left and defenders.left and (most is None or rounds < most):
            rounds += 1
            own, other = attackers.reveal(chance), defenders.reveal(chance)
            win, tie, _lose = roll_weights(self._difference(own, other))
            throw = chance.below(36)
            if throw < win:
                defenders.defeat(other)
            elif throw >= win + tie:
                attackers.defeat(own)
        return rounds

    def _difference(self, own: int, other: int) -> int:
        """The attacker's modifiers less the defender's, for the combatants at these places."""
        attackers, defenders = self.attackers, self.defenders
        kind = attackers.members[attackers.left[own]].kind
        enemy_kind = defenders.members[defenders.left[other]].kind
        difference = self.forced[kind][enemy_kind]
        if self.support_all:
            difference += attackers.support(kind, defenders.kinds[enemy_kind], self.options)
            difference -= defenders.support(enemy_kind, attackers.kinds[kind], self.options)
        return difference


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
    """The outcome of `games` battles, the same for the same seed. Rule: stacks:odds.ordered, stacks:odds.uniform, stacks:odds.calloff."""
    chance = Chance(seed)
    own, enemy = _Stack(attackers, at_sea, uniform), _Stack(defenders, at_sea, uniform)
    battles = _Battles(own, enemy, support_all, options)
    found = Sample(games, 0, 0, 0, [0] * (len(attackers) + 1), [0] * (len(defenders) + 1), [])
    for _game in range(games):
        rounds = battles.fight(chance, most)
        left, enemies = len(own.left), len(enemy.left)
        found.attacker += not enemies
        found.defender += not left
        found.neither += left > 0 and enemies > 0
        found.attacker_losses[len(attackers) - left] += 1
        found.defender_losses[len(defenders) - enemies] += 1
        found.rounds.extend([0] * (rounds + 1 - len(found.rounds)))
        found.rounds[rounds] += 1
    return found
