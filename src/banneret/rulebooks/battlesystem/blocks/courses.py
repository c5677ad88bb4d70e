"""Ways over ground as far as they can be paid for, and the lines that they cross. Rules: battlesystem:11.8e, battlesystem:11.8h, battlesystem:11.8n."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE
from banneret.rulebooks.battlesystem.tables.grounds import Feature

SHORT: Final = 0.02
"""Inches before ground at which units that cannot enter it stop, and past a line at which they have crossed it."""


class Toll:
    """A line that a way crosses, and the inches (in a wheel, degrees) of way up to it. Rules: battlesystem:11.8e, battlesystem:11.8h."""

    __slots__ = ("at", "feature")

    def __init__(self, at: float, feature: Feature) -> None:
        self.at: float = at
        self.feature: Feature = feature


class Course:
    """A way over ground, as far as it can be paid for.

    Attributes:
        way: its inches; in a wheel, degrees.
        tolls: the lines that it crosses, in order.
        halt: the ground that ends it; None if nothing does.
        short: the halt is for want of movement, not because the unit may not enter.
        opens: at its end a closed unit opens, on the last toll or on `opener`, and goes on from there.
        opener: the line on which it opens, if others than its front rank cross it.
        road: all of it runs along a road.
        is_cramped: it halts before a line for want of room to open.
    """

    __slots__ = ("halt", "is_cramped", "opener", "opens", "road", "short", "tolls", "way")

    def __init__(self, way: float) -> None:
        self.way: float = way
        self.tolls: list[Toll] = []
        self.halt: Feature | None = None
        self.short: bool = False
        self.opens: bool = False
        self.opener: Feature | None = None
        self.is_cramped: bool = False
        self.road: bool = False

    def opened_by(self) -> Feature:
        """The line at which a closed unit opens."""
        return self.opener or self.tolls[-1].feature

    def stop_before_opening(self, way: float) -> None:
        """End the way there, before the line at which a closed unit would open. Rule: battlesystem:11.8f."""
        self.halt, self.opener, self.opens, self.is_cramped = self.opened_by(), None, False, True
        self.way = max(0.0, way)
        self.tolls = [toll for toll in self.tolls if toll.at <= self.way]

    def crossed(self, way: float) -> list[Feature]:
        """The lines crossed in the first n inches."""
        found = [toll.feature for toll in self.tolls if toll.at <= way]
        return found if self.opener is None or way < self.way - TOLERANCE else [*found, self.opener]

    def rule(self, way: float, usual: str = "battlesystem:7.9a") -> str:
        """The rule that sets the price of the first n inches: that of the first line crossed, if any is."""
        for toll in self.tolls:
            if toll.at <= way:
                return f"battlesystem:{toll.feature.ground.rule}"
        return "battlesystem:11.8a" if self.road else usual
