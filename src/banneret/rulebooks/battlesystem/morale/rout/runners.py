"""Runners in a rout, and the course they take. A unit runs as a block, a skirmish unit figure by figure: both are a `Runner`.

Rules: battlesystem:7.4, battlesystem:7.15a, battlesystem:7.15b.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward
from banneret.geometry.rectangles import Rectangle
from banneret.geometry.sweeps import NEVER, ground_way
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import turned
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import NOBODY, Unit

APART: Final = 1.0
"""Inches between skirmishers of a unit. Rule: battlesystem:7.4."""

HAIR: Final = 1e-9  # inches


class Runner:
    """A runner: the block of a unit, or one figure of a skirmish unit. `ground` is where it would stand, so headed."""

    __slots__ = ("base", "block", "figure", "heading", "unit", "x", "y")

    def __init__(self, unit: Unit, block: Block | None, base: Rectangle | None, figure: int = NOBODY) -> None:
        self.unit: Unit = unit
        self.block: Block | None = block
        self.base: Rectangle | None = base
        self.figure: int = figure
        self.x: float = 0.0
        self.y: float = 0.0
        if block is not None:
            self.x, self.y = block.middle_x, block.middle_y
        elif base is not None:
            self.x, self.y = base.x, base.y

    def ground(self, heading: float) -> list[Rectangle]:
        """The ground where it stands once it has turned on the spot. Rule: battlesystem:7.15a."""
        if self.block is not None:
            return turned(self.block, heading).area()
        base = self.base
        assert base is not None, "a runner is a block or a base"
        east, north = forward(heading)
        return [Rectangle(base.x, base.y, base.half_width, base.half_depth, east, north)]

    def reach(self) -> float:
        """The radius of the circle around its middle in which it turns."""
        if self.block is not None:
            return self.block.girth
        return 0.0 if self.base is None else self.base.half_width + self.base.half_depth

    def spacing(self) -> float:
        """The room it must leave to figures of its own unit."""
        return APART if self.base is not None else 0.0


class Line:
    """A line a rout may take: its heading, how far it leads, whether over the edge of the table, and whether all is free."""

    __slots__ = ("free", "heading", "leaves", "way")

    def __init__(self, heading: float, way: float, leaves: bool, free: bool) -> None:
        self.heading: float = heading
        self.way: float = way
        self.leaves: bool = leaves
        self.free: bool = free


class Leg:
    """A straight piece of a course: the ground that moves, where to, how far, and the inches before it."""

    __slots__ = ("before", "ground", "heading", "inches", "x", "y")

    def __init__(
        self, ground: list[Rectangle], x: float, y: float, heading: float, inches: float, before: float
    ) -> None:
        self.ground: list[Rectangle] = ground
        self.x: float = x  # of its middle, where it begins
        self.y: float = y
        self.heading: float = heading
        self.inches: float = inches
        self.before: float = before


class Course:
    """The way that a runner takes, leg by leg, as those see it who stand in it."""

    __slots__ = ("legs",)

    def __init__(self) -> None:
        self.legs: list[Leg] = []

    def add(self, ground: list[Rectangle], x: float, y: float, heading: float, inches: float) -> None:
        """It goes on for n inches from there."""
        before = self.legs[-1].before + self.legs[-1].inches if self.legs else 0.0
        self.legs.append(Leg(ground, x, y, heading, inches, before))

    def met(self, bodies: list[Rectangle]) -> float:
        """Inches until it runs into one of those; `NEVER` when it passes them all. Rule: battlesystem:7.15b."""
        for leg in self.legs:
            way = ground_way(leg.ground, leg.heading, leg.inches, bodies)
            if way < leg.inches - HAIR:
                return leg.before + way
        return NEVER

    def point(self, inches: float) -> tuple[float, float]:
        """The middle of the runner after n inches."""
        leg = self.legs[0]
        for later in self.legs[1:]:
            if later.before <= inches:
                leg = later
        east, north = forward(leg.heading)
        gone = inches - leg.before
        return leg.x + east * gone, leg.y + north * gone


def straight(runner: Runner, line: Line) -> Course:
    """The course of a runner along a line."""
    found = Course()
    found.add(runner.ground(line.heading), runner.x, runner.y, line.heading, line.way)
    return found


def own_ground(runner: Runner) -> list[Rectangle]:
    """The ground of a runner as it stands."""
    if runner.block is not None:
        return standing.ground(runner.unit)
    return [] if runner.base is None else [runner.base]
