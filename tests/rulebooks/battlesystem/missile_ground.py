"""Ground for tests of sight and shooting."""

from __future__ import annotations

from banneret.geometry.polygons import Polygon, Strip
from banneret.rulebooks.battlesystem.tables.grounds import Feature, grounds


def area(kind: str, west: float, south: float, east: float, north: float, level: int = 0) -> Feature:
    """A rectangle of ground."""
    corners = [(west, south), (east, south), (east, north), (west, north)]
    return Feature(kind, grounds()[kind], level, area=Polygon(corners))


def line(kind: str, *points: tuple[float, float]) -> Feature:
    """A hedge, a wall."""
    return Feature(kind, grounds()[kind], line=Strip(list(points), 0.2))
