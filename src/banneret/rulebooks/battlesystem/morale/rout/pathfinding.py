"""The shortest way for a single figure to an edge of the table: found on a grid by A*, then pulled straight.

Rules: battlesystem:7.15c, battlesystem:7.15e.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import floor, sqrt
from typing import Final

from banneret.geometry.plane import TOLERANCE, heading_of, length
from banneret.geometry.rectangles import Rectangle, between, distance, gap
from banneret.rulebooks.battlesystem.morale.rout.enclosure import GAP, MESH
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH

Way = list[tuple[float, float]]
_DIAGONAL: Final = sqrt(2.0)
_SETTLED: Final = 2  # in `blocked`: a node whose shortest way is found; 1 is a blocked node, 0 an open one


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
        x: its start, in inches to the east; obstacles in which it starts do not stop it.
        y: the same in inches to the north.
        edge: `NORTH`, `EAST`, `SOUTH` or `WEST`.
        table_width: inches of the table from west to east.
        table_depth: inches from south to north.
        obstacles: the ground of enemies, and the edges of ground that cannot be entered.

    Returns:
        The corners of the way from the start to the edge; empty if there is none. The mesh lets a figure through gaps down
        to three quarters of an inch; `is_surrounded` decides if there is a way out by the rules.
    """
    columns, rows = floor(table_width / MESH) + 1, floor(table_depth / MESH) + 1
    margin = (GAP - MESH) / 2.0  # half a mesh less than half a gap, so that every gap has a node in it
    blocked = _blocked(columns, rows, margin, obstacles)
    start = _node(x, y, columns, rows)
    blocked[start] = 0
    steps = [1e300] * (columns * rows)
    before = [-1] * (columns * rows)
    steps[start] = 0.0
    queue = [(_still(start, edge, columns, rows), start)]  # inches walked plus the least inches left
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
    """Inches from a node straight to the edge: the least that is left to walk."""
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
    """The point after n inches of a way; its end when it is shorter."""
    for place in range(1, len(way)):
        (ax, ay), (bx, by) = way[place - 1], way[place]
        span = length(bx - ax, by - ay)
        if distance_gone <= span and span > 0.0:
            return ax + (bx - ax) * distance_gone / span, ay + (by - ay) * distance_gone / span
        distance_gone -= span
    return way[-1]


def heading_along(way: Way, inches: float) -> float:
    """The heading of a way after n inches, in degrees."""
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


def _blocked(columns: int, rows: int, margin: float, obstacles: list[Rectangle]) -> bytearray:
    """A byte for each node of the mesh: 1 if it is nearer to an obstacle than the margin, else 0."""
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
                # `Rectangle.distance_to` written out: there are thousands of nodes
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
    """The node of the mesh nearest to a point."""
    column = max(0, min(columns - 1, floor(x / MESH + 0.5)))
    row = max(0, min(rows - 1, floor(y / MESH + 0.5)))
    return row * columns + column


def _trail(before: list[int], node: int, columns: int, x: float, y: float) -> list[tuple[float, float]]:
    """The points from the start (x, y) to a node, by the node before each."""
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
    """True if a straight line keeps the margin to all obstacles."""
    line = between(start[0], start[1], end[0], end[1])
    for obstacle in obstacles:
        if gap(line, obstacle) < margin - TOLERANCE and distance(line, obstacle) < margin - TOLERANCE:
            return False
    return True
