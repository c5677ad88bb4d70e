"""Polygons and strips of ground, and what a straight line meets in them."""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.rectangles import Rectangle, between, gap

NO_LENGTH: Final = 1e-9  # inches; pieces of a move shorter than this are dropped
NEAR: Final = 1e-6  # that, times the length of any edge


Box = tuple[float, float, float, float]
"""West, south, east and north."""

Side = tuple[float, float, float]
"""An edge of a convex polygon: the way out, of length 1, and how far along it the edge lies, less the tolerance."""


class Bounds:
    """The box around some points: it sorts out most of what may be far from them."""

    __slots__ = ("east", "north", "south", "west")

    def __init__(self, points: list[tuple[float, float]]) -> None:
        self.west: float = min([x for x, _ in points])
        self.east: float = max([x for x, _ in points])
        self.south: float = min([y for _, y in points])
        self.north: float = max([y for _, y in points])

    def is_off(self, box: Box) -> bool:
        """True if all of it lies outside another box on one side of that: no line within that meets it then."""
        west, south, east, north = box
        return self.east < west or self.west > east or self.north < south or self.south > north


class Polygon(Bounds):
    """A simple polygon, its corners in either direction, at least three; it may be hollow (concave). If it is open, it does not hold its edges.

    >>> pond = Polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    >>> pond.holds(2, 2), pond.holds(5, 2), pond.cuts(-1, 2, 9, 2)
    (True, False, [1.0, 5.0])
    >>> pond.holds(2, 0), pond.holds(2, 4), Polygon(pond.corners, is_open=True).holds(2, 0)
    (True, False, False)
    """

    __slots__ = ("_sides", "corners", "is_open", "walls")

    def __init__(self, corners: list[tuple[float, float]], is_open: bool = False) -> None:
        if len(corners) < 3:
            raise ValueError(f"a polygon needs at least three corners, here are {len(corners)}")
        self.corners: list[tuple[float, float]] = [(float(x), float(y)) for x, y in corners]
        super().__init__(self.corners)
        walls: list[Rectangle] = []
        last = self.corners[-1]
        for corner in self.corners:
            walls.append(between(last[0], last[1], corner[0], corner[1]))
            last = corner
        self.walls: list[Rectangle] = walls  # the edges, as obstacles for `sweeps`
        self.is_open: bool = is_open
        self._sides: list[Side] | None = None

    def sides(self) -> list[Side]:
        """Its edges, the tolerance farther in than they are; none if it is hollow. The list is shared."""
        if self._sides is None:
            self._sides = _sides(self.corners)
        return self._sides

    def holds(self, x: float, y: float) -> bool:
        """True if a point lies inside. Each point of a line that two polygons share is in one of them, if they are not open."""
        if x < self.west or x > self.east or y < self.south or y > self.north:
            return False
        inside = is_near = False
        is_open = self.is_open
        last_x, last_y = self.corners[-1]
        for here_x, here_y in self.corners:
            # most points are far from the lines on which the edges lie
            if is_open and -NEAR < (last_x - here_x) * (y - here_y) - (last_y - here_y) * (x - here_x) < NEAR:
                is_near = True
            if (here_y > y) != (last_y > y) and x < (last_x - here_x) * (y - here_y) / (
                last_y - here_y
            ) + here_x:
                inside = not inside
            last_x, last_y = here_x, here_y
        return inside and not (is_near and self.has_on_edge(x, y))

    def has_on_edge(self, x: float, y: float) -> bool:
        """True if a point lies on an edge. It may be inside or not by `holds`, as the edges run.

        >>> pond = Polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
        >>> [pond.has_on_edge(*spot) for spot in ((2, 0), (2, 4), (2, 3.9))]
        [True, True, False]
        """
        return any(wall.distance_to(x, y) <= NO_LENGTH for wall in self.walls)

    def cuts(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """Inches along a straight line at which it crosses an edge, rising."""
        if (x0 < self.west and x1 < self.west) or (x0 > self.east and x1 > self.east):
            return []
        if (y0 < self.south and y1 < self.south) or (y0 > self.north and y1 > self.north):
            return []
        east, north = x1 - x0, y1 - y0
        span = sqrt(east * east + north * north)
        found: list[float] = []
        last_x, last_y = self.corners[-1]
        last_side = east * (last_y - y0) - north * (last_x - x0)
        for x, y in self.corners:
            side = east * (y - y0) - north * (x - x0)
            if (side > 0.0) != (last_side > 0.0):
                share = last_side / (last_side - side)
                cut_x, cut_y = last_x + (x - last_x) * share, last_y + (y - last_y) * share
                along = ((cut_x - x0) * east + (cut_y - y0) * north) / span
                if 0.0 < along < span:
                    found.append(along)
            last_x, last_y, last_side = x, y, side
        found.sort()
        return found

    def is_run_through(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """True if a straight line, wherever it ends, is deeper than the tolerance in the polygon somewhere; never if it is hollow."""
        sides = self.sides()
        enter, leave = 0.0, 1.0
        for out_x, out_y, limit in sides:
            start, end = out_x * x0 + out_y * y0 - limit, out_x * x1 + out_y * y1 - limit
            if start >= 0.0:
                if end >= 0.0:
                    return False
                share = start / (start - end)
                if share > enter:
                    enter = share
            elif end >= 0.0:
                share = start / (start - end)
                if share < leave:
                    leave = share
            if enter >= leave:
                return False
        return bool(sides)

    def meets(self, body: Rectangle) -> bool:
        """True if a body stands in the polygon by more than the tolerance."""
        reach = body.half_width + body.half_depth
        if self.is_off((body.x - reach, body.y - reach, body.x + reach, body.y + reach)):
            return False
        return self.holds(body.x, body.y) or any(gap(body, wall) < -TOLERANCE for wall in self.walls)


def _sides(corners: list[tuple[float, float]]) -> list[Side]:
    """The edges of a polygon, the tolerance farther in than they are; none of a hollow one."""
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


class Strip(Bounds):
    """A road, a stream, a hedge: all ground within half its width of a line of points.

    >>> road = Strip([(30, 0), (30, 48)], width=2)
    >>> road.holds(30.9, 12), road.holds(31.1, 12), road.cuts(25, 10, 35, 10)
    (True, False, [5.0])
    """

    __slots__ = ("half_width", "line", "pieces")

    def __init__(self, line: list[tuple[float, float]], width: float) -> None:
        if len(line) < 2:
            raise ValueError("a strip needs at least two points to run between")
        self.line: list[tuple[float, float]] = [(float(x), float(y)) for x, y in line]
        self.half_width: float = width / 2.0
        # its straight pieces, without their width
        self.pieces: list[Rectangle] = [
            between(*one, *two) for one, two in zip(self.line, self.line[1:], strict=False)
        ]
        super().__init__(self.line)  # without its width

    def holds(self, x: float, y: float) -> bool:
        """True if a point lies on the strip, its edge included."""
        return self._is_near(x, y) and any(self._is_on(piece, x, y) for piece in self.pieces)

    def carries(self, body: Rectangle) -> bool:
        """True if a whole body lies on one straight piece of the strip."""
        if not self._is_near(body.x, body.y):
            return False
        corners = body.corners()
        return any(all(self._is_on(piece, x, y) for x, y in corners) for piece in self.pieces)

    def cuts(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """Inches along a straight move at which it crosses the middle line, rising."""
        if (x0 < self.west and x1 < self.west) or (x0 > self.east and x1 > self.east):
            return []
        if (y0 < self.south and y1 < self.south) or (y0 > self.north and y1 > self.north):
            return []
        east, north = x1 - x0, y1 - y0
        span = sqrt(east * east + north * north)
        found: list[float] = []
        for piece in range(len(self.line) - 1):
            ax, ay = self.line[piece]
            bx, by = self.line[piece + 1]
            side_a = east * (ay - y0) - north * (ax - x0)
            side_b = east * (by - y0) - north * (bx - x0)
            if (side_a > 0.0) == (side_b > 0.0):
                continue
            share = side_a / (side_a - side_b)
            along = ((ax + (bx - ax) * share - x0) * east + (ay + (by - ay) * share - y0) * north) / span
            if 0.0 <= along <= span:
                found.append(along)
        found.sort()
        return found

    def _is_near(self, x: float, y: float) -> bool:
        """False if a point plainly lies beside the strip."""
        far = self.half_width + TOLERANCE
        return self.west - far <= x <= self.east + far and self.south - far <= y <= self.north + far

    def _is_on(self, piece: Rectangle, x: float, y: float) -> bool:
        """True if a point lies on one straight piece."""
        return piece.distance_to(x, y) <= self.half_width


class Stretch:
    """A piece of a straight move: from where to where, in inches, and in which area (-1: in none)."""

    __slots__ = ("area", "end", "start")

    def __init__(self, start: float, end: float, area: int) -> None:
        self.start: float = start
        self.end: float = end
        self.area: int = area


def stretches(areas: list[Polygon], x0: float, y0: float, x1: float, y1: float) -> list[Stretch]:
    """A straight move cut where it enters and leaves areas; where they overlap the first named counts."""
    span = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
    west, east = (x0, x1) if x0 < x1 else (x1, x0)
    south, north = (y0, y1) if y0 < y1 else (y1, y0)
    near: list[int] = []  # the areas that the line may meet
    for number, area in enumerate(areas):
        if not (east < area.west or west > area.east or north < area.south or south > area.north):
            near.append(number)
    if not near:
        return [Stretch(0.0, span, -1)] if span > NO_LENGTH else []
    marks = [0.0, span]
    for number in near:
        marks += areas[number].cuts(x0, y0, x1, y1)
    marks.sort()
    found: list[Stretch] = []
    for place in range(1, len(marks)):
        start, end = marks[place - 1], marks[place]
        if end - start <= NO_LENGTH:
            continue
        share = (start + end) / 2.0 / span
        inside = _first_holding(areas, near, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
        if found and found[-1].area == inside:
            found[-1].end = end
        else:
            found.append(Stretch(start, end, inside))
    return found


def line_cost(areas: list[Polygon], costs: list[float], x0: float, y0: float, x1: float, y1: float) -> float:
    """The cost of a straight line when an inch in area i costs `costs[i]` and 1 elsewhere."""
    total = 0.0
    for stretch in stretches(areas, x0, y0, x1, y1):
        price = 1.0 if stretch.area < 0 else costs[stretch.area]
        total += (stretch.end - stretch.start) * price
    return total


def line_within(
    areas: list[Polygon],
    costs: list[float],
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    allowance: float,
) -> float:
    """The inches of a straight line that an allowance pays for."""
    gone = 0.0
    for stretch in stretches(areas, x0, y0, x1, y1):
        price = 1.0 if stretch.area < 0 else costs[stretch.area]
        cost = (stretch.end - stretch.start) * price
        if cost > allowance:
            return gone + allowance / price
        allowance -= cost
        gone = stretch.end
    return gone


def _first_holding(areas: list[Polygon], near: list[int], x: float, y: float) -> int:
    """The first of some areas, by number, that holds a point; -1 where none of them does."""
    for number in near:
        if areas[number].holds(x, y):
            return number
    return -1
