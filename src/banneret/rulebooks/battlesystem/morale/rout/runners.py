"""Runners in a rout, and the courses they take. A unit runs as a block, a skirmish unit figure by figure: a `Runner` is either.

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
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

APART: Final = 1.0
"""The least inches between skirmishers of a unit. Rule: battlesystem:7.4."""

HAIR: Final = 1e-9  # inches by which lengths may differ and count as equal


class Runner:
    """A runner: the block of a unit, or one figure of a skirmish unit.

    Attributes:
        unit: the unit that routs.
        block: its block; None for a skirmisher.
        base: the base of the skirmisher; None for a block.
        figure: the skirmisher's number; NOBODY for a block.
        x: its middle, in inches to the east.
        y: the same in inches to the north.
    """

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
        """The ground on which it stands once it has turned on the spot to a heading. Rule: battlesystem:7.15a."""
        if self.block is not None:
            return turned(self.block, heading).area()
        base = self.base
        assert base is not None, "a runner is a block or a base"
        east, north = forward(heading)
        return [Rectangle(base.x, base.y, base.half_width, base.half_depth, east, north)]

    def reach(self) -> float:
        """The radius, in inches, of the circle around its middle in which it turns."""
        if self.block is not None:
            return self.block.girth
        return 0.0 if self.base is None else self.base.half_width + self.base.half_depth

    def spacing(self) -> float:
        """The inches it must keep from figures of its own unit."""
        return APART if self.base is not None else 0.0


class Line:
    """A straight line that a rout may take.

    Attributes:
        heading: its direction, in degrees.
        way: the inches it leads; below 0 if there is no place to stand.
        leaves: True if it leads over the edge of the table.
        free: True if nothing bars it.
    """

    __slots__ = ("free", "heading", "leaves", "way")

    def __init__(self, heading: float, way: float, leaves: bool, free: bool) -> None:
        self.heading: float = heading
        self.way: float = way
        self.leaves: bool = leaves
        self.free: bool = free


class Leg:
    """A straight piece of a course.

    Attributes:
        ground: the ground that moves along it, where it begins.
        x: the middle of that ground, in inches to the east.
        y: the same in inches to the north.
        heading: its direction, in degrees.
        inches: its length.
        before: the inches of the course before it.
    """

    __slots__ = ("before", "ground", "heading", "inches", "x", "y")

    def __init__(
        self, ground: list[Rectangle], x: float, y: float, heading: float, inches: float, before: float
    ) -> None:
        self.ground: list[Rectangle] = ground
        self.x: float = x
        self.y: float = y
        self.heading: float = heading
        self.inches: float = inches
        self.before: float = before


class Course:
    """The way that a runner takes, leg by leg, for those who stand in it."""

    __slots__ = ("legs",)

    def __init__(self) -> None:
        self.legs: list[Leg] = []

    def add(self, ground: list[Rectangle], x: float, y: float, heading: float, inches: float) -> None:
        """Add a leg of n inches from (x, y) along a heading, over which `ground` moves."""
        before = self.legs[-1].before + self.legs[-1].inches if self.legs else 0.0
        self.legs.append(Leg(ground, x, y, heading, inches, before))

    def met(self, bodies: list[Rectangle]) -> float:
        """The inches until it runs into one of these bodies; `NEVER` if it meets none. Rule: battlesystem:7.15b."""
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
