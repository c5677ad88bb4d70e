"""Bodies in flight: the lines they may take, who is shut in, and where they come to rest.

A unit runs as a block, a skirmish unit figure by figure. Both are a `Runner`: ground that turns and slides.

Rules: battlesystem:6.4b, battlesystem:7.15b, battlesystem:7.15c, battlesystem:7.15d, battlesystem:7.15h.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import slide, turned
from banneret.geometry.plane import TOLERANCE, forward, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, gap, overlap
from banneret.geometry.rout import deflected
from banneret.geometry.sweeps import NEVER, ground_border_way, ground_way, inside_table, leave_way
from banneret.geometry.ways import GAP, is_surrounded
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import standing
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import FIELD, FLED, NOBODY, SLAIN, State, Unit, enemies, name
from banneret.rulebooks.battlesystem.state import standing as figures_standing
from banneret.rulebooks.battlesystem.wording import compass

APART: Final = 1.0
"""Inches between skirmishers of a unit. Rule: battlesystem:7.4."""

HAIR: Final = 1e-9  # inches
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


class Leg:
    """A straight piece of a course: the ground that moves, where to, how far, and the inches before it."""

    __slots__ = ("before", "ground", "heading", "inches", "x", "y")

    def __init__(
        self, ground: list[Rectangle], x: float, y: float, heading: float, inches: float, before: float
    ) -> None:
        self.ground: list[Rectangle] = ground
        self.x: float = x  # of its middle, where it begins
        self.y: float = y
        self.heading: float = heading
        self.inches: float = inches
        self.before: float = before


class Course:
    """The way that a runner takes, leg by leg, as those see it who stand in it."""

    __slots__ = ("legs",)

    def __init__(self) -> None:
        self.legs: list[Leg] = []

    def add(self, ground: list[Rectangle], x: float, y: float, heading: float, inches: float) -> None:
        """It goes on so far from there."""
        before = self.legs[-1].before + self.legs[-1].inches if self.legs else 0.0
        self.legs.append(Leg(ground, x, y, heading, inches, before))

    def met(self, bodies: list[Rectangle]) -> float:
        """Inches until it runs into one of those; `NEVER` when it passes them all. Rule: battlesystem:7.15b."""
        for leg in self.legs:
            way = ground_way(leg.ground, leg.heading, leg.inches, bodies)
            if way < leg.inches - HAIR:
                return leg.before + way
        return NEVER

    def point(self, inches: float) -> tuple[float, float]:
        """Where the middle of the runner is after so many inches."""
        leg = self.legs[0]
        for later in self.legs[1:]:
            if later.before <= inches:
                leg = later
        east, north = forward(leg.heading)
        gone = inches - leg.before
        return leg.x + east * gone, leg.y + north * gone


def straight(runner: Runner, line: Line) -> Course:
    """The course of whoever runs along a line."""
    found = Course()
    found.add(runner.ground(line.heading), runner.x, runner.y, line.heading, line.way)
    return found


# ---------------------------------------------------------------- lines


def home_heading(state: State, unit: Unit) -> float:
    """Straight to the side's own edge of the table. Rule: battlesystem:7.15a."""
    return state.setting.homes[unit.side] * 90.0


def barriers(state: State, unit: Unit) -> list[Rectangle]:
    """What a rout cannot enter: enemies, and ground that nobody may enter. Rule: battlesystem:7.15c."""
    found = list(state.setting.walls)
    for enemy in enemies(state, unit.side):
        found.extend(standing.ground(enemy))
    return found


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
        if line.way > best.way + HAIR:
            best = line
    return best


def _line(state: State, runner: Runner, heading: float, inches: float, obstacles: list[Rectangle]) -> Line:
    """One direction. What the turn brought it into does not hold it, if it is out of all that where the line ends. Rule: 7.15c."""
    setting = state.setting
    ground = runner.ground(heading)
    to_edge = ground_border_way(ground, heading, inches, setting.width, setting.depth)
    leaves = to_edge < inches or not inside_table(ground, setting.width, setting.depth)
    limit = min(inches, to_edge)
    way = ground_way(ground, heading, limit, obstacles)
    if not _may_end(state, ground, heading, way, obstacles):
        return Line(heading, 0.0, False, False)
    free = way >= limit - HAIR
    return Line(heading, way, free and leaves, free)


# ---------------------------------------------------------------- shut in


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


# ---------------------------------------------------------------- where it ends


def come_to_rest(state: State, table: Table, runner: Runner, end: Line) -> None:
    """Stand at the end of a line, or leave the table; who has nowhere to stand does not even turn. Rules: 7.15b, 7.15h."""
    if end.leaves:
        leave(state, table, runner)
    elif end.way >= 0.0:
        stand_at(state, table, runner, end.heading, end.way)
    elif table.telling:
        tell_run(state, table, runner, end.heading, 0.0)


def led_on(
    state: State, runner: Runner, line: Line, obstacles: list[Rectangle], past_enemies: bool = False
) -> Line:
    """Where a line leads in the end: who would stand on friends there is pushed on until clear of them. Rule: battlesystem:7.15b.

    Where that is barred it ends as near to its end as there is room; its way is below 0 where there is none at all.
    `past_enemies`: it is pushed on past these as well.
    """
    if line.leaves:
        return line
    setting, heading = state.setting, line.heading
    ground = runner.ground(heading)
    friends = _crowd(state, runner, past_enemies)
    end = _clear_of(ground, heading, line.way, friends)
    to_edge = ground_border_way(ground, heading, end, setting.width, setting.depth)
    if to_edge < end:
        return Line(heading, to_edge, True, True)
    barred = end > line.way and ground_way(ground, heading, end, obstacles) < end - HAIR
    if barred or not _may_end(state, ground, heading, end, obstacles):
        end = _last_free(state, ground, heading, line.way, neighbours(state, runner))
    return Line(heading, end, False, not barred)


def _clear_of(ground: list[Rectangle], heading: float, way: float, bodies: list[Rectangle]) -> float:
    """Inches, that way or more, after which bodies that move along a heading stand on none of those."""
    east, north = forward(heading)
    end = way
    for _ in range(_PUSHES):
        push = end
        for part in ground:
            there = part.moved(east * end, north * end)
            for body in bodies:
                if overlap(there, body):
                    push = max(push, end + leave_way(there, body, east, north))
        if push == end:
            break
        end = push
    return end


def _last_free(
    state: State, ground: list[Rectangle], heading: float, way: float, others: list[Rectangle]
) -> float:
    """The farthest free place short of the end of a way, -1 when there is none: then nobody turns."""
    steps = int(way / _STEP) + 1
    for step in range(steps + 1):
        end = max(0.0, way - step * _STEP)
        if _may_end(state, ground, heading, end, others):
            return end
    return -1.0


def _may_end(
    state: State, ground: list[Rectangle], heading: float, end: float, bodies: list[Rectangle]
) -> bool:
    """Whether bodies may stand there: on none of those, and not within ground that nobody may enter. Rule: battlesystem:7.15c."""
    east, north = forward(heading)
    for part in ground:
        there = part.moved(east * end, north * end)
        if any(area.holds(there.x, there.y) for area in state.setting.ground):
            return False
        if any(overlap(there, body) for body in bodies):
            return False
    return True


def neighbours(state: State, runner: Runner) -> list[Rectangle]:
    """All ground that a runner may not end on: that of units, with an inch around figures of its own unit, and walls."""
    return [*state.setting.walls, *_crowd(state, runner, True)]


def _crowd(state: State, runner: Runner, enemies_too: bool) -> list[Rectangle]:
    """The ground of friends, with an inch around figures of its own unit; that of enemies if wanted."""
    found: list[Rectangle] = []
    for other in state.units:
        if other.status != FIELD or (other.side != runner.unit.side and not enemies_too):
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
    x, y = snap(single.x + east * way), snap(single.y + north * way)
    unit.place(runner.figure, x, y, snap_heading(heading))


def leave(state: State, table: Table, runner: Runner) -> None:
    """Off the table, and out of the battle. Rules: battlesystem:6.4b, battlesystem:7.15h."""
    unit = runner.unit
    if table.telling:
        if runner.figure == NOBODY:
            text = says(state, unit, "runs|run off the table and is|are out of the battle.")
        else:
            text = f"A figure of {name(state, unit)} runs off the table and is out of the battle."
        data: dict[str, object] = {"unit": f"u{unit.id}"}
        table.tell(Event("fled", text, "battlesystem:6.4b", side=unit.side, data=data))
    take_off(runner, FLED)


def take_off(runner: Runner, status: int) -> None:
    """Take a runner off the table for good: `FLED`, `SLAIN` or `CAPTURED`."""
    unit = runner.unit
    singles = unit.singles
    if singles is not None:
        unit.take_off(runner.figure, status)
        note(unit)
        return
    unit.status = status
    unit.block = None
    unit.loose = None
    unit.wings = (0, 0)
    if status == SLAIN:
        unit.figures = 0


def note(unit: Unit) -> None:
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


def tell_run(state: State, table: Table, runner: Runner, heading: float, way: float) -> None:
    """The news of a run."""
    unit = runner.unit
    one = runner.figure != NOBODY
    run = f"{round(way, 1):g} in to the {compass(heading)}"
    text = f"A figure of {name(state, unit)} routs {run}." if one else says(state, unit, f"routs|rout {run}.")
    data: dict[str, object] = {"unit": f"u{unit.id}", "heading": heading, "inches": way}
    if one:
        data["figure"] = runner.figure
    table.tell(Event("rout", text, "battlesystem:7.15", side=unit.side, data=data))
