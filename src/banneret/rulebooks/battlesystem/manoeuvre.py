"""Movement of the greedy player: for each unit the orders that come to mind, each with what it promises.

Marks are in figures of plain infantry; 0 is to stay. Melees are marked by how they are likely to go, moves toward the enemy by
keeping the line: nobody goes far ahead of the slowest, but whoever can help friends in a melee goes.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap, turn_between
from banneret.geometry.rectangles import FRONT, REAR, RIGHT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import (
    charges,
    compelled,
    discipline,
    disengage,
    formations,
    leaders,
    skirmishers,
    standing,
    wraps,
)
from banneret.rulebooks.battlesystem.clash import chance_to_stand, prospect, worth
from banneret.rulebooks.battlesystem.moving import is_free_to_move, plain
from banneret.rulebooks.battlesystem.state import (
    BRIGADE,
    CLOSED,
    FIELD,
    MOB,
    NOBODY,
    OPEN,
    Leader,
    State,
    Unit,
)

BITE: Final = 0.5  # what a melee is worth beyond its figures: who waits gives away the blow
EAGER: Final = -0.08  # a melee that promises no less, as a share of the unit's worth, is begun
AHEAD: Final = 5.0  # inches by which a unit may be nearer to the enemy than the last of its line will be
ROOM: Final = 0.3  # inches more than a charge needs, kept before an enemy
ONWARD: Final = 0.3  # worth of going nearer
CLOSE_UP: Final = 1.0  # worth of closed order where no enemy is near
WRAP: Final = 0.6  # worth of a file wrapped around an enemy
NEAR: Final = 4.0  # inches from where he is wanted at which a commander stays


class Front:
    """What matters for all units of a side, gathered once for each question."""

    __slots__ = ("apart", "foes", "last", "mine", "side", "state")

    def __init__(self, state: State, side: int) -> None:
        self.state: State = state
        self.side: int = side
        self.mine: list[Unit] = []
        self.foes: list[Unit] = []
        for unit in state.units:
            if unit.status == FIELD:
                if unit.side == side:
                    self.mine.append(unit)
                else:
                    self.foes.append(unit)
        self.apart: dict[int, float] = {}
        self.last: float = 0.0
        for unit in self.mine:
            near = self.nearest(unit)
            self.apart[unit.id] = near
            if not unit.routed and unit.singles is None and not self.is_busy(unit):
                rate = state.setting.rosters[unit.id].movement
                after = near if unit.moved or unit.finished else near - rate
                self.last = max(self.last, after)

    def nearest(self, unit: Unit) -> float:
        """Inches to the nearest enemy that is not routed, about; 99 when there is none."""
        x, y, reach = standing.circle(unit)
        found = 99.0
        for foe in self.foes:
            if foe.routed:
                continue
            to_x, to_y, other = standing.circle(foe)
            found = min(found, length(to_x - x, to_y - y) - 0.6 * (reach + other))
        return max(0.0, found)

    def is_busy(self, unit: Unit) -> bool:
        """Whether a unit touches an enemy."""
        return standing.is_engaged(self.state, unit)

    def friends_at(self, foe: Unit, but: Unit) -> int:
        """How many other units of the side touch an enemy."""
        count = 0
        for other in self.mine:
            if other is not but and standing.are_touching(self.state, other, foe):
                count += 1
        return count


def may_act(unit: Unit) -> bool:
    """Whether a unit can still be given an order of its own in this movement."""
    return (
        unit.status == FIELD
        and not unit.finished
        and not unit.routed
        and not unit.rallied
        and unit.formation != MOB
        and unit.quarry == NOBODY
    )


def thoughts(front: Front, unit: Unit) -> list[tuple[float, Order]]:
    """The orders for a unit that come to mind, best first; those worth less than staying are left to search."""
    if not may_act(unit) or unit.moved:
        return []
    found: list[tuple[float, Order]] = []
    if unit.singles is not None:
        _loners(front, unit, found)
        return found
    if front.is_busy(unit):
        _in_contact(front, unit, found)
    else:
        _in_reach(front, unit, found)
        if unit.formation == OPEN:
            _order(front, unit, found)
        if not found or found[0][0] <= 0.0:
            _onward(front, unit, found)
    found.sort(key=_mark, reverse=True)
    return found


def _mark(thought: tuple[float, Order]) -> float:
    return thought[0]


# ---------------------------------------------------------------- in contact


def _in_contact(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Wrapping around the enemy, or getting away from him."""
    state = front.state
    if not unit.engaged or unit.formation == MOB:
        return
    if not unit.caught and unit.block is not None and unit.block.ranks > 1:
        found.extend([(WRAP * (len(order) - 2), order) for order in wraps.offers(state, unit)])
    stay = 0.0
    for number in standing.enemies_touching(state, unit):
        foe = state.units[number]
        stay += prospect(
            state,
            unit,
            foe,
            standing.aspect(state, unit, foe),
            standing.aspect(state, foe, unit),
            front.friends_at(foe, unit),
        )
    if stay < -0.35 * worth(state, unit):
        away = -0.3 - stay * 0.2 - 0.07 * worth(state, unit)
        found.extend([(away, order) for order in disengage.offers(state, unit) if order[0] == "withdraw"])


# ---------------------------------------------------------------- into contact


def side_met(unit: Unit, foe: Unit) -> int:
    """The side of an enemy that a unit would meet, from where it stands: `FRONT`, `RIGHT` (either flank) or `REAR`."""
    block = foe.block
    if block is None:
        return FRONT
    x, y = standing.centre(unit)
    east, north = x - block.x, y - block.y
    ahead = east * block.forward_x + north * block.forward_y
    right = east * block.forward_y - north * block.forward_x
    if ahead > -0.25 * block.length:
        return FRONT if ahead > 0.7 * (abs(right) - block.breadth / 2.0) else RIGHT
    if abs(right) > block.breadth / 2.0 + 0.5 and ahead > -block.length - (abs(right) - block.breadth / 2.0):
        return RIGHT
    return REAR


def _in_reach(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Charges, and moves into contact, on enemies that are worth it."""
    state = front.state
    block = unit.block
    assert block is not None
    roster = state.setting.rosters[unit.id]
    reach = roster.movement * charges.RANGE - unit.spent
    own = worth(state, unit)
    marks: list[tuple[float, int]] = []
    for foe in front.foes:
        if foe.id in unit.left_by:
            continue
        if not standing.may_meet(unit, foe, reach):
            continue
        aspect = side_met(unit, foe)
        friends = front.friends_at(foe, unit)
        value = prospect(state, unit, foe, aspect, FRONT, friends) + BITE
        if value > EAGER * own or friends:
            marks.append((value, foe.id))
    marks.sort(reverse=True)
    can_charge = charges.cannot_charge(state, unit) is None
    for value, number in marks[:3]:
        foe = state.units[number]
        far = standing.distance(unit, foe)
        if far <= roster.movement - unit.spent + 0.01:
            steps = compelled.approach(state, unit, foe)
            if steps and _comes_to(unit, foe):
                found.append((value + 0.1, ("move", unit.id, *steps)))
        if can_charge and far <= reach:
            path = charges.aimed(state, unit, foe)
            if path:
                order: Order = ("charge", unit.id, foe.id, *path)
                found.append((value + _charge_bonus(front, unit, foe, value), order))
        if found:
            break


def _comes_to(unit: Unit, foe: Unit) -> bool:
    """Whether an enemy lies so far ahead that an ordinary move can end on him."""
    block = unit.block
    assert block is not None
    x, y = charges.nearest_figure(foe, block.x, block.y)
    return abs(turn_between(block.heading, heading_of(x - block.x, y - block.y))) <= 75.0


def _charge_bonus(front: Front, unit: Unit, foe: Unit, value: float) -> float:
    """What a charge adds to a melee: the first blow is better; unruly troops in closed order may lose it. Rule: 7.14g."""
    state = front.state
    if unit.formation != CLOSED:
        return 0.0
    aspect = side_met(unit, foe)
    friends = front.friends_at(foe, unit)
    better = prospect(state, unit, foe, aspect, FRONT, friends, 0.06) + BITE
    if not discipline.is_unruly(state, unit):
        return better - value
    keeps = chance_to_stand(discipline.rating(state, unit))
    worse = prospect(state, unit, foe, aspect, FRONT, friends, 0.0, True) + BITE
    return keeps * better + (1.0 - keeps) * worse - value


# ---------------------------------------------------------------- order and advance


def _order(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Closed order for whoever may take it, and on with what movement is left."""
    state = front.state
    if not formations.may_take(state, unit, CLOSED) or not unit.in_command:
        return
    if unit.loose is not None or formations.reformed(state, unit, CLOSED) is None:
        return
    found.append((CLOSE_UP, ("move", unit.id, ("formation", "closed"))))


def _onward(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Nearer to the enemy whom it can best fight, as far as the line goes, with room left for a charge."""
    state = front.state
    block = unit.block
    assert block is not None
    if not is_free_to_move(state, unit):
        return
    best = -1e9
    aim: Unit | None = None
    for foe in front.foes:
        x, y = standing.centre(foe)
        far = length(x - block.x, y - block.y)
        score = -far * 0.12 + _hope(front, unit, foe)
        if score > best:
            best, aim = score, foe
    if aim is None:
        return
    roster = state.setting.rosters[unit.id]
    far = standing.distance(unit, aim)
    near = front.apart[unit.id]
    inches = roster.movement - unit.spent
    helps = front.friends_at(aim, unit) > 0
    if not helps:
        inches = min(inches, near - (front.last - AHEAD))
        room = roster.movement * charges.ROOM + ROOM
        if far > room:
            inches = min(inches, far - room)
    if inches < 0.5:
        _face_up(unit, aim, found)
        return
    steps = shortened(compelled.approach(state, unit, aim), inches, roster.movement - unit.spent)
    if steps:
        found.append((ONWARD + 0.01 * inches, ("move", unit.id, *steps)))


def _hope(front: Front, unit: Unit, foe: Unit) -> float:
    """What a unit could hope for against an enemy, as a share of its own worth and not much of it."""
    state = front.state
    value = prospect(state, unit, foe, FRONT, FRONT, front.friends_at(foe, unit))
    own = worth(state, unit) + 0.1
    return max(-1.5, min(1.5, 2.0 * value / own)) - (1.5 if foe.routed else 0.0)


def _face_up(unit: Unit, aim: Unit, found: list[tuple[float, Order]]) -> None:
    """A unit that waits looks at the enemy."""
    block = unit.block
    assert block is not None
    x, y = standing.centre(aim)
    turn = turn_between(block.heading, heading_of(x - block.middle_x, y - block.middle_y))
    if abs(turn) > 135.0:
        found.append((0.2, ("move", unit.id, ("about",))))
    elif abs(turn) > 60.0:
        found.append((0.2, ("move", unit.id, ("wheel", "right" if turn > 0.0 else "left", 30))))


def shortened(steps: list[tuple[object, ...]], inches: float, rate: float) -> list[tuple[object, ...]]:
    """The steps of an approach with so many inches of it at most: what was to be left of the rate is cut off its last leg."""
    if not steps or inches >= rate:
        return steps
    last = steps[-1]
    if last[0] != "slide":
        return steps
    way = float(last[2]) - (rate - inches)  # type: ignore[arg-type]
    if way < 0.3:
        return steps[:-1]
    return [*steps[:-1], ("slide", last[1], plain(int(way * 100.0) / 100.0))]


# ---------------------------------------------------------------- skirmishers and commanders above units


def _loners(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Skirmishers go for skirmishers whom they can beat, keep out of the reach of formed troops, and away from contact."""
    state = front.state
    found.extend([(1.0, order) for order in skirmishers.must_leave(state, unit)[:1]])
    if found or not skirmishers.able(state, unit):
        return
    x, y = standing.centre(unit)
    rate = state.setting.rosters[unit.id].movement
    prey, threat = 1e9, 1e9
    toward = away = 0.0
    for foe in front.foes:
        to_x, to_y = standing.centre(foe)
        far = length(to_x - x, to_y - y)
        if foe.singles is not None:
            if far < prey and prospect(state, unit, foe) > 0.0:
                prey, toward = far, heading_of(to_x - x, to_y - y)
        elif not foe.routed:
            reach = charges.RANGE * state.setting.rosters[foe.id].movement + standing.circle(foe)[2]
            if far - reach < threat:
                threat, away = far - reach, heading_of(x - to_x, y - to_y)
    if threat < 2.0:
        found.append((0.6, ("skirmish", unit.id, ("all", plain(round(away)), plain(rate)))))
    elif prey < 1e8:
        found.append(
            (0.5, ("skirmish", unit.id, ("all", plain(round(toward)), plain(min(rate, max(1.0, prey))))))
        )


def lead(front: Front, leader: Leader) -> Order | None:
    """Where a commander above units goes: to the routed whom he may rally, else with his troops, behind them."""
    state = front.state
    if not leaders.is_able(state, leader) or leader.moved > 0.0:
        return None
    x = y = weight = 0.0
    for unit in front.mine:
        if state.setting.rosters[unit.id].brigade not in (NOBODY, leader.id) and (
            state.setting.captains[leader.id].rank == BRIGADE
        ):
            continue
        there = standing.centre(unit)
        heed = 5.0 if unit.routed else 1.0
        x, y, weight = x + heed * there[0], y + heed * there[1], weight + heed
    if weight == 0.0:
        return None
    x, y = x / weight, y / weight
    far = length(x - leader.x, y - leader.y)
    if far < NEAR:
        return None
    inches = min(far, leaders.left_of(state, leader))
    east, north = (x - leader.x) / far, (y - leader.y) / far
    spot = leaders.nearest_free(state, leader.x + east * inches, leader.y + north * inches)
    if spot is None:
        return None
    order: Order = ("lead", leader.id, (plain(snap(spot[0])), plain(snap(spot[1]))))
    return order if leaders.refusal(state, front.side, order) is None else None
