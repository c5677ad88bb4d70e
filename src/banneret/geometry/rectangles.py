"""Oriented rectangles; with no depth they are straight lines.

Everything here is symmetric: asking the first about the second gives, to the last bit, what asking the
second about the first gives. Lengths are in inches.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import mypyc_attr

from banneret.geometry.plane import TOLERANCE, forward, length

FRONT: Final = 0
RIGHT: Final = 1
REAR: Final = 2
LEFT: Final = 3

_HAIR: Final = 1e-6  # inches

SIDE_NAMES: Final = ("front", "right", "rear", "left")


@mypyc_attr(acyclic=True)
class Rectangle:
    """A rectangle by its middle, half its width and depth, and the way its front looks; none of it is farther than `girth` from its middle.

    >>> man = Rectangle(10, 10, 0.375, 0.375, *forward(0))
    >>> man.corners()[:2]
    [(9.625, 10.375), (10.375, 10.375)]
    """

    __slots__ = ("forward_x", "forward_y", "girth", "half_depth", "half_width", "x", "y")

    def __init__(
        self, x: float, y: float, half_width: float, half_depth: float, forward_x: float, forward_y: float
    ) -> None:
        self.x: float = x
        self.y: float = y
        self.half_width: float = half_width
        self.half_depth: float = half_depth
        self.girth: float = half_width + half_depth  # no root is drawn: it is made far oftener than measured
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
        """The middle of the front edge."""
        return self.x + self.forward_x * self.half_depth, self.y + self.forward_y * self.half_depth

    def seen_from(self, x: float, y: float) -> tuple[float, float]:
        """A point in the rectangle's own frame: how far to its right, how far ahead of its middle."""
        east, north = x - self.x, y - self.y
        return (
            east * self.forward_y - north * self.forward_x,
            east * self.forward_x + north * self.forward_y,
        )

    def distance_to(self, x: float, y: float) -> float:
        """The distance of a point from the rectangle; 0 inside and on its edges."""
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

    def swing(self, start: Rectangle, about_x: float, about_y: float, sine: float, cosine: float) -> None:
        """It comes to stand where another does, turned clockwise about a point by the angle of that sine and cosine; not snapped.

        Made for bodies that are followed in a turn, from place to place: one rectangle is enough for all of them.
        """
        east, north = start.x - about_x, start.y - about_y
        ahead_x, ahead_y = start.forward_x, start.forward_y
        self.x = about_x + (east * cosine + north * sine)
        self.y = about_y + (north * cosine - east * sine)
        self.forward_x = ahead_x * cosine + ahead_y * sine
        self.forward_y = ahead_y * cosine - ahead_x * sine


def placed(x: float, y: float, width: float, depth: float, heading: float) -> Rectangle:
    """The rectangle of that middle, size and heading."""
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
    same, cross = ax * bx + ay * by, ax * by - ay * bx
    if same < 0.0:  # cosine and sine of the angle between the two, without sign
        same = -same
    if cross < 0.0:
        cross = -cross
    wide, deep, width, depth = first.half_width, first.half_depth, second.half_width, second.half_depth
    strip = east * ax + north * ay
    if strip < 0.0:
        strip = -strip
    widest = strip - (deep + (depth * same + width * cross))
    if widest > enough:
        return widest
    strip = east * ay - north * ax
    if strip < 0.0:
        strip = -strip
    strip -= wide + (width * same + depth * cross)
    if strip > widest:
        if strip > enough:
            return strip
        widest = strip
    strip = east * bx + north * by
    if strip < 0.0:
        strip = -strip
    strip -= depth + (deep * same + wide * cross)
    if strip > widest:
        if strip > enough:
            return strip
        widest = strip
    strip = east * by - north * bx
    if strip < 0.0:
        strip = -strip
    strip -= width + (wide * same + deep * cross)
    return strip if strip > widest else widest


def overlap(first: Rectangle, second: Rectangle) -> bool:
    """True if two bodies stand in each other: by more than the tolerance."""
    east, north = second.x - first.x, second.y - first.y
    reach = first.girth + second.girth
    if east * east + north * north > reach * reach:
        return False  # the circles around them are apart
    return gap(first, second, -TOLERANCE) < -TOLERANCE


def distance(first: Rectangle, second: Rectangle, limit: float = 1e300) -> float:
    """The smallest distance between two rectangles, 0 when they touch or overlap; `limit` if they are farther apart, which costs less."""
    strip = gap(first, second, limit)
    if strip <= 0.0:
        return 0.0
    if strip >= limit:
        return limit
    return nearest_corner(second, first, nearest_corner(first, second, limit)[0])[0]


def is_within(first: Rectangle, second: Rectangle, limit: float) -> bool:
    """True if two rectangles are at most `limit` inches apart: cheaper than to measure, above all where they are not."""
    east, north = second.x - first.x, second.y - first.y
    reach = first.girth + second.girth + limit
    if east * east + north * north > reach * reach:
        return False
    strip = gap(first, second, limit)
    if strip > limit or strip <= 0.0:
        return strip <= limit
    most = limit + _HAIR  # it need not be known how much farther a corner is
    return nearest_corner(second, first, nearest_corner(first, second, most)[0])[0] <= limit


def is_nearer(first: Rectangle, second: Rectangle, limit: float) -> bool:
    """True if two rectangles are less than `limit` inches apart: mostly the circles within them tell, or the strip that parts them."""
    east, north = second.x - first.x, second.y - first.y
    inner = min(first.half_width, first.half_depth) + min(second.half_width, second.half_depth)
    enough = limit + inner - _HAIR
    if east * east + north * north < enough * enough and enough > 0.0:
        return True
    strip = gap(first, second, limit)
    if strip >= limit:
        return False
    return strip <= 0.0 or nearest_corner(second, first, nearest_corner(first, second, limit)[0])[0] < limit


def circle_around(area: list[Rectangle]) -> tuple[float, float, float]:
    """x, y and radius of a circle that holds an area of at least one rectangle; not the smallest, but found at once."""
    x, y, reach = area[0].x, area[0].y, 0.0
    for part in area:
        far = length(part.x - x, part.y - y) + part.girth
        if far > reach:
            reach = far
    return x, y, reach


def nearest_corner(body: Rectangle, other: Rectangle, limit: float) -> tuple[float, float, float]:
    """The corner of another that is nearest to a rectangle: how far it is, x, y. `limit` and no place if none is nearer than that."""
    nearest, at_x, at_y = limit, 0.0, 0.0
    middle_x, middle_y, ahead_x, ahead_y = body.x, body.y, body.forward_x, body.forward_y
    half_width, half_depth = body.half_width, body.half_depth
    front_x, front_y = other.forward_x * other.half_depth, other.forward_y * other.half_depth
    right_x, right_y = other.forward_y * other.half_width, -other.forward_x * other.half_width
    for corner in range(4):  # `distance_to` each of `corners`, given up as soon as it is no nearer
        if corner == 0:
            x, y = other.x + front_x - right_x, other.y + front_y - right_y
        elif corner == 1:
            x, y = other.x + front_x + right_x, other.y + front_y + right_y
        elif corner == 2:
            x, y = other.x - front_x + right_x, other.y - front_y + right_y
        else:
            x, y = other.x - front_x - right_x, other.y - front_y - right_y
        east, north = x - middle_x, y - middle_y
        across = east * ahead_y - north * ahead_x
        across = (across if across >= 0.0 else -across) - half_width
        if across >= nearest:
            continue
        along = east * ahead_x + north * ahead_y
        along = (along if along >= 0.0 else -along) - half_depth
        if along >= nearest:
            continue
        if across <= 0.0:
            away = along if along > 0.0 else 0.0
        elif along <= 0.0:
            away = across
        else:
            away = sqrt(across * across + along * along)
        if away < nearest:
            nearest, at_x, at_y = away, x, y
    return nearest, at_x, at_y
