"""The worth of places: the distance of the enemy, the blows and shots possible from there, and the blows to be expected."""

from __future__ import annotations

from typing import Final

from banneret.geometry.squares import FAR, UNSEEN
from banneret.rulebooks.skirmish.actions.declaring import may_act
from banneret.rulebooks.skirmish.ai.postures import OWN, Posture
from banneret.rulebooks.skirmish.board.standing import distances, space
from banneret.rulebooks.skirmish.board.traits import blocks, hit_points, level, printed
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import STANDARD, action_cards

KILL: Final = 1.7
"""The loss of a creature that is destroyed, in gold for each of its levels: what is paid, and what it might still have done."""


class Ground:
    """The board as a creature weighs it.

    Attributes:
        foes: Its enemies.
        away: The distance of each square from the nearest of them.
        shot: The range of its own ranged power, 0 for none.
        bonus: The most damage that a card in hand adds to its melee attack.
        threats: For each enemy the distance of each square, the distance at which it can strike or shoot next turn, and the loss by that.
    """

    def __init__(self, state: State, creature: Creature, posture: Posture = OWN) -> None:
        self.state = state
        self.posture = posture
        self.creature = creature
        self.card = printed(creature)
        self.foes: list[Creature] = [
            other for other in state.creatures if are_foes(other.side, creature.side)
        ]
        grid = state.setting.board.grid
        squares = [square for foe in self.foes for square in grid.spaces[printed(foe).across - 1][foe.place]]
        if not squares:  # nobody is there: go to where they will come
            squares = list(state.setting.board.starts[1 - creature.side % 2])
        self.away: list[int] = grid.distances(squares)
        self.shot: int = shot_range(creature)
        self.bonus: int = bonus(state, creature)
        self.threats: list[tuple[list[int], int, float]] = []
        friends = [one for one in state.creatures if one.side == creature.side and one is not creature]
        for foe in self.foes:
            row = distances(state, space(state, foe))
            far = max(printed(foe).speed + 1, shot_range(foe))
            loss = blow(foe, creature, state)
            if loss and posture.share:
                # It strikes one of those within its reach, most likely where it gains most.
                others = sum([blow(foe, one, state) for one in friends if row[one.place] <= far])
                loss *= 1.0 - posture.share * others / (loss + others)
            self.threats.append((row, far, loss))

    def worth(self, place: int) -> float:
        """The worth of standing in a place, in gold."""
        state, creature = self.state, self.creature
        grid = state.setting.board.grid
        across = self.card.across
        away = min([self.away[square] for square in grid.spaces[across - 1][place]])
        found = -self.posture.near * min(away, 40) if away < FAR else -3.0
        best = 0.0
        for foe in self.foes:
            theirs = printed(foe)
            beside = grid.are_adjacent(place, across, foe.place, theirs.across)
            if beside:
                best = max(best, blow(creature, foe, state, self.bonus))
                if not foe.tapped:
                    found -= self.posture.risk * blow(foe, creature, state)
            elif (
                self.shot
                and away <= self.shot
                and grid.sight(place, across, foe.place, theirs.across) != UNSEEN
            ):
                best = max(best, 1.1 * blow(creature, foe, state))
        if creature.tapped:
            best *= 0.3
        return found + self.posture.hit * best - self.posture.danger * self._danger(place)

    def _danger(self, place: int) -> float:
        """The loss by the blows of all enemies that can reach a place in their next turn, in gold; at most that of being destroyed."""
        squares = self.state.setting.board.grid.spaces[self.card.across - 1][place]
        found = 0.0
        for row, far, loss in self.threats:
            if min([row[square] for square in squares]) <= far:
                found += loss
        return min(found, KILL * self.card.level)


def shot_range(creature: Creature) -> int:
    """The range of a creature's own ranged attack or area damage, 0 for none."""
    found = 0
    for power in printed(creature).powers:
        for step in power.steps:
            if step.verb == "attack" and step.attack == "ranged":
                found = max(found, 30 if step.range == effects.IN_SIGHT else step.range)
            elif step.verb == "choose" and any(one.verb == "deal" for one in power.steps):
                found = max(found, step.within)
    return found


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
    amount = max(0, printed(attacker).damage + more - blocks(state, target))
    left = hit_points(target) - target.damage
    worth = printed(target).level
    if amount >= left:
        return KILL * worth
    return 0.7 * worth * amount / hit_points(target)
