"""The end of a rout: past friends, at rest on free ground, or off the table.

Rules: battlesystem:6.4b, battlesystem:7.15b, battlesystem:7.15c, battlesystem:7.15h.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import LEEWAY, forward, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, circle_around, overlap
from banneret.geometry.sweeps import bodies_ahead, ground_border_way, ground_way, leave_way
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block_moves import slide, turned
from banneret.rulebooks.battlesystem.morale.rout.lines import barriers_near, may_end
from banneret.rulebooks.battlesystem.morale.rout.runners import APART, HAIR, Line, Runner
from banneret.rulebooks.battlesystem.space import dressing, formations, standing
from banneret.rulebooks.battlesystem.space.casualties import count_skirmishers
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.state import State, all_on_field, figures_standing, is_mended, name
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.text.wording import compass
from banneret.rulebooks.battlesystem.unit import FIELD, FLED, NOBODY, SLAIN, Unit
from banneret.rulebooks.battlesystem.worth.present import count_thrown

_PUSHES: Final = 60  # friends in a row past which a runner is pushed at most
_STEP: Final = 0.25  # inches between the places tried short of a place that is taken


def come_to_rest(state: State, table: Table, runner: Runner, end: Line) -> None:
    """Stand at the end of a line, or leave the table; a runner with nowhere to stand does not even turn. Rules: 7.15b, 7.15h."""
    if end.leaves:
        leave(state, table, runner)
    elif end.way >= 0.0:
        stand_at(state, table, runner, end.heading, end.way)
    elif table.telling:
        tell_run(state, table, runner, end.heading, 0.0)


def led_on(state: State, runner: Runner, line: Line, past_enemies: bool = False) -> Line:
    """The line as it really ends: a runner that would stand on friends is pushed on until clear of them. Rule: battlesystem:7.15b.

    If that is barred, it ends at the nearest place with room short of its end; its way is below 0 if there is none at all.
    `past_enemies`: True to push the runner on past enemies as well.
    """
    if line.leaves:
        return line
    setting, heading = state.setting, line.heading
    ground = runner.ground(heading)
    x, y, reach = circle_around(ground)
    east, north = forward(heading)
    there = units_near(state, x + east * line.way, y + north * line.way, reach + APART)
    end = line.way
    if _stands_on(ground, east * end, north * end, _ground_of(there, runner, past_enemies)):
        end = _clear_of(ground, heading, end, _crowd(state, runner, past_enemies))
    to_edge = ground_border_way(ground, heading, end, setting.width, setting.depth)
    if to_edge < end:
        return Line(heading, to_edge, True, True)
    walls = state.setting.walls
    obstacles = list(walls) if past_enemies else barriers_near(state, runner, end)
    obstacles = bodies_ahead(x, y, reach, east, north, end, obstacles)
    barred = end > line.way and ground_way(ground, heading, end, obstacles) < end - HAIR
    if barred or not may_end(state, ground, heading, end, obstacles):
        end = _last_free(state, ground, heading, line.way, neighbours(state, runner))
    return Line(heading, end, False, not barred)


def _stands_on(ground: list[Rectangle], east: float, north: float, bodies: list[Rectangle]) -> bool:
    """True if ground moved by these inches lies on one of these bodies."""
    for part in ground:
        there = part.moved(east, north)
        for body in bodies:
            if overlap(there, body):
                return True
    return False


def _clear_of(ground: list[Rectangle], heading: float, way: float, bodies: list[Rectangle]) -> float:
    """The inches, `way` or more, after which ground that moves along a heading lies on none of these bodies."""
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
    """The inches to the farthest free place short of the end of a way; -1 if there is none: then the runner does not even turn."""
    steps = int(way / _STEP) + 1
    for step in range(steps + 1):
        end = max(0.0, way - step * _STEP)
        if may_end(state, ground, heading, end, others):
            return end
    return -1.0


def neighbours(state: State, runner: Runner) -> list[Rectangle]:
    """All ground that a runner may not end on: that of units, with an inch around figures of its own unit, and walls."""
    return [*state.setting.walls, *_crowd(state, runner, True)]


def _crowd(state: State, runner: Runner, enemies_too: bool) -> list[Rectangle]:
    """The ground of friends, with an inch around figures of its own unit; that of enemies if wanted."""
    return _ground_of(all_on_field(state), runner, enemies_too)


def _ground_of(units: list[Unit], runner: Runner, enemies_too: bool) -> list[Rectangle]:
    """The ground of these units that a runner may not stand on, in inches; other figures of its own unit with room around them."""
    found: list[Rectangle] = []
    for other in units:
        if other.status != FIELD or (other.side != runner.unit.side and not enemies_too):
            continue
        if other.id != runner.unit.id:
            found.extend(standing.ground(other))
        elif runner.figure != NOBODY:
            found.extend(
                grown(standing.base_of(other, figure), APART - LEEWAY)
                for figure in figures_standing(other)
                if figure != runner.figure
            )
    return found


def grown(base: Rectangle, margin: float) -> Rectangle:
    """A base with a margin of n inches around it."""
    return Rectangle(
        base.x,
        base.y,
        base.half_width + margin,
        base.half_depth + margin,
        base.forward_x,
        base.forward_y,
    )


def stand_at(state: State, table: Table, runner: Runner, heading: float, way: float) -> None:
    """Turn a runner to a heading, move it `way` inches, and tell."""
    if table.telling:
        tell_run(state, table, runner, heading, way)
    unit = runner.unit
    if runner.block is not None:
        dressing.stand(unit, slide(turned(runner.block, heading), heading, way))
        formations.open_on_ground(state, table, unit, runner.block)
        return
    singles = unit.singles
    assert singles is not None, "a runner is a block or a single"
    single = singles[runner.figure]
    east, north = forward(heading)
    x, y = snap(single.x + east * way), snap(single.y + north * way)
    unit.place(runner.figure, x, y, snap_heading(heading))


def leave(state: State, table: Table, runner: Runner) -> None:
    """Take a runner that ran over the edge out of the battle, and tell. Rules: battlesystem:6.4b, battlesystem:7.15h."""
    unit = runner.unit
    if table.telling:
        if runner.figure == NOBODY:
            text = says(state, unit, "runs|run off the table and is|are out of the battle.")
        else:
            text = f"A figure of {name(state, unit)} runs off the table and is out of the battle."
        data: dict[str, object] = {"unit": f"u{unit.id}"}
        table.tell(Event("fled", text, "battlesystem:6.4b", side=unit.side, data=data))
    take_off(state, runner, FLED)


def take_off(state: State, runner: Runner, status: int) -> None:
    """Take a runner off the table for good: `FLED`, `SLAIN` or `CAPTURED`. A skirmisher takes the weapons he had left to throw with him.

    By versions 1 to 11 of the rules only the fallen did. Rule: battlesystem:10.3b.
    """
    unit = runner.unit
    singles = unit.singles
    if singles is not None:
        unit.take_off(runner.figure, status)
        count_skirmishers(unit)
        if is_mended(state, 12):
            count_thrown(state, unit)
        return
    unit.leave(status)
    if status == SLAIN:
        unit.figures = 0


def tell_run(state: State, table: Table, runner: Runner, heading: float, way: float) -> None:
    """Tell that a runner runs n inches along a heading."""
    unit = runner.unit
    one = runner.figure != NOBODY
    run = f"{round(way, 1):g} in to the {compass(heading)}"
    text = f"A figure of {name(state, unit)} routs {run}." if one else says(state, unit, f"routs|rout {run}.")
    data: dict[str, object] = {"unit": f"u{unit.id}", "heading": heading, "inches": way}
    if one:
        data["figure"] = runner.figure
    table.tell(Event("rout", text, "battlesystem:7.15", side=unit.side, data=data))
