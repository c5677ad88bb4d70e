"""The body of a unit as it stands: its bases, its ground, and a circle around them, worked out once.

It is the body of a block, of a block with the poses of figures out of order, or of skirmishers at their places, and never changes.
A unit keeps its own in `Unit.body` until it moves; `standing.body` gives it.

Rules: battlesystem:7.1b, battlesystem:7.1e.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from banneret.geometry.plane import TOLERANCE, length, turn_between
from banneret.geometry.rectangles import Rectangle, placed
from banneret.rulebooks.battlesystem.blocks.block import Block

Poses = tuple[tuple[float, float, float], ...]  # middles and headings of bases


@mypyc_attr(acyclic=True)
class Body:
    """A unit as it stands: the circle around it (`x`, `y`, `reach`), and its bases, ground and figures, found at the first call.

    For a unit in order, whose block has them all, `bases` and `figures` are only the rim that can be touched.
    """

    __slots__ = (
        "_bases",
        "_figures",
        "_ground",
        "block",
        "is_led",
        "leader_at",
        "loose",
        "radius",
        "reach",
        "strips",
        "x",
        "y",
    )

    def __init__(self, block: Block | None, loose: Poses | None, x: float, y: float, reach: float) -> None:
        self.block: Block | None = block  # what it is the body of
        self.loose: Poses | None = loose
        self.x: float = x
        self.y: float = y
        self.reach: float = reach
        # the last answer of `command.coverage`: orders from this figure, over this radius, reach all of it. Rule: battlesystem:4.7
        self.leader_at: int = -1
        self.radius: float = 0.0
        self.is_led: bool = False
        # strips through which nobody sees, as `lines_of_sight` found them
        self.strips: list[Rectangle] | None = None
        self._figures: list[int] | None = None
        self._bases: list[Rectangle] | None = None
        self._ground: list[Rectangle] | None = None

    @property
    def figures(self) -> list[int]:
        """The numbers of the figures whose bases these are. Not to be changed."""
        if self._figures is None:
            assert self.block is not None
            self._figures = self.block.rim()
        return self._figures

    @property
    def bases(self) -> list[Rectangle]:
        """The bases of `figures`, in their order. Not to be changed."""
        if self._bases is None:
            assert self.block is not None
            all_bases = self.block.bases()
            self._bases = [all_bases[figure] for figure in self.figures]
        return self._bases

    @property
    def ground(self) -> list[Rectangle]:
        """The ground it holds against all others. Not to be changed. Rule: battlesystem:7.1e."""
        if self._ground is None:
            assert self.block is not None
            if self.loose is None:
                self._ground = self.block.area()
            else:
                self._ground = _loose_ground(self.block, self.loose, self.bases)
        return self._ground


def of_block(block: Block) -> Body:
    """The body of a unit in order."""
    return Body(block, None, block.middle_x, block.middle_y, block.girth)


def of_loose(block: Block, loose: Poses) -> Body:
    """The body of a unit in a block out of order, its figures at those poses."""
    bases = [placed(x, y, block.width, block.depth, heading) for x, y, heading in loose]
    made = Body(block, loose, *_circle(bases))
    made._figures = list(range(len(bases)))
    made._bases = bases
    return made


def of_singles(figures: list[int], bases: list[Rectangle]) -> Body:
    """The body of skirmishers: the figures on the table and their bases, which are their ground."""
    made = Body(None, None, *_circle(bases))
    made._figures = figures
    made._bases = bases
    made._ground = bases
    return made


def _circle(bases: list[Rectangle]) -> tuple[float, float, float]:
    """The middle and the radius of a circle that holds all those bases."""
    west = south = 1e300
    east = north = -1e300
    widest = 0.0
    for base in bases:
        x, y, half = base.x, base.y, base.girth
        if x < west:
            west = x
        if x > east:
            east = x
        if y < south:
            south = y
        if y > north:
            north = y
        if half > widest:
            widest = half
    reach = length(east - west, north - south) / 2.0 + widest if bases else 0.0
    return (west + east) / 2.0, (south + north) / 2.0, reach


def _loose_ground(block: Block, loose: Poses, found: list[Rectangle]) -> list[Rectangle]:
    """The ground of a unit out of order: unbroken stretches of files, the gaps between neighbouring files, and bases that stand apart."""
    width, depth, spacing = block.width, block.depth, block.spacing
    pitch = width + spacing
    files: list[list[float]] = [[] for _ in range(block.files)]  # how far behind the front line figures stand
    made: list[Rectangle] = []
    for pose, base in zip(loose, found, strict=True):
        east, north = pose[0] - block.x, pose[1] - block.y
        right = east * block.forward_y - north * block.forward_x
        behind = -(east * block.forward_x + north * block.forward_y)
        file = round(right / pitch + (block.files - 1) / 2.0)
        askew = abs(right - (file - (block.files - 1) / 2.0) * pitch) > TOLERANCE
        turned = abs(turn_between(block.heading, pose[2]))
        aside = turned not in (0.0, 180.0) and (width != depth or turned != 90.0)
        if askew or aside or not 0 <= file < block.files:
            made.append(base)
        else:
            files[file].append(behind)
    pieces: list[list[tuple[float, float]]] = []  # of each file, from front to rear
    for places in files:
        places.sort()
        runs: list[tuple[float, float]] = []
        for behind in places:
            start, end = behind - depth / 2.0, behind + depth / 2.0
            if runs and start - runs[-1][1] <= spacing + TOLERANCE:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((start, end))
        pieces.append(runs)
    for file, runs in enumerate(pieces):
        middle = (file - (block.files - 1) / 2.0) * pitch
        for start, end in runs:
            made.append(_strip(block, middle, width, start, end))
            if spacing > 0.0 and file + 1 < block.files:
                for other_start, other_end in pieces[file + 1]:
                    first, last = max(start, other_start), min(end, other_end)
                    if first < last:
                        made.append(_strip(block, middle + pitch / 2.0, spacing, first, last))
    return made


def _strip(block: Block, middle: float, breadth: float, start: float, end: float) -> Rectangle:
    x, y = block.point(middle, -(start + end) / 2.0)
    return Rectangle(x, y, breadth / 2.0, (end - start) / 2.0, block.forward_x, block.forward_y)
