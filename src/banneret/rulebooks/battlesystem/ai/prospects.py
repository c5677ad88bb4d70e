"""The likely course of a melee between two units, if both fight on.

Estimates for computer players, quick before they are exact: losses by their mean, morale by its chances. The exact odds of a
melee are those of `odds`.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from banneret.geometry.rectangles import FRONT, REAR
from banneret.rulebooks.battlesystem.ai.worth import MOST_KNOWN, ROUTED, chance_to_stand, mean_damage, worth
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, REGULAR
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN, Unit

ROUNDS: Final = 5  # of a melee that are looked ahead


def rate(state: State, attacker: Unit, defender: Unit, aspect: int, in_hand: int = -1) -> float:
    """Tenths of hit dice that each striking figure does to an enemy in a round, on average.

    `aspect` is the enemy's side that it strikes; `in_hand` the place in the roster of another weapon than the one in hand.
    """
    total = attack_rolls.attack_sum(state, attacker, defender, aspect)
    weapons = attacker.now.weapons
    weapon = weapons[attacker.weapon if in_hand < 0 else in_hand]
    rows = weapon.large if defender.now.size == "L" else weapon.small
    found = 0.0
    for row in rows:
        found += mean_damage(row, total)
    return found * attack_rolls.attacks(state, attacker, defender)


# ---------------------------------------------------------------- who strikes


def strikers(state: State, unit: Unit, breadth: float) -> int:
    """The number of figures of a unit that strike across n inches of contact in front. Rules: battlesystem:8.1 to 8.1b."""
    block = unit.block
    if block is None:
        roster = unit.now
        return max(1, min(unit.figures, int(breadth / (roster.width + 1.0)) + 1))
    pitch = block.width + block.spacing
    touching = max(1, min(block.files, ceil(breadth / pitch - 0.01)))
    if unit.formation != CLOSED:
        return min(touching * unit.mount, unit.figures)
    row = min(block.files, touching + 2)
    behind = max(0, block.figures - block.files)
    support = min(behind, row * (attack_rolls.weapon_of(state, unit).reach - 1))
    return min((row + support) * unit.mount, unit.figures)


def breadth_of(state: State, unit: Unit, side: int) -> float:
    """Inches of a unit's side along which an enemy can stand."""
    block = unit.block
    if block is None:
        return unit.now.width * max(1, unit.figures // 3)
    if side in (FRONT, REAR):
        return block.breadth
    ranks = (block.figures + block.files - 1) // block.files
    return ranks * (block.depth + block.spacing)


# ---------------------------------------------------------------- a melee fought on


class Fighter:
    """One side of a melee as it begins.

    Attributes:
        figures: it has now.
        start: it had when the battle began.
        mean: enemy figures that each striking figure fells in a round, on average.
        strikers: its figures that strike.
        morale: without the effects of losses and closed order.
        closed: it is in closed order.
        steady: it never checks morale.
    """

    __slots__ = ("closed", "figures", "mean", "morale", "start", "steady", "strikers")

    def __init__(
        self, figures: int, start: int, mean: float, strikers: int, morale: int, closed: bool, steady: bool
    ) -> None:
        self.figures: int = figures
        self.start: int = start
        self.mean: float = mean
        self.strikers: int = strikers
        self.morale: int = morale
        self.closed: bool = closed
        self.steady: bool = steady


def outcome(one: Fighter, other: Fighter, rounds: int = ROUNDS) -> tuple[float, float]:
    """The shares of their present strength that both are likely to lose; a rout counts as losing most of it.

    >>> even = Fighter(12, 12, 0.1, 8, 12, True, False)
    >>> lost = outcome(even, even)
    >>> lost[0] == lost[1] and 0.2 < lost[0] < 0.6
    True
    """
    mine, theirs = _Course(one), _Course(other)
    for _ in range(rounds):
        blow, answer = mine.blow(), theirs.blow()
        # a unit that faces a routed enemy strikes no more: it is gone
        mine.suffer(answer * mine.held)
        theirs.suffer(blow * theirs.held)
        if mine.held < 0.05 or theirs.held < 0.05:
            break
    return mine.lost(), theirs.lost()


class _Course:
    """The course of a melee for one side: its mean figures, and its chances to stand and to be in closed order."""

    __slots__ = ("closed", "fighter", "figures", "held")

    def __init__(self, fighter: Fighter) -> None:
        self.fighter: Fighter = fighter
        self.figures: float = float(fighter.figures)
        self.held: float = 1.0  # chance that it has not routed
        self.closed: float = 1.0 if fighter.closed else 0.0  # chance that it stands in closed order

    def blow(self) -> float:
        """The enemy figures that it fells in a round."""
        fighter = self.fighter
        number = min(float(fighter.strikers), self.figures)
        # in open order fewer strike, and worse
        return number * fighter.mean * (self.closed + (self.held - self.closed) * 0.7)

    def suffer(self, figures: float) -> None:
        """Take off n figures, and let the unit check morale as it must. Rules: battlesystem:4.4, battlesystem:4.5."""
        fighter = self.fighter
        start = fighter.start
        before = self.figures / start
        self.figures = max(0.0, self.figures - figures)
        after = self.figures / start
        if fighter.steady:
            return
        checks = 0.0
        if before > 0.75 >= after:
            checks += 1.0
        if before > 0.5 >= after:
            checks += 1.0
        elif before <= 0.5:
            checks += min(1.0, figures)
        if checks <= 0.0:
            return
        loss = 4 if after <= 0.25 else 2 if after <= 0.5 else 0
        open_ = self.held - self.closed
        fails = checks * (1.0 - chance_to_stand(fighter.morale - loss + 1))
        breaks = checks * (1.0 - chance_to_stand(fighter.morale - loss))
        self.held -= min(1.0, breaks) * open_
        self.closed -= min(1.0, fails) * self.closed

    def lost(self) -> float:
        """The share that it has lost of its strength at the beginning."""
        kept = self.figures / max(1, self.fighter.figures)
        return 1.0 - kept * (self.held + (1.0 - self.held) * ROUTED)


_known: dict[tuple[int, ...], tuple[float, float]] = {}


def duel(one: Fighter, other: Fighter) -> tuple[float, float]:
    """The same as `outcome`, cached with means rounded to hundredths."""
    key = (
        one.figures,
        one.start,
        int(one.mean * 100.0 + 0.5),
        one.strikers,
        one.morale,
        1 if one.closed else 0,
        1 if one.steady else 0,
        other.figures,
        other.start,
        int(other.mean * 100.0 + 0.5),
        other.strikers,
        other.morale,
        1 if other.closed else 0,
        1 if other.steady else 0,
    )
    found = _known.get(key)
    if found is None:
        found = outcome(one, other)
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[key] = found
    return found


# ---------------------------------------------------------------- units


def fighter(
    state: State, unit: Unit, enemy: Unit, aspect: int, answered: int, inches: float, wild: bool = False
) -> Fighter:
    """A unit in a melee with an enemy.

    Args:
        state: the battle.
        unit: the unit.
        enemy: the other.
        aspect: the enemy's side that it touches.
        answered: its own side that the enemy touches.
        inches: of contact.
        wild: it loses closed order and command on the way. Rule: battlesystem:7.14g.
    """
    roster = unit.now
    mean = rate(state, unit, enemy, aspect) / enemy.now.figure
    number = strikers(state, unit, inches)
    if answered != FRONT:
        # in the flank or rear only the figures along that side fight
        number = min(number, max(1, int(inches / max(0.5, roster.depth))))
    morale = roster.morale
    if answered == REAR and attack_rolls.side_met(state, enemy, unit, answered) == REAR:
        morale -= 2  # not if its spears are set to the rear, nor in a square
    if roster.kind == CROWD or (roster.kind == REGULAR and (wild or not unit.in_command)):
        morale -= 2
    if unit.failed_charge and unit.formation == OPEN:
        morale -= 3
    if unit.leader_at != NOBODY:
        morale += roster.charisma
    if unit.routed:
        mean = 0.0
    closed = unit.formation == CLOSED
    if wild and closed:
        # two worse to hit, and fewer strike
        closed = False
        mean *= 0.75
        number = max(1, number * 3 // 5)
    return Fighter(unit.figures, roster.figures, mean, number, morale, closed, roster.never_checks)


def prospect(
    state: State,
    unit: Unit,
    enemy: Unit,
    aspect: int = FRONT,
    answered: int = FRONT,
    friends: float = 0.0,
    edge: float = 0.0,
    wild: bool = False,
    strike: int = 0,
    answer: int = 0,
) -> float:
    """The gain of a unit from a melee that is fought on: the worth it destroys less the worth it loses, in figures of plain infantry.

    Args:
        state: the battle.
        unit: the unit.
        enemy: the one it fights.
        aspect: the enemy's side on which it fights him.
        answered: its own side on which he fights it.
        friends: the other units that fight him too and share his blows.
        edge: the share by which it strikes better than usual.
        wild: see `fighter`.
        strike: the figures that strike, if known; else 0.
        answer: the figures that strike back, likewise.
    """
    inches = min(breadth_of(state, unit, answered), breadth_of(state, enemy, aspect))
    one = fighter(state, unit, enemy, aspect, answered, inches, wild)
    other = fighter(state, enemy, unit, answered, aspect, inches)
    if strike or answer:
        one.strikers, other.strikers = strike, answer
    one.mean *= 1.0 + edge
    if friends > 0.0:
        other.mean /= 1.0 + friends
    lost, gained = duel(one, other)
    if friends > 0.0:
        gained = min(1.0, gained * (1.0 + 0.15 * friends))  # blows of several units break him sooner
    return gained * worth(state, enemy) - lost * worth(state, unit)


def prospect_in_contact(
    state: State,
    unit: Unit,
    enemy: Unit,
    friends: float = 0.0,
    edge: float = 0.0,
    wild: bool = False,
    strike: int = 0,
    answer: int = 0,
) -> float:
    """The `prospect` of a melee with an enemy whom a unit touches, on the sides on which they fight each other."""
    aspect = contacts.aspect(state, unit, enemy)
    answered = contacts.aspect(state, enemy, unit)
    return prospect(state, unit, enemy, aspect, answered, friends, edge, wild, strike, answer)
