"""Beams: all straight lines from one group of bodies to another at once, and what stops every one of them."""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.polygons import Polygon, Side
from banneret.geometry.rectangles import Rectangle
from banneret.geometry.sight import crosses

Line = tuple[float, float, float, float]
"""From where to where, east and north."""


class Beam:
    """All lines from anywhere in a box around some bodies to anywhere in a box around others; the boxes lie along the line of their middles.

    Those between corners speak for all where what they meet is convex: what a line misses lies on the other side of some straight
    border, and on the line's own side there is a corner of either box, with a line between them that misses it too.

    >>> here, there = Rectangle(0.0, 0.0, 1.0, 0.5, 0.0, 1.0), Rectangle(0.0, 10.0, 1.0, 0.5, 0.0, 1.0)
    >>> beam = Beam([here], [there])
    >>> beam.is_stopped_by(Rectangle(0.0, 5.0, 2.0, 0.5, 0.0, 1.0)), beam.is_stopped_by(Rectangle(0.5, 5.0, 1.0, 0.5, 0.0, 1.0))
    (True, False)

    Attributes:
        lines: those between the corners of the two boxes.
        starts: the corners of the box around those who look.
        marks: those of the box around what they look at.
    """

    __slots__ = ("_ahead_x", "_ahead_y", "_begins", "_ends", "lines", "marks", "starts")

    def __init__(self, viewers: list[Rectangle], marks: list[Rectangle]) -> None:
        x, y = _middle(viewers)
        to_x, to_y = _middle(marks)
        span = length(to_x - x, to_y - y) or 1.0
        ahead_x, ahead_y = (to_x - x) / span, (to_y - y) / span
        self._ahead_x, self._ahead_y = ahead_x, ahead_y
        self.starts: list[tuple[float, float]] = _box(viewers, ahead_x, ahead_y)
        self.marks: list[tuple[float, float]] = _box(marks, ahead_x, ahead_y)
        self._begins: float = max([self._along(x, y) for x, y in self.starts])
        self._ends: float = min([self._along(x, y) for x, y in self.marks])
        self.lines: list[Line] = [(x, y, to_x, to_y) for x, y in self.starts for to_x, to_y in self.marks]

    def narrow(self, x: float, y: float) -> None:
        """Leave only the lines that begin at a point, one within the box around those who look."""
        self.starts = [(x, y)]
        self._begins = self._along(x, y)
        self.lines = [(x, y, to_x, to_y) for to_x, to_y in self.marks]

    def is_stopped_by(self, body: Rectangle) -> bool:
        """True if every line runs through a body, by more than the tolerance."""
        x0, y0, x1, y1 = self.lines[0]  # what is far from the first of them most bodies show without more
        aside = (body.x - x0) * (y1 - y0) - (body.y - y0) * (x1 - x0)  # times the length of the line
        reach = body.girth * length(x1 - x0, y1 - y0)
        if aside >= reach or -aside >= reach:
            return False
        for x0, y0, x1, y1 in self.lines:  # noqa: SIM110 - asked too often for a generator
            if not crosses(x0, y0, x1, y1, body):
                return False
        return True

    def runs_through(self, area: Polygon) -> bool:
        """True if every line runs through an area, by more than the tolerance, wherever it begins and ends; of hollow ones never."""
        for x0, y0, x1, y1 in self.lines:  # noqa: SIM110 - asked too often for a generator
            if not area.is_run_through(x0, y0, x1, y1):
                return False
        return True

    def is_stopped_by_area(self, area: Polygon, sight: float) -> bool:
        """True if every line runs through an area from outside to outside, or through more than `sight` inches of it; of hollow ones never."""
        if not self.runs_through(area):
            return False
        if self._is_off(area, self.starts, 1.0) and self._is_off(area, self.marks, -1.0):
            return True
        if self._ends - self._begins <= sight + TOLERANCE:
            return False
        sides = area.sides()
        return _are_deep(self.starts, sides, sight) or _are_deep(self.marks, sides, sight)

    def _is_off(self, area: Polygon, group: list[tuple[float, float]], way: float) -> bool:
        """True if a convex area plainly holds no point of a group: all of it lies ahead of the group, or, with `way` -1, before it; or beside it."""
        edge = self._begins if way > 0.0 else -self._ends
        ahead = True
        for x, y in area.corners:
            if self._along(x, y) * way <= edge:
                ahead = False
                break
        if ahead:
            return True
        for side in area.sides():  # noqa: SIM110 - asked too often for a generator
            if _are_outside(group, side):
                return True
        return False

    def _along(self, x: float, y: float) -> float:
        return x * self._ahead_x + y * self._ahead_y


def _middle(bodies: list[Rectangle]) -> tuple[float, float]:
    return sum([one.x for one in bodies]) / len(bodies), sum([one.y for one in bodies]) / len(bodies)


def _box(bodies: list[Rectangle], ahead_x: float, ahead_y: float) -> list[tuple[float, float]]:
    """The corners of the box around some bodies whose edges lie along and across a way."""
    near = left = 1e300
    far = right = -1e300
    for one in bodies:
        along = one.x * ahead_x + one.y * ahead_y
        across = one.x * ahead_y - one.y * ahead_x
        straight = abs(one.forward_x * ahead_x + one.forward_y * ahead_y)
        aslant = abs(one.forward_x * ahead_y - one.forward_y * ahead_x)
        deep = one.half_depth * straight + one.half_width * aslant
        wide = one.half_width * straight + one.half_depth * aslant
        near, far = min(near, along - deep), max(far, along + deep)
        left, right = min(left, across - wide), max(right, across + wide)
    return [
        (along * ahead_x + across * ahead_y, along * ahead_y - across * ahead_x)
        for along in (near, far)
        for across in (left, right)
    ]


def _are_outside(points: list[tuple[float, float]], side: Side) -> bool:
    """True if all points lie outside one edge of an area."""
    out_x, out_y, limit = side
    for x, y in points:  # noqa: SIM110 - asked too often for a generator
        if out_x * x + out_y * y - limit <= 2.0 * TOLERANCE:
            return False
    return True


def _are_deep(points: list[tuple[float, float]], sides: list[Side], inches: float) -> bool:
    """True if all points lie more than n inches, and the tolerance, within all edges of an area."""
    for out_x, out_y, limit in sides:
        for x, y in points:
            if out_x * x + out_y * y - limit >= -inches:
                return False
    return True
