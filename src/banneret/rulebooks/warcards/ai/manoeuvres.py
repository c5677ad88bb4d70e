"""Movement of the greedy player: the gain of a move over staying, in companies of plain infantry.

An attack is marked by how the fight is likely to end; another move by what the unit can shoot at from there, what can shoot at it,
and how near the enemy is.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.warcards.ai.judgement import judge
from banneret.rulebooks.warcards.ai.postures import OWN, Posture
from banneret.rulebooks.warcards.ai.prospects import (
    ROUTED,
    hits_left,
    is_shooter,
    onset,
    present_worth,
    saving,
    share,
    volley,
    worth,
)
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, LINE_OF, NUMBERS, OWN_LINE, RESERVES
from banneret.rulebooks.warcards.board.people import skill_of
from banneret.rulebooks.warcards.board.standing import in_reserve, on_field
from banneret.rulebooks.warcards.board.works import bars, is_fortified, is_haven
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.ratings.abilities import may_shoot
from banneret.rulebooks.warcards.ratings.allowance import effective_move, move_cap
from banneret.rulebooks.warcards.ratings.attacks import melee_rating, twentieths
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE

# How many areas it is from one to another.
APART: Final = tuple(
    tuple(abs(a // 5 - b // 5) + abs(a % 5 - b % 5) for b in range(AREAS)) for a in range(AREAS)
)
"""The areas to walk from one area to another."""


class Ground:
    """All that the marks of one side's moves need, gathered once for each question.

    Attributes:
        state: The state.
        posture: The weights of the marks.
        side: The side that moves.
        enemies: The enemies on the field.
        guns: Those that may fire this round.
        bold: The place and the move of each free enemy that fights hand to hand.
        volleys: The worth of known volleys, by shooter and target.
        gaps: One more than the areas from an area to the nearest enemy, 0 if not yet known.
        owner: True if the side has works in use.
        presses: True if the side would lose by a stalemate.
        haste: The extra worth of an attack after quiet rounds.
        shots: The lead of the side in missiles.
    """

    def __init__(self, state: State, side: int, posture: Posture) -> None:
        self.state: State = state
        self.posture: Posture = posture
        self.side: int = side
        self.enemies: list[Unit] = on_field(state, 1 - side)
        self.guns: list[Unit] = [
            unit
            for unit in self.enemies
            if not unit.since
            and not unit.routed
            and state.setting.cards[unit.id].missile != NONE
            and may_shoot(state, unit, -1, True)
        ]
        self.bold: list[tuple[int, int]] = [
            (unit.place, move_cap(state, unit))
            for unit in self.enemies
            if not unit.since and not unit.routed and not is_shooter(state, unit)
        ]
        self.volleys: dict[int, float] = {}
        self.gaps: list[int] = [0] * AREAS
        self.owner: bool = state.fort > 0 and state.fortified > 0 and state.setting.owner == side
        self.presses: bool = presses(state, side)
        self.haste: float = impatience(state, side, self.presses)
        self.shots: float = firepower(state, side) - firepower(state, 1 - side)

    # ------------------------------------------------------------------ places

    def distance(self, area: int) -> int:
        """The areas from an area or the reserve to the nearest enemy on the field, 9 if there is none."""
        if area >= AREAS:
            return min([self.distance(door) for door in OWN_LINE[self.side]]) + 1
        known = self.gaps[area]
        if known == 0:
            known = 10
            row = APART[area]
            for enemy in self.enemies:
                known = min(known, row[enemy.place] + 1)
            self.gaps[area] = known
        return known - 1

    def volley(self, shooter: Unit, target: Unit) -> float:
        """The worth that a volley can be expected to cost its target; each is reckoned once."""
        key = shooter.id * 1000 + target.id
        value = self.volleys.get(key)
        if value is None:
            value = volley(self.state, shooter, target)
            self.volleys[key] = value
        return value

    def fire(self, unit: Unit, area: int) -> float:
        """The worth of a unit's best volley from an area, 0 if it has none."""
        state = self.state
        if not 0 <= area < AREAS or state.setting.cards[unit.id].missile == NONE:
            return 0.0
        best = 0.0
        for near in ADJACENT[area]:
            number = state.at[(1 - self.side) * AREAS + near]
            if number < 0 or state.at[self.side * AREAS + near] >= 0:
                continue
            if may_shoot(state, unit, near, True):
                best = max(best, self.volley(unit, state.units[number]))
        return best

    def danger(self, unit: Unit, area: int) -> float:
        """The worth at risk in an area: to fire, and for missile units to men at arms who can come near."""
        if not 0 <= area < AREAS:
            return 0.0
        state = self.state
        total = 0.0
        for gun in self.guns:
            if area in ADJACENT[gun.place]:
                value = self.volley(gun, unit)
                if is_fortified(state, area) and self.owner:
                    value *= 0.7
                total += self.posture.fear * value
        if is_shooter(state, unit) and not self.presses:
            row = APART[area]
            for place, reach in self.bold:
                if row[place] <= reach:
                    total += self.posture.exposed
                    break
        return total

    # ------------------------------------------------------------------ walls

    def entry(self, unit: Unit, defender: Unit | None) -> float:
        """The chance of a unit to win its way into a castle. Rule: warcards:full.enter-contest."""
        state = self.state
        sea = state.setting.sea
        lead = skill_of(state, self.side, sea) - skill_of(state, 1 - self.side, sea)
        lead += melee_rating(state, unit) - 2 * state.setting.level
        if defender is not None:
            lead -= melee_rating(state, defender)
        for friend in state.units:
            if friend.side == self.side and friend.place >= 0 and state.setting.cards[friend.id].artillery:
                lead += 4
                break
        return chance_ahead(lead)

    def arrows(self, unit: Unit) -> float:
        """The worth that the free attack of a castle can be expected to cost a unit. Rule: warcards:full.free-attack."""
        state = self.state
        card = state.setting.cards[unit.id]
        chance = twentieths(state.setting.level, card.defense) / 20
        left = hits_left(state, unit)
        stands = saving(state, unit) / 20
        after = share(left - 1, card.hits) * (stands + (1.0 - stands) * ROUTED)
        return chance * (share(left, card.hits) - after) * worth(state, unit)


def chance_ahead(lead: int) -> float:
    """The chance that a d20 with a lead is above another d20.

    >>> chance_ahead(0), chance_ahead(20), chance_ahead(-19)
    (0.475, 1.0, 0.0)
    """
    if lead >= 20:
        return 1.0
    if lead <= -19:
        return 0.0
    if lead <= 0:
        return (19 + lead) * (20 + lead) / 800
    return 1.0 - (20 - lead) * (21 - lead) / 800


def firepower(state: State, side: int) -> float:
    """The missile ratings of a side's units together, in units of 4, about one company of archers."""
    total = 0.0
    for unit in state.units:
        if unit.side == side and unit.place >= 0:
            rating = state.setting.cards[unit.id].missile
            if rating > 0:
                total += rating / 4
    return total


def presses(state: State, side: int) -> bool:
    """True if a side would lose by a stalemate: nothing happened last round, and it is not worse off."""
    return state.quiet >= 1 and judge(state, side) >= 0.5


def impatience(state: State, side: int, pressing: bool) -> float:
    """The extra worth of an attack after quiet rounds: more for the attacker, and for a side that presses."""
    if state.quiet < 1:
        return 0.0
    return state.quiet * (0.15 if pressing or state.attacker == side else 0.05)


def mark_moves(
    state: State, decision: MoveDecision, orders: list[Order], posture: Posture = OWN
) -> list[float]:
    """The gain of each move over ending the step (0)."""
    ground = Ground(state, decision.side, posture)
    marks: list[float] = []
    last = -1
    here = 0.0
    known: dict[int, float] = {}  # by end and length: several ways lead to the same end
    for order in orders:
        if order[0] == "done":
            marks.append(0.0)
        elif order[0] == "heroes":
            marks.append(mark_heroes(state, order))
        elif order[0] == "person":
            marks.append(mark_person(state, order))
        elif decision.forced:
            marks.append(mark_home(state, order))
        else:
            unit = state.units[order[1]]
            if unit.id != last:
                last = unit.id
                known = {}
                here = ground.posture.shot * 1.5 * ground.fire(unit, unit.place) - ground.danger(
                    unit, unit.place
                )
            end = NUMBERS[order[len(order) - 1]]
            key = end * 32 + len(order)
            mark = known.get(key)
            if mark is None:
                mark = _mark(ground, unit, end, len(order) - 2, here)
                known[key] = mark
            marks.append(mark)
    return marks


def mark_home(state: State, order: Order) -> float:
    """The mark of a move of a routed or withdrawing unit: as far as it can, and best of all to where it recovers."""
    unit = state.units[order[1]]
    recovers = unit.routed and is_haven(state, unit.side, NUMBERS[order[len(order) - 1]])
    return len(order) + (5.0 if recovers else 0.0)


def _mark(ground: Ground, unit: Unit, end: int, steps: int, here: float) -> float:
    state = ground.state
    if end >= AREAS:
        return _mark_home(ground, unit, here)
    enemy = state.at[(1 - unit.side) * AREAS + end]
    if enemy >= 0:
        return _mark_attack(ground, unit, state.units[enemy], steps, here)
    return _mark_position(ground, unit, end, steps, here)


def _mark_home(ground: Ground, unit: Unit, here: float) -> float:
    """The mark of a move into the reserve: worth it for a unit at its last hit whose place a fresh one can take."""
    state = ground.state
    side = unit.side
    if unit.lethal == 0 or hits_left(state, unit) > 1 or len(on_field(state, side)) <= 2:
        return -1.0
    fresh = any(u.lethal == 0 and not u.routed for u in in_reserve(state, side))
    return 0.1 - here if fresh else -1.0


def _mark_attack(ground: Ground, unit: Unit, target: Unit, steps: int, here: float) -> float:
    state = ground.state
    value = onset(state, unit, target, steps) + ground.posture.bite + ground.haste
    if bars(state, unit.side, target.place):
        value = ground.entry(unit, target) * (value + ground.posture.wall) - ground.arrows(unit)
    value -= here
    if target.routed:
        value += 0.1
    elif is_shooter(state, target):
        value += ground.posture.silence
    if ground.owner and is_fortified(state, unit.place) and not sallies(state, unit.side):
        value -= 0.3
    return value


def _mark_position(ground: Ground, unit: Unit, end: int, steps: int, here: float) -> float:
    state = ground.state
    side = unit.side
    far = ground.distance(end)
    start = unit.place
    fire = ground.fire(unit, end)
    weight = ground.posture.shot * (1.5 if effective_move(state, unit) > steps else 0.5)
    there = weight * fire - ground.danger(unit, end)
    if start == RESERVES[side]:
        held = sum(1 for area in OWN_LINE[side] if state.at[side * AREAS + area] >= 0)
        gap = ground.posture.gap + 0.1 * present_worth(state, unit) + 0.02 * (5 - far)
        if hits_left(state, unit) == 1 and len(on_field(state, side)) > 2:
            gap -= 0.3
        if held < ground.posture.line:
            return gap + there
        return 0.05 + there if ground.posture.line == len(OWN_LINE[side]) else -0.5
    before = ground.distance(start)
    if bars(state, side, end):
        return ground.posture.wall * ground.entry(unit, None) + there - here - ground.arrows(unit)
    if ground.owner and is_fortified(state, start):
        if is_fortified(state, end):
            return there - here - 0.02
        if not sallies(state, side):
            return -0.5
    if is_shooter(state, unit) and (fire > 0.0 or not ground.presses):
        return there - here + ground.posture.march * (min(before, 4) - min(far, 4)) - 0.01 * steps
    if state.fortified >> end & 1 and not ground.owner:
        return ground.posture.wall + there - here
    if far <= 0:
        return -0.1
    press = ground.posture.march + ground.haste
    if state.attacker == 1 - side and state.quiet < 2 and ground.shots > 0 and not ground.presses:
        press = -ground.posture.march
    value = there - here + press * (before - far)
    if before == 9 and far == 9:
        value = 0.01 * (LINE_OF[end] - LINE_OF[start]) * (1 if side == 0 else -1)
    return value


def sallies(state: State, side: int) -> bool:
    """True if a garrison comes out: it is far stronger, or nothing has happened for two rounds and it is not much weaker."""
    sums = [0.0, 0.0]
    for unit in state.units:
        if unit.place >= 0:
            sums[unit.side] += present_worth(state, unit)
    return sums[side] > (1.8 if state.quiet < 2 else 0.9) * sums[1 - side]


def mark_heroes(state: State, order: Order) -> float:
    """The mark of a Heroes unit's move: to an engaged unit, if its own is not engaged."""
    group = state.groups[order[1]]
    if group.host >= 0 and state.units[group.host].since:
        return -0.5
    if order[2] == "with":
        return 0.05 if group.host < 0 else -0.1
    if NUMBERS[order[2]] >= AREAS:
        return -0.2
    host = state.units[state.at[group.side * AREAS + NUMBERS[order[2]]]]
    if host.since:
        return 0.6 + 0.01 * worth(state, host)
    return 0.05 if group.host < 0 else -0.1


def mark_person(state: State, order: Order) -> float:
    """The mark of a character's move: to a unit that they can help, if they are with none."""
    figure = state.figures[order[1]]
    if figure.host >= 0 or order[2] != "with":
        return -0.1
    unit = state.units[order[3]]
    gain = state.setting.people[figure.id].lead // 5
    if figure.spells and state.setting.cards[unit.id].war_wagon:
        gain += 2
    return 0.02 * gain + 0.01 * present_worth(state, unit) if gain else -0.1
