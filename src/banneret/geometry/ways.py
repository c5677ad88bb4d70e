"""Ways through a crowd: whether a body is hemmed in, and the shortest way out for a single figure.

Whether there is a way is decided exactly, by the gaps between obstacles. The way itself is found on a grid
and then pulled straight.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import floor, sqrt
from typing import Final

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.rectangles import Rectangle, between, distance, gap

GAP: Final = 1.0
"""Inches between obstacles that a figure can pass. Rule: battlesystem:7.15d."""

MESH: Final = 0.25
"""Inches between the points that are tried. Rule: battlesystem:7.15d."""

_HAIR: Final = 1e-9  # inches: bodies that touch have a point in common
_DIAGONAL: Final = sqrt(2.0)
_SETTLED: Final = 2  # a point whose shortest way is found; 1 is one that is blocked

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3


def is_surrounded(unit: list[Rectangle], obstacles: list[Rectangle]) -> bool:
    """Whether no figure of a unit can get away: no gap of `GAP` leads out. Rule: battlesystem:7.15d.

    A disc as wide as the gap is put down, its middle on the unit's ground or squarely beside an end of the unit that is
    narrower than the disc, wherever it meets no obstacle. (Put down outside by a corner of the unit, it would already be
    through a gap that is too narrow.) Obstacles nearer to each other than the gap form a fence; the disc is shut in when
    some closed fence runs around it.

    Args:
        unit: the ground of the unit.
        obstacles: the grounds of enemy blocks and the edges of impassable ground. The table's edge is none.
    """
    links = _links(obstacles)
    for x, y in _starts(unit):
        if all(obstacle.distance_to(x, y) >= GAP / 2.0 for obstacle in obstacles) and not (
            _is_fenced(x, y, obstacles, links)
        ):
            return False
    return True


def _starts(unit: list[Rectangle]) -> list[tuple[float, float]]:
    """Points all over the unit's ground, its corners and edges among them, a mesh or less apart; and beside narrow ends.

    Where a unit is too thin for the disc, held in front and from behind, figures still walk out at an open end of it.
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
    """Where the middle of the disc is when it touches the middle of a side of a body that is narrower than the disc."""
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
            if gap(first, second) < GAP - TOLERANCE and distance(first, second) < GAP - TOLERANCE:
                found.append((one, other, *_nearest(first, second)))
    return found


def _nearest(first: Rectangle, second: Rectangle) -> tuple[float, float, float, float]:
    """A point of each such that the line between them runs along the narrowest place."""
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
    """Whether a closed fence of linked obstacles runs around a point.

    Each link is walked from middle to middle; a ray from the point to the east counts how often. Obstacles
    joined so far share a root; `odd` says whether the walk from an obstacle to its root crosses the ray an odd
    number of times. A link that closes a ring with an odd count closes it around the point.
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
    parity = False
    while root[place] != place:
        parity = parity != odd[place]
        place = root[place]
    return place, parity


def _passes_ray(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> bool:
    return (ay > y) != (by > y) and ax + (bx - ax) * (y - ay) / (by - ay) > x


def way_to_edge(
    x: float,
    y: float,
    edge: int,
    table_width: float,
    table_depth: float,
    obstacles: list[Rectangle],
) -> list[tuple[float, float]]:
    """The shortest way for a figure one inch wide to an edge of the table. Rules: battlesystem:7.15c, battlesystem:7.15e.

    Args:
        x: where it starts, in inches to the east; what it stands in there does not hold it.
        y: the same to the north.
        edge: `NORTH`, `EAST`, `SOUTH` or `WEST`.
        table_width: inches of the table from west to east.
        table_depth: inches from south to north.
        obstacles: grounds and edges of ground that cannot be entered.

    Returns:
        The corners of the way from the start to the edge; empty when there is none. The mesh lets a figure
        through gaps down to three quarters of an inch; `is_surrounded` is the judge of whether there is a way.
    """
    columns, rows = floor(table_width / MESH) + 1, floor(table_depth / MESH) + 1
    margin = (GAP - MESH) / 2.0  # half a mesh less than half a gap: a point of the mesh lies in every gap
    blocked = _blocked(columns, rows, margin, obstacles)
    start = _node(x, y, columns, rows)
    blocked[start] = 0
    steps = [1e300] * (columns * rows)
    before = [-1] * (columns * rows)
    steps[start] = 0.0
    queue = [(_still(start, edge, columns, rows), start)]  # what is walked and what is left at best
    while queue:
        node = heappop(queue)[1]
        if _still(node, edge, columns, rows) == 0.0:
            return _pulled(_trail(before, node, columns, x, y), margin, obstacles)
        if blocked[node] == _SETTLED:
            continue
        blocked[node] = _SETTLED
        column, row = node % columns, node // columns
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                new_column, new_row = column + right, row + down
                if not (0 <= new_column < columns and 0 <= new_row < rows):
                    continue
                new = new_row * columns + new_column
                far = steps[node] + (MESH if right == 0 or down == 0 else MESH * _DIAGONAL)
                if blocked[new] == 0 and far < steps[new]:
                    steps[new], before[new] = far, node
                    heappush(queue, (far + _still(new, edge, columns, rows), new))
    return []


def _still(node: int, edge: int, columns: int, rows: int) -> float:
    """Inches straight on to the edge."""
    if edge == NORTH:
        return (rows - 1 - node // columns) * MESH
    if edge == SOUTH:
        return node // columns * MESH
    if edge == EAST:
        return (columns - 1 - node % columns) * MESH
    return node % columns * MESH


def way_length(way: list[tuple[float, float]]) -> float:
    """Inches along a way."""
    total = 0.0
    for place in range(1, len(way)):
        total += length(way[place][0] - way[place - 1][0], way[place][1] - way[place - 1][1])
    return total


def point_along(way: list[tuple[float, float]], distance_gone: float) -> tuple[float, float]:
    """Where one is after so many inches of a way; its end when it is shorter."""
    for place in range(1, len(way)):
        (ax, ay), (bx, by) = way[place - 1], way[place]
        span = length(bx - ax, by - ay)
        if distance_gone <= span and span > 0.0:
            return ax + (bx - ax) * distance_gone / span, ay + (by - ay) * distance_gone / span
        distance_gone -= span
    return way[-1]


def _blocked(columns: int, rows: int, margin: float, obstacles: list[Rectangle]) -> bytearray:
    """Which nodes are nearer to an obstacle than the margin, by their places in the mesh."""
    blocked = bytearray(columns * rows)
    near = margin - TOLERANCE
    for obstacle in obstacles:
        forward_x, forward_y = obstacle.forward_x, obstacle.forward_y
        half_width, half_depth = obstacle.half_width, obstacle.half_depth
        reach_x = abs(forward_y) * half_width + abs(forward_x) * half_depth + margin
        reach_y = abs(forward_x) * half_width + abs(forward_y) * half_depth + margin
        first_column = max(0, floor((obstacle.x - reach_x) / MESH))
        last_column = min(columns - 1, floor((obstacle.x + reach_x) / MESH) + 1)
        first_row = max(0, floor((obstacle.y - reach_y) / MESH))
        last_row = min(rows - 1, floor((obstacle.y + reach_y) / MESH) + 1)
        for row in range(first_row, last_row + 1):
            north = row * MESH - obstacle.y
            for column in range(first_column, last_column + 1):
                # as `Rectangle.distance_to`, for there are thousands of nodes
                east = column * MESH - obstacle.x
                across = east * forward_y - north * forward_x
                across = (across if across >= 0.0 else -across) - half_width
                along = east * forward_x + north * forward_y
                along = (along if along >= 0.0 else -along) - half_depth
                if across >= near or along >= near:
                    continue
                if across <= 0.0 or along <= 0.0 or length(across, along) < near:
                    blocked[row * columns + column] = 1
    return blocked


def _node(x: float, y: float, columns: int, rows: int) -> int:
    column = max(0, min(columns - 1, floor(x / MESH + 0.5)))
    row = max(0, min(rows - 1, floor(y / MESH + 0.5)))
    return row * columns + column


def _trail(before: list[int], node: int, columns: int, x: float, y: float) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    while before[node] >= 0:
        found.append((node % columns * MESH, node // columns * MESH))
        node = before[node]
    found.append((x, y))
    found.reverse()
    return found


def _pulled(
    trail: list[tuple[float, float]], margin: float, obstacles: list[Rectangle]
) -> list[tuple[float, float]]:
    """The same way with every corner left out that can be cut without coming nearer to an obstacle."""
    found = [trail[0]]
    place = 0
    while place < len(trail) - 1:
        ahead = len(trail) - 1
        while ahead > place + 1 and not _is_clear(trail[place], trail[ahead], margin, obstacles):
            ahead -= 1
        found.append(trail[ahead])
        place = ahead
    return found


def _is_clear(
    start: tuple[float, float], end: tuple[float, float], margin: float, obstacles: list[Rectangle]
) -> bool:
    line = between(start[0], start[1], end[0], end[1])
    for obstacle in obstacles:
        if gap(line, obstacle) < margin - TOLERANCE and distance(line, obstacle) < margin - TOLERANCE:
            return False
    return True
