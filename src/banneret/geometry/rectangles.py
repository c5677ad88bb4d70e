"""Oriented rectangles: bases of figures, areas of blocks, and, with no depth, the edges of terrain.

Everything here is symmetric: asking the first about the second gives, to the last bit, what asking the
second about the first gives. Lengths are in inches.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.geometry.plane import TOLERANCE, forward

FRONT: Final = 0
RIGHT: Final = 1
REAR: Final = 2
LEFT: Final = 3

SIDE_NAMES: Final = ("front", "right", "rear", "left")


class Rectangle:
    """A rectangle by its middle, half its width and depth, and the way its front looks. Rule: battlesystem:7.1b.

    >>> man = Rectangle(10, 10, 0.375, 0.375, *forward(0))
    >>> man.corners()[:2]
    [(9.625, 10.375), (10.375, 10.375)]
    """

    __slots__ = ("forward_x", "forward_y", "half_depth", "half_width", "x", "y")

    def __init__(
        self, x: float, y: float, half_width: float, half_depth: float, forward_x: float, forward_y: float
    ) -> None:
        self.x: float = x
        self.y: float = y
        self.half_width: float = half_width
        self.half_depth: float = half_depth
        self.forward_x: float = forward_x  # of length 1
        self.forward_y: float = forward_y

    def corners(self) -> list[tuple[float, float]]:
        """Front left, front right, rear right, rear left."""
        ahead_x, ahead_y = self.forward_x * self.half_depth, self.forward_y * self.half_depth
        right_x, right_y = self.forward_y * self.half_width, -self.forward_x * self.half_width
        x, y = self.x, self.y
        return [
            (x + ahead_x - right_x, y + ahead_y - right_y),
            (x + ahead_x + right_x, y + ahead_y + right_y),
            (x - ahead_x + right_x, y - ahead_y + right_y),
            (x - ahead_x - right_x, y - ahead_y - right_y),
        ]

    def front_middle(self) -> tuple[float, float]:
        """The middle of the front edge: from here a move is measured and a shot is aimed. Rule: battlesystem:7.7."""
        return self.x + self.forward_x * self.half_depth, self.y + self.forward_y * self.half_depth

    def seen_from(self, x: float, y: float) -> tuple[float, float]:
        """A point in the rectangle's own frame: how far to its right, how far ahead of its middle."""
        east, north = x - self.x, y - self.y
        return (
            east * self.forward_y - north * self.forward_x,
            east * self.forward_x + north * self.forward_y,
        )

    def distance_to(self, x: float, y: float) -> float:
        """How far a point is from the rectangle; 0 inside and on its edges."""
        east, north = x - self.x, y - self.y
        across = abs(east * self.forward_y - north * self.forward_x) - self.half_width
        along = abs(east * self.forward_x + north * self.forward_y) - self.half_depth
        if across <= 0.0:
            return along if along > 0.0 else 0.0
        if along <= 0.0:
            return across
        return sqrt(across * across + along * along)

    def moved(self, east: float, north: float) -> Rectangle:
        """The same rectangle elsewhere, looking the same way; not snapped."""
        return Rectangle(
            self.x + east,
            self.y + north,
            self.half_width,
            self.half_depth,
            self.forward_x,
            self.forward_y,
        )

    def swung(self, about_x: float, about_y: float, sine: float, cosine: float) -> Rectangle:
        """The same rectangle turned clockwise about a point by the angle of that sine and cosine; not snapped."""
        east, north = self.x - about_x, self.y - about_y
        ahead_x, ahead_y = self.forward_x, self.forward_y
        return Rectangle(
            about_x + (east * cosine + north * sine),
            about_y + (north * cosine - east * sine),
            self.half_width,
            self.half_depth,
            ahead_x * cosine + ahead_y * sine,
            ahead_y * cosine - ahead_x * sine,
        )


def placed(x: float, y: float, width: float, depth: float, heading: float) -> Rectangle:
    """The rectangle of that middle, size and heading. Rule: battlesystem:7.1b."""
    east, north = forward(heading)
    return Rectangle(x, y, width / 2.0, depth / 2.0, east, north)


def between(x0: float, y0: float, x1: float, y1: float) -> Rectangle:
    """The straight line between two points as a rectangle without depth."""
    east, north = x1 - x0, y1 - y0
    span = sqrt(east * east + north * north)
    if span == 0.0:
        return Rectangle(x0, y0, 0.0, 0.0, 0.0, 1.0)
    return Rectangle((x0 + x1) / 2.0, (y0 + y1) / 2.0, span / 2.0, 0.0, -north / span, east / span)


def gap(first: Rectangle, second: Rectangle, enough: float = 1e300) -> float:
    """The widest strip that parts two rectangles, or, below zero, how deep one is inside the other.

    Never more than their distance, and above zero exactly when they are apart. Who only asks whether it is more than some
    width says so (`enough`): the first strip found that is wider is the answer then.
    """
    east, north = second.x - first.x, second.y - first.y
    ax, ay, bx, by = first.forward_x, first.forward_y, second.forward_x, second.forward_y
    same = abs(ax * bx + ay * by)  # cosine and sine of the angle between the two, without sign
    cross = abs(ax * by - ay * bx)
    widest = abs(east * ax + north * ay) - (
        first.half_depth + (second.half_depth * same + second.half_width * cross)
    )
    if widest > enough:
        return widest
    strip = abs(east * ay - north * ax) - (
        first.half_width + (second.half_width * same + second.half_depth * cross)
    )
    if strip > widest:
        if strip > enough:
            return strip
        widest = strip
    strip = abs(east * bx + north * by) - (
        second.half_depth + (first.half_depth * same + first.half_width * cross)
    )
    if strip > widest:
        widest = strip
    strip = abs(east * by - north * bx) - (
        second.half_width + (first.half_width * same + first.half_depth * cross)
    )
    if strip > widest:
        widest = strip
    return widest


def overlap(first: Rectangle, second: Rectangle) -> bool:
    """Whether two bodies stand in each other: by more than the tolerance. Rule: battlesystem:7.1a."""
    east, north = second.x - first.x, second.y - first.y
    reach = first.half_width + first.half_depth + second.half_width + second.half_depth
    if east * east + north * north > reach * reach:
        return False  # the circles around them are apart
    return gap(first, second, -TOLERANCE) < -TOLERANCE


def distance(first: Rectangle, second: Rectangle) -> float:
    """The smallest distance between two rectangles; 0 when they touch or overlap. Rule: battlesystem:7.8a."""
    if gap(first, second) <= 0.0:
        return 0.0
    return _nearest_corner(second, first, _nearest_corner(first, second, 1e300))


def is_within(first: Rectangle, second: Rectangle, limit: float) -> bool:
    """Whether two rectangles are at most `limit` inches apart: cheaper than to measure, above all where they are not."""
    east, north = second.x - first.x, second.y - first.y
    reach = first.half_width + first.half_depth + second.half_width + second.half_depth + limit
    if east * east + north * north > reach * reach or gap(first, second, limit) > limit:
        return False
    return distance(first, second) <= limit


def _nearest_corner(body: Rectangle, other: Rectangle, nearest: float) -> float:
    """How far the nearest corner of another is from a rectangle, at most `nearest`: `distance_to` of each in one go."""
    ahead_x, ahead_y = body.forward_x, body.forward_y
    for x, y in other.corners():
        east, north = x - body.x, y - body.y
        across = abs(east * ahead_y - north * ahead_x) - body.half_width
        along = abs(east * ahead_x + north * ahead_y) - body.half_depth
        if across <= 0.0:
            away = along if along > 0.0 else 0.0
        elif along <= 0.0:
            away = across
        elif across >= nearest or along >= nearest:
            continue
        else:
            away = sqrt(across * across + along * along)
        if away < nearest:
            nearest = away
    return nearest
