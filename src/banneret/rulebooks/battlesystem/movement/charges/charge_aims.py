"""Aims of a charge: the enemies a unit may charge, and the paths by which it can strike them.

Rules: battlesystem:7.14, battlesystem:7.14a, battlesystem:7.14c, battlesystem:7.14d, battlesystem:7.14h, battlesystem:3.5.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final

from banneret.geometry.plane import (
    TOLERANCE,
    forward,
    heading_of,
    length,
    snap_heading,
    swing,
    turn_between,
    within,
)
from banneret.geometry.rectangles import LEFT, RIGHT, Rectangle
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import OBLIQUE, pivot, wheel, wheel_cost
from banneret.rulebooks.battlesystem.blocks.clearance import contact_way, slide_way
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.order_checks import bound, plain
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.movement.charges.charge_paths import ROOM, is_lawful, range_of, walked
from banneret.rulebooks.battlesystem.space import distances, formations, standing
from banneret.rulebooks.battlesystem.space.obstacles import SPARE, Around, around
from banneret.rulebooks.battlesystem.space.standing import nearest_figure
from banneret.rulebooks.battlesystem.state import State, enemies, name
from banneret.rulebooks.battlesystem.text.sentences import agree, says
from banneret.rulebooks.battlesystem.unit import MOB, NOBODY, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

AIMS: Final = 5  # enemies a charge is offered at where nobody may measure, the nearest by eye
SIDEWAYS: Final = 100.0  # degrees off the front beyond which nobody thinks of a charge
_CLOSE: Final = 2.25  # one and a half times the breadth of a front, squared: a point so far from a corner is farther than that from the front
_PLAINLY: Final = 0.001  # more than the tangent of 0.01 degree, and than rounding can cost
_STRAIGHT_ON: Final = 10.0  # degrees off its front beyond which a unit rather wheels to an enemy than slides


def cannot_charge(state: State, unit: Unit) -> Refusal | None:
    """The reason a unit cannot charge anybody now. Rules: battlesystem:7.14, battlesystem:7.14h."""
    label = name(state, unit)
    if unit.block is None or unit.formation == SKIRMISH:
        return Refusal(f"{label} are skirmishers: they never charge.", "battlesystem:7.14")
    why = bound(state, unit)
    if why:
        return Refusal(says(state, unit, "{}: it|they cannot charge.", why), "battlesystem:7.14")
    if unit.moved:
        return Refusal(
            says(state, unit, "has|have moved already: a charge is declared with all its path."),
            "battlesystem:7.14a",
        )
    if not unit.in_command and unit.formation != MOB:
        return Refusal(says(state, unit, "is|are out of command and cannot charge."), "battlesystem:7.14h")
    if unit.shots:
        return Refusal(says(state, unit, "shot this round: it|they cannot charge."), "battlesystem:10.4")
    if unit.loose is not None:
        if formations.are_some_turned(unit):
            return Refusal(f"Some figures of {label} face elsewhere.", "battlesystem:7.9g")
        return Refusal(
            says(state, unit, "stands|stand out of order, with no room to fall in."), "battlesystem:7.1c"
        )
    if unit.shields:
        return Refusal(
            says(state, unit, "stands|stand in a shield wall and cannot charge."), "battlesystem:11.6g"
        )
    if unit.guards:
        return Refusal(says(state, unit, "guards|guard captives and cannot charge."), "battlesystem:7.15f")
    if not within(rate(state, unit) * ROOM, range_of(state, unit) - unit.spent):
        return Refusal(
            f"Filling {agree(label, 'its|their')} gaps has left {label} too little movement to charge.",
            "battlesystem:7.14",
        )
    return None


def ahead(state: State, unit: Unit) -> list[tuple[Unit, float]]:
    """The enemies before a unit that are worth thinking of a charge, the nearest by eye first, with the degrees off its front.

    Their distances are not measured here. Rules: battlesystem:3.5, battlesystem:7.14a.
    """
    block = unit.block
    if block is None:
        return []
    seen: list[tuple[float, int, float]] = []
    for enemy in enemies(state, unit.side):
        if enemy.id in unit.left_by:
            continue
        x, y = nearest_figure(enemy, block.x, block.y)
        turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
        if abs(turn) <= SIDEWAYS:
            seen.append((length(x - block.x, y - block.y), enemy.id, turn))
    seen.sort()
    return [(state.units[number], turn) for _, number, turn in seen[:AIMS]]


def toward(turn: float) -> list[Step]:
    """A path at an enemy n degrees off a unit's front: straight on, aslant, or a wheel and straight on."""
    if abs(turn) <= _STRAIGHT_ON:
        return [("slide", 0)]
    if abs(turn) <= OBLIQUE:
        return [("slide", plain(round(turn)))]
    return [("wheel", "right" if turn > 0.0 else "left", 45), ("slide", 0)]


def in_reach(state: State, unit: Unit) -> list[Unit]:
    """The enemies within charge range of a unit that can charge at all, nearest first."""
    if not is_ready(unit):
        return []
    near_by = targets(state, unit)
    return near_by if near_by and cannot_charge(state, unit) is None else []


def is_ready(unit: Unit) -> bool:
    """True if a unit could charge by order, at a glance."""
    if unit.block is None or unit.finished or unit.moved or unit.routed or unit.rallied:
        return False
    if unit.formation == MOB or unit.quarry != NOBODY or unit.shots:
        return False  # it does not wait for orders
    return (
        not unit.engaged and unit.in_command and unit.loose is None
    )  # as `cannot_charge` says, but for the reasons


def near_by(state: State, unit: Unit) -> list[Unit]:
    """The enemies that may be within charge range of a unit that can charge at all: no other is, but nothing is measured."""
    if not is_ready(unit):
        return []
    reach = range_of(state, unit) - unit.spent + TOLERANCE
    found = [one for one in distances.enemies_near(state, unit, reach) if one.id not in unit.left_by]
    return found if found and cannot_charge(state, unit) is None else []


def targets(state: State, unit: Unit) -> list[Unit]:
    """The enemies within a unit's charge range that it may charge, nearest first."""
    reach = range_of(state, unit) - unit.spent
    found: list[tuple[float, int]] = []
    for enemy in distances.enemies_near(state, unit, reach + TOLERANCE):
        if enemy.id in unit.left_by or distances.is_beyond(unit, enemy, reach + TOLERANCE):
            continue
        apart = distances.distance(unit, enemy)
        if apart <= reach + TOLERANCE:
            found.append((apart, enemy.id))
    found.sort()
    return [state.units[enemy] for _, enemy in found]


def aimed(state: State, unit: Unit, enemy: Unit) -> list[Step] | None:
    """A path by which a unit could strike an enemy: straight on, aslant, or after one wheel; None when there is none.

    Rules: battlesystem:7.14c, battlesystem:7.14d.
    """
    found = strike(state, unit, enemy)
    return None if found is None else found[0]


def strike(state: State, unit: Unit, enemy: Unit) -> tuple[list[Step], Walk] | None:
    """The path of `aimed` with the walk along it, to be made at once."""
    allowance = range_of(state, unit) - unit.spent
    look: Around | None = None
    for steps in _paths(state, unit, enemy, allowance):
        dash = _dash(state, unit, enemy, steps, allowance)
        if dash is None:
            continue
        if look is None:
            look = around(state, unit, allowance + SPARE, max(0.0, allowance))
        if dash.is_barred(look, enemy):
            continue
        run = walked(state, unit, steps)
        if enemy.id in run.walk.contacts and is_lawful(state, unit, run):
            return steps, run.walk
    return None


def _paths(state: State, unit: Unit, enemy: Unit, allowance: float) -> Iterator[list[Step]]:
    """The paths that are tried, the simplest first. Rule: battlesystem:7.14d."""
    block = unit.block
    assert block is not None
    x, y = nearest_figure(enemy, block.x, block.y)
    turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    if abs(turn) <= OBLIQUE:
        yield [("slide", 0)]
    share, whole = state.setting.flags.charge_straight
    most = allowance * (whole - share) / whole
    if unit.formation == MOB or abs(turn) > _STRAIGHT_ON:
        side = RIGHT if turn > 0.0 else LEFT
        word = "right" if side == RIGHT else "left"
        degrees = wheel_within_reach(block, side, x, y, 0.0, most)
        if degrees > 0.0:
            yield [("wheel", word, degrees), ("slide", 0)]
        elif unit.formation != MOB and abs(turn) > OBLIQUE:
            degrees = wheel_within_reach(block, side, x, y, OBLIQUE, most)
            if degrees > 0.0:
                yield [("wheel", word, degrees), ("slide", 45 if side == RIGHT else -45)]
    if unit.formation != MOB and abs(turn) <= OBLIQUE:
        yield [("slide", plain(turn))]


class _Dash:
    """The last leg of a path at an enemy, as far as him: the block before it, its heading and its inches."""

    __slots__ = ("block", "heading", "way")

    def __init__(self, block: Block, heading: float, way: float) -> None:
        self.block: Block = block
        self.heading: float = heading
        self.way: float = way

    def is_barred(self, look: Around, enemy: Unit) -> bool:
        """True if anybody else, or forbidden ground, is met before the enemy is."""
        enough = self.way - TOLERANCE
        if slide_way(self.block, self.heading, self.way, look.bars) < enough:
            return True
        others: list[Rectangle] = []
        for foe in look.foes:
            if foe is not enemy:
                others.extend(standing.ground(foe))
        return slide_way(self.block, self.heading, self.way, others) < enough


def _dash(state: State, unit: Unit, enemy: Unit, steps: list[Step], allowance: float) -> _Dash | None:
    """The last leg of a path if it leads to an enemy with room to run, whoever stands in the way: cheaper than to walk it all."""
    block = unit.block
    assert block is not None
    cost = 0.0
    if len(steps) > 1:
        side = RIGHT if steps[0][1] == "right" else LEFT
        cost = wheel_cost(block, side, steps[0][2])
        block = wheel(block, side, steps[0][2])
    heading = snap_heading(block.heading + steps[-1][1])
    left = allowance - cost
    way = contact_way(block, heading, left + 2.0 * TOLERANCE, standing.ground(enemy))
    if way > left + TOLERANCE or cost + way < rate(state, unit) * ROOM - TOLERANCE:
        return None
    return _Dash(block, heading, way)


def wheel_within_reach(block: Block, side: int, x: float, y: float, off: float, most: float) -> float:
    """The degrees of `wheel_to`, a wheel to the side on which the point lies; 0 if it costs more than `most` inches.

    Most wheels at an enemy are too dear, which one look shows: after the longest that can be paid, and a hair, the point is not yet as
    nearly ahead. (A wheel only brings it nearer to straight ahead while it is farther from the front than that is broad.)
    """
    corner_x, corner_y = corner = pivot(block, side)
    east, north = x - corner_x, y - corner_y
    inches = wheel_cost(block, side, 90.0)
    longest = 9000  # hundredths of a degree
    if most < inches:
        longest = int(most / inches * 9000.0) + 1
        if east * east + north * north > _CLOSE * block.breadth * block.breadth and _is_off_after(
            block, side, corner, longest, x, y, off
        ):
            return 0.0
    degrees = wheel_to(block, x, y, off, longest)
    return degrees if wheel_cost(block, side, degrees) <= most else 0.0


def wheel_to(block: Block, x: float, y: float, off: float, longest: int = 9000) -> float:
    """The least degrees of a wheel toward a point after which it lies at most `off` degrees from straight ahead.

    To 0.01, rounded up a little so that it does; 90 when no wheel is enough, or none of up to `longest` hundredths of a degree.
    """
    turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    if abs(turn) <= off:
        return 0.0
    side = RIGHT if turn > 0.0 else LEFT
    low, high = 0, 9000  # hundredths of a degree
    corner = pivot(block, side)
    guess = _wheel_guessed(block, side, corner, x, y, off)
    # The guess is the figure sought, but for roundings: two or three looks show it.
    for tried in (guess, guess + 1, guess - 1, guess - 2):
        if low < tried < high:
            if _is_off_after(block, side, corner, tried, x, y, off):
                low = tried
            else:
                high = tried
    while high - low > 1:
        middle = (low + high) // 2
        if not _is_off_after(block, side, corner, middle, x, y, off):
            high = middle
        elif middle >= longest:
            return 90.0
        else:
            low = middle
    return plain(high / 100.0)


def _is_off_after(
    block: Block, side: int, corner: tuple[float, float], angle: int, x: float, y: float, off: float
) -> bool:
    """True if a point lies more than `off` degrees off straight ahead, to the side of the wheel, after n hundredths of a degree."""
    hand = 1.0 if side == RIGHT else -1.0
    degrees = hand * angle / 100.0
    front_x, front_y = swing(block.x, block.y, *corner, degrees)
    east, north = x - front_x, y - front_y
    # Degrees are counted to 0.01: where it lies plainly to one side of the line at `off`, its bearing need not be worked out.
    line_x, line_y = forward(block.heading + degrees + hand * off)
    ahead, beyond = east * line_x + north * line_y, hand * (east * line_y - north * line_x)
    if ahead > _PLAINLY and (beyond <= 0.0 or beyond > _PLAINLY * ahead):
        return beyond > 0.0
    return hand * turn_between(block.heading + degrees, heading_of(east, north)) > off


def _wheel_guessed(
    block: Block, side: int, corner: tuple[float, float], x: float, y: float, off: float
) -> int:
    """About the hundredths of a degree of `wheel_to`; far below 0 where the point is too near to the corner to tell.

    Seen from the corner, about which the front turns, the point and the middle of the front make a triangle of which two sides and
    an angle are known, the sides being half the front and the way to the point.
    """
    corner_x, corner_y = corner
    east, north = x - corner_x, y - corner_y
    squared = east * east + north * north
    if squared <= block.breadth * block.breadth / 2.0:
        return -9000  # a quarter turn might carry it all the way round to behind the front
    sine = block.breadth / 2.0 * forward(off)[1]
    hand = 1.0 if side == RIGHT else -1.0
    aim = hand * turn_between(block.heading, heading_of(east, north))
    if aim < -90.0:
        aim += 360.0  # behind it, between the corner and the middle of the front
    guess = (aim - off + heading_of(sine, sqrt(squared - sine * sine))) * 100.0
    return int(max(0.0, min(9000.0, guess)) + 0.5)
