"""Enclosure: the test for enemies and forbidden ground that leave troops no gap to get out.

It is exact: it goes by the gaps between obstacles. Rule: battlesystem:7.15d.
"""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.geometry.plane import TOLERANCE, forward
from banneret.geometry.rectangles import Rectangle, distance, gap
from banneret.rulebooks.battlesystem.morale.rout.runners import Runner, own_ground
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, enemies
from banneret.rulebooks.battlesystem.unit import Unit

GAP: Final = 1.0
"""Inches between obstacles from which on a figure can pass. Rule: battlesystem:7.15d."""

MESH: Final = 0.25
"""Inches between the points that are tried. Rule: battlesystem:7.15d."""

_HAIR: Final = 1e-9  # inches: bodies that touch have a point in common


def is_shut_in(state: State, runner: Runner, heading: float) -> bool:
    """True if enemies and ground that cannot be entered leave a runner no gap of an inch. Rule: battlesystem:7.15d.

    Most runners are not shut in: a clear straight strip an inch wide that leads off the table proves it. Only if there is none, the
    fences of obstacles are traced.
    """
    walls = state.setting.walls
    formed = [enemy for enemy in enemies(state, runner.unit.side) if enemy.singles is None]
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
            if not _is_barred(strip, walls) and not _is_held(strip, formed):
                return False
    fences = list(walls)
    for enemy in formed:
        fences.extend(standing.ground(enemy))
    return len(fences) > 1 and is_surrounded(ground, fences)


def _is_held(strip: Rectangle, formed: list[Unit]) -> bool:
    """True if some of these units stand in a strip; a circle around each excludes most of them."""
    x, y, east, north = strip.x, strip.y, strip.forward_x, strip.forward_y
    for enemy in formed:
        stand = standing.body(enemy)
        aside = (stand.x - x) * north - (stand.y - y) * east
        reach = strip.half_width + stand.reach
        if -reach <= aside <= reach and _is_barred(strip, standing.ground(enemy)):
            return True
    return False


def _is_barred(strip: Rectangle, fences: list[Rectangle]) -> bool:
    """True if some obstacle lies in a strip."""
    x, y, east, north = strip.x, strip.y, strip.forward_x, strip.forward_y
    for fence in fences:
        aside = (fence.x - x) * north - (fence.y - y) * east
        reach = strip.half_width + fence.girth
        if -reach <= aside <= reach and gap(strip, fence, 0.0) < 0.0:
            return True
    return False


def is_surrounded(unit: list[Rectangle], obstacles: list[Rectangle]) -> bool:
    """True if no figure of a unit can get away: no gap of `GAP` leads out. Rule: battlesystem:7.15d.

    A disc as wide as the gap is put down wherever it meets no obstacle: with its middle on the unit's ground, or squarely
    beside an end of the unit that is narrower than the disc. (Put down outside a corner of the unit, it might already be
    past a gap that is too narrow.) Obstacles nearer to each other than the gap form a fence; the disc is shut in if a
    closed fence runs around it.

    Args:
        unit: the ground of the unit.
        obstacles: the grounds of enemy blocks and the edges of impassable ground; the table's edge is not one.
    """
    links = _links(obstacles)
    for x, y in _starts(unit):
        if all(obstacle.distance_to(x, y) >= GAP / 2.0 for obstacle in obstacles) and not (
            _is_fenced(x, y, obstacles, links)
        ):
            return False
    return True


def _starts(unit: list[Rectangle]) -> list[tuple[float, float]]:
    """The points where the disc is tried: a mesh or less apart all over the unit's ground, its edges included, and beside narrow ends.

    The latter are for units too thin for the disc, held in front and from behind: figures can still walk out at an open end.
    """
    found: list[tuple[float, float]] = []
    for part in unit:
        columns = floor(2.0 * part.half_width / MESH) + 1
        rows = floor(2.0 * part.half_depth / MESH) + 1
        for column in range(columns + 1):
            for row in range(rows + 1):
                right = part.half_width * (2.0 * column / columns - 1.0)
                ahead = part.half_depth * (2.0 * row / rows - 1.0)
                x = part.x + part.forward_y * right + part.forward_x * ahead
                y = part.y - part.forward_x * right + part.forward_y * ahead
                found.append((x, y))
        found.extend(_off_narrow_ends(part))
    return found


def _off_narrow_ends(part: Rectangle) -> list[tuple[float, float]]:
    """The middles of the disc where it touches the middle of those sides of a body that are narrower than the disc."""
    found: list[tuple[float, float]] = []
    if 2.0 * part.half_depth < GAP:
        east = part.forward_y * (part.half_width + GAP / 2.0)
        north = -part.forward_x * (part.half_width + GAP / 2.0)
        found += [(part.x + east, part.y + north), (part.x - east, part.y - north)]
    if 2.0 * part.half_width < GAP:
        east = part.forward_x * (part.half_depth + GAP / 2.0)
        north = part.forward_y * (part.half_depth + GAP / 2.0)
        found += [(part.x + east, part.y + north), (part.x - east, part.y - north)]
    return found


def _links(obstacles: list[Rectangle]) -> list[tuple[int, int, float, float, float, float]]:
    """Pairs of obstacles that leave no gap between them, with the two points where they are nearest."""
    found: list[tuple[int, int, float, float, float, float]] = []
    for one, first in enumerate(obstacles):
        for other in range(one):
            second = obstacles[other]
            east, north, far = second.x - first.x, second.y - first.y, first.girth + second.girth + GAP
            if east * east + north * north > far * far:
                continue  # the circles around them leave one, as those of most do
            if gap(first, second) < GAP - TOLERANCE and distance(first, second) < GAP - TOLERANCE:
                found.append((one, other, *_nearest(first, second)))
    return found


def _nearest(first: Rectangle, second: Rectangle) -> tuple[float, float, float, float]:
    """The nearest points of two bodies, of the first and of the second; a common point twice if they overlap."""
    if gap(first, second) <= 0.0:
        x, y = _common_point(first, second)
        return x, y, x, y
    best = 1e300
    points = (0.0, 0.0, 0.0, 0.0)
    for x, y in second.corners():
        away = first.distance_to(x, y)
        if away < best:
            best, points = away, (*_clamped(first, x, y), x, y)
    for x, y in first.corners():
        away = second.distance_to(x, y)
        if away < best:
            best, points = away, (x, y, *_clamped(second, x, y))
    return points


def _common_point(first: Rectangle, second: Rectangle) -> tuple[float, float]:
    """A point of two bodies that overlap: on an edge of the first, else the second lies wholly inside it."""
    wide, deep = second.half_width + _HAIR, second.half_depth + _HAIR
    corners = first.corners()
    for place, (bx, by) in enumerate(corners):
        ax, ay = corners[place - 1]
        right, ahead = second.seen_from(ax, ay)
        right_end, ahead_end = second.seen_from(bx, by)
        enter, leave = 0.0, 1.0
        for start, end, half in ((right, right_end, wide), (ahead, ahead_end, deep)):
            run = end - start
            if run == 0.0:
                if abs(start) > half:
                    leave = -1.0
                continue
            one, other = (-half - start) / run, (half - start) / run
            enter, leave = max(enter, min(one, other)), min(leave, max(one, other))
        if enter <= leave:
            share = (enter + leave) / 2.0
            return ax + (bx - ax) * share, ay + (by - ay) * share
    return second.x, second.y


def _clamped(body: Rectangle, x: float, y: float) -> tuple[float, float]:
    """The point of a body nearest to a point."""
    right, ahead = body.seen_from(x, y)
    right = max(-body.half_width, min(body.half_width, right))
    ahead = max(-body.half_depth, min(body.half_depth, ahead))
    return (
        body.x + body.forward_y * right + body.forward_x * ahead,
        body.y - body.forward_x * right + body.forward_y * ahead,
    )


def _is_fenced(
    x: float,
    y: float,
    obstacles: list[Rectangle],
    links: list[tuple[int, int, float, float, float, float]],
) -> bool:
    """True if a closed fence of linked obstacles runs around a point.

    Each link is a walk from the middle of one obstacle to that of the other; it crosses the ray from the point to the east
    an odd or even number of times. Obstacles linked so far share a root (union-find); `odd` is True if the walk from an
    obstacle to its root crosses the ray an odd number of times. A link that closes a ring with an odd number of crossings
    closes it around the point.
    """
    root = list(range(len(obstacles)))
    odd = [False] * len(obstacles)
    for one, other, ax, ay, bx, by in links:
        first, second = obstacles[one], obstacles[other]
        crossed = (
            _passes_ray(x, y, first.x, first.y, ax, ay) != _passes_ray(x, y, ax, ay, bx, by)
        ) != _passes_ray(x, y, bx, by, second.x, second.y)
        here, here_odd = _root(root, odd, one)
        there, there_odd = _root(root, odd, other)
        if here == there:
            if (here_odd != there_odd) != crossed:
                return True
        else:
            root[here] = there
            odd[here] = (here_odd != there_odd) != crossed
    return False


def _root(root: list[int], odd: list[bool], place: int) -> tuple[int, bool]:
    """The root of an obstacle, and True if the walk to it crosses the ray an odd number of times."""
    parity = False
    while root[place] != place:
        parity = parity != odd[place]
        place = root[place]
    return place, parity


def _passes_ray(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """True if the line from a to b crosses the ray from (x, y) to the east."""
    return (ay > y) != (by > y) and ax + (bx - ax) * (y - ay) / (by - ay) > x
