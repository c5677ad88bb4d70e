"""What a side's units do of themselves before it may move any: tempers are tested, routs go on, mobs obey, the enraged attack.

Rules: battlesystem:1.4, battlesystem:4.6c, battlesystem:4.6f, battlesystem:4.6g, battlesystem:6.4, battlesystem:7.3c,
battlesystem:7.3d, battlesystem:7.8d, battlesystem:7.15g.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import wheel as wheeled
from banneret.geometry.moves import wheel_cost, wheel_within
from banneret.geometry.plane import (
    TOLERANCE,
    forward,
    heading_of,
    length,
    snap,
    snap_heading,
    turn_between,
    within,
)
from banneret.geometry.rectangles import LEFT, RIGHT
from banneret.geometry.sweeps import border_way, slide_way
from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import (
    charges,
    command,
    discipline,
    disengage,
    losses,
    mobs,
    rout,
    standing,
    wraps,
)
from banneret.rulebooks.battlesystem.moving import plain
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    MOB,
    MOVEMENT,
    NOBODY,
    State,
    Unit,
    enemies,
    name,
    on_field,
)
from banneret.rulebooks.battlesystem.walking import Step, Walk, catch, go, left_of, plan, rate

OBLIQUE: Final = 45.0  # degrees
SWERVES: Final = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0)  # degrees tried round what is in the way
JAMMED: Final[tuple[tuple[Step, ...], ...]] = ((), (("face", "left"),), (("face", "right"),), (("about",),))
_NEAR: Final = 24.0  # inches: while anybody is so near nobody looks farther
_LEAST: Final = 0.05  # inches: a move shorter than this is none


def compelled_step(state: State, table: Table) -> None:
    """The beginning of a side's movement part, up to its first voluntary move; tempers are tested before anybody moves.

    Rules: battlesystem:1.4, battlesystem:4.6c, battlesystem:4.6f, battlesystem:7.15g.
    """
    side = state.movers[state.part]
    discipline.settle(state)
    begin(state, table, side)
    for unit in on_field(state, side):
        provoked(state, table, unit)
    for unit in on_field(state, side):
        if unit.status == FIELD:
            run_on(state, table, unit)
    for unit in on_field(state, side):
        if unit.status == FIELD and not unit.routed:
            if unit.quarry != NOBODY:
                attack(state, table, unit)
            elif unit.formation == MOB:
                mobs.obey(state, table, unit)
    command.review(state, table)
    state.mover = NOBODY
    state.stage = MOVEMENT


def begin(state: State, table: Table, side: int) -> None:
    """Mark who begins in contact, put the others in order, pay for gaps. Rules: 7.1c, 7.3c, 7.3d, 7.8d."""
    wraps.settle(state, table)
    for unit in on_field(state, side):
        unit.engaged = standing.is_engaged(state, unit)
        if not unit.engaged:
            standing.tidy(state, unit)
            if unit.formation == MOB:
                losses.reshape(state, unit)
        if unit.routed:
            unit.debt = 0  # a rout cancels what was owed
        if unit.debt:
            losses.pay(state, table, unit, rate(state, unit))


def run_on(state: State, table: Table, unit: Unit) -> None:
    """A rout that nobody rallied goes on. Rules: battlesystem:6.4, battlesystem:7.15g."""
    if unit.singles is not None:
        if any(single.routed and not single.done and single.gone == FIELD for single in unit.singles):
            rout.go_on(state, table, unit)
    elif unit.routed and not unit.finished:
        rout.go_on(state, table, unit)
        unit.finished = True


# ---------------------------------------------------------------- tempers


def charge_range(state: State, unit: Unit) -> float:
    """Inches within which an enemy provokes a unit; skirmishers' is their movement rate. Rules: 4.6c, 7.14."""
    inches = rate(state, unit)
    return inches if unit.singles is not None else inches * charges.RANGE


def provokes_all(state: State, unit: Unit) -> bool:
    """Whether any enemy at all provokes a unit: mobs and berserkers. Rule: battlesystem:4.6f."""
    return unit.formation == MOB or state.setting.rosters[unit.id].special == "berserker"


def provoked(state: State, table: Table, unit: Unit) -> None:
    """The Discipline Check of a unit that sees whom it cannot leave alone. Rules: battlesystem:4.6c, battlesystem:4.6f."""
    if unit.routed or unit.rallied or unit.engaged or unit.quarry != NOBODY:
        return
    anybody = provokes_all(state, unit)
    hates = state.setting.rosters[unit.id].hates
    if not anybody and not hates:
        return
    reach = charge_range(state, unit)
    seen: list[tuple[float, int, int]] = []
    for enemy in enemies(state, unit.side):
        if not anybody and state.setting.rosters[enemy.id].creature not in hates:
            continue
        if discipline.is_routed(enemy) or not standing.may_meet(unit, enemy, reach + TOLERANCE):
            continue  # an attack on the routed would be over before it began (4.6g)
        far = discipline.sees(state, unit, enemy, reach)
        if far >= 0.0 and within(far, reach):
            seen.append((snap(far), -enemy.figures, enemy.id))
    if not seen:
        return
    why = f"{name(state, state.units[min(seen)[2]])} in charge range" if table.telling else ""
    if not discipline.check(state, table, unit, why):
        discipline.fail(state, table, unit, state.units[chosen(table, unit, seen)])


def chosen(table: Table, unit: Unit, seen: list[tuple[float, int, int]]) -> int:
    """The enemy that provoked a unit: the nearest, of equals the strongest, then as the owner likes. Rule: 4.6g."""
    best = min(seen)
    equals = sorted([enemy for far, figures, enemy in seen if (far, figures) == best[:2]])
    if len(equals) == 1:
        return equals[0]
    options: list[Order] = [("attack", unit.id, enemy) for enemy in equals]
    return int(table.ask(Choice("quarry", unit.side, "battlesystem:4.6g", options))[2])


# ---------------------------------------------------------------- compelled attacks


def attack(state: State, table: Table, unit: Unit) -> None:
    """What a unit out of hand does in its movement: it fights, charges, or goes for its enemy. Rule: battlesystem:4.6g."""
    if standing.is_engaged(state, unit):
        unit.finished = True
        return
    if unit.finished:
        return
    if unit.singles is not None:
        skirmish(state, table, unit)
        return
    quarry = state.units[unit.quarry]
    if discipline.is_over(state, unit) or _goes_for(state, table, unit, quarry):
        return
    others = [enemy for enemy in enemies(state, unit.side) if enemy.id != unit.quarry]
    near = [enemy for enemy in others if standing.may_meet(unit, enemy, _NEAR)]
    others = near or others
    others.sort(key=lambda enemy: (standing.distance(unit, enemy), enemy.id))
    for enemy in others:
        if _goes_for(state, table, unit, enemy):
            return
    if unit.formation != MOB:
        ways = _ways_out(state, unit)
        for enemy in (quarry, *others):
            way = _out_of_jam(ways, unit, enemy)
            if way is not None:
                _goes_on(state, table, unit, way)
                return


def _goes_for(state: State, table: Table, unit: Unit, enemy: Unit) -> bool:
    """A unit out of hand charges an enemy, or moves toward it; whether it could do either. Rule: battlesystem:4.6g."""
    reach = charges.range_of(state, unit)
    if enemy.id not in unit.left_by and not unit.guards and standing.may_meet(unit, enemy, reach):
        found = charges.strike(state, unit, enemy)
        if found is not None:
            path, run = found
            charges.charge(state, table, unit, enemy, path, run)
            return True
    steps = approach(state, unit, enemy)
    if not steps:
        return False
    walk = plan(state, unit, steps, rate(state, unit), True)
    leads_on = walk.cost > _LEAST or bool(walk.contacts)
    if not leads_on and unit.formation != MOB:
        return False
    _goes_on(state, table, unit, walk)
    return True


def _goes_on(state: State, table: Table, unit: Unit, walk: Walk) -> None:
    """A unit out of hand makes a walk, and no other move in this round."""
    go(state, table, unit, walk)
    unit.finished = True


def _ways_out(state: State, unit: Unit) -> list[Walk]:
    """The ways of a jammed unit: aslant as far as it goes, at worst after a turn on the spot."""
    found: list[Walk] = []
    for turned in JAMMED:
        if turned and unit.loose is not None:
            break
        for turn in SWERVES:
            steps: list[Step] = [*turned, ("slide", plain(turn))]
            walk = plan(state, unit, steps, rate(state, unit), True)
            if walk.refusal is None:
                found.append(walk)
    return found


def _out_of_jam(ways: list[Walk], unit: Unit, enemy: Unit) -> Walk | None:
    """The way of a unit that neither wheel nor oblique move brings nearer to anybody: into contact with an enemy, else nearer.

    The rule gives it a wheel and a straight or oblique leg, and other enemies when that does not lead to its own; only when all
    of it is barred does it turn on the spot, as any unit may, rather than stand for the rest of the battle. None: nothing helps.
    Rule: battlesystem:4.6g.
    """
    nearest = standing.distance(unit, enemy) - _LEAST
    best: Walk | None = None
    for walk in ways:
        if enemy.id in walk.contacts:
            return walk
        if standing.may_meet(walk.unit, enemy, nearest):
            far = standing.distance(walk.unit, enemy)
            if far < nearest:
                nearest, best = far, walk
    return best


def approach(state: State, unit: Unit, enemy: Unit) -> list[Step]:
    """The steps toward an enemy that cannot be charged: a wheel as far as needed, then at its nearest figure.

    Round forbidden ground it takes, of all directions it may, the one that brings it nearest. Empty: it cannot get nearer.
    Rule: battlesystem:4.6g.
    """
    block = unit.block
    assert block is not None
    left = left_of(state, unit)
    steps: list[Step] = []
    x, y = charges.nearest_figure(enemy, block.x, block.y)
    crowd = unit.formation == MOB
    degrees = charges.wheel_to(block, x, y, 0.0 if crowd else OBLIQUE)
    if degrees > 0.0:
        turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
        side = RIGHT if turn > 0.0 else LEFT
        if wheel_cost(block, side, degrees) > left:
            degrees = wheel_within(block, side, left)
            left = 0.0
        else:
            left -= wheel_cost(block, side, degrees)
        if degrees > 0.0:
            steps.append(("wheel", "right" if side == RIGHT else "left", plain(degrees)))
            block = wheeled(block, side, degrees)
    if left > _LEAST:
        slant = _turn_toward(state, unit, enemy, block, left, crowd)
        if slant is not None:
            steps.append(("slide", plain(slant), plain(snap(left))))
    return steps


def _turn_toward(
    state: State, unit: Unit, enemy: Unit, block: Block, left: float, crowd: bool
) -> float | None:
    """Degrees to the right of its front that bring a unit nearest to an enemy; None when it gets no nearer."""
    x, y = charges.nearest_figure(enemy, block.x, block.y)
    aim = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    aim = max(-OBLIQUE, min(OBLIQUE, aim))
    bars = standing.obstacles(state, unit, True)
    setting = state.setting
    before = length(x - block.x, y - block.y)
    best: float | None = None
    nearest = before - _LEAST
    turns = [0.0 if crowd else aim, *SWERVES]
    for turn in turns:
        heading = snap_heading(block.heading + turn)
        way = slide_way(block, heading, left, bars)
        way = border_way(block, heading, way, setting.width, setting.depth)
        east, north = forward(heading)
        way = min(way, max(0.0, (x - block.x) * east + (y - block.y) * north))
        rest = length(x - block.x - east * way, y - block.y - north * way)
        if rest < nearest - TOLERANCE:
            nearest, best = rest, turn
        if turn == turns[0] and way >= min(left, before) - TOLERANCE:
            return turn
    return best


def skirmish(state: State, table: Table, unit: Unit) -> None:
    """Skirmishers out of hand run at the nearest figures of their enemy, each for itself. Rules: 4.6g, 2.9d, 2.9e."""
    singles = unit.singles
    assert singles is not None
    enemy = state.units[unit.quarry]
    inches = rate(state, unit)
    for figure, single in enumerate(singles):
        if single.gone != FIELD or single.routed or single.done:
            continue
        x, y = charges.nearest_figure(enemy, single.x, single.y)
        heading = heading_of(x - single.x, y - single.y)
        before = single.heading
        unit.place(figure, single.x, single.y, heading)
        if not disengage.send_single(state, unit, figure, heading, inches - single.moved, _LEAST, enemy):
            unit.place(figure, single.x, single.y, before)
        single.done = True
    unit.moved = unit.acted = unit.finished = True
    catch(state, unit)
    if table.telling:
        text = says(state, unit, "runs|run at {}.", name(state, enemy))
        data = {"unit": f"u{unit.id}", "target": f"u{enemy.id}"}
        table.tell(Event("move", text, "battlesystem:4.6g", side=unit.side, data=data))
