"""Movement of the greedy player: for each unit the orders that come to mind, each with what it promises.

Marks are in figures of plain infantry; 0 is to stay. Melees are marked by how they are likely to go, moves toward the enemy by
keeping the line: nobody goes far ahead of the slowest, but whoever can help friends in a melee goes.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import OBLIQUE, face, slide, wheel, wheel_cost, wheel_within
from banneret.geometry.plane import heading_of, length, snap, snap_heading, turn_between
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle
from banneret.geometry.sweeps import border_way, slide_way, wheel_way
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
from banneret.rulebooks.battlesystem.clash import breadth_of, chance_to_stand, prospect, strikers, worth
from banneret.rulebooks.battlesystem.moving import Step, is_free_to_move, plain
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

HASTE: Final = 0.12  # by so much more eager for each round in which nobody attacked
LATE: Final = 0.02  # and for each round
BITE: Final = 0.5  # what a melee is worth beyond its figures: who waits gives away the blow
EAGER: Final = -0.2  # a melee that promises no less, as a share of the unit's worth, is begun
ALONE: Final = 0.3  # share of its worth that a unit must gain besides when it goes alone
LOSING: Final = -0.6  # share of its worth that a melee must threaten before a unit gives ground
THIN: Final = 0.5  # share of its worth that is at stake where few strike
BEHIND: Final = 12.0  # inches behind the foremost at which a unit belongs to another line
AHEAD: Final = 4.0  # inches by which a unit may be nearer to the enemy than its line can be on the whole
SKEW: Final = 6.0  # degrees off square with which a unit goes at an enemy without a wheel
BACK: Final = 110.0  # degrees off its front beyond which a unit rather turns about
ASIDE: Final = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0)  # degrees tried round what stands in the way
TURNS: Final[tuple[tuple[int, Step], ...]] = (
    (RIGHT, ("face", "right")),
    (LEFT, ("face", "left")),
    (REAR, ("about",)),
)
LANES: Final = 3  # enemies whom a unit tries to reach, one after the other
CROWDED: Final = 0.7  # by so much less a unit heeds an enemy for every friend but one who fights him
STUCK: Final = 3  # rounds without an attack after which units try anything to get out of each other's way
MOVED_UP: Final = 1  # figures moved up to an end of the front for the sake of a wrap, at most
WILD: Final = 0.3  # share of its worth that a unit loses besides when it gets out of hand
HATED: Final = 1.5  # by so much less a unit heeds those it hates, when it cannot master itself
BESIDE: Final = 55.0  # degrees aside from which it still tries to come square upon him
FEW: Final = 2  # figures that strike in a melee which is better begun anew
ROOM: Final = 0.3  # inches more than a charge needs, kept before an enemy
ONWARD: Final = 0.3  # worth of going nearer
CLOSE_UP: Final = 1.0  # worth of closed order where no enemy is near
WRAP: Final = 0.6  # worth of a file wrapped around an enemy
NEAR: Final = 4.0  # inches from where he is wanted at which a commander stays


class Front:
    """What matters for all units of a side, gathered once for each question."""

    __slots__ = ("aims", "apart", "fighting", "foes", "last", "mine", "side", "state")

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
        for unit in free:
            if self.is_busy(unit):
                continue
            best, top = NOBODY, -1e9
            x, y = standing.centre(unit)
            for foe in self.foes:
                to_x, to_y = standing.centre(foe)
                score = _hope(self, unit, foe) - 0.12 * length(to_x - x, to_y - y)
                score -= CROWDED * max(0, count.get(foe.id, 0) - (1 if foe.figures > 6 else 0))
                score -= 0.3 * count.get(foe.id, 0)
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
            if other is but or other.routed:
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
        found = EAGER - 0.6 * max(0.0, min(1.0, mine / theirs - 1.0))
        return found - (HASTE * state.quiet + LATE * state.round)


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
    block = unit.block
    if not unit.caught and block is not None and block.ranks > attack.weapon_of(state, unit).reach:
        touching = max(
            [len(engagement.reach(state, unit, state.units[foe]).touching) for foe in front.foes_at(unit)]
        )
        if touching >= 2:
            found.extend(
                [
                    (WRAP * (len(order) - 2), order)
                    for order in wraps.offers(state, unit)
                    if all(end[1] <= MOVED_UP for end in order[2:])
                ]
            )
    stay = 0.0
    for number in front.foes_at(unit):
        foe = state.units[number]
        stay += prospect(
            state,
            unit,
            foe,
            standing.aspect(state, unit, foe),
            standing.aspect(state, foe, unit),
            front.friends_at(foe, unit),
        )
    foes = front.foes_at(unit)
    if (
        len(foes) == 1
        and unit.figures >= 6
        and stay > 0.0
        and not found
        and len(engagement.eligible(state, unit, state.units[foes[0]])) <= FEW
    ):
        # hardly in touch: back, and at him again with all that strike
        found.extend([(0.4, order) for order in disengage.offers(state, unit) if order[0] == "withdraw"])
    if stay < LOSING * worth(state, unit) and unit.wings == (0, 0):
        away = -0.3 - stay * 0.2 - 0.1 * worth(state, unit)
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
    least = front.eager() * own
    marks: list[tuple[float, int]] = []
    for foe in front.foes:
        if foe.id in unit.left_by:
            continue
        if not standing.may_meet(unit, foe, reach):
            continue
        aspect = side_met(unit, foe)
        friends = front.friends_at(foe, unit)
        value = prospect(state, unit, foe, aspect, FRONT, friends) + BITE - least
        if value > 0.0:
            marks.append((value, foe.id))
    if marks and not front.fighting and not front.is_backed(unit):
        marks = [(value - ALONE * own, number) for value, number in marks if value > ALONE * own]
    marks.sort(reverse=True)
    can_charge = charges.cannot_charge(state, unit) is None
    for value, number in marks[:3]:
        foe = state.units[number]
        far = standing.distance(unit, foe)
        left = roster.movement - unit.spent
        steps = path(state, unit, foe, left)
        if far <= left + 0.01:
            best, most = _best_move(state, unit, foe, steps, left)
            if most > 0:
                found.append((value + 0.1 - _want(state, unit, foe, most), ("move", unit.id, *best)))
        if can_charge and far <= reach:
            way, most = _best_charge(state, unit, foe, steps, reach)
            if most > 0:
                order: Order = ("charge", unit.id, foe.id, *way)
                bonus = _charge_bonus(front, unit, foe, value)
                found.append((value + bonus - _want(state, unit, foe, most), order))
        if found and max([mark for mark, _ in found]) > 0.0:
            break


def _want(state: State, unit: Unit, foe: Unit, most: int) -> float:
    """What a melee promises less because only so many of a unit will strike at first."""
    full = strikers(
        state, unit, min(breadth_of(state, unit, FRONT), breadth_of(state, foe, side_met(unit, foe)))
    )
    short = 1.0 - most / max(1, full)
    return max(0.0, short - 0.35) * THIN * worth(state, unit)


def _best_move(
    state: State, unit: Unit, foe: Unit, steps: list[Step], inches: float
) -> tuple[list[Step], int]:
    """The ordinary move that brings most figures against an enemy, and how many strike him then."""
    block = unit.block
    assert block is not None
    x, y, _ = goal(unit, foe)
    near_x, near_y = charges.nearest_figure(foe, block.x, block.y)
    tries = [steps] if steps else []
    for to_x, to_y in ((x, y), (near_x, near_y)):
        turn = turn_between(block.heading, heading_of(to_x - block.x, to_y - block.y))
        turn = max(-OBLIQUE, min(OBLIQUE, round(turn * 10.0) / 10.0))
        tries.append([("slide", plain(turn), plain(inches))])
    tries.append([("slide", 0, plain(inches))])
    best: list[Step] = []
    most = 0
    enough = 0.6 * strikers(state, unit, min(block.breadth, breadth_of(state, foe, side_met(unit, foe))))
    for one in tries:
        walk = plan(state, unit, one, None, True)
        if walk.refusal is None and foe.id in walk.contacts:
            number = len(engagement.eligible(state, walk.unit, foe))
            if number > most:
                best, most = one, number
                if most >= enough:
                    break
    return best, most


def _best_charge(
    state: State, unit: Unit, foe: Unit, steps: list[Step], reach: float
) -> tuple[list[Step], int]:
    """The charge that brings most figures against an enemy, and how many strike him then."""
    tries: list[list[Step]] = []
    if steps and steps[-1][0] == "slide":
        tries.append([*steps[:-1], ("slide", steps[-1][1])])
    aimed = charges.aimed(state, unit, foe)
    if aimed and aimed not in tries:
        tries.append(aimed)
    best: list[Step] = []
    most = 0
    share, whole = state.setting.flags.charge_straight
    for one in tries:
        run = charges.walked(state, unit, one)
        if foe.id not in run.walk.contacts or not charges.is_lawful(state, unit, run):
            continue
        if run.made - run.straight > reach * (whole - share) / whole:
            continue
        number = len(engagement.eligible(state, run.walk.unit, foe))
        if number > most:
            best, most = one, number
    return best, most


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
    worse = prospect(state, unit, foe, aspect, FRONT, friends, 0.0, True) + BITE - WILD * worth(state, unit)
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
            inches = min(inches, front.apart[unit.id] - (front.last - AHEAD))
            room = roster.movement * charges.ROOM + ROOM
            if far > room:
                inches = min(inches, far - room)
        if inches < 0.5:
            _face_up(unit, aim, found)
            return
        way = path(state, unit, aim, roster.movement - unit.spent, before > 0 and number == first)
        steps = shortened(way, inches, roster.movement - unit.spent)
        if steps:
            found.append((ONWARD + 0.01 * inches, ("move", unit.id, *steps)))
            return
    if state.quiet >= STUCK and aims:
        x, y = standing.centre(state.units[aims[0][1]])
        steps = _aside(state, unit, x, y, roster.movement - unit.spent)
        if steps:
            found.append((ONWARD, ("move", unit.id, *steps)))


def _hope(front: Front, unit: Unit, foe: Unit) -> float:
    """What a unit could hope for against an enemy, as a share of its own worth and not much of it."""
    state = front.state
    value = prospect(state, unit, foe)
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


def goal(unit: Unit, foe: Unit) -> tuple[float, float, float]:
    """Where a unit best meets an enemy, the middle of the side it comes upon, and the heading with which it meets him square."""
    block, body = unit.block, foe.block
    assert block is not None
    if body is None:
        x, y = charges.nearest_figure(foe, block.x, block.y)
        return x, y, heading_of(x - block.x, y - block.y)
    side = side_met(unit, foe)
    if side == FRONT:
        return body.x, body.y, snap_heading(body.heading + 180.0)
    if side == REAR:
        x, y = body.point(0.0, -body.length)
        return x, y, body.heading
    east, north = block.x - body.middle_x, block.y - body.middle_y
    hand = 1.0 if east * body.forward_y - north * body.forward_x > 0.0 else -1.0
    x, y = body.point(hand * body.breadth / 2.0, -body.length / 2.0)
    return x, y, snap_heading(body.heading - hand * 90.0)


def path(state: State, unit: Unit, foe: Unit, inches: float, beside: bool = False) -> list[Step]:
    """Steps toward an enemy: aslant where that brings the unit square against him, else after a wheel; so many inches in all.

    `beside`: not at his front, where a friend is, but past it to his flank. Empty where friends or ground leave no way.
    """
    block = unit.block
    assert block is not None
    bars = standing.obstacles(state, unit, True)
    x, y, square = goal(unit, foe)
    body = foe.block
    if beside and body is not None and side_met(unit, foe) == FRONT:
        # another has him in front: to the place beside him from which his flank lies open
        out = body.breadth / 2.0 + block.breadth / 2.0 + 1.0
        right = body.point(out, -body.length / 2.0)
        left = body.point(-out, -body.length / 2.0)
        if length(right[0] - block.x, right[1] - block.y) < length(left[0] - block.x, left[1] - block.y):
            x, y = right
        else:
            x, y = left
    bearing = heading_of(x - block.x, y - block.y)
    turn = turn_between(block.heading, bearing)
    steps: list[Step] = []
    about = formations.facing_cost(state.setting.rosters[unit.id].movement, REAR)
    if abs(turn) > BACK and about <= inches and unit.loose is None:
        steps.append(("about",))
        inches -= about
        block = face(block, REAR)
        bearing = heading_of(x - block.x, y - block.y)
        turn = turn_between(block.heading, bearing)
    off = turn_between(block.heading, square if abs(turn_between(bearing, square)) <= BESIDE else bearing)
    if abs(off) > SKEW or abs(turn) > OBLIQUE:
        side = RIGHT if off > 0.0 else LEFT
        degrees = min(abs(off), wheel_within(block, side, inches))
        degrees = int(degrees * 100.0) / 100.0
        if degrees >= 1.0 and not steps and wheel_way(block, side, degrees, bars) < min(5.0, degrees):
            return _round(state, block, x, y, inches, bars)
        if degrees >= 1.0:
            inches -= wheel_cost(block, side, degrees)
            block = wheel(block, side, degrees)
            steps.append(("wheel", "right" if side == RIGHT else "left", plain(degrees)))
            turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    inches = int(inches * 100.0) / 100.0
    if inches > 0.2:
        turn = max(-OBLIQUE, min(OBLIQUE, round(turn * 10.0) / 10.0))
        direction = snap_heading(block.heading + turn)
        if not steps and slide_way(block, direction, inches, bars) < min(1.0, inches):
            return _round(state, block, x, y, inches, bars)
        steps.append(("slide", plain(turn), plain(inches)))
    return steps


def _round(
    state: State, block: Block, x: float, y: float, inches: float, bars: list[Rectangle]
) -> list[Step]:
    """A way round what stands before a unit: aslant to where it comes nearest to a point; empty when none comes nearer."""
    best: list[Step] = []
    nearest = length(x - block.x, y - block.y) - 0.5
    for turn in ASIDE:
        way = _free_way(state, block, turn, inches, bars)
        if way >= 1.0:
            there = slide(block, snap_heading(block.heading + turn), way)
            far = length(x - there.x, y - there.y)
            if far < nearest:
                nearest, best = far, [("slide", plain(turn), plain(way))]
    return best


def _aside(state: State, unit: Unit, x: float, y: float, inches: float) -> list[Step]:
    """Out of a jam: about or aside to where a unit comes nearest to a point; where nothing helps, a narrower front."""
    block = unit.block
    assert block is not None
    if unit.loose is not None:
        return []
    bars = standing.obstacles(state, unit, True)
    best: list[Step] = []
    nearest = 1e9
    rate = state.setting.rosters[unit.id].movement
    for side, word in TURNS:
        left = inches - formations.facing_cost(rate, side)
        turned = face(block, side)
        way = _free_way(state, turned, 0.0, left, bars) if left > 1.0 else 0.0
        if way >= 1.0:
            there = slide(turned, turned.heading, way)
            far = length(x - there.x, y - there.y)
            if far < nearest:
                nearest, best = far, [word, ("slide", 0, plain(way))]
    if not best and unit.formation == CLOSED and block.files > 3:
        return [("frontage", -1, -1)]
    return best


def _free_way(state: State, block: Block, turn: float, inches: float, bars: list[Rectangle]) -> float:
    """Inches, to hundredths, that a block can go in a direction."""
    heading = snap_heading(block.heading + turn)
    setting = state.setting
    way = slide_way(block, heading, inches, bars)
    return int(border_way(block, heading, way, setting.width, setting.depth) * 100.0) / 100.0


def shortened(steps: list[Step], inches: float, rate: float) -> list[Step]:
    """The steps of an approach with so many inches of it at most: what was to be left of the rate is cut off its last leg."""
    if not steps or inches >= rate:
        return steps
    last = steps[-1]
    if last[0] != "slide":
        return steps
    way = float(last[2]) - (rate - inches)
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
