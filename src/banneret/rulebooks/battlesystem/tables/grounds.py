"""Kinds of ground: what an inch of each costs, and what it forbids, hides and covers.

Rules: battlesystem:11.8 to 11.8p, battlesystem:11.9 to 11.9d, battlesystem:10.1d, battlesystem:10.1e.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from banneret.geometry.polygons import Bounds, Polygon, Strip
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA
from banneret.rulebooks.battlesystem.tables.missiles import additions

ANY: Final = 0.0  # inches of sight: there is no limit
CROSSING: Final = 3
"""A crossing or a climb takes one part in so many of the normal movement rate. Rules: battlesystem:11.8e, battlesystem:11.8h."""

WADING: Final = 4
"""The addition to the attack rating of those who attack out of a ditch, a ford or a swamp. Rule: battlesystem:11.9d."""

EDGE: Final = 1.0
"""Inches from the boundary that are the edge: of woods for missiles, of cover and water for those beside it. Rule: battlesystem:11.9a."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of ground. Rule: battlesystem:11.8.

    `price`: of an inch, which `natives` do not pay; `crossing`: what is paid once instead; `contour`: a line that is climbed. `line`:
    it has no inside but runs along, as a hedge does. `barred`: only natives enter. `closed`, `charge`, `engines`: what is possible
    there. `cover` names an addition of Table 13. `blocks`: nobody sees through it, but from `height` levels above; in it one sees
    `sight` inches (`ANY`: as anywhere), natives `native_sight`. `wading`: it hampers attacks out of it. `width`: inches, of what
    runs along a line.
    """

    id: str
    name: str
    rule: str
    price: float = 1.0
    crossing: bool = False
    contour: bool = False
    line: bool = False
    natives: str = ""
    barred: bool = False
    closed: bool = True
    charge: bool = True
    engines: bool = True
    cover: str = ""
    blocks: bool = False
    height: int = 0
    sight: float = ANY
    native_sight: float = ANY
    wading: bool = False
    width: float = 0.5  # inches of a line, where none is written

    def price_for(self, natives: tuple[str, ...]) -> float:
        """Inches of rate for an inch, of those who are natives of such kinds of ground. Rules: 11.8d, 11.8j, 11.8k.

        >>> ground_of("woods").price_for(()), ground_of("woods").price_for(("woods",))
        (1.5, 1.0)
        """
        return 1.0 if self.natives and self.natives in natives else self.price

    @property
    def opens(self) -> str:
        """The rule by which nobody is closed there; woods have one of their own."""
        return "11.8c" if self.id == "woods" else self.rule

    @property
    def is_line(self) -> bool:
        """True of what is crossed or climbed, and of roads: it does not change what an inch costs beside it."""
        return self.crossing or self.contour or self.price < 1.0

    def admits(self, natives: tuple[str, ...]) -> bool:
        """True if those may enter who are natives of such kinds of ground. Rule: battlesystem:11.8l."""
        return not self.barred or self.natives in natives


@dataclass(slots=True)
class Feature:
    """A stretch of ground on the table: an area, or along a line. A contour lifts all within to `level`, in steps of ten feet.

    Rules: battlesystem:11.8, battlesystem:11.8h.
    """

    name: str
    ground: Ground
    level: int = 0
    area: Polygon | None = None
    line: Strip | None = None

    def holds(self, x: float, y: float) -> bool:
        """True if a point lies on it."""
        if self.area is not None:
            return self.area.holds(x, y)
        return self.line is not None and self.line.holds(x, y)

    def is_off(self, west: float, south: float, east: float, north: float) -> bool:
        """True if it lies wholly outside a box on one side of it: no line within the box meets it then."""
        shape: Bounds | None = self.line if self.area is None else self.area
        return shape is None or shape.is_off(west, south, east, north)

    def cuts(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """Inches along a straight line at which it crosses the edge of an area, or the middle of a line, rising."""
        if self.area is not None:
            return self.area.cuts(x0, y0, x1, y1)
        return [] if self.line is None else self.line.cuts(x0, y0, x1, y1)


@cache
def grounds() -> dict[str, Ground]:
    """The kinds of ground by id. Rule: battlesystem:11.8."""
    found: dict[str, Ground] = {}
    for row in read_toml(DATA / "ground.toml")["ground"]:
        one = Ground(**row)
        if one.id in found:
            raise BadInput(f"{one.id!r} stands there twice", where="ground.toml")
        if one.cover and one.cover not in additions():
            raise BadInput(f"{one.id}: there is no cover {one.cover!r}", hint=nearest(one.cover, additions()))
        if one.price <= 0.0 or one.height < 0 or (one.crossing and one.barred):
            raise BadInput(
                f"{one.id}: a price is above 0, a height not below it, what is barred is not crossed"
            )
        found[one.id] = one
    return found


def ground_of(name: str) -> Ground:
    """The kind of ground of that id; raises `BadInput` with near ones."""
    found = grounds().get(name)
    if found is None:
        raise BadInput(f"there is no ground {name[:60]!r}", hint=nearest(name[:60], grounds()))
    return found
