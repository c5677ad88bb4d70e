"""Movement of the greedy player: for each unit the orders that come to mind, each with what it promises.

Marks are in figures of plain infantry; 0 is to stay. Melees are marked by how they are likely to go, moves toward the enemy by
keeping the line: nobody goes far ahead of the slowest, but whoever can help friends in a melee goes.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap, snap_heading, turn_between
from banneret.geometry.rectangles import FRONT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import (
    attack,
    charges,
    discipline,
    disengage,
    engagement,
    formations,
    leaders,
    skirmishers,
    standing,
    wraps,
)
from banneret.rulebooks.battlesystem.approach import (
    broader,
    nearer,
    out_of_jam,
    path,
    post,
    side_met,
    wanted_files,
    ways,
)
from banneret.rulebooks.battlesystem.clash import (
    breadth_of,
    chance_to_stand,
    prospect,
    prospect_in_contact,
    worth,
)
from banneret.rulebooks.battlesystem.moving import Step, is_free_to_move, plain
from banneret.rulebooks.battlesystem.posture import OWN, Posture
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
from banneret.rulebooks.battlesystem.walking import plan

HASTE: Final = 0.04  # by so much more eager for each round in which nobody attacked
SHAKEN: Final = 0.3  # by so much less eager while its order is open or it is out of command
MANY: Final = 0.1  # and what each figure is worth that strikes at once
FULL: Final = 8  # as far as there are so many
CHARGE: Final = 0.06  # by so much better a charge in closed order strikes
LOOKED_AT: Final = (
    0.5  # share of its worth by which a melee may be worse at first sight and is looked at still
)
THIN: Final = 0.5  # share of its worth that is at stake where few strike
SPARED: Final = 0.35  # share of those who could strike that may be missing
LOSING: Final = -0.6  # share of its worth that a melee must threaten before a unit gives ground
FEW: Final = 2  # figures that strike in a melee which is better begun anew
LEAST: Final = 6  # figures of a unit that begins one anew
BEHIND: Final = 12.0  # inches behind the foremost at which a unit belongs to another line
LANES: Final = 3  # enemies whom a unit tries to reach, one after the other
FAR: Final = 0.12  # by so much less a unit heeds an enemy for each inch that he is off
TAKEN: Final = 0.3  # and for each friend who makes for him already
STUCK: Final = 3  # rounds without an attack after which units try anything to get out of each other's way
MOVED_UP: Final = 1  # figures moved up to an end of the front for the sake of a wrap, at most
HATED: Final = 1.5  # by so much less a unit heeds those it hates, when it cannot master itself
SHY: Final = 3.0  # inches from the enemy that a screen keeps
SCREENED: Final = 1.0  # moves ahead of a unit within which skirmishers are in its way
ABREAST: Final = 45.0  # degrees within which two units face the same way
ROOM: Final = 0.3  # inches more than a charge needs, kept before an enemy
CLOSE_UP: Final = 1.0  # worth of closed order where no enemy is near
DRESS: Final = 0.3  # share of its worth that a broad front is worth to a column
WRAP: Final = 0.6  # worth of a file wrapped around an enemy
AGAIN: Final = 0.4  # worth of a melee begun anew
NEAR: Final = 4.0  # inches from where he is wanted at which a commander stays


class Front:
    """What matters for all units of a side, gathered once for each question."""

    __slots__ = ("aims", "apart", "fighting", "foes", "last", "mine", "posture", "side", "state")

    def __init__(self, state: State, side: int, posture: Posture = OWN) -> None:
        self.state: State = state
        self.side: int = side
        self.posture: Posture = posture
        self.mine: list[Unit] = []
        self.foes: list[Unit] = []
        for unit in state.units:
            if unit.status == FIELD:
                if unit.side == side:
                    self.mine.append(unit)
                else:
                    self.foes.append(unit)
        self.apart: dict[int, float] = {}
        self.last: float = (
            0.0  # inches from the enemy at which the line can be, its members being as slow as they are
        )
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
            rate = state.setting.rosters[unit.id].movement
            line.append((near, near if unit.moved or unit.finished else near - rate))
        if line and not self.fighting:
            # whoever is far behind is not waited for
            limit = min(line)[0] + BEHIND
            after = [then for now, then in line if now <= limit]
            self.last = sum(after) / len(after)

        self.aims: dict[int, tuple[int, int]] = {}
        self._share_out()

    def _share_out(self) -> None:
        """Gives every unit an enemy to make for, and says how many others make for him already, the nearest unit first."""
        free = [
            unit
            for unit in self.mine
            if unit.block is not None and not unit.routed and unit.formation != MOB and unit.quarry == NOBODY
        ]
        free.sort(key=self._distance)
        count: dict[int, int] = {}
        for unit in free:
            for number in standing.enemies_touching(self.state, unit):
                count[number] = count.get(number, 0) + 1
        idle = [unit for unit in free if not self.is_busy(unit)]
        joined, crowded = self.posture.joined, self.posture.crowded
        for unit in idle:
            best, top = NOBODY, -1e9
            x, y = standing.centre(unit)
            for foe in self.foes:
                to_x, to_y = standing.centre(foe)
                there = count.get(foe.id, 0)
                score = _hope(self, unit, foe, joined * min(there, 2)) - FAR * length(to_x - x, to_y - y)
                score -= crowded * max(0, there - (1 if foe.figures > 6 else 0)) + TAKEN * there
                if score > top:
                    best, top = foe.id, score
            if best != NOBODY:
                self.aims[unit.id] = (best, count.get(best, 0))
                count[best] = count.get(best, 0) + 1

    def _distance(self, unit: Unit) -> tuple[float, int]:
        return self.apart[unit.id], unit.id

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

    def is_backed(self, unit: Unit) -> bool:
        """Whether half of the others are near enough to follow a unit into a melee by the next round."""
        others = near = 0
        for other in self.mine:
            if other is unit or other.routed or other.singles is not None:
                continue
            others += 1
            if self.apart[other.id] <= 2.5 * self.state.setting.rosters[other.id].movement:
                near += 1
        return 2 * near >= others

    def foes_at(self, unit: Unit) -> list[int]:
        """The enemies that touch a unit, by number."""
        return standing.enemies_touching(self.state, unit)

    def is_busy(self, unit: Unit) -> bool:
        """Whether a unit touches an enemy."""
        return standing.is_engaged(self.state, unit)

    def friends_at(self, foe: Unit, but: Unit) -> float:
        """How many other units of the side touch an enemy, those that can still come to him this round counted half."""
        count = 0.0
        for other in self.mine:
            if other.id == but.id or other.routed:
                continue
            if standing.are_touching(self.state, other, foe):
                count += 1.0
            elif may_act(other) and not other.moved and other.block is not None and not other.engaged:
                rate = self.state.setting.rosters[other.id].movement
                if standing.may_meet(other, foe, 1.2 * rate):
                    count += 0.5
        return min(count, 2.0)

    def eager(self) -> float:
        """The least that a melee must promise to be begun, as a share of the unit's worth.

        Whoever has more than the enemy, or loses when nothing happens, does not wait for the perfect occasion.
        """
        state = self.state
        mine = theirs = 0.1
        for unit in state.units:
            if unit.side == self.side:
                mine += worth(state, unit)
            else:
                theirs += worth(state, unit)
        found = self.posture.eager - 0.6 * max(0.0, min(1.0, mine / theirs - 1.0))
        return found - HASTE * state.quiet


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
        _dress(front, unit, found)
        if not found or max([mark for mark, _ in found]) <= 0.0:
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
    block = unit.block
    foes = front.foes_at(unit)
    if not unit.caught and block is not None and block.ranks > attack.weapon_of(state, unit).reach:
        touching = max([len(engagement.reach(state, unit, state.units[foe]).touching) for foe in foes])
        if touching >= 2:
            found.extend(
                [
                    (WRAP * (len(order) - 2), order)
                    for order in wraps.offers(state, unit)
                    if all(end[1] <= MOVED_UP for end in order[2:]) and wraps.comes_off(state, unit, order)
                ]
            )
    stay = 0.0
    for number in foes:
        foe = state.units[number]
        stay += prospect_in_contact(state, unit, foe, front.friends_at(foe, unit))
    if not found and unit.figures >= LEAST and unit.block is not None and unit.block.files > 3:
        strike = sum([len(engagement.eligible(state, unit, state.units[foe])) for foe in foes])
        if strike <= FEW and not any(_is_pressed(front, state.units[foe], unit) for foe in foes):
            # hardly in touch: back, and at him again with all that strike
            found.extend(
                [(AGAIN, order) for order in disengage.offers(state, unit) if order[0] == "withdraw"]
            )
    if stay < LOSING * worth(state, unit) and unit.wings == (0, 0):
        away = -0.3 - stay * 0.2 - 0.1 * worth(state, unit)
        found.extend([(away, order) for order in disengage.offers(state, unit) if order[0] == "withdraw"])


# ---------------------------------------------------------------- into contact


def _is_pressed(front: Front, foe: Unit, but: Unit) -> bool:
    """Whether another unit of the side strikes an enemy with more than a few."""
    for other in front.mine:
        if other.id == but.id or other.routed or not standing.are_touching(front.state, other, foe):
            continue
        if len(engagement.eligible(front.state, other, foe)) > FEW:
            return True
    return False


def _in_reach(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Charges, and moves into contact, on enemies that are worth it."""
    state = front.state
    block = unit.block
    assert block is not None
    roster = state.setting.rosters[unit.id]
    reach = roster.movement * charges.RANGE - unit.spent
    own = worth(state, unit)
    least = front.eager() * own
    marks: list[tuple[float, int]] = []
    for foe in front.foes:
        if foe.id in unit.left_by:
            continue
        if not standing.may_meet(unit, foe, reach):
            continue
        aspect = side_met(unit, foe)
        friends = front.friends_at(foe, unit)
        value = prospect(state, unit, foe, aspect, FRONT, friends) + front.posture.bite - least
        if value > -LOOKED_AT * own:
            marks.append((value, foe.id))
    if unit.formation != CLOSED or not unit.in_command:
        least += SHAKEN * own
    cost = front.posture.alone * own if marks and not front.fighting and not front.is_backed(unit) else 0.0
    marks.sort(reverse=True)
    can_charge = charges.cannot_charge(state, unit) is None
    for _, number in marks[:3]:
        foe = state.units[number]
        far = standing.distance(unit, foe)
        left = roster.movement - unit.spent
        if far <= left + 0.01:
            mark, steps = _best_move(front, unit, foe, left)
            if steps:
                found.append((mark + 0.1 - least - cost, ("move", unit.id, *steps)))
        if can_charge and far <= reach:
            mark, steps = _best_charge(front, unit, foe, reach)
            if steps:
                found.append((mark - least - cost, ("charge", unit.id, foe.id, *steps)))


def _mark_of(front: Front, moved: Unit, contacts: list[int], edge: float = 0.0, wild: bool = False) -> float:
    """What a unit that came into contact so may expect of the melees, by who strikes and who strikes back."""
    state = front.state
    found = front.posture.bite
    mine = 0
    for number in contacts:
        foe = state.units[number]
        strike = len(engagement.eligible(state, moved, foe))
        if strike == 0:
            return -1e9
        answer = 0 if foe.routed else len(engagement.eligible(state, foe, moved))
        mine += strike
        friends = front.friends_at(foe, moved)
        found += prospect_in_contact(state, moved, foe, friends, edge, wild, strike, answer)
    return found + MANY * min(mine, FULL)


def _want(state: State, unit: Unit, foe: Unit, moved: Unit) -> float:
    """What a melee promises less because few of a unit will strike, who could come at him better."""
    block = moved.block
    assert block is not None
    strike = len(engagement.eligible(state, moved, foe))
    inches = breadth_of(state, foe, standing.aspect(state, moved, foe))
    full = min(block.figures, wanted_files(state, unit), int(inches / (block.width + block.spacing)) + 1)
    short = 1.0 - strike / max(1, full * unit.mount)
    return max(0.0, short - SPARED) * THIN * worth(state, unit)


def _best_move(front: Front, unit: Unit, foe: Unit, inches: float) -> tuple[float, list[Step]]:
    """The ordinary move into contact with an enemy that promises most, and what it promises."""
    state = front.state
    best: list[Step] = []
    top = -1e9
    for steps in ways(state, unit, foe, inches):
        walk = plan(state, unit, steps, None, True)
        if walk.refusal is None and foe.id in walk.contacts:
            mark = _mark_of(front, walk.unit, walk.contacts) - _want(state, unit, foe, walk.unit)
            if mark > top:
                best, top = steps, mark
    return top, best


def _best_charge(front: Front, unit: Unit, foe: Unit, reach: float) -> tuple[float, list[Step]]:
    """The charge at an enemy that promises most, and what it promises; unruly troops in order do better without. Rule: 7.14g."""
    state = front.state
    if unit.formation == CLOSED and discipline.is_unruly(state, unit):
        return -1e9, []
    tries: list[list[Step]] = []
    steps = path(state, unit, foe, reach)
    if steps and steps[-1][0] == "slide":
        tries.append([*steps[:-1], ("slide", steps[-1][1])])
    aimed = charges.aimed(state, unit, foe)
    if aimed and aimed not in tries:
        tries.append(aimed)
    best: list[Step] = []
    top = -1e9
    share, whole = state.setting.flags.charge_straight
    for one in tries:
        run = charges.walked(state, unit, one)
        if foe.id not in run.walk.contacts or not charges.is_lawful(state, unit, run):
            continue
        if run.made - run.straight > reach * (whole - share) / whole:
            continue
        mark = _mark_of(front, run.walk.unit, run.walk.contacts, CHARGE if unit.formation == CLOSED else 0.0)
        mark -= _want(state, unit, foe, run.walk.unit)
        if mark > top:
            best, top = one, mark
    return top, best


# ---------------------------------------------------------------- order and advance


def _dress(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """A broader front for a unit that stands in a column."""
    state = front.state
    block = unit.block
    if block is None or unit.formation not in (CLOSED, OPEN) or not is_free_to_move(state, unit):
        return
    files = wanted_files(state, unit)
    if 4 * block.files > 3 * files:
        return
    more = broader(state, unit, block.files, state.setting.rosters[unit.id].movement - unit.spent)
    if more and plan(state, unit, more, None, True).refusal is None:
        mark = DRESS * worth(state, unit) * (1.0 - block.files / files)
        found.append((mark, ("move", unit.id, *more)))


def _order(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Closed order for whoever may take it, and on with what movement is left."""
    state = front.state
    block = unit.block
    if not formations.may_take(state, unit, CLOSED) or not unit.in_command or block is None:
        return
    if unit.loose is not None or formations.reformed(state, unit, CLOSED) is None:
        return
    rate = state.setting.rosters[unit.id].movement
    steps: list[Step] = [("formation", "closed")]
    trial = unit.copy()
    trial.formation = CLOSED
    more = broader(state, trial, block.files, rate - unit.spent - formations.formation_cost(rate))
    if more and plan(state, unit, [*steps, *more], None, True).refusal is None:
        steps += more
    found.append((CLOSE_UP, ("move", unit.id, *steps)))


def _onward(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Nearer to the enemy whom it can best fight, as far as the line goes, with room left for a charge."""
    state = front.state
    block = unit.block
    assert block is not None
    if unit.rash or not is_free_to_move(state, unit):
        return
    first, before = front.aims.get(unit.id, (NOBODY, 0))
    aims: list[tuple[float, int]] = []
    for foe in front.foes:
        x, y = standing.centre(foe)
        far = length(x - block.x, y - block.y)
        aims.append((99.0 if foe.id == first else -far * 0.12 + _hope(front, unit, foe), foe.id))
    aims.sort(reverse=True)
    roster = state.setting.rosters[unit.id]
    for _, number in aims[:LANES]:
        aim = state.units[number]
        far = standing.distance(unit, aim)
        inches = roster.movement - unit.spent
        if not front.fighting:
            inches = min(inches, front.apart[unit.id] - (front.last - front.posture.ahead))
            room = roster.movement * charges.ROOM + ROOM
            if far > room:
                inches = min(inches, far - room)
        if inches < 0.5:
            _face_up(unit, aim, found)
            return
        x, y = post(unit, aim, before > 0 and number == first)
        steps = nearer(state, unit, aim, x, y, roster.movement - unit.spent, inches)
        if steps:
            found.append((front.posture.onward + 0.01 * inches, ("move", unit.id, *steps)))
            return
    if state.quiet >= STUCK and aims:
        x, y = standing.centre(state.units[aims[0][1]])
        steps = out_of_jam(state, unit, x, y, roster.movement - unit.spent)
        if steps:
            found.append((front.posture.onward, ("move", unit.id, *steps)))


def _hope(front: Front, unit: Unit, foe: Unit, friends: float = 0.0) -> float:
    """What a unit could hope for against an enemy, as a share of its own worth and not much of it."""
    state = front.state
    value = prospect(state, unit, foe, FRONT, FRONT, friends)
    own = worth(state, unit) + 0.1
    found = max(-1.5, min(1.5, 2.0 * value / own)) - (1.5 if foe.routed else 0.0)
    roster = state.setting.rosters[unit.id]
    if state.setting.rosters[foe.id].creature in roster.hates:
        # the sight of him may drive it out of hand
        found -= HATED * (1.0 - chance_to_stand(roster.discipline))
    return found


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


# ---------------------------------------------------------------- skirmishers and commanders above units


def _loners(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Skirmishers go for skirmishers whom they can beat, keep out of the reach of formed troops, and away from contact."""
    state = front.state
    found.extend([(1.0, order) for order in skirmishers.must_leave(state, unit)[:1]])
    if found or not skirmishers.able(state, unit):
        return
    x, y = standing.centre(unit)
    rate = state.setting.rosters[unit.id].movement
    barred = _screened(front, unit)
    if barred is not None:
        away = _out_of_the_way(front, unit, barred)
        ahead = barred.block.heading if barred.block is not None else away
        left = front.apart[unit.id] - SHY
        for mark, bearing, inches in (
            (0.8, ahead, min(rate, left)),
            (0.7, away, rate),
            (0.6, away + 180.0, rate),
        ):
            if inches >= 1.0:
                order = _all_go(unit, bearing, inches)
                fault = skirmishers.refused_steps(state, unit, order, rate)
                if fault is not None and fault.nearest is not None:
                    order = fault.nearest
                found.append((mark, order))
        return
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


def _all_go(unit: Unit, bearing: float, inches: float) -> Order:
    """The order to all skirmishers of a unit to go the same way."""
    return ("skirmish", unit.id, ("all", plain(round(bearing) % 360), plain(int(inches))))


def _screened(front: Front, unit: Unit) -> Unit | None:
    """A formed unit before which skirmishers stand: no formed unit passes through them (battlesystem:7.4a)."""
    state = front.state
    figures = standing.bases(unit)
    for friend in front.mine:
        block = friend.block
        if block is None or friend.routed or friend.formation == MOB or front.is_busy(friend):
            continue
        half = block.breadth / 2.0 + unit.width
        clear = SCREENED * state.setting.rosters[friend.id].movement
        if not standing.may_meet(friend, unit, clear):
            continue
        for base in figures:
            east, north = base.x - block.x, base.y - block.y
            ahead = east * block.forward_x + north * block.forward_y
            if 0.0 < ahead < clear and abs(east * block.forward_y - north * block.forward_x) < half:
                return friend
    return None


def _out_of_the_way(front: Front, unit: Unit, barred: Unit) -> float:
    """The bearing along the line of a unit to the nearer end of it."""
    x, y = standing.centre(unit)
    line = barred.block
    assert line is not None
    left = right = 0.0
    for friend in front.mine:
        block = friend.block
        if block is None or friend.routed or abs(turn_between(line.heading, block.heading)) > ABREAST:
            continue
        east, north = block.x - x, block.y - y
        if abs(east * line.forward_x + north * line.forward_y) > BEHIND:
            continue
        beside = east * line.forward_y - north * line.forward_x
        right = max(right, beside + block.breadth / 2.0)
        left = max(left, block.breadth / 2.0 - beside)
    return snap_heading(line.heading + (90.0 if right < left else -90.0))


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
