"""Routs that no straight line lets out: through gaps along the shortest way home, re-formed at the end of it.

Rules: battlesystem:7.15c, battlesystem:7.15e.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.blocks import Block
from banneret.geometry.plane import TOLERANCE, heading_of, length, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, overlap, placed
from banneret.geometry.sight import is_free
from banneret.geometry.sweeps import inside_table, on_table
from banneret.geometry.ways import EAST, GAP, NORTH, SOUTH, WEST, point_along, way_length, way_to_edge
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import command, flight, standing
from banneret.rulebooks.battlesystem.sentences import says
from banneret.rulebooks.battlesystem.state import Pose, State, Unit

Way = list[tuple[float, float]]

_STEP: Final = 0.5  # inches between the ends that are tried where the block finds no room


def follow(state: State, table: Table, runner: flight.Runner, way: Way, inches: float) -> None:
    """Run along the shortest way for one figure; over the edge at its end. Rules: battlesystem:7.15c, battlesystem:7.15e.

    Where there is none, or it finds no room, the unit stays as it stands.
    """
    if way and way_length(way) <= inches:
        flight.leave(state, table, runner)
        return
    if way and _re_form(state, runner, way, inches):
        _tell(state, table, runner.unit, "routs|rout through a gap.")
    else:
        _tell(state, table, runner.unit, "routs|rout, but finds|find no way out.")


def find_way(state: State, runner: flight.Runner, obstacles: list[Rectangle]) -> Way:
    """The shortest way to the home edge, else to another one; from the middle of the unit, else from a figure."""
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


def course(way: Way, inches: float) -> flight.Course:
    """The first so many inches of a way as those see it who stand in it: a figure comes that is one inch wide. Rule: 7.15b."""
    found = flight.Course()
    left = inches
    for place in range(1, len(way)):
        (ax, ay), (bx, by) = way[place - 1], way[place]
        span = min(left, length(bx - ax, by - ay))
        if span > 0.0:
            heading = heading_of(bx - ax, by - ay)
            found.add([placed(ax, ay, GAP, GAP, heading)], ax, ay, heading, span)
            left -= span
    return found


def _re_form(state: State, runner: flight.Runner, way: Way, inches: float) -> bool:
    """Stand at the end of the way, or as near to it as there is room; whether there was any. Rule: 7.15e."""
    others = flight.neighbours(state, runner)
    end = inches
    while end > 0.0:
        x, y = point_along(way, end)
        heading = _heading_at(way, end)
        if runner.block is None:
            if _stand_single(state, runner, x, y, heading, others):
                return True
        else:
            block = _widest(state, runner.block, x, y, heading, others)
            if block is not None:
                _gather(state, runner.unit, block, way, end, inches, others)
                return True
        end -= _STEP
    return False


def _heading_at(way: Way, inches: float) -> float:
    """The direction in which one walks there."""
    gone = 0.0
    heading = 0.0
    for place in range(1, len(way)):
        (ax, ay), (bx, by) = way[place - 1], way[place]
        span = length(bx - ax, by - ay)
        if span == 0.0:
            continue
        heading = heading_of(bx - ax, by - ay)
        gone += span
        if gone >= inches:
            break
    return heading


def _stand_single(
    state: State, runner: flight.Runner, x: float, y: float, heading: float, others: list[Rectangle]
) -> bool:
    base = runner.base
    singles = runner.unit.singles
    assert base is not None, "a runner is a block or a single"
    assert singles is not None, "a single is one of several"
    there = placed(x, y, 2.0 * base.half_width, 2.0 * base.half_depth, heading)
    if any(overlap(there, other) for other in others) or not (
        inside_table([there], state.setting.width, state.setting.depth)
    ):
        return False
    runner.unit.place(runner.figure, snap(x), snap(y), snap_heading(heading))
    singles[runner.figure].rout_heading = snap_heading(heading)
    return True


def _widest(
    state: State, block: Block, x: float, y: float, heading: float, others: list[Rectangle]
) -> Block | None:
    """The block with the largest frontage that has room there, at most as wide as it was. Rule: battlesystem:7.15c."""
    for files in range(block.files, 0, -1):
        there = Block(x, y, heading, block.figures, files, block.width, block.depth, block.spacing)
        if on_table(there, state.setting.width, state.setting.depth) and not any(
            overlap(part, other) for part in there.area() for other in others
        ):
            return there
    return None


def _gather(
    state: State, unit: Unit, block: Block, way: Way, end: float, inches: float, others: list[Rectangle]
) -> None:
    """Stand the unit there; who would have to go farther than the rout straggles. Rule: battlesystem:7.15e.

    Those nearest to the way go in front.
    """
    corners = _corners_before(way, end)
    old = [command.figure_place(unit, figure) for figure in range(block.figures)]
    old.sort(key=lambda place: length(place[0] - corners[0][0], place[1] - corners[0][1]))
    standing.stand(unit, block)
    unit.rout_heading = block.heading
    fences = flight.barriers(state, unit)
    poses: list[Pose] = []
    bodies: list[Rectangle] = []
    late: list[tuple[int, Way]] = []
    for figure in range(block.figures):
        x, y = block.centre(*block.place(figure))
        poses.append((snap(x), snap(y), block.heading))
        path = _path(state, old[figure], way[0], corners, (x, y), fences)
        if way_length(path) > inches + TOLERANCE:
            late.append((figure, path))
        else:
            bodies.append(placed(x, y, block.width, block.depth, block.heading))
    if late:
        for figure, pose in _stragglers(state, block, late, inches, [*others, *bodies], poses).items():
            poses[figure] = pose
        unit.loose = tuple(poses)


def _stragglers(
    state: State,
    block: Block,
    late: list[tuple[int, Way]],
    inches: float,
    bodies: list[Rectangle],
    places: list[Pose],
) -> dict[int, Pose]:
    """Where those stop who are late; who finds no room on his way gets his place after all, and the others stand clear of it.

    Rule: battlesystem:7.15e.
    """
    left = late
    while True:
        found: dict[int, Pose] = {}
        standing_there = list(bodies)
        for figure, path in left:
            pose = _on_the_way(state, block, path, inches, standing_there)
            if pose is None:
                x, y, heading = places[figure]
                bodies = [*bodies, placed(x, y, block.width, block.depth, heading)]
                left = [one for one in left if one[0] != figure]
                break
            standing_there.append(placed(pose[0], pose[1], block.width, block.depth, pose[2]))
            found[figure] = pose
        else:
            return found


def _path(
    state: State,
    old: tuple[float, float],
    start: tuple[float, float],
    corners: Way,
    place: tuple[float, float],
    fences: list[Rectangle],
) -> Way:
    """The way of one figure to its new place: it joins the way of the unit as late as it straight can."""
    leg = [start, corners[0]]
    left = way_length(leg)
    while left > 0.0:
        x, y = point_along(leg, left)
        if is_free(old[0], old[1], x, y, fences, state.setting.ground):
            return [old, (x, y), *corners, place]
        left -= _STEP / 2.0
    return [old, start, *corners, place]


def _corners_before(way: Way, end: float) -> Way:
    """The corners of a way up to a point of it, the start left out when there is another."""
    found: Way = []
    gone = 0.0
    for place in range(1, len(way)):
        gone += length(way[place][0] - way[place - 1][0], way[place][1] - way[place - 1][1])
        if gone >= end:
            break
        found.append(way[place])
    return found or [way[0]]


def _on_the_way(state: State, block: Block, path: Way, inches: float, bodies: list[Rectangle]) -> Pose | None:
    """Where a straggler stops: where his inches end, or before that, where there is room; None when there is none.

    Rule: battlesystem:7.15e.
    """
    gone = inches
    while gone >= 0.0:
        x, y = point_along(path, gone) if gone > 0.0 else path[0]
        heading = snap_heading(_heading_at(path, gone))
        there = placed(x, y, block.width, block.depth, heading)
        if not any(area.holds(x, y) for area in state.setting.ground) and not any(
            overlap(there, body) for body in bodies
        ):
            return snap(x), snap(y), heading
        gone = 0.0 if 0.0 < gone < _STEP / 2.0 else gone - _STEP / 2.0
    return None


def _tell(state: State, table: Table, unit: Unit, words: str) -> None:
    if table.telling:
        text = says(state, unit, words)
        data: dict[str, object] = {"unit": f"u{unit.id}"}
        table.tell(Event("rout", text, "battlesystem:7.15c", side=unit.side, data=data))
