"""A side before its next order: facts on which the orders of several units depend, gathered once for each question of movement."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length
from banneret.geometry.rectangles import FRONT
from banneret.rulebooks.battlesystem.ai.objective import Objective
from banneret.rulebooks.battlesystem.ai.postures import OWN, Posture
from banneret.rulebooks.battlesystem.ai.prospects import prospect
from banneret.rulebooks.battlesystem.ai.worth import chance_to_stand, worth
from banneret.rulebooks.battlesystem.space import contacts, distances, standing
from banneret.rulebooks.battlesystem.stages import BASIC
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NOBODY, Unit

HASTE: Final = 0.04  # how much more eager it is for each round without an attack
SLOW: Final = 2  # above the Basic Game haste grows once in this many rounds, attack or not
BEHIND: Final = 12.0  # inches behind the foremost at which a unit belongs to another line
FAR: Final = 0.12  # how much less attractive an enemy is for each inch of distance
TAKEN: Final = 0.3  # and for each friend who makes for him already
HATED: Final = 1.5  # and if the unit hates him, at most: with low discipline it may get out of hand


class Front:
    """Facts on which the orders of several units of a side depend, gathered once for each question.

    Attributes:
        state: the battle.
        side: whose front it is.
        posture: the way in which it leads the battle.
        objective: what the scenario's goal asks of the side.
        mine: its units on the field.
        foes: the other units on the field.
        apart: inches to the nearest enemy, by unit.
        last: inches from the enemy that the line can reach on average in this move.
        fighting: True if a unit of the line touches an enemy.
        aims: the enemy that each unit makes for, and the number of friends who make for him already, by unit.
    """

    __slots__ = ("aims", "apart", "fighting", "foes", "last", "mine", "objective", "posture", "side", "state")

    def __init__(self, state: State, side: int, posture: Posture = OWN) -> None:
        self.state: State = state
        self.side: int = side
        self.posture: Posture = posture
        self.objective = Objective(state, side)
        self.mine: list[Unit] = []
        self.foes: list[Unit] = []
        for unit in state.units.values():
            if unit.status == FIELD:
                if unit.side == side:
                    self.mine.append(unit)
                else:
                    self.foes.append(unit)
        self.apart: dict[int, float] = {}
        self.last: float = 0.0
        self.fighting: bool = False
        line: list[tuple[float, float]] = []  # inches from the enemy now, and after a move
        for unit in self.mine:
            near = self.nearest(unit)
            self.apart[unit.id] = near
            if unit.routed or unit.singles is not None or unit.formation == MOB or unit.quarry != NOBODY:
                continue
            if self.is_busy(unit):
                self.fighting = True
                continue
            rate = unit.now.movement
            line.append((near, near if unit.moved or unit.finished else near - rate))
        if line and not self.fighting:
            # a unit far behind is not waited for
            limit = min(line)[0] + BEHIND
            after = [then for now, then in line if now <= limit]
            self.last = sum(after) / len(after)

        self.aims: dict[int, tuple[int, int]] = {}
        self._share_out()

    def _share_out(self) -> None:
        """Give every unit an enemy to make for, the nearest units first, and count those that make for him already."""
        free = [
            unit
            for unit in self.mine
            if unit.block is not None and not unit.routed and unit.formation != MOB and unit.quarry == NOBODY
        ]
        free.sort(key=self._distance)
        count: dict[int, int] = {}
        for unit in free:
            for number in contacts.enemies_touching(self.state, unit):
                count[number] = count.get(number, 0) + 1
        idle = [unit for unit in free if not self.is_busy(unit)]
        joined, crowded = self.posture.joined, self.posture.crowded
        for unit in idle:
            best, top = NOBODY, -1e9
            x, y = standing.centre(unit)
            for foe in self.foes:
                to_x, to_y = standing.centre(foe)
                there = count.get(foe.id, 0)
                score = hope(self, unit, foe, joined * min(there, 2)) - FAR * length(to_x - x, to_y - y)
                score += self.objective.prize(foe)
                score -= crowded * max(0, there - (1 if foe.figures > 6 else 0)) + TAKEN * there
                if score > top:
                    best, top = foe.id, score
            if best != NOBODY:
                self.aims[unit.id] = (best, count.get(best, 0))
                count[best] = count.get(best, 0) + 1

    def _distance(self, unit: Unit) -> tuple[float, int]:
        return self.apart[unit.id], unit.id

    def nearest(self, unit: Unit) -> float:
        """About how many inches it is to the nearest enemy that is not routed; 99 if there is none."""
        x, y, reach = standing.circle(unit)
        found = 99.0
        for foe in self.foes:
            if foe.routed:
                continue
            to_x, to_y, other = standing.circle(foe)
            found = min(found, length(to_x - x, to_y - y) - 0.6 * (reach + other))
        return max(0.0, found)

    def is_backed(self, unit: Unit) -> bool:
        """True if at least half of the other units are near enough to join a unit's melee by the next round."""
        others = near = 0
        for other in self.mine:
            if other is unit or other.routed or other.singles is not None:
                continue
            others += 1
            if self.apart[other.id] <= 2.5 * other.now.movement:
                near += 1
        return 2 * near >= others

    def foes_at(self, unit: Unit) -> list[int]:
        """The enemies that touch a unit, by number."""
        return contacts.enemies_touching(self.state, unit)

    def is_busy(self, unit: Unit) -> bool:
        """True if a unit touches an enemy."""
        return contacts.is_engaged(self.state, unit)

    def friends_at(self, foe: Unit, but: Unit) -> float:
        """The number of other units of the side that touch an enemy, at most 2; those that can still reach him this round count half."""
        count = 0.0
        for other in self.mine:
            if other.id == but.id or other.routed:
                continue
            if contacts.are_touching(self.state, other, foe):
                count += 1.0
            elif may_act(other) and not other.moved and other.block is not None and not other.engaged:
                rate = other.now.movement
                if distances.may_meet(other, foe, 1.2 * rate):
                    count += 0.5
        return min(count, 2.0)

    def eager(self) -> float:
        """The least gain that a melee must promise to be begun, as a share of the unit's worth.

        It falls as the side is stronger than its enemies, and the longer nothing happens.
        """
        state = self.state
        mine = theirs = 0.1
        for unit in state.units.values():
            if unit.side == self.side:
                mine += worth(state, unit)
            else:
                theirs += worth(state, unit)
        found = self.posture.eager - 0.6 * max(0.0, min(1.0, mine / theirs - 1.0))
        if state.setting.tier != BASIC:  # with volleys a battle is never quiet, though they decide little
            return found - HASTE * max(state.quiet, state.round // SLOW)
        return found - HASTE * state.quiet


def may_act(unit: Unit) -> bool:
    """True if a unit can still be given an order of its own in this movement."""
    return (
        unit.status == FIELD
        and not unit.finished
        and not unit.routed
        and not unit.rallied
        and unit.formation != MOB
        and unit.quarry == NOBODY
    )


def hope(front: Front, unit: Unit, foe: Unit, friends: float = 0.0) -> float:
    """The gain that a unit may hope for against an enemy, in its own worth, within -1.5 and 1.5; less if he is routed or hated."""
    state = front.state
    value = prospect(state, unit, foe, FRONT, FRONT, friends)
    own = worth(state, unit) + 0.1
    found = max(-1.5, min(1.5, 2.0 * value / own)) - (1.5 if foe.routed else 0.0)
    roster = unit.now
    if foe.now.creature in roster.hates:
        # it may get out of hand at the sight of him
        found -= HATED * (1.0 - chance_to_stand(roster.discipline))
    return found
