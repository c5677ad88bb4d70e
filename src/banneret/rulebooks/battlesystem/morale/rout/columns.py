"""Routs with no straight way out: they go through gaps along the shortest way home, and the unit forms again at its end.

Rules: battlesystem:7.15c, battlesystem:7.15e.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, heading_of, length, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, overlap, placed
from banneret.geometry.sweeps import inside_board
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.clearance import on_table
from banneret.rulebooks.battlesystem.morale.rout import resting, runners
from banneret.rulebooks.battlesystem.morale.rout.enclosure import GAP
from banneret.rulebooks.battlesystem.morale.rout.pathfinding import (
    Way,
    heading_along,
    point_along,
    way_length,
    way_to_edge,
)
from banneret.rulebooks.battlesystem.morale.rout.stragglers import STEP, gather
from banneret.rulebooks.battlesystem.space import field, formations, standing
from banneret.rulebooks.battlesystem.space.tariffs import ROAD, Tariff
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH, WEST
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import Unit


def follow(state: State, table: Table, runner: runners.Runner, way: Way, inches: float) -> None:
    """Run n inches along the shortest way for one figure; if they suffice, leave the table at its end. Rules: battlesystem:7.15c, 7.15e.

    If there is no way, or no room along it, the unit stays as it stands.
    """
    if way and way_length(way) <= inches:
        resting.leave(state, table, runner)
        return
    if way and _re_form(state, runner, way, inches):
        formations.open_on_ground(state, table, runner.unit, runner.block)
        _tell(state, table, runner.unit, "routs|rout through a gap.")
    else:
        _tell(state, table, runner.unit, "routs|rout, but finds|find no way out.")


def find_way(state: State, runner: runners.Runner, obstacles: list[Rectangle]) -> Way:
    """The shortest way to the home edge, else to another edge, from the middle of the unit, else from a figure; empty if there is none."""
    setting = state.setting
    home = setting.homes[runner.unit.side]
    starts = [(runner.x, runner.y)]
    if runner.block is not None:
        starts.extend([(base.x, base.y) for base in standing.bases(runner.unit)])
    for edge in [home, *[edge for edge in (NORTH, EAST, SOUTH, WEST) if edge != home]]:
        for x, y in starts:
            way = way_to_edge(x, y, edge, setting.width, setting.depth, obstacles)
            if way:
                return way
    return []


def paid_way(state: State, unit: Unit, way: Way, inches: float) -> float:
    """The inches along a way that n inches of movement pay for; who keeps to a road has its bonus.

    By versions 1 to 19 of the rules he had not, and paid for the ground through which it leads; by versions 1 to 10 ground cost nothing here.
    Rules: battlesystem:11.8a, battlesystem:11.8n.
    """
    prices = field.tariff(state, unit) if is_mended(state, 11) else None
    if prices is None:
        return inches
    prices.begin(0.0, 1.0)
    by_road = is_mended(state, 20) and _keeps_to_road(prices, unit, way, inches / ROAD)
    gone, left = 0.0, inches
    for place in range(1, len(way)):
        (ax, ay), (bx, by) = way[place - 1], way[place]
        span, heading = length(bx - ax, by - ay), heading_of(bx - ax, by - ay)
        goes = prices.along_road if by_road else prices.course
        found = goes([(ax, ay)], heading, span, left, [])
        gone += found.way
        if found.way < span - TOLERANCE:
            return gone
        left -= prices.bill([(ax, ay)], heading, span, found)
    return gone + max(0.0, left) / (ROAD if by_road else 1.0)


def _keeps_to_road(prices: Tariff, unit: Unit, way: Way, inches: float) -> bool:
    """True if all of a unit stands on a road, and a figure of it that goes n inches along a way stays on one. Rule: battlesystem:11.8a."""
    if not prices.roads or not all(prices.carries(base) for base in standing.bases(unit)):
        return False
    left = inches
    for place in range(1, len(way)):
        (ax, ay), (bx, by) = way[place - 1], way[place]
        span, heading = min(left, length(bx - ax, by - ay)), heading_of(bx - ax, by - ay)
        if span > 0.0 and not prices.keeps(placed(ax, ay, unit.width, unit.depth, heading), heading, span):
            return False
        left -= span
    return True


def course(way: Way, inches: float) -> runners.Course:
    """The course of a figure one inch wide along the first n inches of a way, for those who stand in it. Rule: 7.15b."""
    found = runners.Course()
    left = inches
    for place in range(1, len(way)):
        (ax, ay), (bx, by) = way[place - 1], way[place]
        span = min(left, length(bx - ax, by - ay))
        if span > 0.0:
            heading = heading_of(bx - ax, by - ay)
            found.add([placed(ax, ay, GAP, GAP, heading)], ax, ay, heading, span)
            left -= span
    return found


def _re_form(state: State, runner: runners.Runner, way: Way, inches: float) -> bool:
    """Form again n inches along the way, or as near to that as there is room; return False if there is none. Rule: 7.15e."""
    others = resting.neighbours(state, runner)
    end = inches
    while end > 0.0:
        x, y = point_along(way, end)
        heading = heading_along(way, end)
        if runner.block is None:
            if _stand_single(state, runner, x, y, heading, others):
                return True
        else:
            block = _widest(state, runner.block, x, y, heading, others)
            if block is not None:
                gather(state, runner.unit, block, way, end, inches, others)
                return True
        end -= STEP
    return False


def _stand_single(
    state: State, runner: runners.Runner, x: float, y: float, heading: float, others: list[Rectangle]
) -> bool:
    """Stand a skirmisher at (x, y) on a heading; return False if there is no room."""
    base = runner.base
    singles = runner.unit.singles
    assert base is not None, "a runner is a block or a single"
    assert singles is not None, "a single is one of several"
    there = placed(x, y, 2.0 * base.half_width, 2.0 * base.half_depth, heading)
    if any(overlap(there, other) for other in others) or not (
        inside_board([there], state.setting.width, state.setting.depth)
    ):
        return False
    runner.unit.place(runner.figure, snap(x), snap(y), snap_heading(heading))
    singles[runner.figure].rout_heading = snap_heading(heading)
    return True


def _widest(
    state: State, block: Block, x: float, y: float, heading: float, others: list[Rectangle]
) -> Block | None:
    """The block with the widest front that has room there, no wider than before; None if there is none. Rule: battlesystem:7.15c."""
    for files in range(block.files, 0, -1):
        there = Block(x, y, heading, block.figures, files, block.width, block.depth, block.spacing)
        if on_table(there, state.setting.width, state.setting.depth) and not any(
            overlap(part, other) for part in there.area() for other in others
        ):
            return there
    return None


def _tell(state: State, table: Table, unit: Unit, words: str) -> None:
    """Tell of a rout through gaps."""
    if table.telling:
        text = says(state, unit, words)
        data: dict[str, object] = {"unit": f"u{unit.id}"}
        table.tell(Event("rout", text, "battlesystem:7.15c", side=unit.side, data=data))
