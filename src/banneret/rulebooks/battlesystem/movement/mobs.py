"""Mobs on the move: their four orders carried out, round ground that they cannot enter.

Rules: battlesystem:2.10b, battlesystem:2.10f, battlesystem:2.10g, battlesystem:2.10j, battlesystem:7.7a, battlesystem:7.9i.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, snap_heading, turn_between
from banneret.geometry.rectangles import LEFT, RIGHT, Rectangle
from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block_moves import WHEEL as MOST_WHEEL
from banneret.rulebooks.battlesystem.blocks.block_moves import wheel_cost, wheel_within
from banneret.rulebooks.battlesystem.blocks.clearance import border_way, contact_way, slide_way, wheel_way
from banneret.rulebooks.battlesystem.blocks.ground_costs import front_middles
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.drill.legs import left_of
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.movement import forced_marches
from banneret.rulebooks.battlesystem.movement.charges import charge_paths, charging
from banneret.rulebooks.battlesystem.space import contacts, distances, field, obstacles, standing
from banneret.rulebooks.battlesystem.space.tariffs import FAR, Tariff
from banneret.rulebooks.battlesystem.state import State, enemies, is_mended, on_field
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CHARGE, FIELD, FORCE_MARCH, FORWARD, NO_ORDER, WHEEL, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

SWERVES: Final = tuple(float(degrees) for degrees in range(0, 46, 5))
"""Degrees off straight ahead that a mob tries, to either side. Rule: battlesystem:2.10j."""

STRAIGHT_ON: Final[list[Step]] = [("slide", 0)]


def obey(state: State, table: Table, unit: Unit) -> None:
    """Carry out the order that is in force; a mob that touches an enemy stays and fights. Rules: 2.10e, 2.10f, 2.10h, 7.8d, 7.15f.

    So does a mob that began the part in contact, even if friends have ridden down its enemy since; by versions 1 to 10 of the rules it moved.
    Guards of captives go no farther than half its rate, whatever the order; by versions 1 to 8 of the rules they charged and marched.
    """
    if unit.order == NO_ORDER or unit.routed or unit.finished or contacts.is_engaged(state, unit):
        return
    if unit.engaged and is_mended(state, 11):
        return
    if unit.order == WHEEL:
        _wheel_on(state, table, unit)
        return
    inches = rate(state, unit)
    held_back = unit.order == FORCE_MARCH and footprints.is_beset(state, unit)
    if unit.order == FORWARD or held_back or (unit.guards and is_mended(state, 9)):
        _forward(state, table, unit, inches)
    elif unit.order == FORCE_MARCH:
        forced_marches.force(
            state, table, unit, [("slide", swerve(state, unit, forced_marches.rate_of(state, unit)))]
        )
    elif unit.order == CHARGE:
        enemy = ahead(state, unit)
        run = None if enemy is None else charge_paths.walked(state, unit, STRAIGHT_ON)
        if enemy is None or run is None or not _may_charge(state, unit, run):
            _forward(state, table, unit, inches)
        else:
            charging.charge(state, table, unit, enemy, STRAIGHT_ON, run.walk)


def waits(state: State, table: Table, unit: Unit) -> bool:
    """Ask if a mob with friends before it, who may go on yet, moves when its side has moved its other troops; True if it waits.

    By versions 1 to 16 of the rules no mob could. Rules: battlesystem:1.4, battlesystem:2.10f.
    """
    if not is_mended(state, 17) or unit.order == NO_ORDER or unit.finished or unit.engaged:
        return False
    friends = [
        one.id for one in on_field(state, unit.side) if not (one.routed or one.finished or one.engaged)
    ]
    if not _is_held_up(state, unit, friends):
        return False
    options: list[Order] = [("later", unit.id), ("now", unit.id)]
    return bool(table.ask(Choice("crowd", unit.side, "battlesystem:1.4", options))[0] == "later")


def _is_held_up(state: State, unit: Unit, friends: list[int]) -> bool:
    """True if one of these friends, by number, bars the way that a mob is ordered to go. Rules: battlesystem:1.4, battlesystem:7.1e."""
    block = unit.block
    if block is None:
        return False
    inches = rate(state, unit) * (charge_paths.RANGE if unit.order in (CHARGE, FORCE_MARCH) else 1.0)
    bars: list[Rectangle] = []
    foes: list[Rectangle] = []
    for other in distances.units_near(state, block.middle_x, block.middle_y, block.girth + inches):
        if other.side != unit.side:
            foes += standing.ground(other)
        elif other.id != unit.id and other.id in friends:
            bars += standing.ground(other)
    if not bars:
        return False
    if unit.order == WHEEL:
        side, degrees = RIGHT if unit.turn > 0.0 else LEFT, min(abs(unit.turn), MOST_WHEEL)
        return wheel_way(block, side, degrees, bars) < wheel_way(block, side, degrees, foes)
    heading = snap_heading(block.heading + swerve(state, unit, inches))
    return slide_way(block, heading, inches, bars) < slide_way(block, heading, inches, foes) - TOLERANCE


def obey_at_last(state: State, table: Table, side: int) -> bool:
    """Let the mobs of a side obey that waited for its other troops, the foremost first; True if there were any. Rule: battlesystem:1.4."""
    waiting = [unit.id for unit in on_field(state, side) if unit.waits]
    are_any = bool(waiting)
    while waiting:
        free = [number for number in waiting if not _is_held_up(state, state.units[number], waiting)]
        unit = state.units[free[0] if free else waiting[0]]
        waiting.remove(unit.id)
        unit.waits = False
        if unit.status == FIELD:
            obey(state, table, unit)
    return are_any


def _may_charge(state: State, unit: Unit, run: charge_paths.Run) -> bool:
    """True if nothing bars a charge straight ahead, no hedge, slope or hero; if not, the mob goes on as if no enemy were there.

    By versions 1 to 9 of the rules it stood still then, as after an unlawful charge. Rules: battlesystem:2.10f, battlesystem:11.8g.
    """
    return not is_mended(state, 10) or charge_paths.is_lawful(state, unit, run)


def _forward(state: State, table: Table, unit: Unit, inches: float) -> None:
    """Move n inches ahead, into contact if an enemy is there. Rule: battlesystem:2.10f."""
    turn = swerve(state, unit, inches)
    mover.walk(state, table, unit, [("slide", turn)], inches)
    unit.finished = True


def _wheel_on(state: State, table: Table, unit: Unit) -> None:
    """Make as much of the ordered wheel as the movement left pays for; the rest waits. Rules: battlesystem:2.10f, battlesystem:11.8n.

    By versions 1 to 10 of the rules a mob on dear ground, or with no room to turn, stood still, and forgot what it had not turned.
    """
    block = unit.block
    if block is None or unit.turn == 0.0:
        return
    side = RIGHT if unit.turn > 0.0 else LEFT
    inches = left_of(state, unit)
    degrees = min(abs(unit.turn), MOST_WHEEL)
    if wheel_cost(block, side, degrees) > inches + TOLERANCE:
        degrees = wheel_within(block, side, inches)
    if degrees <= 0.0:
        return
    word = "right" if side == RIGHT else "left"
    walk = None
    if is_mended(state, 11) and state.setting.terrain:
        walk = walking.wheel_as_far(state, unit, word, degrees)
        if walk is None:
            return
    mover.walk(state, table, unit, [("wheel", word, degrees)], rate(state, unit), planned=walk)
    after = unit.block
    if after is None or unit.routed:
        return
    if after is not block or is_mended(state, 11):
        degrees = abs(turn_between(block.heading, after.heading))  # it may have been stopped
    left = abs(unit.turn) - degrees
    unit.turn = 0.0 if left <= 0.01 else (left if side == RIGHT else -left)
    unit.finished = True
    if table.telling and unit.turn:
        text = says(state, unit, f"has|have {abs(unit.turn):.0f} degrees of its|their wheel still to go.")
        data = {"unit": f"u{unit.id}", "turn": unit.turn}
        table.tell(Event("mob", text, "battlesystem:2.10f", side=unit.side, data=data))


def swerve(state: State, unit: Unit, inches: float) -> float:
    """The direction in which a mob goes n inches, in degrees to the right of its front.

    It is that of `SWERVES` which is free of forbidden ground and the table's edge for the longest way; of equals the one that costs
    least, then the smallest, then the one to the right. Rules: battlesystem:2.10j, battlesystem:11.8n.
    """
    tariff = field.tariff(state, unit, inches) if is_mended(state, 3) else None
    best, farthest, least = 0.0, -1.0, 0.0
    for degrees in SWERVES:
        for turn in (degrees, -degrees):
            if degrees == 0.0 and farthest >= 0.0:
                continue
            way, cost = _corridor(state, unit, turn, inches, tariff)
            if way >= inches - TOLERANCE and cost <= inches + TOLERANCE and tariff is None:
                return turn
            cheaper = way > farthest - TOLERANCE and cost < least - TOLERANCE
            if way > farthest + TOLERANCE or cheaper:
                best, farthest, least = turn, way, cost
    return best


def _corridor(
    state: State, unit: Unit, turn: float, inches: float, tariff: Tariff | None
) -> tuple[float, float]:
    """Inches, at most n, that ground lets a mob go in a direction, and their cost by the tariff. Units are not looked at. Rules: 2.10j, 11.8n."""
    block, setting = unit.block, state.setting
    assert block is not None
    heading = snap_heading(block.heading + turn)
    walls = setting.walls if tariff is None else field.walls_near(state, unit, inches + block.girth + 2.0)
    way = border_way(block, heading, inches, setting.width, setting.depth)
    way = slide_way(block, heading, way, walls)
    if tariff is None:
        return way, way
    tariff.begin(unit.spent, unit.slowed)
    course = tariff.slide(unit, heading, way, FAR)
    way = min(way, course.way)
    return way, tariff.bill(front_middles(block), heading, way, course)


def ahead(state: State, unit: Unit) -> Unit | None:
    """The enemy in a mob's path that it can charge: at least 2/3 of its rate away, at most 1 1/2. Rule: battlesystem:2.10f."""
    block = unit.block
    assert block is not None
    most = charge_paths.range_of(state, unit) - unit.spent
    found: Unit | None = None
    nearest = most + TOLERANCE
    for enemy in enemies(state, unit.side):
        way = contact_way(block, block.heading, most + 1.0, standing.ground(enemy))
        if way < nearest:
            nearest, found = way, enemy
    if found is None or nearest < rate(state, unit) * charge_paths.ROOM - TOLERANCE:
        return None
    if found.id in unit.left_by:
        return None
    clear = slide_way(block, block.heading, nearest, obstacles.obstacles(state, unit, True))
    return found if clear >= nearest - TOLERANCE else None
