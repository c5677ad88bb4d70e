"""Wheels. Rules: battlesystem:7.9b, battlesystem:7.9c, battlesystem:7.9d, battlesystem:3.5."""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.geometry.plane import TOLERANCE, radians, snap, within
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    WHEEL,
    inner_pivot,
    pivot,
    swing_radius,
    swung,
    wheel_radius,
)
from banneret.rulebooks.battlesystem.blocks.clearance import swing_way
from banneret.rulebooks.battlesystem.blocks.courses import Course
from banneret.rulebooks.battlesystem.drill.legs import Walk, borders, is_turned, pays, stands, stands_fast
from banneret.rulebooks.battlesystem.drill.slides import break_order, cramped, halted_by, has_room_to_open
from banneret.rulebooks.battlesystem.drill.steps import SIDES, Step
from banneret.rulebooks.battlesystem.space.tariffs import Point, Tariff
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import CLOSED, OFF_ROAD, ON_ROAD

NO_MORE: Final = "It cannot pay for the rest of its wheel in open formation."


def make_wheel(state: State, walk: Walk, step: Step) -> None:
    """Wheel a unit: the step is lost if it cannot be paid for, and ended by anything in the way. Rules: 7.9b, 7.9c, 7.9d, battlesystem:3.5."""
    if is_turned(walk, "wheels") or stands_fast(walk):
        return
    unit = walk.unit
    block = unit.block
    assert block is not None
    side, degrees = SIDES[step[1]], float(step[2])
    if not 0.0 < degrees <= WHEEL:
        reason = f"A wheel is more than 0 and at most 90 degrees, not {degrees:g}."
        walk.refuse(reason, "battlesystem:7.9b", False)
        return
    if unit.shields and not _may_turn(walk, degrees):
        return
    x, y, radius = _pivot(state, walk, step, block, side)
    if walk.refusal is not None:
        return
    cost = radians(degrees) * radius
    tariff = walk.tariff
    if tariff is not None:
        _over_ground(state, walk, step, tariff, degrees, (x, y), radius)
        return
    if not _pays(walk, cost, degrees):
        return
    way, free = _free_way(state, walk, block, side, degrees, x, y, radius)
    after = swung(block, side, way, x, y) if way > 0.0 else block
    walk.go(step, after, radians(way) * radius, "battlesystem:7.9c")
    walk.legs[-1].unhindered = radians(free) * radius
    walk.stopped = way < degrees - TOLERANCE
    stands(state, walk, after)
    if walk.short > 0.0:
        walk.contacts = []


def _pays(walk: Walk, cost: float, degrees: float) -> bool:
    """True if a wheel can be paid for; if not, it is refused and lost. Rules: battlesystem:3.5, battlesystem:7.9c."""
    return within(cost, walk.left) or pays(walk, cost, f"A wheel of {degrees:g} degrees", "battlesystem:7.9c")


def _may_turn(walk: Walk, degrees: float) -> bool:
    """True if a shield wall may wheel so far this round, which then counts; else the step is refused. Rule: battlesystem:11.6f."""
    unit = walk.unit
    if unit.wheeled + degrees > WHEEL + TOLERANCE:
        reason = f"A shield wall turns by 90 degrees in a round at most; {WHEEL - unit.wheeled:g} are left."
        walk.refuse(reason, "battlesystem:11.6f", False)
        return False
    unit.wheeled += degrees
    return True


def _free_way(
    state: State, walk: Walk, block: Block, side: int, degrees: float, x: float, y: float, radius: float
) -> tuple[float, float]:
    """Degrees, at most `degrees`, that a block wheels before anything bars it, and before anything but an enemy does. Rule: 7.9d."""
    way = degrees
    wide, deep, far = state.setting.width, state.setting.depth, 2.0 * block.girth  # no base is farther off
    if not (far < x < wide - far and far < y < deep - far):
        way = swing_way(block, side, way, x, y, borders(wide, deep))
    free = way = swing_way(block, side, way, x, y, walk.bars)
    if walk.grounds:
        way = swing_way(block, side, free, x, y, walk.grounds)
        if way < free and walk.short > 0.0:
            way = max(0.0, snap(way - walk.short / (radius * radians(1.0))))
    return way, free


class _Turn:
    """A wheel over ground, priced; and followed, as far as ground lets it turn.

    Attributes:
        about: the point about which the unit wheels.
        radius: inches from it to the outermost figure.
        degrees: those that it is to wheel.
        inner: the point about which it wheels, if that is no corner of its front; None if it is. Rule: 7.9b, option wheel_pivot.
        price: the cost of all of it, without lines crossed.
        course: its way, once it was followed.
        cost: what that costs.
    """

    __slots__ = ("about", "cost", "course", "degrees", "inner", "price", "radius")

    def __init__(
        self,
        state: State,
        walk: Walk,
        step: Step,
        tariff: Tariff,
        degrees: float,
        about: Point,
        radius: float,
    ) -> None:
        unit, side = walk.unit, SIDES[step[1]]
        block = unit.block
        assert block is not None
        self.about: Point = about
        self.radius: float = radius
        self.degrees: float = degrees
        # by versions 1 to 14 of the rules the ground round a corner set the price of every wheel
        self.inner: Point | None = about if len(step) > 3 and is_mended(state, 15) else None
        tariff.begin(unit.spent, unit.slowed)
        self.price: float = tariff.wheeling(block, side, radians(degrees) * radius, degrees, self.inner)
        if tariff.flat and is_mended(state, 15):
            # the lines too are dearer by the ground that it enters; by versions 1 to 14 of the rules they were not
            tariff.held = tariff.held_in_wheel(block, side, degrees, self.inner)
        self.course: Course = Course(degrees)
        # to the last bit as `follow` has it of a whole wheel
        self.cost: float = self.price * degrees / degrees

    def follow(self, walk: Walk, step: Step, tariff: Tariff) -> None:
        """Find its way, and what that costs."""
        side, degrees = SIDES[step[1]], self.degrees
        self.course = tariff.wheel(walk.unit, side, degrees, *self.about, self.price, walk.left)
        self.cost = self.price * self.course.way / degrees
        self.cost += tariff.toll * tariff.held * len(self.course.tolls)

    def before_opening(self) -> float:
        """The degrees, to 0.01, before the piece of the wheel in which the unit comes to the line that opens it. See `Tariff.wheel`."""
        degrees = self.degrees
        return max(0.0, floor((self.course.way - degrees / (floor(degrees) + 1)) * 100.0) / 100.0)

    def end(self, block: Block, side: int) -> Block:
        """The block at the end of its way."""
        return swung(block, side, self.course.way, *self.about)


def _over_ground(
    state: State, walk: Walk, step: Step, tariff: Tariff, degrees: float, about: Point, radius: float
) -> None:
    """Wheel in a battle with ground: the step is lost if ground bars it or it cannot be paid for. Rules: 11.8a, 11.8c, 11.8e, 11.8n."""
    turn = _Turn(state, walk, step, tariff, degrees, about, radius)
    turn.follow(walk, step, tariff)
    halt = turn.course.halt
    if halt is not None:
        walk.refuse(*halted_by(walk.unit, halt, turn.course.short), True)
        return
    if walk.unit.footing == ON_ROAD:
        reason = "A unit that went faster along a road stays on it for all of its move."
        walk.refuse(reason, "battlesystem:11.8a", True)
        return
    if _pays(walk, turn.cost, turn.course.way):
        _turn(state, walk, step, tariff, turn)


def _turn(state: State, walk: Walk, step: Step, tariff: Tariff, turn: _Turn) -> None:
    """Make a wheel over ground that can be paid for; a closed unit opens where it crosses a line, and wheels on.

    If it has no room to open it does not cross, and ends its wheel before that; by versions 1 to 16 of the rules it stood astride, closed,
    and had paid. Rules: battlesystem:11.8e, 11.8f, battlesystem:11.8n.
    """
    unit, side, course = walk.unit, SIDES[step[1]], turn.course
    block = unit.block
    assert block is not None
    way, free = _free_way(state, walk, block, side, course.way, *turn.about, turn.radius)
    if course.opens and is_mended(state, 17):
        before = turn.before_opening()
        is_there = way >= course.way - TOLERANCE
        if way > before and not (is_there and has_room_to_open(state, walk, turn.end(block, side))):
            course.stop_before_opening(before)
            way, free = min(way, before), min(free, before)
    after = swung(block, side, way, *turn.about) if way > 0.0 else block
    # a way is counted in hundredths of a degree; by versions 1 to 14 of the rules a line crossed at the end of it was often free
    made = course.way if way >= course.way - TOLERANCE and is_mended(state, 15) else way
    tolls = tariff.paid(course, made)
    unit.slowed = tariff.held_in_wheel(block, side, way, turn.inner)
    cost = turn.price * way / turn.degrees + tolls
    walk.go(step, after, cost, course.rule(made, "battlesystem:7.9c"))
    leg = walk.legs[-1]
    leg.inches = radians(way) * turn.radius
    leg.unhindered = turn.price * free / turn.degrees + tolls
    leg.crossed = course.crossed(made)
    unit.footing = OFF_ROAD
    walk.stopped = way < course.way - TOLERANCE
    stands(state, walk, after)
    if walk.short > 0.0:
        walk.contacts = []
    if course.opens and not walk.stopped and not walk.contacts:
        is_open = break_order(state, walk, course.opened_by())
        walk.stopped = course.way < turn.degrees - TOLERANCE
        if walk.stopped and is_open and is_mended(state, 15):
            _wheel_on(state, walk, step, tariff, turn.degrees - course.way)
    elif course.is_cramped and course.halt is not None and not walk.stopped and not walk.contacts:
        walk.halts(*cramped(course.halt))


def _wheel_on(state: State, walk: Walk, step: Step, tariff: Tariff, degrees: float) -> None:
    """Go on with a wheel in which a unit has opened, as far as it can pay for it.

    By version 15 of the rules it ended there if not all of it could be paid for, by versions 1 to 14 always.
    Rules: battlesystem:11.8f, battlesystem:7.9c.
    """
    block = walk.unit.block
    assert block is not None
    x, y, radius = _pivot(state, walk, step, block, SIDES[step[1]])
    turn = _Turn(state, walk, step, tariff, degrees, (x, y), radius)
    if _is_payable(walk, step, tariff, turn):
        walk.stopped = False
        _turn(state, walk, step, tariff, turn)
    elif is_mended(state, 16):
        most = _payable(state, walk, step, tariff, degrees, (x, y), radius)
        walk.stopped = False
        if most > 0.0:
            turn = _Turn(state, walk, step, tariff, most, (x, y), radius)
            turn.follow(walk, step, tariff)
            _turn(state, walk, step, tariff, turn)
        if not walk.stopped and not walk.contacts:
            walk.halts(NO_MORE, "battlesystem:7.9c")


def payable(state: State, walk: Walk, step: Step) -> float:
    """The degrees of a first step that is a wheel over ground, to 0.01, for which a unit that is not closed can pay; 0 if none."""
    block, tariff = walk.unit.block, walk.tariff
    assert block is not None
    assert tariff is not None
    x, y, radius = _pivot(state, walk, step, block, SIDES[step[1]])
    return _payable(state, walk, step, tariff, float(step[2]), (x, y), radius)


def _is_payable(walk: Walk, step: Step, tariff: Tariff, turn: _Turn) -> bool:
    """True if ground does not bar a wheel, and the movement left pays for it; a wheel that may be made is followed here."""
    if walk.unit.formation != CLOSED and not within(turn.cost, walk.left):
        return False  # no line shortens the way of a unit that is not closed, each makes it dearer
    turn.follow(walk, step, tariff)
    return turn.course.halt is None and within(turn.cost, walk.left)


def _payable(
    state: State, walk: Walk, step: Step, tariff: Tariff, degrees: float, about: Point, radius: float
) -> float:
    """The degrees of a wheel, at most `degrees`, that a unit can pay for, to 0.01; 0 if none. Rule: battlesystem:7.9c."""
    low, high = 0, int(degrees * 100.0 + 0.000001)  # hundredths of a degree
    while high - low > 1:
        tried = (low + high) // 2
        if _is_payable(walk, step, tariff, _Turn(state, walk, step, tariff, tried / 100.0, about, radius)):
            low = tried
        else:
            high = tried
    return low / 100.0


def _pivot(state: State, walk: Walk, step: Step, block: Block, side: int) -> tuple[float, float, float]:
    """The point about which a unit wheels, x and y, and the radius of its outermost figure; within the line only by an option. Rule: 7.9b."""
    if len(step) < 4:
        x, y = pivot(block, side)
        return x, y, wheel_radius(block, side)
    file = int(step[3])
    if not state.setting.flags.wheel_pivot_any:
        reason = "A unit wheels about the outer figure of its front rank."
        walk.refuse(reason, "battlesystem:7.9b", False)
    elif not 0 <= file < block.files:
        reason = f"There is no file {file}: they count from 0 at the left to {block.files - 1}."
        walk.refuse(reason, "battlesystem:7.9b", False)
    else:
        x, y = inner_pivot(block, side, file)
        return x, y, swing_radius(block, x, y)
    return 0.0, 0.0, 0.0
