"""The cost of a wheel over priced ground, where an inch may cost more than one, and the points from which moves are measured.

Rules: battlesystem:11.8n, battlesystem:7.7, battlesystem:7.9c.
"""

from __future__ import annotations

from math import floor, sqrt

from banneret.geometry.plane import TOLERANCE, forward, radians, swing_all
from banneret.geometry.polygons import NO_LENGTH, Box, Polygon, line_cost
from banneret.geometry.rectangles import RIGHT
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    farthest_from,
    outermost,
    pivot,
    swing_radius,
    wheel_cost,
)


def wheel_price(areas: list[Polygon], costs: list[float], block: Block, side: int, degrees: float) -> float:
    """The cost of a wheel over priced ground: the arc of its outermost figure. Rules: battlesystem:7.9c, battlesystem:11.8n.

    The arc is taken in chords of a degree or less, each priced by the ground under it. `areas` and their `costs` an inch go together.
    """
    arc = wheel_cost(block, side, degrees)
    return _arc_price(areas, costs, pivot(block, side), outermost(block, side), arc, side, degrees)


def swing_price(
    areas: list[Polygon],
    costs: list[float],
    block: Block,
    side: int,
    degrees: float,
    about: tuple[float, float],
) -> float:
    """The cost of a wheel about any point over priced ground. Rules: battlesystem:7.9c, battlesystem:11.8n, option wheel_pivot."""
    x, y = about
    arc = radians(degrees) * swing_radius(block, x, y)
    return _arc_price(areas, costs, about, farthest_from(block, x, y), arc, side, degrees)


def _arc_price(
    areas: list[Polygon],
    costs: list[float],
    about: tuple[float, float],
    first: tuple[float, float],
    arc: float,
    side: int,
    degrees: float,
) -> float:
    """The cost of an arc about a point, from the point `first` on; `arc`: its inches."""
    about_x, about_y = about
    x, y = first
    pieces = floor(degrees) + 1
    turn = degrees / pieces if side == RIGHT else -degrees / pieces
    arc /= pieces
    points: list[tuple[float, float]] = []
    east, north = x - about_x, y - about_y
    for piece in range(1, pieces + 1):  # `swing`, written out
        sine, cosine = forward(turn * piece)
        points.append((about_x + (east * cosine + north * sine), about_y + (north * cosine - east * sine)))
    near, prices = _near(areas, costs, box_around([(x, y), *points]))
    total = 0.0
    for to_x, to_y in points:
        chord = sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))
        if chord > NO_LENGTH:
            price = line_cost(near, prices, x, y, to_x, to_y) if near else chord
            total += price * arc / chord
        x, y = to_x, to_y
    return total


def _near(areas: list[Polygon], costs: list[float], box: Box) -> tuple[list[Polygon], list[float]]:
    """The areas that lines within a box may meet, and their prices."""
    near: list[Polygon] = []
    prices: list[float] = []
    for place, area in enumerate(areas):
        if not area.is_off(box):
            near.append(area)
            prices.append(costs[place])
    return near, prices


def front_middles(block: Block) -> list[tuple[float, float]]:
    """The middles of the front edges of the front rank, from which moves are measured. Rule: battlesystem:7.7."""
    pitch = block.width + block.spacing
    return [block.point((file - (block.files - 1) / 2.0) * pitch, 0.0) for file in range(block.files)]


def box_around(points: list[tuple[float, float]]) -> Box:
    """West, south, east and north of some points."""
    west, south = east, north = points[0]
    for x, y in points:  # faster than lists and their least and most
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    return west, south, east, north


def turned(
    points: list[tuple[float, float]], x: float, y: float, turn: float, piece: int
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Points before and after the n-th of several equal turns about (x, y), counted from 1."""
    before = swing_all(points, x, y, turn * (piece - 1)) if piece > 1 else points
    return before, swing_all(points, x, y, turn * piece)


def box_swept(block: Block, x: float, y: float, turn: float, piece: int) -> Box:
    """A box that holds a block before and after the n-th of several equal turns about (x, y), and all ways between."""
    before, after = turned([(block.middle_x, block.middle_y)], x, y, turn, piece)
    west, south, east, north = box_around([*before, *after])
    far = block.girth + TOLERANCE
    return west - far, south - far, east + far, north + far


def box_along(box: Box, over: float, up: float) -> Box:
    """All that a box passes over when it moves `over` inches east and `up` inches north."""
    west, south, east, north = box
    return west + min(over, 0.0), south + min(up, 0.0), east + max(over, 0.0), north + max(up, 0.0)
