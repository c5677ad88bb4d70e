"""Lines of sight: arcs, and whether a straight line passes bodies and polygons that block it.

The caller says what blocks, and leaves out what is looked over: heights are no matter here.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, length
from banneret.geometry.polygons import NO_LENGTH, Polygon
from banneret.geometry.rectangles import Rectangle, distance

ARC: Final = 45.0
"""Degrees to either side of its facing that a viewer sees."""

ARC_TOLERANCE: Final = 0.01  # degrees: exactly on the edge of an arc is inside

UNSEEN: Final = 1e300
"""The distance of what is not seen."""

_HAIR: Final = 0.02  # inches: more than the tolerance, and than rounding can cost

_EDGE_X: Final = forward(ARC + ARC_TOLERANCE)[0]
_EDGE_Y: Final = forward(ARC + ARC_TOLERANCE)[1]


def in_arc(viewer: Rectangle, x: float, y: float, to_x: float, to_y: float) -> bool:
    """True if the line from (x, y) to a point lies within 45 degrees of the viewer's facing."""
    east, north = to_x - x, to_y - y
    aside = abs(east * viewer.forward_y - north * viewer.forward_x)
    ahead = east * viewer.forward_x + north * viewer.forward_y
    return ahead * _EDGE_X >= aside * _EDGE_Y


def is_outside_arc(ahead_x: float, ahead_y: float, east: float, north: float, slack: float) -> bool:
    """True if no viewer that looks ahead sees any target, where all of both are within `slack` inches, summed, of two middles.

    `ahead`: the way they all look, of length 1; `east`, `north`: from the middle of the viewers to that of the targets.
    """
    aside = abs(east * ahead_y - north * ahead_x)
    return (east * ahead_x + north * ahead_y) * _EDGE_X < aside * _EDGE_Y - slack - TOLERANCE


def crosses(x0: float, y0: float, x1: float, y1: float, body: Rectangle) -> bool:
    """True if a straight line runs through a body, by more than the tolerance.

    A line along an edge or through a corner is free.
    """
    x, y, ahead_x, ahead_y = body.x, body.y, body.forward_x, body.forward_y
    east, north, to_east, to_north = x0 - x, y0 - y, x1 - x, y1 - y
    # Both ends as the body sees them (`seen_from`): how far to its right, and how far ahead. Most lines pass on one side.
    right, to_right = east * ahead_y - north * ahead_x, to_east * ahead_y - to_north * ahead_x
    wide = body.half_width - TOLERANCE
    if (right >= wide and to_right >= wide) or (right <= -wide and to_right <= -wide):
        return False
    ahead, to_ahead = east * ahead_x + north * ahead_y, to_east * ahead_x + to_north * ahead_y
    deep = body.half_depth - TOLERANCE
    if (ahead >= deep and to_ahead >= deep) or (ahead <= -deep and to_ahead <= -deep):
        return False
    enter, leave = 0.0, 1.0
    run = to_right - right
    if run != 0.0:
        first, second = (-wide - right) / run, (wide - right) / run
        if first > second:
            first, second = second, first
        if first > 0.0:
            enter = first
        if second < 1.0:
            leave = second
    run = to_ahead - ahead
    if run != 0.0:
        first, second = (-deep - ahead) / run, (deep - ahead) / run
        if first > second:
            first, second = second, first
        if first > enter:
            enter = first
        if second < leave:
            leave = second
    return enter < leave


def hides_all(body: Rectangle, x: float, y: float, mark: Rectangle) -> bool:
    """True if a body plainly hides all of another from a point: every line to it `crosses` that one side of the body which faces the point.

    One look instead of a line to each corner. False does not mean that anything is seen.
    """
    ahead_x, ahead_y = body.forward_x, body.forward_y
    east, north, to_east, to_north = x - body.x, y - body.y, mark.x - x, mark.y - y
    # From the body to the point, and on from there to the middle of the mark, in the frame of the body.
    right, ahead = east * ahead_y - north * ahead_x, east * ahead_x + north * ahead_y
    to_right, to_ahead = to_east * ahead_y - to_north * ahead_x, to_east * ahead_x + to_north * ahead_y
    same = abs(mark.forward_x * ahead_x + mark.forward_y * ahead_y)
    cross = abs(mark.forward_x * ahead_y - mark.forward_y * ahead_x)
    wide, deep = body.half_width - _HAIR, body.half_depth - _HAIR
    width, depth = (
        mark.half_width * same + mark.half_depth * cross,
        mark.half_depth * same + mark.half_width * cross,
    )
    return _run_in(ahead, to_ahead, deep, depth, right, to_right, wide, width) or _run_in(
        right, to_right, wide, width, ahead, to_ahead, deep, depth
    )


def _run_in(
    off: float, way: float, half: float, depth: float, aside: float, to_side: float, wide: float, width: float
) -> bool:
    """True if all lines from a point to a box run in at a side of a body, from the outside.

    The point is `off` from the middle of the body, square to that side, and `aside` along it; the middle of the box is `way` and
    `to_side` from the point. `half` and `wide` say how far the body reaches, `depth` and `width` the box.
    """
    if off < 0.0:
        off, way = -off, -way
    before = off - half  # from the point to the side
    near, far = -way - depth, depth - way  # to the ends of the box
    if half <= 0.0 or before <= 0.0 or near <= before:
        return False
    last, first = to_side + width, to_side - width
    # where the outermost lines come to the side
    return (
        aside + last * before / (near if last > 0.0 else far) <= wide
        and aside + first * before / (near if first < 0.0 else far) >= -wide
    )


def is_free(
    x0: float, y0: float, x1: float, y1: float, bodies: list[Rectangle], areas: list[Polygon]
) -> bool:
    """True if a straight line meets none of the bodies and enters none of the areas."""
    east, north = x1 - x0, y1 - y0
    span = length(east, north)
    for body in bodies:
        aside = (body.x - x0) * north - (body.y - y0) * east  # times the length of the line
        reach = body.girth * span
        if -reach < aside < reach and crosses(x0, y0, x1, y1, body):
            return False
    return all(inside_of(area, x0, y0, x1, y1) <= TOLERANCE for area in areas)


def inside_of(area: Polygon, x0: float, y0: float, x1: float, y1: float) -> float:
    """Inches of a straight line that lie within an area: the `stretches` of it, added up."""
    east, north = x1 - x0, y1 - y0
    span = sqrt(east * east + north * north)
    total = begun = ended = last = 0.0
    is_inside = False
    for mark in [*area.cuts(x0, y0, x1, y1), span]:
        if mark - last > NO_LENGTH:
            share = (last + mark) / 2.0 / span
            if area.holds(x0 + east * share, y0 + north * share):
                if not is_inside:
                    begun, is_inside = last, True
                ended = mark
            elif is_inside:
                total += ended - begun
                is_inside = False
        last = mark
    return total + (ended - begun) if is_inside else total


def seen_distance(
    viewers: list[Rectangle],
    targets: list[Rectangle],
    bodies: list[Rectangle],
    areas: list[Polygon],
    limit: float,
) -> float:
    """The least distance between a viewer and a target it sees, along a free line; else `UNSEEN`.

    Lines run from the middle of a viewer to the middle of a target, in the viewer's arc. Pairs farther
    apart than `limit` (and the tolerance) are not looked at.

    Args:
        viewers: who looks.
        targets: who is looked for.
        bodies: what blocks; neither viewers nor targets.
        areas: ground that blocks sight.
        limit: inches.
    """
    widest = _widest(viewers) + _widest(targets)  # how much nearer bodies can be than their middles
    x, y = _middle(viewers)
    to_x, to_y = _middle(targets)
    targets = _nearest_first(targets, x, y)
    nearest = UNSEEN
    far = limit + widest + _HAIR  # beyond this no middles need be looked at; it shrinks to what is found
    for viewer in _nearest_first(viewers, to_x, to_y):
        x, y = viewer.x, viewer.y
        for target in targets:
            east, north = target.x - x, target.y - y
            if east * east + north * north > far * far or not in_arc(viewer, x, y, target.x, target.y):
                continue
            if not is_free(x, y, target.x, target.y, bodies, areas):
                continue
            apart = distance(viewer, target, nearest)
            if apart < nearest and apart <= limit + TOLERANCE:
                nearest = apart
                far = nearest + widest + _HAIR
    return nearest


def _widest(bodies: list[Rectangle]) -> float:
    """The most inches that a point of any of these bodies can be from its middle, and more."""
    return max([body.girth for body in bodies], default=0.0)


def _middle(bodies: list[Rectangle]) -> tuple[float, float]:
    """The mean of the middles of bodies."""
    count = len(bodies) or 1
    return sum([body.x for body in bodies]) / count, sum([body.y for body in bodies]) / count


def _nearest_first(bodies: list[Rectangle], x: float, y: float) -> list[Rectangle]:
    """Bodies by the distance of their middles from a point."""
    return sorted(bodies, key=lambda body: (body.x - x) * (body.x - x) + (body.y - y) * (body.y - y))
