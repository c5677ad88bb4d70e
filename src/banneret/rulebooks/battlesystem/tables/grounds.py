"""Kinds of ground: what an inch of each costs, and what it forbids, hides and covers.

Rules: battlesystem:11.8 to 11.8p, battlesystem:11.9 to 11.9d, battlesystem:10.1d, battlesystem:10.1e.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Final

from banneret.geometry.polygons import Bounds, Box, Polygon, Strip
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA
from banneret.rulebooks.battlesystem.tables.missiles import additions

ANY: Final = 0.0  # inches of sight that stand for no limit
CROSSING: Final = 3
"""A crossing or a climb costs the normal movement rate divided by this. Rules: battlesystem:11.8e, battlesystem:11.8h."""

WADING: Final = 4
"""The addition to the attack rating of those who attack out of a ditch, a ford or a swamp. Rule: battlesystem:11.9d."""

HAIR: Final = 0.0005  # inches: less than any two places differ by
EDGE: Final = 1.0
"""Inches from a boundary that count as its edge: in woods for missiles, beside cover and water for those there. Rule: battlesystem:11.9a."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of ground. Rule: battlesystem:11.8.

    Attributes:
        id: its id.
        name: its name.
        rule: the number of the rule that it follows.
        price: inches of movement for an inch; natives pay 1.
        crossing: it is crossed at a cost paid once, instead of by the inch.
        contour: a line that is climbed.
        line: it runs along a line, as a hedge does, and has no inside.
        natives: the kind of ground at which troops must be at home to be its natives; "" if nobody is.
        barred: only natives may enter.
        closed: units may stand in closed order there.
        charge: units may charge there.
        engines: artillery may stand there.
        cover: the id of the addition of Table 13 that it gives, "" for none.
        blocks: nobody sees through it but from `height` levels above.
        height: see `blocks`.
        sight: inches that one sees in it; `ANY`: as anywhere.
        native_sight: the same for natives.
        wading: it hampers attacks out of it.
        width: inches of what runs along a line, unless the scenario gives another.
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
    width: float = 0.5

    def price_for(self, natives: tuple[str, ...]) -> float:
        """Inches of movement that an inch costs troops who are natives of these kinds of ground. Rules: 11.8d, 11.8j, 11.8k.

        >>> grounds()["woods"].price_for(()), grounds()["woods"].price_for(("woods",))
        (1.5, 1.0)
        """
        return 1.0 if self.natives and self.natives in natives else self.price

    @property
    def opens(self) -> str:
        """The number of the rule that forbids closed order there; woods have one of their own."""
        return "11.8c" if self.id == "woods" else self.rule

    @property
    def is_line(self) -> bool:
        """True of what is crossed or climbed, and of roads."""
        return self.crossing or self.contour or self.price < 1.0

    def admits(self, natives: tuple[str, ...]) -> bool:
        """True if troops who are natives of these kinds of ground may enter. Rule: battlesystem:11.8l."""
        return not self.barred or self.natives in natives


@dataclass(slots=True)
class Feature:
    """A piece of ground on the table, an area or along a line. A contour raises all within it to `level`, in steps of ten feet.

    Rules: battlesystem:11.8, battlesystem:11.8h.
    """

    name: str
    ground: Ground
    level: int = 0
    area: Polygon | None = None
    line: Strip | None = None
    bridged: tuple[Polygon, ...] = ()
    """The parts of the area that count as not there. Rule: battlesystem:11.8m."""
    open_edged: bool = False
    """Nobody stands in it at its very edge, though its polygon, by which sight goes, holds some of that. Rule: battlesystem:11.8e."""

    def holds(self, x: float, y: float) -> bool:
        """True if a point lies on it."""
        area = self.area
        if area is None:
            return self.line is not None and self.line.holds(x, y)
        if not area.holds(x, y) or (self.open_edged and area.has_on_edge(x, y)):
            return False
        return not self.bridged or not self._is_bridged(x, y)

    def is_off(self, box: Box) -> bool:
        """True if it lies wholly to one side of a box, so that no line within the box can meet it."""
        shape: Bounds | None = self.line if self.area is None else self.area
        return shape is None or shape.is_off(box)

    def cuts(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """The inches along a straight line, rising, at which it crosses the edge of the area or the middle of the line."""
        area = self.area
        if area is None:
            return [] if self.line is None else self.line.cuts(x0, y0, x1, y1)
        if not self.bridged:
            return area.cuts(x0, y0, x1, y1)
        east, north = x1 - x0, y1 - y0
        span = sqrt(east * east + north * north)
        found = [
            cut
            for cut in area.cuts(x0, y0, x1, y1)
            if not self._is_bridged(x0 + east * cut / span, y0 + north * cut / span)
        ]
        for bridge in self.bridged:
            ends = bridge.cuts(x0, y0, x1, y1)
            found += [cut for cut in ends if area.holds(x0 + east * cut / span, y0 + north * cut / span)]
        found.sort()
        return found

    def begins_in(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """True if a straight way begins on the ground, or at the very edge of the area and leads into it. Rules: battlesystem:11.8c, 11.8e."""
        is_open = self.open_edged or (self.area is not None and self.area.is_open)
        return self.holds(x0, y0) or (is_open and self.is_entered_from_edge(x0, y0, x1, y1))

    def is_entered_from_edge(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """True if a straight way begins at the very edge of the area and leads into it. Rule: battlesystem:11.8e."""
        east, north = x1 - x0, y1 - y0
        span = sqrt(east * east + north * north)
        if span <= 0.0 or self.holds(x0, y0):
            return False
        share = HAIR / span
        return self.holds(x0 + east * share, y0 + north * share)

    def _is_bridged(self, x: float, y: float) -> bool:
        """True if a point lies where a bridge leads over it."""
        return any(bridge.holds(x, y) for bridge in self.bridged)


@cache
def grounds() -> dict[str, Ground]:
    """The kinds of ground by id. Rule: battlesystem:11.8."""
    found: dict[str, Ground] = {}
    for row in read_toml(DATA / "ground.toml")["ground"]:
        one = Ground(**row)
        if one.id in found:
            raise BadInput(f"{one.id!r} is there twice", where="ground.toml", hint="leave one out")
        if one.cover and one.cover not in additions():
            raise BadInput(f"{one.id}: there is no cover {one.cover!r}", hint=nearest(one.cover, additions()))
        if one.price <= 0.0 or one.height < 0 or (one.crossing and one.barred):
            raise BadInput(
                f"{one.id}: the price must be above 0, the height 0 or more, and not both crossing and barred"
            )
        found[one.id] = one
    return found
