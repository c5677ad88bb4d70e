"""The worth of places: the distance of the enemy, the blows and shots possible from there, and the blows to be expected."""

from __future__ import annotations

from typing import Final

from banneret.geometry.squares import FAR, UNSEEN
from banneret.rulebooks.skirmish.actions.declaring import may_act
from banneret.rulebooks.skirmish.ai.postures import OWN, Posture
from banneret.rulebooks.skirmish.board.standing import distances
from banneret.rulebooks.skirmish.board.traits import blocks, hit_points, level, printed
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import STANDARD, action_cards
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_cards

KILL: Final = 1.7
"""The loss of a creature that is destroyed, in gold for each of its levels: what is paid, and what it might still have done."""


class Target:
    """A creature as the target of melee attacks, with its values worked out once.

    Attributes:
        block: The damage that each attack loses.
        whole: Its hit points undamaged.
        left: Its hit points.
        level: Its printed level, in gold.
    """

    __slots__ = ("block", "left", "level", "whole")

    def __init__(self, state: State, creature: Creature) -> None:
        self.block: int = blocks(state, creature)
        self.whole: int = hit_points(creature)
        self.left: int = self.whole - creature.damage
        self.level: int = printed(creature).level

    def loss(self, damage: int) -> float:
        """The loss by an attack of so much damage, in gold."""
        amount = max(0, damage - self.block)
        if amount >= self.left:
            return KILL * self.level
        return 0.7 * self.level * amount / self.whole


class Foe:
    """An enemy as a creature weighs it.

    Attributes:
        touching: 1 for each place of the creature that is adjacent to it.
        away: The distance of each square from it.
        far: The distance at which it can strike or shoot next turn.
        blow: The loss of the creature by its melee attack, in gold.
        threat: The part of that to be expected, for it may strike others.
        target: Itself as a target.
    """

    __slots__ = ("away", "blow", "creature", "far", "target", "threat", "touching")

    def __init__(self, state: State, creature: Creature, mover: Creature, target: Target) -> None:
        across = printed(creature).across
        grid = state.setting.board.grid
        self.creature: Creature = creature
        self.touching: bytes = grid.touching(creature.place, across, printed(mover).across)
        self.away: list[int] = distances(state, creature.place, across)
        self.far: int = max(printed(creature).speed + 1, shot_range(creature))
        self.blow: float = target.loss(printed(creature).damage)
        self.threat: float = self.blow
        self.target: Target = Target(state, creature)


class Ground:
    """The board as a creature weighs it.

    Attributes:
        foes: Its enemies.
        away: The distance of each square from the nearest of them, where it is not the least of their own; else empty.
        shot: The range of its own ranged power, 0 for none.
        bonus: The most damage that a card in hand adds to its melee attack.
    """

    def __init__(self, state: State, creature: Creature, posture: Posture = OWN) -> None:
        self.state = state
        self.posture = posture
        self.creature = creature
        self.card = printed(creature)
        mine = Target(state, creature)
        self.foes: list[Foe] = [
            Foe(state, other, creature, mine)
            for other in state.creatures
            if are_foes(other.side, creature.side)
        ]
        self.away: list[int] = self._walks()
        self.shot: int = shot_range(creature)
        self.bonus: int = bonus(state, creature)
        if posture.share:
            self._share()

    def _walks(self) -> list[int]:
        """The steps from the nearest enemy, where distances are straight; from where enemies will come, if nobody is there."""
        state = self.state
        board = state.setting.board
        if not self.foes:
            return board.grid.distances(board.starts[1 - self.creature.side % 2])
        if not state.setting.flags.straight_distance:
            return []
        return board.grid.distances(
            [
                square
                for foe in self.foes
                for square in board.grid.spaces[printed(foe.creature).across - 1][foe.creature.place]
            ]
        )

    def _share(self) -> None:
        """Expect less of each enemy: it strikes one of those within its reach, most likely where it gains most."""
        state, creature = self.state, self.creature
        friends = [
            (one.place, Target(state, one))
            for one in state.creatures
            if one.side == creature.side and one is not creature
        ]
        for foe in self.foes:
            if foe.blow:
                damage = printed(foe.creature).damage
                others = sum([target.loss(damage) for place, target in friends if foe.away[place] <= foe.far])
                foe.threat *= 1.0 - self.posture.share * others / (foe.blow + others)

    def worth(self, place: int) -> float:
        """The worth of standing in a place, in gold."""
        posture, creature, card = self.posture, self.creature, self.card
        grid = self.state.setting.board.grid
        squares = grid.spaces[card.across - 1][place]
        away = min([self.away[square] for square in squares]) if self.away else FAR
        danger = 0.0  # the loss by the blows of all enemies that can come in their next turn
        for foe in self.foes:
            near = foe.away[place] if card.across == 1 else min([foe.away[square] for square in squares])
            if near < away and not self.away:
                away = near
            if near <= foe.far:
                danger += foe.threat
        found = -posture.near * min(away, 40) if away < FAR else -3.0
        best = 0.0
        for foe in self.foes:
            if foe.touching[place]:
                best = max(best, foe.target.loss(card.damage + self.bonus))
                if not foe.creature.tapped:
                    found -= posture.risk * foe.blow
            elif self.shot and away <= self.shot:
                other = foe.creature
                if grid.sight(place, card.across, other.place, printed(other).across) != UNSEEN:
                    best = max(best, 1.1 * foe.target.loss(card.damage))
        if creature.tapped:
            best *= 0.3
        return found + posture.hit * best - posture.danger * min(danger, KILL * card.level)


def shot_range(creature: Creature) -> int:
    """The range of a creature's own ranged attack or area damage, 0 for none."""
    return _SHOTS[creature.card]


def _shot_of(card: CreatureCard) -> int:
    found = 0
    for power in card.powers:
        for step in power.steps:
            if step.verb == "attack" and step.attack == "ranged":
                found = max(found, 30 if step.range == effects.IN_SIGHT else step.range)
            elif step.verb == "choose" and any(one.verb == "deal" for one in power.steps):
                found = max(found, step.within)
    return found


_SHOTS: Final = [_shot_of(card) for card in creature_cards()]


def bonus(state: State, creature: Creature) -> int:
    """The most damage that a card in the hand of its side adds to a creature's melee attack, without assistance."""
    found = 0
    if not creature.tapped:
        for index in state.armies[creature.side].action_hand:
            card = action_cards()[index]
            if card.type == STANDARD and may_act(creature, card) and level(creature) >= card.level:
                for step in card.steps:
                    if step.verb == "attack" and step.attack == "melee":
                        found = max(found, step.bonus)
    return found


def blow(attacker: Creature, target: Creature, state: State, more: int = 0) -> float:
    """The loss of a target by a melee attack with `more` damage than a plain one, in gold."""
    return Target(state, target).loss(printed(attacker).damage + more)
