"""Charges: declared with target and path, walked, struck home or failed, and broken through the weak.

Order: ("charge", unit, target, ("wheel", "left", 20), ("slide", 0)): the steps of an ordinary move, the last of them one
straight leg, as far as the charge goes unless inches are given. Legs of one direction are one leg. What turns on the spot cost
is paid, but is no way made.

Rules: battlesystem:7.14 to battlesystem:7.14l, battlesystem:4.6e.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import OBLIQUE, pivot, rebuilt, wheel, wheel_cost
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
from banneret.geometry.sweeps import NEVER, contact_way, slide_way
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
    standing,
)
from banneret.rulebooks.battlesystem.addressed import declared, unit_of
from banneret.rulebooks.battlesystem.moving import misread, plain
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import (
    CLOSED,
    FIELD,
    MOB,
    NOBODY,
    OPEN,
    SKIRMISH,
    State,
    Unit,
    enemies,
    figures_on,
    name,
)
from banneret.rulebooks.battlesystem.walking import Step, Walk, catch, inches_of, plan, rate

RANGE: Final = 1.5
"""How far a charge goes, in movement rates. Rule: battlesystem:7.14b."""

ROOM: Final = 2.0 / 3.0
"""How far it must be able to go before it strikes, in movement rates. Rule: battlesystem:7.14c."""

_MOTION: Final = ("slide", "wheel")  # the steps that are movement made, not turning on the spot
_MOST_STEPS: Final = 8
_STRAIGHT_ON: Final = 10.0  # degrees off its front beyond which a unit rather wheels to an enemy than slides

AIMS: Final = 5  # enemies a charge is offered at where nobody may measure, the nearest by eye
SIDEWAYS: Final = 100.0  # degrees off the front beyond which nobody thinks of a charge


class Run:
    """A charge's path as it was walked, with nothing changed yet.

    walk: the walk. made: inches the body of the unit walked, arcs of wheels included, not what turning on the spot took.
    straight: inches of the last leg. on: inches that files went on alone after it. met: whether it ended against an enemy, in
    its last leg or before (`early`).
    """

    __slots__ = ("early", "made", "met", "on", "straight", "walk")

    def __init__(self, walk: Walk, steps: int) -> None:
        self.walk: Walk = walk
        self.made: float = 0.0
        self.straight: float = 0.0
        self.on: float = 0.0
        self.met: bool = bool(walk.contacts)
        self.early: bool = self.met and len(walk.legs) < steps
        for leg in walk.legs:
            if leg.step[0] in _MOTION:
                self.made += leg.cost
        loose, block = walk.unit.loose, walk.unit.block
        if walk.legs and len(walk.legs) == steps:
            last = walk.legs[-1]
            if loose is not None and block is not None:
                for file in range(block.files):
                    x, y = block.centre(0, file)
                    self.on = max(self.on, length(loose[file][0] - x, loose[file][1] - y))
            self.straight = last.cost - self.on
            self.made -= self.on


class Broken:
    """A unit that a charge has broken through.

    before: the figures it had lost until then. block: how it stood. numbers: those who are left, as they were numbered there.
    strikers: the figures of the charger whose blows count.
    """

    __slots__ = ("before", "block", "numbers", "strikers")

    def __init__(self, before: int, block: Block | None) -> None:
        self.before: int = before
        self.block: Block | None = block
        self.numbers: list[int] = [] if block is None else list(range(block.figures))
        self.strikers: set[int] = set()

    def lose(self, touched: list[int]) -> None:
        """Figures are removed, named by the numbers that they have among those left."""
        self.numbers = [number for at, number in enumerate(self.numbers) if at not in touched]

    def gaps(self) -> int:
        """The figures that must be moved to fill the gaps in its front. Rules: battlesystem:7.3b, battlesystem:7.3c."""
        if self.block is None:
            return 0
        fallen = set(range(self.block.figures)).difference(self.numbers)
        return losses.moved_up(self.block, fallen)[1]


# ---------------------------------------------------------------- the verb: offers, refusal, sample, carry_out


def offers(state: State, unit: Unit) -> list[Order]:
    """A charge at each enemy that can be struck from where the unit stands; by eye where nobody may measure. Rule: battlesystem:3.5."""
    if not state.setting.flags.premeasure:
        return _by_eye(state, unit)
    found: list[Order] = []
    for enemy in in_reach(state, unit):
        steps = aimed(state, unit, enemy)
        if steps:
            found.append(("charge", unit.id, enemy.id, *steps))
    return found


def _by_eye(state: State, unit: Unit) -> list[Order]:
    """A charge at each enemy before a unit, whether it gets there or not. Rules: battlesystem:3.5, battlesystem:7.14a."""
    if not _is_ready(unit) or cannot_charge(state, unit) is not None:
        return []
    orders: list[Order] = [("charge", unit.id, enemy.id, *toward(turn)) for enemy, turn in ahead(state, unit)]
    return [order for order in orders if _refused_path(state, unit, order) is None]


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A charge at one of the enemies in reach, if it can be struck."""
    drawn = draw(state, unit, chance)
    return None if drawn is None else drawn[0]


def draw(state: State, unit: Unit, chance: Chance) -> tuple[Order, Walk] | None:
    """The `sample` of a unit with the walk that it makes, for whoever gives that order at once."""
    near = in_reach(state, unit)
    while near:
        enemy = near.pop(chance.below(len(near)))
        found = strike(state, unit, enemy)
        if found is not None:
            steps, walk = found
            return ("charge", unit.id, enemy.id, *steps), walk
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
    charge(state, table, state.units[order[1]], state.units[order[2]], joined(state, list(order[3:])))


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
    if unit.guards:
        return Refusal(f"{label} guards captives and cannot charge.", "battlesystem:7.15f")
    if not within(rate(state, unit) * ROOM, range_of(state, unit) - unit.spent):
        return Refusal(
            f"Filling its gaps has left {label} too little movement to charge.", "battlesystem:7.14"
        )
    return None


def _refused_path(state: State, unit: Unit, order: Order) -> Refusal | None:
    """Why a declared path makes no charge, as far as that can be seen without measuring. Rules: 7.14a, 7.14d, 3.5."""
    steps = list(order[3:])
    straight: Order = (*order[:3], ("slide", 0))
    if not steps or len(steps) > _MOST_STEPS:
        reason = "Give the path: wheels or legs if you like, and a straight last leg."
        return Refusal(reason, "battlesystem:7.14a", straight)
    for step in steps:
        fault = misread(step)
        if fault:
            return Refusal(fault, "battlesystem:7.14a", straight)
    last = steps[-1]
    if last[0] != "slide":
        return Refusal("A charge ends with a straight leg.", "battlesystem:7.14d", straight)
    steps = joined(state, steps)
    walk = plan(state, unit, steps, range_of(state, unit), state.setting.flags.premeasure)
    if walk.refusal is not None and (state.setting.flags.premeasure or not walk.lost):
        if abs(last[1]) > OBLIQUE:
            walk.refusal.nearest = (*order[:-1], ("slide", 45 if last[1] > 0 else -45, *last[2:]))
        return walk.refusal
    first = spent = 0.0
    for leg in walk.legs[: len(steps) - 1]:
        spent += leg.cost
        if leg.step[0] in _MOTION:
            first += leg.cost
    share, whole = state.setting.flags.charge_straight
    rest = range_of(state, unit) - unit.spent - spent
    line = min(rest, inches_of(steps[-1]))
    if not within((first + line) * share / whole, line):
        most = (first + rest) * (whole - share) / whole if line == rest else line * (whole - share) / share
        reason = (
            f"{first:.2f} in before the last leg are too many: {most:.2f} at most, for the last {share}/{whole} of "
            "a charge are straight."
        )
        return Refusal(reason, "battlesystem:7.14d", straight)
    room = rate(state, unit) * ROOM
    if not within(room, first + line):
        reason = f"A charge goes at least {room:g} in before it strikes; this path goes {first + line:.2f}."
        return Refusal(reason, "battlesystem:7.14c", straight)
    return None


def joined(state: State, steps: list[Step]) -> list[Step]:
    """The steps of a path with straight legs that go on in one direction made one. Rule: battlesystem:7.14d."""
    turns = state.setting.flags.oblique_turns  # an oblique leg ends with the unit looking along it
    found: list[Step] = []
    for step in steps:
        last = found[-1] if found else ("",)
        goes_on = last[0] == step[0] == "slide" and not _files(last)
        if goes_on and step[1] == last[1] and not (turns and last[1]):
            inches = inches_of(last) + inches_of(step)
            way = (plain(inches),) if inches < NEVER else ()
            found[-1] = ("slide", last[1], *way, *_files(step))
        else:
            found.append(step)
    return found


def _files(step: Step) -> Step:
    """The group of files that may go on alone, as a straight leg has it at its end. Rule: battlesystem:7.8b."""
    return (step[-1],) if isinstance(step[-1], tuple) else ()


# ---------------------------------------------------------------- aiming


def ahead(state: State, unit: Unit) -> list[tuple[Unit, float]]:
    """The enemies before a unit at whom one would think of a charge, the nearest by eye first, with the degrees off its front.

    How far they are nobody measures here. Rules: battlesystem:3.5, battlesystem:7.14a.
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
    """A path at an enemy so many degrees off a unit's front: straight on, aslant, or a wheel and straight on."""
    if abs(turn) <= _STRAIGHT_ON:
        return [("slide", 0)]
    if abs(turn) <= OBLIQUE:
        return [("slide", plain(round(turn)))]
    return [("wheel", "right" if turn > 0.0 else "left", 45), ("slide", 0)]


def in_reach(state: State, unit: Unit) -> list[Unit]:
    """The enemies within charge range of a unit that can charge at all, nearest first."""
    if not _is_ready(unit):
        return []
    near_by = targets(state, unit)
    return near_by if near_by and cannot_charge(state, unit) is None else []


def _is_ready(unit: Unit) -> bool:
    """Whether a unit could charge by order, at a glance."""
    if unit.block is None or unit.finished or unit.moved or unit.routed or unit.rallied:
        return False
    if unit.formation == MOB or unit.quarry != NOBODY:
        return False  # it does not wait for orders
    return (
        not unit.engaged and unit.in_command and unit.loose is None
    )  # as `cannot_charge` says, but for the reasons


def targets(state: State, unit: Unit) -> list[Unit]:
    """The enemies within a unit's charge range that it may charge, nearest first."""
    reach = range_of(state, unit) - unit.spent
    found: list[tuple[float, int]] = []
    for enemy in standing.enemies_near(state, unit, reach + TOLERANCE):
        if enemy.id in unit.left_by or standing.is_beyond(unit, enemy, reach + TOLERANCE):
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
    found = strike(state, unit, enemy)
    return None if found is None else found[0]


def strike(state: State, unit: Unit, enemy: Unit) -> tuple[list[Step], Walk] | None:
    """The path of `aimed` with the walk along it, for whoever charges at once."""
    allowance = range_of(state, unit) - unit.spent
    for steps in _paths(state, unit, enemy, allowance):
        if not _may_strike(state, unit, enemy, steps, allowance):
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
        degrees = wheel_to(block, x, y, 0.0)
        if degrees > 0.0 and wheel_cost(block, side, degrees) <= most:
            yield [("wheel", word, degrees), ("slide", 0)]
        elif unit.formation != MOB and abs(turn) > OBLIQUE:
            degrees = wheel_to(block, x, y, OBLIQUE)
            if degrees > 0.0 and wheel_cost(block, side, degrees) <= most:
                yield [("wheel", word, degrees), ("slide", 45 if side == RIGHT else -45)]
    if unit.formation != MOB and abs(turn) <= OBLIQUE:
        yield [("slide", plain(turn))]


def _bars_but(state: State, unit: Unit, enemy: Unit, allowance: float) -> list[Rectangle]:
    """What a charge at an enemy could run into before: everybody else near enough, and forbidden ground."""
    found = list(state.setting.walls)
    for other in standing.others_near(state, unit, allowance):
        if other is not enemy:
            found.extend(standing.ground(other))
    return found


def _may_strike(state: State, unit: Unit, enemy: Unit, steps: list[Step], allowance: float) -> bool:
    """Whether the last leg of a path leads to an enemy before anybody else, with room to run: cheaper than to walk it all."""
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
        return False
    return slide_way(block, heading, way, _bars_but(state, unit, enemy, allowance)) >= way - TOLERANCE


def nearest_figure(enemy: Unit, x: float, y: float) -> tuple[float, float]:
    """The middle of the enemy's figure nearest to a point."""
    best = 1e300
    place = (x, y)
    for base in standing.bases(enemy):
        east, north = base.x - x, base.y - y
        far = sqrt(east * east + north * north)  # asked too often for a call of `length`
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
    low, high = 0, 9000  # hundredths of a degree
    guess = _wheel_guessed(block, side, x, y, off)
    for tried in (guess - 1, guess + 1):  # the figure sought lies between the two, but for roundings
        if low < tried < high:
            if _off_after(block, side, tried, x, y) > off:
                low = tried
            else:
                high = tried
    while high - low > 1:
        middle = (low + high) // 2
        if _off_after(block, side, middle, x, y) > off:
            low = middle
        else:
            high = middle
    return plain(high / 100.0)


def _off_after(block: Block, side: int, angle: int, x: float, y: float) -> float:
    """Degrees, counted to the side of the wheel, that a point lies off straight ahead after so many hundredths of a degree."""
    hand = 1.0 if side == RIGHT else -1.0
    degrees = hand * angle / 100.0
    front_x, front_y = swing(block.x, block.y, *pivot(block, side), degrees)
    return hand * turn_between(block.heading + degrees, heading_of(x - front_x, y - front_y))


def _wheel_guessed(block: Block, side: int, x: float, y: float, off: float) -> int:
    """About the hundredths of a degree of `wheel_to`; far below 0 where the point is too near to the corner to tell.

    Seen from the corner, about which the front turns, the point and the middle of the front make a triangle of which two sides and
    an angle are known, the sides being half the front and the way to the point.
    """
    corner_x, corner_y = pivot(block, side)
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


# ---------------------------------------------------------------- walking


def walked(state: State, unit: Unit, steps: list[Step]) -> Run:
    """A charge's path walked up to the first enemy, without changing anything. Rules: battlesystem:7.14b, battlesystem:7.8."""
    return Run(plan(state, unit, steps, range_of(state, unit), True), len(steps))


def range_of(state: State, unit: Unit) -> float:
    """Inches of a unit's charge, what it has spent included. Rule: battlesystem:7.14b."""
    return rate(state, unit) * RANGE


def is_lawful(state: State, unit: Unit, run: Run) -> bool:
    """Whether a path as it was walked was that of a charge: room to run, straight at its end.

    Rules: battlesystem:7.14c, battlesystem:7.14d.
    """
    return unlawful(state, unit, run) is None


def unlawful(state: State, unit: Unit, run: Run) -> tuple[str, str] | None:
    """Why a path as it was walked was no charge, whether it struck anybody or not, and the rule that says so; None if it was one.

    Rules: battlesystem:7.14c, battlesystem:7.14d, battlesystem:3.5.
    """
    if run.walk.refusal is not None:
        return "it cannot be done so.", "battlesystem:3.5"
    if run.early:
        return "there is no room for a charge.", "battlesystem:7.14d"
    if not within(rate(state, unit) * ROOM, run.made):
        return "there is no room for a charge.", "battlesystem:7.14c"
    share, whole = state.setting.flags.charge_straight
    if not within(run.made * share / whole, run.straight):
        return "too little of its|their way would be straight.", "battlesystem:7.14d"
    return None


# ---------------------------------------------------------------- the charge itself


def charge(
    state: State, table: Table, unit: Unit, target: Unit, steps: list[Step], walk: Walk | None = None
) -> None:
    """A charge from its declaration to its end. Rules: battlesystem:7.14a to battlesystem:7.14l.

    `walk` is what the steps come to, for whoever has walked them and changed nothing since.
    """
    _tell_declared(state, table, unit, target)
    calm = _keeps_temper(state, table, unit, target)
    unit.moved = unit.acted = unit.finished = True
    run = walked(state, unit, steps) if walk is None or not calm else Run(walk, len(steps))
    fault = unlawful(state, unit, run)
    if fault is not None:
        why, rule = fault
        _tell(state, table, unit, f"stays|stay where it|they was|were: {why}", rule, [])
        return
    unit.charged = run.walk.contacts[0] if run.met else target.id
    broken: dict[int, Broken] = {}
    _advance(unit, run)
    was_closed = unit.formation == CLOSED
    path = _path_of(run)
    ahead = [("slide", steps[-1][1])]
    while run.met and _break_through(state, table, unit, broken):
        run = walked(state, unit, ahead)
        _advance(unit, run)
        path += _path_of(run)
        if run.met:
            unit.charged = run.walk.contacts[0]
    _file_on(unit, run)
    strikes_home = standing.is_engaged(state, unit)  # before those broken through step up again (7.14j)
    _close_up(state, unit, broken)
    if strikes_home:
        _struck_home(state, table, unit, target, path)
    else:
        _failed(state, table, unit, was_closed, path)
    _checks_of_the_broken(state, table, unit, broken)


def _keeps_temper(state: State, table: Table, unit: Unit, target: Unit) -> bool:
    """Low or chaotic troops that charge closed may lose their order; whether they keep it. Rules: 7.14g, battlesystem:4.6e."""
    if unit.formation != CLOSED or unit.quarry != NOBODY:
        return True
    if discipline.is_unruly(state, unit) and not discipline.check(
        state, table, unit, "a charge in closed formation"
    ):
        discipline.fail(state, table, unit, target)
        return False
    return True


def _advance(unit: Unit, run: Run) -> None:
    """The unit stands where its body came to; files that could go on alone wait."""
    after = run.walk.unit
    unit.block, unit.loose, unit.wings = after.block, None, after.wings
    unit.formation, unit.leader_at, unit.widened = after.formation, after.leader_at, after.widened
    unit.spent = after.spent - run.on
    if after.loose is None:
        unit.body = after.body


def _file_on(unit: Unit, run: Run) -> None:
    """The files of a unit go on that can touch, each for itself. Rule: battlesystem:7.8b."""
    if run.on > 0.0:
        unit.loose, unit.body = run.walk.unit.loose, run.walk.unit.body
        unit.spent += run.on


def _struck_home(state: State, table: Table, unit: Unit, target: Unit, path: list[list[float]]) -> None:
    """A charge that ends in contact. Rules: battlesystem:7.14a, battlesystem:7.14e, battlesystem:7.8f."""
    touching = standing.enemies_touching(state, unit)
    if target.id in touching:
        unit.charged = target.id
    elif unit.charged not in touching:
        unit.charged = touching[0]
    catch(state, unit)
    _tell(state, table, unit, "charges|charge {} and strikes|strike home.", "battlesystem:7.14e", path)


def _failed(state: State, table: Table, unit: Unit, was_closed: bool, path: list[list[float]]) -> None:
    """A charge that ends without contact: closed troops open, others lose heart. Rules: battlesystem:7.14k, battlesystem:7.14l."""
    unit.charged = NOBODY
    if unit.formation == CLOSED:
        what = "reaches|reach nobody: its|their charge fails and its|their order opens."
        _tell(state, table, unit, what, "battlesystem:7.14k", path)
        formations.open_up(state, table, unit)
    else:
        what = "reaches|reach nobody: its|their charge fails."
        _tell(state, table, unit, what, "battlesystem:7.14l", path)
    morale.charge_failed(state, unit, was_closed)


# ---------------------------------------------------------------- breaking through


def _break_through(state: State, table: Table, unit: Unit, broken: dict[int, Broken]) -> bool:
    """Remove the figures in a charge's way if even the worst blow would kill them all; whether it did.

    Rules: battlesystem:7.14i, battlesystem:7.14j.
    """
    struck: list[tuple[Unit, list[int], list[int]]] = []
    for enemy_id, mine in _told_off(state, unit):
        enemy = state.units[enemy_id]
        touched = sorted({touch.other for touch in standing.touches(state, unit, enemy)})
        aspect = standing.aspect(state, unit, enemy)
        if attack.certain_kills(state, unit, enemy, figures_on(unit, mine), aspect) < figures_on(
            enemy, touched
        ):
            return False
        struck.append((enemy, touched, mine))
    if not struck:
        return False
    for enemy, touched, mine in struck:
        roster = state.setting.rosters[enemy.id]
        if enemy.id not in broken:
            broken[enemy.id] = Broken(roster.figures - enemy.figures, enemy.block)
        broken[enemy.id].lose(touched)
        broken[enemy.id].strikers.update(mine)
        losses.break_through(state, table, enemy, touched, unit.id)
        enemy.attacked = True
        state.struck = True
        if table.telling:
            figures = "a figure" if len(touched) == 1 else f"{len(touched)} figures"
            words = "breaks|break through {} of {} and charges|charge on."
            text = says(state, unit, words, figures, name(state, enemy))
            data = {"unit": f"u{unit.id}", "target": f"u{enemy.id}", "figures": touched}
            table.tell(Event("through", text, "battlesystem:7.14i", side=unit.side, data=data))
    return True


def _told_off(state: State, unit: Unit) -> list[tuple[int, list[int]]]:
    """The enemies that a charge has run into, and who strikes each of them: of several as by default. Rules: 7.14i, 8.1c."""
    foes = standing.enemies_touching(state, unit)
    reaches = [engagement.reach(state, unit, state.units[foe], len(foes) > 1) for foe in foes]
    if len(foes) < 2:
        return [(one.enemy, one.figures()) for one in reaches]
    plan = engagement.Assignment(state, unit, reaches)
    return [(foe, plan.strikers(plan.preset, foe)) for foe in foes]


def _close_up(state: State, unit: Unit, broken: dict[int, Broken]) -> None:
    """The units broken through close their ranks, still in contact with the charger if they were; open ones pay for it.

    One that has no room for it stays out of order until it moves. Rules: battlesystem:7.14j, battlesystem:7.3c, battlesystem:7.1c.
    """
    for enemy_id, one in broken.items():
        enemy = state.units[enemy_id]
        if enemy.status != FIELD or enemy.singles is not None or enemy.loose is None:
            continue
        if enemy.formation == OPEN and not enemy.routed:
            enemy.debt += one.gaps() * enemy.mount
        was_touched = standing.are_touching(state, enemy, unit)
        for block in _closed_up(enemy):
            if not standing.is_free(state, enemy, block.area()):
                continue
            trial = enemy.copy()
            standing.stand(trial, block)
            if not was_touched or standing.are_touching(state, trial, unit):
                standing.stand(enemy, block)
                break


def _closed_up(enemy: Unit) -> list[Block]:
    """Blocks that those left of a unit can form: on its front line, or where they stand, or some ranks behind that."""
    block, loose = enemy.block, enemy.loose
    assert block is not None
    assert loose is not None
    right = [(x - block.x) * block.forward_y - (y - block.y) * block.forward_x for x, y, _ in loose]
    ahead = [(x - block.x) * block.forward_x + (y - block.y) * block.forward_y for x, y, _ in loose]
    pitch = block.width + block.spacing
    files = min(block.figures, int((max(right) - min(right)) / pitch + 0.5) + 1)
    x, y = block.point((max(right) + min(right)) / 2.0, max(ahead) + block.depth / 2.0)
    found: list[Block] = []
    for start in (block, rebuilt(block, x, y, block.heading, files, block.spacing)):
        found.append(start)
        for rank in range(1, start.ranks + 1):
            x, y = start.point(0.0, -rank * (block.depth + block.spacing))
            found.append(rebuilt(start, x, y, start.heading, start.files, start.spacing))
    return found


def _checks_of_the_broken(state: State, table: Table, unit: Unit, broken: dict[int, Broken]) -> None:
    """Morale of the units broken through, when the charger's move is finished; who commands them then is found out before.

    Rules: battlesystem:7.14j, battlesystem:4.4, battlesystem:4.7.
    """
    for enemy_id, one in broken.items():
        enemy = state.units[enemy_id]
        if enemy.status != FIELD:
            continue
        command.review_unit(state, table, enemy)
        roster = state.setting.rosters[enemy.id]
        after = roster.figures - enemy.figures
        if morale.owed(enemy, roster.figures, one.before, after):
            x, y = standing.middle_of(unit, sorted(one.strikers))
            morale.check(state, table, enemy, morale.Cause(morale.LOSSES, unit.id, x, y))


# ---------------------------------------------------------------- news


def _tell_declared(state: State, table: Table, unit: Unit, target: Unit) -> None:
    if table.telling:
        text = says(state, unit, "charges|charge at {}.", name(state, target))
        data = {"unit": f"u{unit.id}", "target": f"u{target.id}"}
        table.tell(declared(state, unit, "charge", text, "battlesystem:7.14a", data))


def _path_of(run: Run) -> list[list[float]]:
    """Where the unit stood after each leg, for pictures of the move."""
    return [[leg.after.x, leg.after.y, leg.after.heading] for leg in run.walk.legs]


def _tell(state: State, table: Table, unit: Unit, what: str, rule: str, path: list[list[float]]) -> None:
    if table.telling:
        data: dict[str, object] = {"unit": f"u{unit.id}", "path": path}
        foe = ""
        if unit.charged != NOBODY:
            data["target"] = f"u{unit.charged}"
            foe = name(state, state.units[unit.charged])
        table.tell(Event("charge", says(state, unit, what, foe), rule, side=unit.side, data=data))
