"""Routs: which way troops run, whom they carry along, what stops them, and what becomes of those who cannot run.

A unit runs as a block, a skirmish unit figure by figure. Both are a `Runner` here: ground that turns and slides.

Rules: battlesystem:6.4, battlesystem:6.4a, battlesystem:6.4b, battlesystem:7.15 to battlesystem:7.15h, battlesystem:2.9b.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import slide, turned
from banneret.geometry.plane import TOLERANCE, forward, heading_of, length, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, distance, gap, overlap
from banneret.geometry.rout import deflected, rout_headings
from banneret.geometry.sweeps import ground_border_way, ground_way, inside_table, leave_way
from banneret.geometry.ways import GAP, is_surrounded
from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import captives, columns, morale, standing
from banneret.rulebooks.battlesystem.causes import FRIEND, NOWHERE, Cause
from banneret.rulebooks.battlesystem.facts import SKIRMISHERS
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    FLED,
    NO_ORDER,
    NOBODY,
    SLAIN,
    State,
    Unit,
    enemies,
    name,
    on_field,
)
from banneret.rulebooks.battlesystem.state import standing as figures_standing

LEAST: Final = 1.0
"""Inches that some line must allow; else the unit forms a column. Rule: battlesystem:7.15c."""

APART: Final = 1.0
"""Inches between skirmishers of a unit. Rule: battlesystem:7.4."""

_HAIR: Final = 1e-9
_PUSHES: Final = 60  # more friends than that in one heap are not pushed through
_STEP: Final = 0.25  # inches between places that are tried where nothing else is free


class Runner:
    """What runs: the block of a unit, or one figure of a skirmish unit. `ground` is where it would stand, so headed."""

    __slots__ = ("base", "block", "figure", "heading", "unit", "x", "y")

    def __init__(self, unit: Unit, block: Block | None, base: Rectangle | None, figure: int = NOBODY) -> None:
        self.unit: Unit = unit
        self.block: Block | None = block
        self.base: Rectangle | None = base
        self.figure: int = figure
        self.x: float = 0.0
        self.y: float = 0.0
        if block is not None:
            self.x, self.y = block.middle_x, block.middle_y
        elif base is not None:
            self.x, self.y = base.x, base.y

    def ground(self, heading: float) -> list[Rectangle]:
        """Where it stands once it has turned on the spot. Rule: battlesystem:7.15a."""
        if self.block is not None:
            return turned(self.block, heading).area()
        base = self.base
        assert base is not None, "a runner is a block or a base"
        east, north = forward(heading)
        return [Rectangle(base.x, base.y, base.half_width, base.half_depth, east, north)]

    def spacing(self) -> float:
        """The room it must leave to figures of its own unit."""
        return APART if self.base is not None else 0.0


class Line:
    """A line a rout may take: its heading, how far it leads, whether over the edge of the table, and whether all is free."""

    __slots__ = ("free", "heading", "leaves", "way")

    def __init__(self, heading: float, way: float, leaves: bool, free: bool) -> None:
        self.heading: float = heading
        self.way: float = way
        self.leaves: bool = leaves
        self.free: bool = free


# ---------------------------------------------------------------- the three kinds of rout move


def first_distance(state: State, unit: Unit) -> float:
    """Inches of the rout itself: the movement rate and a third of it. Rule: battlesystem:7.15."""
    return state.setting.rosters[unit.id].movement * 4.0 / 3.0


def rout(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """A unit routs. One that never checks morale cannot. Rules: battlesystem:7.15, battlesystem:4.1h, battlesystem:4.5c."""
    if unit.status != FIELD or state.setting.rosters[unit.id].never_checks:
        return
    _run_away(state, table, unit, cause, first_distance(state, unit))


def again(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """A routed unit that is attacked, or has to check morale, runs once more, its movement rate. Rule: battlesystem:6.4a."""
    if unit.status == FIELD:
        _run_away(state, table, unit, cause, state.setting.rosters[unit.id].movement)


def go_on(state: State, table: Table, unit: Unit) -> None:
    """A rout that nobody stopped goes on, its movement rate, the same way. Rules: battlesystem:6.4, battlesystem:7.15g."""
    inches = state.setting.rosters[unit.id].movement
    singles = unit.singles
    if singles is None:
        unit.finished = unit.moved = unit.acted = True
        _flee(state, table, Runner(unit, unit.block, None), unit.rout_heading, inches, [])
        return
    unit.acted = True
    for figure in figures_standing(unit):
        if singles[figure].routed and not singles[figure].done:
            singles[figure].done = True
            runner = Runner(unit, None, standing.base_of(unit, figure), figure)
            _flee(state, table, runner, singles[figure].rout_heading, inches, None)


def rout_single(state: State, table: Table, unit: Unit, figure: int, cause: Cause, inches: float) -> None:
    """One skirmisher routs by himself. Rule: battlesystem:2.9b."""
    base = standing.base_of(unit, figure)
    near = _skirmishers_near(state, unit, [base])
    _run_single(state, table, unit, figure, cause, inches, None)
    _shaken(state, table, near, Cause(FRIEND, unit.id, base.x, base.y))


def _run_away(state: State, table: Table, unit: Unit, cause: Cause, inches: float) -> None:
    near = _skirmishers_near(state, unit, standing.bases(unit))
    seen = Cause(FRIEND, unit.id, *standing.centre(unit))
    if unit.singles is not None:
        passed: list[int] = []
        for figure in _who_runs(state, unit, cause):
            _run_single(state, table, unit, figure, cause, inches, passed)
    else:
        heading = direction(state, table, unit, cause, *_middle(unit), NOBODY)
        broken(state, unit)
        unit.rout_heading = heading
        _flee(state, table, Runner(unit, unit.block, None), heading, inches, [])
    _shaken(state, table, near, seen)


def _who_runs(state: State, unit: Unit, cause: Cause) -> list[int]:
    """The skirmishers that run: all that stood fast, of an all routed unit those whom the enemy touches, or all."""
    singles = unit.singles
    assert singles is not None, "only skirmishers run one by one"
    numbers = figures_standing(unit)
    steady = [figure for figure in numbers if not singles[figure].routed]
    if steady:
        return steady
    if cause.enemy != NOBODY and state.units[cause.enemy].side != unit.side:
        touched = {touch.figure for touch in standing.touches(state, unit, state.units[cause.enemy])}
        if touched:
            return sorted(touched)
    return numbers


def _run_single(
    state: State,
    table: Table,
    unit: Unit,
    figure: int,
    cause: Cause,
    inches: float,
    passed: list[int] | None,
) -> None:
    singles = unit.singles
    assert singles is not None, "only skirmishers run one by one"
    single = singles[figure]
    if single.gone != FIELD:
        return
    heading = direction(state, table, unit, cause, single.x, single.y, figure)
    single.routed = single.done = True
    single.rout_heading = heading
    unit.acted = True
    _note(unit)
    runner = Runner(unit, None, standing.base_of(unit, figure), figure)
    _flee(state, table, runner, heading, inches, passed)


def broken(state: State, unit: Unit) -> None:
    """What a rout does to a unit besides its run. Rules: 7.15, 7.3c, 4.6g, 2.10g.

    Its debts are cancelled, its order and its fury forgotten, it is out of command, and it moves no more this round.
    """
    unit.routed = True
    unit.in_command = False
    unit.rash = False
    unit.quarry = NOBODY
    unit.order = NO_ORDER
    unit.turn = 0.0
    unit.debt = 0
    unit.rallied = False
    unit.finished = unit.moved = unit.acted = True


def _note(unit: Unit) -> None:
    """Keep count of skirmishers: how many stand, and whether all of them are routed."""
    singles = unit.singles
    if singles is None:
        return
    left = figures_standing(unit)
    unit.figures = len(left)
    unit.routed = bool(left) and all(singles[figure].routed for figure in left)
    if unit.routed:
        unit.rash = False
        unit.quarry = NOBODY
    if unit.leader_at != NOBODY and singles[unit.leader_at].gone != FIELD:
        unit.leader_at = NOBODY
    if not left and unit.status == FIELD:
        unit.status = FLED if any(single.gone == FLED for single in singles) else SLAIN


def _middle(unit: Unit) -> tuple[float, float]:
    block = unit.block
    assert block is not None, "a unit on the table stands somewhere"
    return block.middle_x, block.middle_y


# ---------------------------------------------------------------- which way


def home_heading(state: State, unit: Unit) -> float:
    """Straight to the side's own edge of the table. Rule: battlesystem:7.15a."""
    return state.setting.homes[unit.side] * 90.0


def direction(state: State, table: Table, unit: Unit, cause: Cause, x: float, y: float, figure: int) -> float:
    """Away from the cause and toward home; where home lies exactly behind the owner chooses. Rule: battlesystem:7.15a.

    Args:
        state: the battle.
        table: who is asked.
        unit: who routs.
        cause: what it runs from.
        x: where its middle is, in inches to the east.
        y: the same to the north.
        figure: the skirmisher that routs by himself, else NOBODY.
    """
    home = home_heading(state, unit)
    from_x, from_y = source(state, unit, cause, x, y)
    if from_x == NOWHERE or (from_x == x and from_y == y):
        return snap_heading(home)
    found = rout_headings(heading_of(x - from_x, y - from_y), home)
    if len(found) == 1:
        return found[0]
    options: list[Order] = []
    for heading in found:
        word = plain(heading)
        options.append(("rout", unit.id, word) if figure == NOBODY else ("rout", unit.id, word, figure))
    order = table.ask(Choice("rout", unit.side, "battlesystem:7.15a", options))
    return found[options.index(order)]


def source(state: State, unit: Unit, cause: Cause, x: float, y: float) -> tuple[float, float]:
    """Where a rout runs from: the place of the cause, else the nearest enemy's middle. Rule: battlesystem:7.15a."""
    if cause.x != NOWHERE:
        return cause.x, cause.y
    if cause.enemy != NOBODY and state.units[cause.enemy].status == FIELD:
        return standing.centre(state.units[cause.enemy])
    nearest, found = 1e300, (NOWHERE, NOWHERE)
    for enemy in enemies(state, unit.side):
        there = standing.centre(enemy)
        away = length(there[0] - x, there[1] - y)
        if away < nearest:
            nearest, found = away, there
    return found


def plain(number: float) -> int | float:
    """A number as orders hold it: whole ones as whole numbers."""
    return int(number) if number == int(number) else number


# ---------------------------------------------------------------- the run


def _flee(
    state: State,
    table: Table,
    runner: Runner,
    heading: float,
    inches: float,
    passed: list[int] | None,
) -> None:
    """Run so far, the way found free; over the edge, into a column, or destroyed. Rules: 7.15b to 7.15e, 7.15h.

    `passed` are friends that have checked because of this rout; None for a lone skirmisher, who shakes no unit.
    """
    unit = runner.unit
    obstacles = barriers(state, unit)
    if is_shut_in(state, runner, heading):
        captives.destroyed(state, table, runner, heading, inches)
        return
    line = best_line(state, runner, heading, inches, obstacles)
    if line.way < LEAST and not line.leaves and inches >= LEAST:
        columns.follow(state, table, runner, inches, obstacles)
        return
    _set_heading(runner, line.heading)
    if passed is not None:
        _break_through(state, table, runner, line, passed)
        if unit.status != FIELD:
            return
    if line.leaves:
        leave(state, table, runner)
        return
    come_to_rest(state, table, runner, line.heading, line.way, obstacles)


def _set_heading(runner: Runner, heading: float) -> None:
    singles = runner.unit.singles
    if singles is None:
        runner.unit.rout_heading = heading
    else:
        singles[runner.figure].rout_heading = heading


def best_line(
    state: State, runner: Runner, heading: float, inches: float, obstacles: list[Rectangle]
) -> Line:
    """The first direction, least turn first, that is free for the whole way; else the one that leads farthest.

    The edge of the table is no obstacle: who reaches it has gone the whole way. Rules: battlesystem:7.15c, battlesystem:7.15h.
    """
    best = _line(state, runner, snap_heading(heading), inches, obstacles)
    if best.free:  # as most are: the others need not be worked out
        return best
    for tried in deflected(heading, home_heading(state, runner.unit))[1:]:
        line = _line(state, runner, tried, inches, obstacles)
        if line.free:
            return line
        if line.way > best.way + _HAIR:
            best = line
    return best


def _line(state: State, runner: Runner, heading: float, inches: float, obstacles: list[Rectangle]) -> Line:
    setting = state.setting
    ground = runner.ground(heading)
    to_edge = ground_border_way(ground, heading, inches, setting.width, setting.depth)
    leaves = to_edge < inches or not inside_table(ground, setting.width, setting.depth)
    limit = min(inches, to_edge)
    way = ground_way(ground, heading, limit, obstacles)
    free = way >= limit - _HAIR
    return Line(heading, way, free and leaves, free)


def barriers(state: State, unit: Unit) -> list[Rectangle]:
    """What a rout cannot enter: enemies, and ground that nobody may enter. Rule: battlesystem:7.15c."""
    found = list(state.setting.walls)
    for enemy in enemies(state, unit.side):
        found.extend(standing.ground(enemy))
    return found


def is_shut_in(state: State, runner: Runner, heading: float) -> bool:
    """Whether enemies and ground that cannot be entered leave no gap of an inch. Rule: battlesystem:7.15d.

    Most are not, and a straight strip an inch wide that leads off the table shows it; else the fences are traced.
    """
    fences = list(state.setting.walls)
    for enemy in enemies(state, runner.unit.side):
        if enemy.singles is None:
            fences.extend(standing.ground(enemy))
    if len(fences) < 2:
        return False
    ground = own_ground(runner)
    far = state.setting.width + state.setting.depth
    for turn in (0, 45, -45, 90, -90, 135, -135, 180):
        east, north = forward(heading + turn)
        for x, y in [(runner.x, runner.y), *ground[0].corners()]:
            strip = Rectangle(
                x + east * (far / 2.0 - GAP / 2.0),
                y + north * (far / 2.0 - GAP / 2.0),
                GAP / 2.0,
                far / 2.0,
                east,
                north,
            )
            if not any(gap(strip, fence) < 0.0 for fence in fences):
                return False
    return is_surrounded(ground, fences)


def own_ground(runner: Runner) -> list[Rectangle]:
    """Where it stands as it stands."""
    if runner.block is not None:
        return standing.ground(runner.unit)
    return [] if runner.base is None else [runner.base]


# ---------------------------------------------------------------- friends


def _break_through(state: State, table: Table, runner: Runner, line: Line, passed: list[int]) -> None:
    """Friends in the way check, the nearest first; those that rout run ahead, the others are broken around.

    Each checks once for a routing unit. Rule: battlesystem:7.15b.
    """
    unit = runner.unit
    east, north = forward(line.heading)
    ground = runner.ground(line.heading)
    hit: list[tuple[float, int]] = []
    for friend in on_field(state, unit.side):
        if friend.id == unit.id or friend.id in passed or friend.routed:
            continue
        way = ground_way(ground, line.heading, line.way, standing.ground(friend))
        if way < line.way - _HAIR:
            hit.append((way, friend.id))
    hit.sort()
    for way, number in hit:
        friend = state.units[number]
        if friend.status != FIELD or friend.routed or number in passed:
            continue
        passed.append(number)
        x, y = runner.x + east * way, runner.y + north * way
        if table.telling:
            _tell_hit(state, table, unit, friend)
        cause = Cause(FRIEND, unit.id, x, y)
        if friend.singles is None:
            morale.check(state, table, friend, cause)
        else:
            _check_passed(state, table, unit, friend, cause, ground, line)


def _check_passed(
    state: State,
    table: Table,
    unit: Unit,
    friend: Unit,
    cause: Cause,
    ground: list[Rectangle],
    line: Line,
) -> None:
    """Skirmishers that are run through check, those that do not for being near anyhow. Rules: 7.15b, 2.9b."""
    reach = state.setting.rosters[friend.id].movement + TOLERANCE
    for figure in figures_standing(friend):
        base = standing.base_of(friend, figure)
        if ground_way(ground, line.heading, line.way, [base]) >= line.way - _HAIR:
            continue
        if min(distance(base, mine) for mine in standing.bases(unit)) > reach:
            morale.check_figure(state, table, friend, figure, cause)


def _skirmishers_near(state: State, unit: Unit, bases: list[Rectangle]) -> list[tuple[int, int]]:
    """Skirmishers of the side within their movement rate of what is about to rout, before it moves. Rule: 2.9b."""
    found: list[tuple[int, int]] = []
    flags = state.setting.flags
    for friend in on_field(state, unit.side):
        roster = state.setting.rosters[friend.id]
        if roster.kind != SKIRMISHERS or (friend.id == unit.id and not flags.skirmish_chain):
            continue
        reach = roster.movement + TOLERANCE
        for figure in figures_standing(friend):
            base = standing.base_of(friend, figure)
            if any(distance(base, mine) <= reach for mine in bases):
                found.append((friend.id, figure))
    return found


def _shaken(state: State, table: Table, near: list[tuple[int, int]], cause: Cause) -> None:
    """The checks of skirmishers who saw a friend rout. Rule: battlesystem:2.9b."""
    for number, figure in near:
        friend = state.units[number]
        if friend.status == FIELD:
            morale.check_figure(state, table, friend, figure, cause)


# ---------------------------------------------------------------- where it ends


def come_to_rest(
    state: State,
    table: Table,
    runner: Runner,
    heading: float,
    way: float,
    obstacles: list[Rectangle],
) -> None:
    """Stand at the end of the way; on friends there it is pushed on until clear of them. Rule: battlesystem:7.15b.

    Where nothing lets it clear it stands as near as it can to the end of its way.
    """
    ground = runner.ground(heading)
    others = neighbours(state, runner)
    east, north = forward(heading)
    end = way
    for _ in range(_PUSHES):
        push = end
        for part in ground:
            there = part.moved(east * end, north * end)
            for other in others:
                if overlap(there, other):
                    push = max(push, end + leave_way(there, other, east, north))
        if push == end:
            break
        end = push
    if end > way:
        setting = state.setting
        if ground_border_way(ground, heading, end, setting.width, setting.depth) < end:
            leave(state, table, runner)
            return
        if ground_way(ground, heading, end, obstacles) < end - _HAIR:
            end = _last_free(ground, heading, way, others)
    if end >= 0.0:
        stand_at(state, table, runner, heading, end)
    elif table.telling:
        tell_run(state, table, runner, heading, 0.0)


def _last_free(ground: list[Rectangle], heading: float, way: float, others: list[Rectangle]) -> float:
    """The farthest free place short of the end of a way, -1 when there is none: then nobody turns."""
    east, north = forward(heading)
    steps = int(way / _STEP) + 1
    for step in range(steps + 1):
        end = max(0.0, way - step * _STEP)
        if not any(
            overlap(part.moved(east * end, north * end), other) for part in ground for other in others
        ):
            return end
    return -1.0


def neighbours(state: State, runner: Runner) -> list[Rectangle]:
    """All ground that a runner may not end on: that of units, with an inch around figures of its own unit, and walls."""
    found = list(state.setting.walls)
    for other in state.units:
        if other.status != FIELD:
            continue
        if other.id != runner.unit.id:
            found.extend(standing.ground(other))
        elif runner.figure != NOBODY:
            found.extend(
                grown(standing.base_of(other, figure), APART - TOLERANCE)
                for figure in figures_standing(other)
                if figure != runner.figure
            )
    return found


def grown(base: Rectangle, margin: float) -> Rectangle:
    """A base with a margin around it."""
    return Rectangle(
        base.x,
        base.y,
        base.half_width + margin,
        base.half_depth + margin,
        base.forward_x,
        base.forward_y,
    )


def stand_at(state: State, table: Table, runner: Runner, heading: float, way: float) -> None:
    """Turn it, move it, and tell."""
    if table.telling:
        tell_run(state, table, runner, heading, way)
    unit = runner.unit
    if runner.block is not None:
        standing.stand(unit, slide(turned(runner.block, heading), heading, way))
        return
    singles = unit.singles
    assert singles is not None, "a runner is a block or a single"
    single = singles[runner.figure]
    east, north = forward(heading)
    single.x, single.y = snap(single.x + east * way), snap(single.y + north * way)
    single.heading = snap_heading(heading)


def leave(state: State, table: Table, runner: Runner) -> None:
    """Off the table, and out of the battle. Rules: battlesystem:6.4b, battlesystem:7.15h."""
    unit = runner.unit
    if table.telling:
        who = name(state, unit) if runner.figure == NOBODY else f"A figure of {name(state, unit)}"
        text = f"{who} runs off the table and is out of the battle."
        data: dict[str, object] = {"unit": f"u{unit.id}"}
        table.tell(Event("fled", text, "battlesystem:6.4b", side=unit.side, data=data))
    take_off(runner, FLED)


def take_off(runner: Runner, status: int) -> None:
    """Take a runner off the table for good: `FLED`, `SLAIN` or `CAPTURED`."""
    unit = runner.unit
    singles = unit.singles
    if singles is not None:
        singles[runner.figure].gone = status
        _note(unit)
        return
    unit.status = status
    unit.block = None
    unit.loose = None
    unit.wings = (0, 0)
    if status == SLAIN:
        unit.figures = 0


# ---------------------------------------------------------------- news


def tell_run(state: State, table: Table, runner: Runner, heading: float, way: float) -> None:
    """The news of a run."""
    unit = runner.unit
    one = runner.figure != NOBODY
    who = f"A figure of {name(state, unit)}" if one else name(state, unit)
    text = f"{who} routs: {way:.1f} in at {heading:g} degrees."
    data: dict[str, object] = {"unit": f"u{unit.id}", "heading": heading, "inches": way}
    if one:
        data["figure"] = runner.figure
    table.tell(Event("rout", text, "battlesystem:7.15", side=unit.side, data=data))


def _tell_hit(state: State, table: Table, unit: Unit, friend: Unit) -> None:
    text = f"{name(state, unit)} runs into {name(state, friend)}."
    data: dict[str, object] = {"unit": f"u{unit.id}", "target": f"u{friend.id}"}
    table.tell(Event("panic", text, "battlesystem:7.15b", side=unit.side, data=data))
