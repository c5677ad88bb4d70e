"""Charges: declared with target and path, walked, struck home or failed, and broken through the weak.

Order: ("charge", unit, target, ("wheel", "left", 20), ("slide", 0)): at most a few wheels and oblique legs first, then one
straight leg, as far as the charge goes unless inches are given. Turns are degrees to the right of the heading.

Rules: battlesystem:7.14 to battlesystem:7.14l, battlesystem:4.6e.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block, near
from banneret.geometry.contact import in_contact
from banneret.geometry.moves import OBLIQUE, rebuilt, slide, wheel, wheel_cost
from banneret.geometry.moves import WHEEL as MOST_WHEEL
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
from banneret.geometry.rectangles import LEFT, RIGHT, Rectangle, overlap
from banneret.geometry.sweeps import border_way, contact_way, file_ways, slide_way, wheel_way
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import (
    attack,
    command,
    discipline,
    engagement,
    formations,
    losses,
    morale,
    moving,
    standing,
)
from banneret.rulebooks.battlesystem.addressed import number, unit_of
from banneret.rulebooks.battlesystem.state import (
    CLOSED,
    FIELD,
    MOB,
    NOBODY,
    SKIRMISH,
    Pose,
    State,
    Unit,
    enemies,
    name,
)

RANGE: Final = 1.5
"""How far a charge goes, in movement rates. Rule: battlesystem:7.14b."""

ROOM: Final = 2.0 / 3.0
"""How far it must be able to go before it strikes, in movement rates. Rule: battlesystem:7.14c."""

_THROUGH: Final = 40  # break throughs of one charge at most: more than there can be figures in its way
_STRAIGHT_ON: Final = 10.0  # degrees off its front beyond which a unit rather wheels to an enemy than slides

Step = tuple[object, ...]


class Run:
    """A path as far as it was walked: the block at its end, how far its files went on singly, what was walked.

    `enemy` is the first enemy touched, or `NOBODY`. Nothing is changed by walking.
    """

    __slots__ = ("block", "early", "enemy", "heading", "made", "straight", "ways")

    def __init__(
        self,
        block: Block,
        heading: float,
        made: float,
        straight: float,
        enemy: int,
        ways: list[float] | None,
        early: bool,
    ) -> None:
        self.block: Block = block
        self.heading: float = heading  # of the last leg
        self.made: float = made  # inches, arcs of wheels included
        self.straight: float = straight  # inches of the last leg
        self.enemy: int = enemy
        self.ways: list[float] | None = ways
        self.early: bool = early  # it met something before its last leg


# ---------------------------------------------------------------- the verb: offers, refusal, sample, carry_out


def offers(state: State, unit: Unit) -> list[Order]:
    """A charge at each enemy that can be struck from where the unit stands."""
    found: list[Order] = []
    for enemy in in_reach(state, unit):
        steps = aimed(state, unit, enemy)
        if steps:
            found.append(("charge", unit.id, enemy.id, *steps))
    return found


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A charge at one of the enemies in reach, if it can be struck."""
    near = in_reach(state, unit)
    while near:
        enemy = near.pop(chance.below(len(near)))
        steps = aimed(state, unit, enemy)
        if steps:
            return ("charge", unit.id, enemy.id, *steps)
    return None


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """Why a charge cannot be declared; None when it can. What only measuring shows comes out when it is walked.

    Rules: battlesystem:7.14, battlesystem:7.14a, battlesystem:7.14d, battlesystem:7.14h, battlesystem:7.12d.
    """
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    why = cannot_charge(state, unit)
    if why is not None:
        return why
    if len(order) < 3 or not isinstance(order[2], int) or not 0 <= order[2] < len(state.units):
        return Refusal("Name the enemy by its number, then the path.", "battlesystem:7.14a")
    target = state.units[order[2]]
    if target.side == side or target.status != FIELD:
        return Refusal(f"{name(state, target)} is no enemy on the table.", "battlesystem:7.14a")
    if target.id in unit.left_by:
        reason = f"{name(state, target)} withdrew from {name(state, unit)} this round: no charge at it until the next."
        return Refusal(reason, "battlesystem:7.12d")
    return _refused_path(state, unit, order)


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Charge as declared. Rule: battlesystem:7.14a."""
    charge(state, table, state.units[order[1]], state.units[order[2]], list(order[3:]))


def cannot_charge(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot charge anybody now. Rules: battlesystem:7.14, battlesystem:7.14h."""
    label = name(state, unit)
    if unit.block is None or unit.formation == SKIRMISH:
        return Refusal(f"{label} are skirmishers: they never charge.", "battlesystem:7.14")
    if unit.engaged or standing.is_engaged(state, unit):
        return Refusal(f"{label} is in contact with an enemy already.", "battlesystem:7.14")
    if unit.moved:
        return Refusal(
            f"{label} has moved already: a charge is declared with all its path.", "battlesystem:7.14a"
        )
    if not unit.in_command and unit.formation != MOB:
        return Refusal(f"{label} is out of command and cannot charge.", "battlesystem:7.14h")
    if unit.loose is not None:
        return Refusal(f"Some figures of {label} face elsewhere.", "battlesystem:7.9g")
    rate = state.setting.rosters[unit.id].movement
    if not within(rate * ROOM, rate * RANGE - unit.spent):
        return Refusal(
            f"Filling its gaps has left {label} too little movement to charge.", "battlesystem:7.14"
        )
    return None


def _refused_path(state: State, unit: Unit, order: Order) -> Refusal | None:
    """Why a declared path makes no charge, as far as that can be seen without measuring. Rules: 7.14a, 7.14d, 7.9a, 7.9b."""
    steps = order[3:]
    rule = "battlesystem:7.14a"
    straight: Order = (*order[:3], ("slide", 0))
    if not steps or len(steps) > 8:
        return Refusal("Give the path: wheels or legs, and a straight last leg.", rule, straight)
    block = unit.block
    assert block is not None
    allowance = state.setting.rosters[unit.id].movement * RANGE - unit.spent
    first = 0.0
    for place, step in enumerate(steps):
        last = place == len(steps) - 1
        if not isinstance(step, tuple) or not step:
            return Refusal("A step is a group such as (wheel right 30) or (slide 0).", rule, straight)
        if step[0] == "slide" and 2 <= len(step) <= 3 and (last or len(step) == 3):
            turn = number(step[1])
            inches = number(step[2]) if len(step) == 3 else allowance
            if turn is None or inches is None or inches <= 0.0:
                return Refusal(
                    "A leg is (slide DEGREES INCHES), the last one without inches if you like.", rule
                )
            if abs(turn) > OBLIQUE:
                reason = f"A unit moves at most 45 degrees to either side of its front, not {turn:g}."
                nearest = (
                    *order[: 3 + place],
                    ("slide", 45 if turn > 0 else -45, *step[2:]),
                    *steps[place + 1 :],
                )
                return Refusal(reason, "battlesystem:7.9a", nearest)
            if not last:
                first += inches
        elif step[0] == "wheel" and len(step) == 3 and step[1] in ("left", "right") and not last:
            degrees = number(step[2])
            if degrees is None or not 0.0 < degrees <= MOST_WHEEL:
                return Refusal(
                    "A wheel is more than 0 and at most 90 degrees.", "battlesystem:7.9b", straight
                )
            first += wheel_cost(block, RIGHT if step[1] == "right" else LEFT, degrees)
        else:
            reason = "A charge is wheels and straight legs, the last one straight: nothing else."
            return Refusal(reason, "battlesystem:7.14d", straight)
    share, whole = state.setting.flags.charge_straight
    if first > allowance * (whole - share) / whole + TOLERANCE:
        reason = (
            f"{first:.2f} in before the last leg are too many: of the {allowance:g} in at most "
            f"{allowance * (whole - share) / whole:.2f}, for the last {share}/{whole} of a charge are straight."
        )
        return Refusal(reason, "battlesystem:7.14d", straight)
    return None


# ---------------------------------------------------------------- aiming


def in_reach(state: State, unit: Unit) -> list[Unit]:
    """The enemies within charge range of a unit that can charge at all, nearest first."""
    if unit.block is None or unit.finished or unit.moved or cannot_charge(state, unit) is not None:
        return []
    return targets(state, unit)


def targets(state: State, unit: Unit) -> list[Unit]:
    """The enemies within a unit's charge range that it may charge, nearest first."""
    block = unit.block
    assert block is not None
    reach = state.setting.rosters[unit.id].movement * RANGE - unit.spent
    found: list[tuple[float, int]] = []
    for enemy in enemies(state, unit.side):
        if enemy.id in unit.left_by:
            continue
        body = enemy.block
        if body is not None:
            far = length(body.middle_x - block.middle_x, body.middle_y - block.middle_y)
            if far > reach + body.girth + block.girth:
                continue
        apart = standing.distance(unit, enemy)
        if apart <= reach + TOLERANCE:
            found.append((apart, enemy.id))
    found.sort()
    return [state.units[enemy] for _, enemy in found]


def aimed(state: State, unit: Unit, enemy: Unit) -> list[Step] | None:
    """A path by which a unit could strike an enemy: straight on, aslant, or after one wheel; None when there is none.

    Rules: battlesystem:7.14c, battlesystem:7.14d.
    """
    block = unit.block
    assert block is not None
    rate = state.setting.rosters[unit.id].movement
    allowance = rate * RANGE - unit.spent
    x, y = nearest_figure(enemy, block.x, block.y)
    turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    tries: list[list[Step]] = []
    if abs(turn) <= OBLIQUE:
        tries.append([("slide", 0)])
    share, whole = state.setting.flags.charge_straight
    most = allowance * (whole - share) / whole
    if unit.formation == MOB or abs(turn) > _STRAIGHT_ON:
        degrees = wheel_to(block, x, y, 0.0)
        side = RIGHT if turn > 0.0 else LEFT
        if degrees > 0.0 and wheel_cost(block, side, degrees) <= most:
            tries.append([("wheel", "right" if side == RIGHT else "left", degrees), ("slide", 0)])
        elif unit.formation != MOB and abs(turn) > OBLIQUE:
            degrees = wheel_to(block, x, y, OBLIQUE)
            if degrees > 0.0 and wheel_cost(block, side, degrees) <= most:
                tries.append(
                    [
                        ("wheel", "right" if side == RIGHT else "left", degrees),
                        ("slide", 45 if side == RIGHT else -45),
                    ]
                )
    if unit.formation != MOB and abs(turn) <= OBLIQUE:
        tries.append([("slide", plain(turn))])
    for steps in tries:
        found = walk(state, unit, block, steps, allowance)
        if found.enemy == enemy.id and is_lawful(state, unit, found):
            return steps
    return None


def nearest_figure(enemy: Unit, x: float, y: float) -> tuple[float, float]:
    """The middle of the enemy's figure nearest to a point."""
    best = 1e300
    place = (x, y)
    for base in standing.bases(enemy):
        far = length(base.x - x, base.y - y)
        if far < best:
            best, place = far, (base.x, base.y)
    return place


def wheel_to(block: Block, x: float, y: float, off: float) -> float:
    """The least degrees of a wheel toward a point after which it lies at most `off` degrees from straight ahead.

    To 0.01, rounded up a little so that it does; 90 when no wheel is enough.
    """
    turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    if abs(turn) <= off:
        return 0.0
    side = RIGHT if turn > 0.0 else LEFT
    hand = 1.0 if side == RIGHT else -1.0
    low, high = 0, 9000  # hundredths of a degree
    while high - low > 1:
        middle = (low + high) // 2
        after = wheel(block, side, middle / 100.0)
        rest = hand * turn_between(after.heading, heading_of(x - after.x, y - after.y))
        if rest > off:
            low = middle
        else:
            high = middle
    return plain(high / 100.0)


def plain(figure: float) -> float:
    """A number as it stands in orders: whole ones without a point."""
    return int(figure) if figure == int(figure) else figure


# ---------------------------------------------------------------- walking


def walk(state: State, unit: Unit, block: Block, steps: list[Step], allowance: float) -> Run:
    """Walk a charge's path from where a block stands, up to the first enemy, without changing anything.

    Rules: battlesystem:7.14b, battlesystem:7.8, battlesystem:7.8b, battlesystem:7.9d.
    """
    ours = standing.obstacles(state, unit, True)
    foes = _foes_near(state, unit, block, allowance)
    theirs = [ground for _, grounds in foes for ground in grounds]
    setting = state.setting
    made = 0.0
    for step in steps[:-1]:
        left = allowance - made
        if step[0] == "wheel":
            side = RIGHT if step[1] == "right" else LEFT
            wanted = min(float(step[2]), _payable(block, side, left))  # type: ignore[arg-type]
            degrees = _wheel_on_table(state, block, side, wheel_way(block, side, wanted, ours))
            touch = wheel_way(block, side, degrees, theirs)
            end = wheel(block, side, touch) if touch > 0.0 else block
            made += wheel_cost(block, side, touch)
            if touch < wanted - TOLERANCE:
                return Run(end, end.heading, made, 0.0, _touched(state, end, foes), None, True)
        else:
            heading = snap_heading(block.heading + float(step[1]))  # type: ignore[arg-type]
            wanted = min(float(step[2]), left)  # type: ignore[arg-type]
            way = border_way(block, heading, wanted, setting.width, setting.depth)
            way = contact_way(block, heading, slide_way(block, heading, way, ours), theirs)
            end = slide(block, heading, way)
            made += way
            if way < wanted - TOLERANCE or _touched(state, end, foes) != NOBODY:
                return Run(end, heading, made, 0.0, _touched(state, end, foes), None, True)
        block = end
    last = steps[-1]
    heading = snap_heading(block.heading + float(last[1]))  # type: ignore[arg-type]
    left = allowance - made
    if len(last) == 3:
        left = min(left, float(last[2]))  # type: ignore[arg-type]
    return straight_on(state, unit, block, heading, left, made, ours, foes)


def straight_on(
    state: State,
    unit: Unit,
    block: Block,
    heading: float,
    inches: float,
    made: float,
    ours: list[Rectangle],
    foes: list[tuple[int, list[Rectangle]]],
) -> Run:
    """The straight last leg of a charge, as a body until it touches, then file by file. Rule: battlesystem:7.8b."""
    setting = state.setting
    theirs = [ground for _, grounds in foes for ground in grounds]
    way = border_way(block, heading, inches, setting.width, setting.depth)
    way = slide_way(block, heading, way, ours)
    way = contact_way(block, heading, way, theirs)
    end = slide(block, heading, way)
    enemy = _touched(state, end, foes)
    ways: list[float] | None = None
    if inches - way > 0.0 and near(end, theirs):
        bases = [
            base for one, _ in foes for base in standing.bases(state.units[one]) if _close(end, base, inches)
        ]
        ways = file_ways(end, heading, inches - way, bases, ours + theirs, unit.formation == CLOSED)
        if not any(ways):
            ways = None
        elif enemy == NOBODY:
            enemy = _touched_singly(state, end, heading, ways, foes)
    return Run(end, heading, made + way, way, enemy, ways, False)


def is_lawful(state: State, unit: Unit, run: Run) -> bool:
    """Whether a path that was walked to an enemy was a charge: room to run, straight at its end.

    Rules: battlesystem:7.14c, battlesystem:7.14d.
    """
    share, whole = state.setting.flags.charge_straight
    if run.early or not within(state.setting.rosters[unit.id].movement * ROOM, run.made):
        return False
    return within(run.made * share / whole, run.straight)


def _payable(block: Block, side: int, inches: float) -> float:
    """Degrees of wheel that so many inches pay for."""
    cost = wheel_cost(block, side, 1.0)
    return min(MOST_WHEEL, (inches + TOLERANCE) / cost)


def _wheel_on_table(state: State, block: Block, side: int, degrees: float) -> float:
    """Degrees, at most so many, that a block wheels without leaving the table. Rule: battlesystem:7.9d."""
    setting = state.setting
    reach = 2.0 * block.girth
    if reach < block.middle_x < setting.width - reach and reach < block.middle_y < setting.depth - reach:
        return degrees
    edges = [
        Rectangle(setting.width / 2.0, -1.0, setting.width, 1.0, 0.0, 1.0),
        Rectangle(setting.width / 2.0, setting.depth + 1.0, setting.width, 1.0, 0.0, 1.0),
        Rectangle(-1.0, setting.depth / 2.0, 1.0, setting.depth, 0.0, 1.0),
        Rectangle(setting.width + 1.0, setting.depth / 2.0, 1.0, setting.depth, 0.0, 1.0),
    ]
    return wheel_way(block, side, degrees, edges)


def _foes_near(state: State, unit: Unit, block: Block, allowance: float) -> list[tuple[int, list[Rectangle]]]:
    """The enemies that a block could come to, with the ground they hold."""
    found: list[tuple[int, list[Rectangle]]] = []
    reach = allowance + 3.0 * block.girth  # a wheel carries its middle off
    for enemy in enemies(state, unit.side):
        ground = [part for part in standing.ground(enemy) if _close(block, part, reach)]
        if ground:
            found.append((enemy.id, ground))
    return found


def _close(block: Block, part: Rectangle, reach: float) -> bool:
    far = length(part.x - block.middle_x, part.y - block.middle_y)
    return far <= reach + block.girth + part.half_width + part.half_depth


def _touched(state: State, block: Block, foes: list[tuple[int, list[Rectangle]]]) -> int:
    """The first enemy whose figures a block touches, in the order of their numbers; `NOBODY`. Rule: battlesystem:7.8a."""
    for enemy, grounds in foes:
        figures = near(block, grounds)
        if figures:
            bases = standing.bases(state.units[enemy])
            for figure in figures:
                base = block.base(*block.place(figure))
                if any(in_contact(base, other) for other in bases):
                    return enemy
    return NOBODY


def _touched_singly(
    state: State, block: Block, heading: float, ways: list[float], foes: list[tuple[int, list[Rectangle]]]
) -> int:
    """The first enemy that files reach which went on alone; `NOBODY`."""
    east, north = forward(heading)
    fronts = [
        block.base(0, file).moved(east * way, north * way) for file, way in enumerate(ways) if way > 0.0
    ]
    for enemy, _ in foes:
        for other in standing.bases(state.units[enemy]):
            if any(in_contact(front, other) for front in fronts):
                return enemy
    return NOBODY


# ---------------------------------------------------------------- the charge itself


def charge(state: State, table: Table, unit: Unit, target: Unit, steps: list[Step]) -> None:
    """A charge from its declaration to its end. Rules: battlesystem:7.14a to battlesystem:7.14l."""
    rate = state.setting.rosters[unit.id].movement
    allowance = rate * RANGE - unit.spent
    _tell_declared(state, table, unit, target)
    _keep_temper(state, table, unit, target)
    unit.moved = unit.acted = unit.finished = True
    block = unit.block
    assert block is not None
    run = walk(state, unit, block, steps, allowance)
    if run.enemy != NOBODY and not is_lawful(state, unit, run):
        _tell(
            state,
            table,
            unit,
            "stays where it was: there is no room for a charge.",
            "battlesystem:7.14c" if not run.early else "battlesystem:7.14d",
        )
        return
    was_closed = unit.formation == CLOSED
    unit.charged = run.enemy if run.enemy != NOBODY else target.id
    broken: dict[int, int] = {}
    _stand(unit, run)
    while run.enemy != NOBODY and len(broken) <= _THROUGH and _break_through(state, table, unit, run, broken):
        assert unit.block is not None
        ours = standing.obstacles(state, unit, True)
        foes = _foes_near(state, unit, unit.block, allowance)
        left = allowance - run.made
        run = straight_on(state, unit, unit.block, run.heading, left, run.made, ours, foes)
        _stand(unit, run)
        if run.enemy != NOBODY:
            unit.charged = run.enemy
    unit.spent += run.made
    _file_on(unit, run)
    _close_up(state, unit, broken)
    if standing.is_engaged(state, unit):
        _struck_home(state, table, unit, target)
    else:
        _failed(state, table, unit, was_closed)
    _checks_of_the_broken(state, table, unit, broken)
    command.review(state, table)


def _keep_temper(state: State, table: Table, unit: Unit, target: Unit) -> None:
    """Low or chaotic troops that charge closed may lose their order. Rules: battlesystem:7.14g, battlesystem:4.6e."""
    if unit.formation != CLOSED or unit.quarry != NOBODY:
        return
    if discipline.is_unruly(state, unit) and not discipline.check(
        state, table, unit, "a charge in closed formation"
    ):
        discipline.fail(state, table, unit, target)


def _stand(unit: Unit, run: Run) -> None:
    standing.stand(unit, run.block)


def _file_on(unit: Unit, run: Run) -> None:
    """The files of a unit go on that can touch, each for itself. Rule: battlesystem:7.8b."""
    if run.ways is None:
        return
    block = run.block
    east, north = forward(run.heading)
    poses: list[Pose] = []
    for figure in range(block.figures):
        rank, file = block.place(figure)
        x, y = block.centre(rank, file)
        way = run.ways[file]
        poses.append((snap(x + east * way), snap(y + north * way), block.heading))
    unit.loose = tuple(poses)


def _struck_home(state: State, table: Table, unit: Unit, target: Unit) -> None:
    """A charge that ends in contact. Rules: battlesystem:7.14a, battlesystem:7.14e, battlesystem:7.8f."""
    touching = standing.enemies_touching(state, unit)
    if target.id in touching:
        unit.charged = target.id
    elif unit.charged not in touching:
        unit.charged = touching[0]
    moving.catch(state, unit)
    _tell(
        state,
        table,
        unit,
        f"charges {name(state, state.units[unit.charged])} and strikes home.",
        "battlesystem:7.14e",
    )


def _failed(state: State, table: Table, unit: Unit, was_closed: bool) -> None:
    """A charge that ends without contact: closed troops open, others lose heart. Rules: battlesystem:7.14k, battlesystem:7.14l."""
    unit.charged = NOBODY
    if unit.formation == CLOSED:
        _tell(
            state, table, unit, "reaches nobody: its charge fails and its order opens.", "battlesystem:7.14k"
        )
        formations.open_up(state, table, unit)
    else:
        _tell(state, table, unit, "reaches nobody: its charge fails.", "battlesystem:7.14l")
    morale.charge_failed(state, unit, was_closed)


# ---------------------------------------------------------------- breaking through


def _break_through(state: State, table: Table, unit: Unit, run: Run, broken: dict[int, int]) -> bool:
    """Remove the figures in a charge's way if even the worst blow would kill them all; whether it did.

    `broken` takes down, by unit, the figures it had lost before. Rules: battlesystem:7.14i, battlesystem:7.14j.
    """
    struck: list[tuple[Unit, list[int]]] = []
    assigned: set[int] = set()
    for enemy_id in standing.enemies_touching(state, unit):
        enemy = state.units[enemy_id]
        pairs = standing.touches(state, unit, enemy)
        touched = sorted({touch.other for touch in pairs})
        mine = [figure for figure in engagement.eligible(state, unit, enemy) if figure not in assigned]
        assigned.update(mine)
        aspect = standing.aspect(state, unit, enemy)
        if attack.certain_kills(state, unit, enemy, len(mine), aspect) < len(touched):
            return False
        struck.append((enemy, touched))
    if not struck:
        return False
    for enemy, touched in struck:
        roster = state.setting.rosters[enemy.id]
        broken.setdefault(enemy.id, roster.figures - enemy.figures)
        losses.break_through(state, table, enemy, touched, unit.id)
        enemy.attacked = True
        state.struck = True
        if table.telling:
            figures = "a figure" if len(touched) == 1 else f"{len(touched)} figures"
            text = f"{name(state, unit)} breaks through {figures} of {name(state, enemy)} and charges on."
            data = {"unit": f"u{unit.id}", "target": f"u{enemy.id}", "figures": touched}
            table.tell(Event("through", text, "battlesystem:7.14i", side=unit.side, data=data))
    return True


def _close_up(state: State, unit: Unit, broken: dict[int, int]) -> None:
    """The units broken through close their ranks, clear of the charger. Rule: battlesystem:7.14j."""
    for enemy_id in broken:
        enemy = state.units[enemy_id]
        if enemy.status != FIELD or enemy.singles is not None:
            continue
        losses.close_up(enemy)
        block = enemy.block
        if block is None:
            continue
        clear = _cleared(state, unit, block)
        if clear is not block:
            standing.stand(enemy, clear)


def _cleared(state: State, unit: Unit, block: Block) -> Block:
    """A block pushed back rank by rank until the charger does not stand in it: its rear ranks stood there all the time."""
    mine = standing.ground(unit)
    pitch = block.depth + block.spacing
    there = block
    for ranks in range(1, 49):
        if not any(overlap(part, other) for part in there.area() for other in mine):
            return there
        x, y = block.point(0.0, -pitch * ranks)
        there = rebuilt(block, x, y, block.heading, block.files, block.spacing)
    return block


def _checks_of_the_broken(state: State, table: Table, unit: Unit, broken: dict[int, int]) -> None:
    """Morale of the units broken through, when the charger's move is finished. Rules: battlesystem:7.14j, battlesystem:4.4."""
    for enemy_id, before in broken.items():
        enemy = state.units[enemy_id]
        roster = state.setting.rosters[enemy.id]
        after = roster.figures - enemy.figures
        if enemy.status == FIELD and morale.owed(enemy, roster.figures, before, after):
            x, y = standing.centre(unit)
            morale.check(state, table, enemy, morale.Cause(morale.LOSSES, unit.id, x, y))


# ---------------------------------------------------------------- news


def _tell_declared(state: State, table: Table, unit: Unit, target: Unit) -> None:
    if table.telling:
        text = f"{name(state, unit)} charges at {name(state, target)}."
        data = {"unit": f"u{unit.id}", "target": f"u{target.id}"}
        table.tell(Event("charge", text, "battlesystem:7.14a", side=unit.side, data=data))


def _tell(state: State, table: Table, unit: Unit, what: str, rule: str) -> None:
    if table.telling:
        data: dict[str, object] = {"unit": f"u{unit.id}"}
        block = unit.block
        if block is not None:
            data |= {"x": block.x, "y": block.y, "heading": block.heading}
        table.tell(Event("charge", f"{name(state, unit)} {what}", rule, side=unit.side, data=data))
