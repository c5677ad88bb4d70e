"""Blocks: figures on their bases in ranks and files, as a formed unit stands. Rule: battlesystem:7.1c.

A block never changes: moving one makes another (see `block_moves`). Ranks are counted from 0 in front, files from 0 at
the left. A figure has a number: rank by rank, in each rank from the left.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import mypyc_attr

from banneret.geometry.plane import TOLERANCE, hundredths, snap, unit_vector
from banneret.geometry.rectangles import Rectangle, gap

_RIMS: Final[dict[tuple[int, int], list[int]]] = {}
"""The rims of blocks by their figures and files: there are few, and blocks come and go."""


@mypyc_attr(acyclic=True)
class Block:
    """Figures in ranks and files behind the middle of their front edge. Rule: battlesystem:7.1c.

    Args:
        x: where the middle of the front edge is, in inches to the east; snapped.
        y: the same to the north.
        heading: where it looks, in degrees clockwise from north; snapped.
        figures: the number of figures, at least 1.
        files: the number of figures in the front rank, at least 1 and at most `figures`.
        width: the width of a base, in inches.
        depth: the depth of a base, in inches.
        spacing: inches between neighbouring bases, across and in depth: 0 in closed formation, 0.5 in open.

    Raises:
        ValueError: the figures cannot stand so many abreast.

    >>> men = Block(30, 24, 0, figures=14, files=5, width=0.75, depth=0.75, spacing=0.0)
    >>> men.ranks, men.breadth, men.length, men.centre(1, 4)
    (3, 3.75, 2.25, (31.5, 22.875))
    """

    __slots__ = (
        "_area",
        "_bases",
        "_rim",
        "breadth",
        "depth",
        "figures",
        "files",
        "forward_x",
        "forward_y",
        "girth",
        "heading",
        "last",
        "last_first",
        "length",
        "middle_x",
        "middle_y",
        "radius_left",
        "radius_right",
        "ranks",
        "spacing",
        "width",
        "x",
        "y",
    )

    def __init__(
        self,
        x: float,
        y: float,
        heading: float,
        figures: int,
        files: int,
        width: float,
        depth: float,
        spacing: float,
    ) -> None:
        if files < 1 or files > figures:
            raise ValueError(f"{figures} figures cannot stand {files} abreast")
        self.x: float = snap(x)
        self.y: float = snap(y)
        angle = hundredths(heading)
        self.heading: float = angle / 100.0
        self.forward_x, self.forward_y = unit_vector(angle)
        self.figures: int = figures
        self.files: int = files
        self.width: float = width
        self.depth: float = depth
        self.spacing: float = spacing
        self.ranks: int = (figures + files - 1) // files
        self.last: int = figures - (self.ranks - 1) * files  # figures in the last rank
        self.last_first: int = first_file(files, self.last)  # the leftmost file of the last rank
        self.breadth: float = files * width + (files - 1) * spacing
        self.length: float = self.ranks * depth + (self.ranks - 1) * spacing
        # The circle around the outline, as if the last rank were full: what it does not reach, the block does not.
        self.middle_x: float = self.x - self.forward_x * self.length / 2.0
        self.middle_y: float = self.y - self.forward_y * self.length / 2.0
        self.girth: float = sqrt(self.breadth * self.breadth + self.length * self.length) / 2.0
        self._area: list[Rectangle] | None = None
        self._bases: list[Rectangle] | None = None
        self._rim: list[int] | None = None
        # kept by `block_moves.wheel_radius` once they are asked for
        self.radius_left: float = -1.0
        self.radius_right: float = -1.0

    def facts(self) -> tuple[float, float, float, int, int, float, float, float]:
        """The arguments that make this block, in their order."""
        return (
            self.x,
            self.y,
            self.heading,
            self.figures,
            self.files,
            self.width,
            self.depth,
            self.spacing,
        )

    def centre(self, rank: int, file: int) -> tuple[float, float]:
        """The middle of the base in that rank and file; not snapped. Rule: battlesystem:7.1c."""
        return self.point(
            (file - (self.files - 1) / 2.0) * (self.width + self.spacing),
            -(self.depth / 2.0 + rank * (self.depth + self.spacing)),
        )

    def point(self, right: float, ahead: float) -> tuple[float, float]:
        """The point at some distance to the right and ahead of the middle of the front edge; not snapped."""
        return (
            self.x + (self.forward_y * right + self.forward_x * ahead),
            self.y + (self.forward_y * ahead - self.forward_x * right),
        )

    def base(self, rank: int, file: int) -> Rectangle:
        """The base in that rank and file. Rule: battlesystem:7.1b."""
        x, y = self.centre(rank, file)
        return Rectangle(x, y, self.width / 2.0, self.depth / 2.0, self.forward_x, self.forward_y)

    def holds(self, rank: int, file: int) -> bool:
        """True if a figure stands in that rank and file. Rule: battlesystem:7.1d."""
        if rank < 0 or rank >= self.ranks or file < 0 or file >= self.files:
            return False
        return rank < self.ranks - 1 or self.last_first <= file < self.last_first + self.last

    def place(self, figure: int) -> tuple[int, int]:
        """The rank and file of a figure by its number. Rule: battlesystem:7.1d."""
        rank = figure // self.files
        file = figure - rank * self.files
        return rank, file + (self.last_first if rank == self.ranks - 1 else 0)

    def figure(self, rank: int, file: int) -> int:
        """The number of the figure in that rank and file; one must stand there."""
        return rank * self.files + file - (self.last_first if rank == self.ranks - 1 else 0)

    def bases(self) -> list[Rectangle]:
        """The bases of all figures by their numbers; the same list every time, not to be changed."""
        if self._bases is None:
            self._bases = self._find_bases()
        return self._bases

    def _find_bases(self) -> list[Rectangle]:
        """As `base` for each rank and file, but faster."""
        found: list[Rectangle] = []
        half_width, half_depth = self.width / 2.0, self.depth / 2.0
        x, y, forward_x, forward_y = self.x, self.y, self.forward_x, self.forward_y
        middle, across, deep = (self.files - 1) / 2.0, self.width + self.spacing, self.depth + self.spacing
        for rank in range(self.ranks):
            ahead = -(half_depth + rank * deep)
            east, north = forward_x * ahead, forward_y * ahead
            first, count = (self.last_first, self.last) if rank == self.ranks - 1 else (0, self.files)
            for file in range(first, first + count):
                right = (file - middle) * across
                # as `point` has it
                to_x, to_y = x + (forward_y * right + east), y + (north - forward_x * right)
                found.append(Rectangle(to_x, to_y, half_width, half_depth, forward_x, forward_y))
        return found

    def rim(self) -> list[int]:
        """The figures that have no neighbour on some side, not to be changed: only they can be touched from outside."""
        if self._rim is None:
            kind = self.figures, self.files
            if kind not in _RIMS:
                _RIMS[kind] = self._find_rim()
            self._rim = _RIMS[kind]
        return self._rim

    def _find_rim(self) -> list[int]:
        found: list[int] = []
        for figure in range(self.figures):
            rank, file = self.place(figure)
            if not (
                rank > 0
                and self.holds(rank + 1, file)
                and self.holds(rank, file - 1)
                and self.holds(rank, file + 1)
            ):
                found.append(figure)
        return found

    def area(self) -> list[Rectangle]:
        """The ground the block holds against all others, its gaps included; not to be changed. Rule: battlesystem:7.1e.

        It is one rectangle for the full ranks and, if the last rank is short, another for that rank.
        """
        if self._area is None:
            self._area = self._find_area()
        return self._area

    def _find_area(self) -> list[Rectangle]:
        if self.last == self.files:
            return [self._strip(0.0, self.breadth, 0.0, self.length)]
        pitch = self.width + self.spacing
        breadth = self.last * self.width + (self.last - 1) * self.spacing
        middle = (self.last_first + (self.last - 1) / 2.0 - (self.files - 1) / 2.0) * pitch
        full = self.length - self.depth - self.spacing
        return [
            self._strip(0.0, self.breadth, 0.0, full),
            self._strip(middle, breadth, full, self.length),
        ]

    def column(self, file: int) -> Rectangle:
        """The ground of one file, from the front of its leader to the rear of its last figure."""
        deep = self.ranks if self.holds(self.ranks - 1, file) else self.ranks - 1
        middle = (file - (self.files - 1) / 2.0) * (self.width + self.spacing)
        return self._strip(middle, self.width, 0.0, deep * self.depth + (deep - 1) * self.spacing)

    def _strip(self, middle: float, breadth: float, start: float, end: float) -> Rectangle:
        x, y = self.point(middle, -(start + end) / 2.0)
        return Rectangle(x, y, breadth / 2.0, (end - start) / 2.0, self.forward_x, self.forward_y)


def first_file(files: int, figures: int) -> int:
    """The leftmost file of a short last rank, which fills from the middle, the left side first. Rule: battlesystem:7.1d.

    >>> first_file(5, 4), first_file(6, 4)
    (0, 1)
    """
    return (files - figures) // 2


def mob_files(figures: int, width: float, depth: float) -> int:
    """The number of files of a mob, which stands as wide as it is deep, or the next wider. Rule: battlesystem:2.10c.

    >>> mob_files(16, 0.75, 0.75), mob_files(12, 0.75, 0.75), mob_files(1, 0.75, 1.5)
    (4, 4, 1)
    """
    files = 1
    while files * files * width < figures * depth and files < figures:
        files += 1
    return files


def near(block: Block, ground: list[Rectangle]) -> list[int]:
    """The figures of a block's rim that are within the tolerance of some of that ground, by their numbers."""
    bases = block.bases()
    return [figure for figure in block.rim() if is_near(bases[figure], ground)]


def is_near(base: Rectangle, ground: list[Rectangle]) -> bool:
    """True if a base is within the tolerance of some of that ground."""
    reach = base.girth + TOLERANCE
    for area in ground:
        # mostly the sides of the ground tell at once: none of the base is farther from its middle than `reach`
        east, north, x, y = base.x - area.x, base.y - area.y, area.forward_x, area.forward_y
        far = area.half_depth + reach
        if not -far <= east * x + north * y <= far:
            continue
        far = area.half_width + reach
        if -far <= east * y - north * x <= far and gap(area, base, TOLERANCE) <= TOLERANCE:
            return True
    return False


def may_touch(first: Block, second: Block) -> bool:
    """True if the grounds of two blocks meet; if not, none of their figures touch."""
    if _far(first, second, TOLERANCE):
        return False
    return any(is_near(mine, second.area()) for mine in first.area())


def _far(first: Block, second: Block, margin: float) -> bool:
    """True if the circles around two blocks are apart by more than a margin."""
    reach = first.girth + second.girth + margin
    east, north = second.middle_x - first.middle_x, second.middle_y - first.middle_y
    return east * east + north * north > reach * reach
