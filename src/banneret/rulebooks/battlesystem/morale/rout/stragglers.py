"""Units that form again at the end of a rout through gaps, and their stragglers. Rule: battlesystem:7.15e."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, length, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, overlap, placed
from banneret.geometry.sight import is_free
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.morale.rout import lines
from banneret.rulebooks.battlesystem.morale.rout.pathfinding import (
    Way,
    heading_along,
    point_along,
    way_length,
)
from banneret.rulebooks.battlesystem.space import dressing, figures
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Pose, Unit

STEP: Final = 0.5  # inches between the places tried along the way for a block that finds no room


def gather(
    state: State, unit: Unit, block: Block, way: Way, end: float, inches: float, others: list[Rectangle]
) -> None:
    """Form a unit as a block at the end of a rout; figures that would have to go farther than n inches straggle behind.

    Those nearest to the way go in front.

    Args:
        state: the battle.
        unit: the unit that routs.
        block: the block that it forms.
        way: the way that it runs.
        end: the inches along the way at which the block stands.
        inches: the inches that each figure may go.
        others: bodies on which no straggler may stand.

    Rule: battlesystem:7.15e.
    """
    corners = _corners_before(way, end)
    places = [figures.figure_place(unit, figure) for figure in range(block.figures)]
    seats = sorted(
        range(block.figures),
        key=lambda figure: length(places[figure][0] - corners[0][0], places[figure][1] - corners[0][1]),
    )
    old = [places[figure] for figure in seats]
    dressing.stand(unit, block, seats)
    unit.rout_heading = block.heading
    fences = lines.barriers(state, unit)
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
        unit.stand(block, tuple(poses))


def _stragglers(
    state: State,
    block: Block,
    late: list[tuple[int, Way]],
    inches: float,
    bodies: list[Rectangle],
    places: list[Pose],
) -> dict[int, Pose]:
    """The poses of figures that are late, by figure; one that finds no room on its way takes its place in the block after all.

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
    """The way of one figure to its new place: it joins the unit's way at the latest point to which it can go straight."""
    leg = [start, corners[0]]
    left = way_length(leg)
    while left > 0.0:
        x, y = point_along(leg, left)
        if is_free(old[0], old[1], x, y, fences, state.setting.ground):
            return [old, (x, y), *corners, place]
        left -= STEP / 2.0
    return [old, start, *corners, place]


def _corners_before(way: Way, end: float) -> Way:
    """The corners of a way before n inches of it; without the start, unless there is no other."""
    found: Way = []
    gone = 0.0
    for place in range(1, len(way)):
        gone += length(way[place][0] - way[place - 1][0], way[place][1] - way[place - 1][1])
        if gone >= end:
            break
        found.append(way[place])
    return found or [way[0]]


def _on_the_way(state: State, block: Block, path: Way, inches: float, bodies: list[Rectangle]) -> Pose | None:
    """The pose of a straggler: where its inches end, or at the nearest place with room before that; None if there is none.

    Rule: battlesystem:7.15e.
    """
    gone = inches
    while gone >= 0.0:
        x, y = point_along(path, gone) if gone > 0.0 else path[0]
        heading = snap_heading(heading_along(path, gone))
        there = placed(x, y, block.width, block.depth, heading)
        if not any(area.holds(x, y) for area in state.setting.ground) and not any(
            overlap(there, body) for body in bodies
        ):
            return snap(x), snap(y), heading
        gone = 0.0 if 0.0 < gone < STEP / 2.0 else gone - STEP / 2.0
    return None
