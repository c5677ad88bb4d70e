"""Straight lines that a rout may take, the least turn first. Rules: battlesystem:7.15c, battlesystem:7.15h."""

from __future__ import annotations

from banneret.geometry.plane import forward, snap_heading
from banneret.geometry.rectangles import Rectangle, circle_around, overlap
from banneret.geometry.sweeps import bodies_ahead, ground_border_way, ground_way, inside_board
from banneret.rulebooks.battlesystem.blocks.block_moves import turned
from banneret.rulebooks.battlesystem.morale.rout.directions import deflected, home_heading
from banneret.rulebooks.battlesystem.morale.rout.runners import HAIR, Line, Runner
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.space.field import way_over
from banneret.rulebooks.battlesystem.space.obstacles import SPARE
from banneret.rulebooks.battlesystem.space.tariffs import ROAD
from banneret.rulebooks.battlesystem.state import State, enemies
from banneret.rulebooks.battlesystem.unit import Unit


def barriers(state: State, unit: Unit) -> list[Rectangle]:
    """The ground that a rout cannot enter: that on which enemies stand, and forbidden ground. Rule: battlesystem:7.15c."""
    found = list(state.setting.walls)
    for enemy in enemies(state, unit.side):
        found.extend(standing.ground(enemy))
    return found


def barriers_near(state: State, runner: Runner, inches: float) -> list[Rectangle]:
    """Those of the `barriers` that a runner may meet within n inches in any direction."""
    found = list(state.setting.walls)
    for enemy in units_near(state, runner.x, runner.y, runner.reach() + inches + SPARE, runner.unit.side):
        found.extend(standing.ground(enemy))
    return found


def best_line(state: State, runner: Runner, heading: float, inches: float) -> Line:
    """The line with the least turn that is free for all n inches; else the one that leads farthest.

    The edge of the table is no obstacle: a line that reaches it is free. Rules: battlesystem:7.15c, battlesystem:7.15h.
    """
    # a road leads farther than the inches in the open
    obstacles = barriers_near(state, runner, inches / ROAD if state.setting.terrain else inches)
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
    """The line of a runner in one direction. Obstacles into which the turn brings it do not stop it if it is clear of them at the end.

    Rule: battlesystem:7.15c.
    """
    setting = state.setting
    ground = runner.ground(heading)
    if setting.terrain:
        block = None if runner.block is None else turned(runner.block, heading)
        inches = way_over(state, runner.unit, block, runner.base, heading, inches)
    to_edge = ground_border_way(ground, heading, inches, setting.width, setting.depth)
    leaves = to_edge < inches or not inside_board(ground, setting.width, setting.depth)
    limit = min(inches, to_edge)
    x, y, reach = circle_around(ground)
    near = bodies_ahead(x, y, reach, *forward(heading), limit, obstacles)
    way = ground_way(ground, heading, limit, near)
    if not may_end(state, ground, heading, way, near):
        return Line(heading, 0.0, False, False)
    free = way >= limit - HAIR
    return Line(heading, way, free and leaves, free)


def may_end(
    state: State, ground: list[Rectangle], heading: float, end: float, bodies: list[Rectangle]
) -> bool:
    """True if ground moved `end` inches along a heading lies on none of these bodies, and not within ground that nobody may enter.

    Rule: battlesystem:7.15c.
    """
    east, north = forward(heading)
    for part in ground:
        there = part.moved(east * end, north * end)
        if any(area.holds(there.x, there.y) for area in state.setting.ground):
            return False
        for body in bodies:  # a loop is faster than a generator here
            if overlap(there, body):
                return False
    return True
