"""Beams: all straight lines from one group of bodies to another at once, and what stops every one of them."""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle
from banneret.geometry.sight import crosses

Line = tuple[float, float, float, float]
"""From where to where, east and north."""

Side = tuple[float, float, float]
"""An edge of a convex area: the way out, of length 1, and how far along it the edge lies, less the tolerance."""


class Beam:
    """All lines from anywhere in a box around some bodies to anywhere in a box around others; the boxes lie along the line of their middles.

    Those between corners speak for all where what they meet is convex: a line that misses it has it on one side, and there is a
    corner of either box on the other, with a line between them that misses it too.

    >>> here, there = Rectangle(0.0, 0.0, 1.0, 0.5, 0.0, 1.0), Rectangle(0.0, 10.0, 1.0, 0.5, 0.0, 1.0)
    >>> beam = Beam([here], [there])
    >>> beam.is_stopped_by(Rectangle(0.0, 5.0, 2.0, 0.5, 0.0, 1.0)), beam.is_stopped_by(Rectangle(0.5, 5.0, 1.0, 0.5, 0.0, 1.0))
    (True, False)
    """

    __slots__ = ("_ahead_x", "_ahead_y", "_begins", "_ends", "lines", "marks")

    def __init__(self, viewers: list[Rectangle], marks: list[Rectangle]) -> None:
        x, y = _middle(viewers)
        to_x, to_y = _middle(marks)
        span = length(to_x - x, to_y - y) or 1.0
        ahead_x, ahead_y = (to_x - x) / span, (to_y - y) / span
        self._ahead_x, self._ahead_y = ahead_x, ahead_y
        starts, ends = _box(viewers, ahead_x, ahead_y), _box(marks, ahead_x, ahead_y)
        self._begins: float = max([self._along(*corner) for corner in starts])
        self._ends: float = min([self._along(*corner) for corner in ends])
        self.marks: list[tuple[float, float]] = ends
        self.lines: list[Line] = [(*start, *end) for start in starts for end in ends]

    def narrow(self, x: float, y: float) -> None:
        """Leave only the lines that begin at a point, one within the box around those who look."""
        self._begins = self._along(x, y)
        self.lines = [(x, y, to_x, to_y) for to_x, to_y in self.marks]

    def is_stopped_by(self, body: Rectangle) -> bool:
        """True if every line runs through a body, by more than the tolerance."""
        for x0, y0, x1, y1 in self.lines:  # noqa: SIM110 - asked too often for a generator
            if not crosses(x0, y0, x1, y1, body):
                return False
        return True

    def is_stopped_by_area(self, area: Polygon) -> bool:
        """True if an area lies between the two groups, and every line runs through it, by more than the tolerance; of hollow ones never."""
        for x, y in area.corners:
            if not self._begins < self._along(x, y) < self._ends:
                return False
        sides = _sides(area)
        if not sides:
            return False
        for line in self.lines:  # noqa: SIM110 - asked too often for a generator
            if not _runs_through(line, sides):
                return False
        return True

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


def _sides(area: Polygon) -> list[Side]:
    """The edges of an area, the tolerance farther in than they are; none of a hollow one."""
    corners = area.corners
    doubled = 0.0  # the surface, above zero where the corners go round to the left
    for at, (x, y) in enumerate(corners):
        doubled += corners[at - 1][0] * y - corners[at - 1][1] * x
    around = 1.0 if doubled > 0.0 else -1.0
    found: list[Side] = []
    for at, (x, y) in enumerate(corners):
        last_x, last_y = corners[at - 1]
        next_x, next_y = corners[(at + 1) % len(corners)]
        east, north = x - last_x, y - last_y
        if around * (east * (next_y - y) - north * (next_x - x)) < 0.0:
            return []
        span = around * length(east, north)
        if span != 0.0:
            out_x, out_y = north / span, -east / span
            found.append((out_x, out_y, out_x * x + out_y * y - TOLERANCE))
    return found


def _runs_through(line: Line, sides: list[Side]) -> bool:
    """True if a line has a stretch on the inner side of all edges."""
    x0, y0, x1, y1 = line
    enter, leave = 0.0, 1.0
    for out_x, out_y, limit in sides:
        start, end = out_x * x0 + out_y * y0 - limit, out_x * x1 + out_y * y1 - limit
        if start >= 0.0:
            if end >= 0.0:
                return False
            enter = max(enter, start / (start - end))
        elif end >= 0.0:
            leave = min(leave, start / (start - end))
        if enter >= leave:
            return False
    return True
