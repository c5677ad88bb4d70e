"""Obstacles that units cannot enter: others on the table, forbidden ground, the edge of the table.

Rules: battlesystem:7.1e, battlesystem:7.4a, battlesystem:9.0d.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import mypyc_attr

from banneret.geometry.bands import Bands
from banneret.geometry.plane import forward, length
from banneret.geometry.rectangles import Rectangle, circle_around, overlap
from banneret.geometry.sweeps import ground_way, inside_board
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.space.distances import others_near, sorted_in, units_near
from banneret.rulebooks.battlesystem.space.field import is_forbidden, tariff, walls, walls_near
from banneret.rulebooks.battlesystem.space.standing import body, ground
from banneret.rulebooks.battlesystem.space.tariffs import Tariff
from banneret.rulebooks.battlesystem.stages import BASIC
from banneret.rulebooks.battlesystem.state import State, all_on_field, is_mended
from banneret.rulebooks.battlesystem.tables.rosters import Roster
from banneret.rulebooks.battlesystem.unit import Pose, Unit

TOUCH: Final = 0.02
"""Inches within which an individual's edge and a base touch: coordinates are rounded. Rules: battlesystem:7.8a, battlesystem:9.0b."""
_FEW: Final = 3  # up to so many bodies, taking all is faster than choosing
SPARE: Final = 2.0  # inches that a unit looks farther around than it can move


@mypyc_attr(acyclic=True)
class Around:
    """All that a unit in a block may meet within some inches of where it stands. Not to be changed, save by `drill.slides.free_way`.

    Attributes:
        number: the unit; `block`, `loose` and `now` are as it stands.
        margin: the inches around it that are looked at.
        allowance: the movement, in inches, for which `tariff` holds.
        bands: the bands of the units, and `changes` their count of changes when this was found: see `around`.
        bars: the grounds of friends, and forbidden ground.
        foes: the enemies.
        grounds: their grounds.
        tariff: the prices of ground, if there are any.
        lone: the enemy individuals who fight.
        men: those of them whom the unit may come to touch.
        free: inches that the last slide asked for (`heading`, `wanted`) goes before a bar.
    """

    __slots__ = (
        "allowance",
        "bands",
        "bars",
        "block",
        "changes",
        "foes",
        "free",
        "grounds",
        "heading",
        "lone",
        "loose",
        "margin",
        "men",
        "now",
        "number",
        "tariff",
        "wanted",
    )

    def __init__(self, state: State, unit: Unit, margin: float, allowance: float) -> None:
        self.number: int = unit.id
        self.block: Block | None = unit.block
        self.loose: tuple[Pose, ...] | None = unit.loose
        self.now: Roster = unit.now
        self.margin: float = margin
        self.allowance: float = allowance
        self.bands: Bands | None = None
        self.changes: int = 0
        self.bars: list[Rectangle] = walls_near(state, unit, margin)
        self.foes: list[Unit] = []
        self.grounds: list[Rectangle] = []
        self.tariff: Tariff | None = tariff(state, unit, allowance)
        self.heading: float = -1.0
        self.wanted: float = 0.0
        self.free: float = 0.0
        mine = body(unit)
        x, y, reach = mine.x, mine.y, mine.reach + margin
        for other in others_near(state, unit, margin):
            parts = ground(other)
            if len(parts) > _FEW:
                parts = _within(parts, x, y, reach)
            if other.side == unit.side:
                self.bars.extend(parts)
            else:
                self.foes.append(other)
                self.grounds.extend(parts)
        self.lone: tuple[Lone, ...] = loners(state, unit.side)
        self.men: list[Lone] = []
        for one in self.lone:
            if length(one[1] - x, one[2] - y) <= reach + one[3]:
                self._meet(unit, one)

    def _meet(self, unit: Unit, one: Lone) -> None:
        """Note an enemy individual, who halts the unit; if it touches him already, it only cannot go through him. Rule: battlesystem:9.0d."""
        block = unit.block
        assert block is not None
        if touches_lone(unit, one):
            self.bars.extend(_cross(one, block.forward_x, block.forward_y, one[3] - TOUCH / 2.0))
        else:
            self.men.append(one)
            self.grounds.extend(_cross(one, block.forward_x, block.forward_y, one[3]))


Lone = tuple[int, float, float, float]
"""An individual who fights: his number, x, y, and half his width in inches."""


def loners(state: State, side: int) -> tuple[Lone, ...]:
    """The enemy individuals of a side who fight and stand alone; by versions 1 to 5 of the rules they halted nobody. Rule: battlesystem:9.0d."""
    if not state.individuals or state.setting.tier == BASIC or not is_mended(state, 6):
        return ()
    found: list[Lone] = []
    sheets = state.setting.sheets
    for one in state.individuals.values():
        if one.side != side and one.stands_alone:
            champion = sheets[one.id].champion
            if champion is not None:
                found.append((one.id, one.x, one.y, champion.footprint / 2.0))
    return tuple(found)


def touches_lone(unit: Unit, one: Lone) -> bool:
    """True if a unit touches an individual with the base of some figure. Rules: battlesystem:7.8a, battlesystem:9.0b."""
    _, x, y, half = one
    stand = body(unit)
    if length(stand.x - x, stand.y - y) > stand.reach + half + 2.0 * TOUCH:
        return False
    for base in stand.bases:  # noqa: SIM110 - a loop is faster than a generator here
        if base.distance_to(x, y) <= half + TOUCH:
            return True
    return False


def lone_way(base: Rectangle, heading: float, limit: float, one: Lone, short: float = 0.0) -> float:
    """Inches, at most `limit`, that a figure goes along a heading before it is `short` inches from an individual.

    If it touches him already, it only cannot go through him. Rules: battlesystem:7.8, battlesystem:9.0d.
    """
    _, x, y, half = one
    if base.distance_to(x, y) <= half + TOUCH:
        half, short = half - TOUCH / 2.0, 0.0
    east, north = forward(heading)
    way = ground_way([base], heading, limit + short, _cross(one, east, north, half)) - short
    return max(0.0, min(limit, way))


def meets_lone(base: Rectangle, one: Lone) -> bool:
    """True if the base of a figure touches an individual. Rules: battlesystem:7.8a, battlesystem:9.0b."""
    return base.distance_to(one[1], one[2]) <= one[3] + TOUCH


def _cross(one: Lone, forward_x: float, forward_y: float, half: float) -> list[Rectangle]:
    """The ground of an individual as a cross of two rectangles along a way: nearly round, so that a base which only grazes him passes."""
    _, x, y, _ = one
    slim = sqrt((half + TOUCH) ** 2 - half * half)
    return [
        Rectangle(x, y, half, slim, forward_x, forward_y),
        Rectangle(x, y, slim, half, forward_x, forward_y),
    ]


def _within(parts: list[Rectangle], x: float, y: float, reach: float) -> list[Rectangle]:
    """The bodies that meet a circle, and few others: skirmishers may be scattered over half the table."""
    found: list[Rectangle] = []
    for part in parts:
        east, north, far = part.x - x, part.y - y, part.girth + reach
        if east * east + north * north <= far * far:
            found.append(part)
    return found


_KEPT: Final[
    list[Around]
] = []  # the last one: a search for a way asks for the same with each way that it tries


def around(state: State, unit: Unit, margin: float, allowance: float) -> Around:
    """All that a unit in a block may meet within `margin` inches, or more, and the prices of ground for `allowance` inches of movement, or more.

    The last answer is kept, and serves again while nothing has changed.
    """
    if state.shares:
        return Around(state, unit, margin, allowance)
    bands = sorted_in(state)
    if _KEPT:
        kept = _KEPT[0]
        if (
            kept.block is unit.block
            and kept.bands is bands
            and kept.changes == bands.changes
            and kept.loose is unit.loose
            and kept.number == unit.id
            and kept.now is unit.now
            and kept.margin >= margin
            and kept.allowance >= allowance
            and kept.lone == loners(state, unit.side)
        ):
            return kept
    found = Around(state, unit, margin, allowance)
    found.bands, found.changes = bands, bands.changes
    _KEPT[:] = [found]
    return found


def obstacles(state: State, unit: Unit, friends: bool) -> list[Rectangle]:
    """The grounds of other units on the table, and the edges of forbidden ground, which a unit cannot enter.

    With `friends`, enemies are left out. Skirmishers may pass friendly skirmishers.
    Rules: battlesystem:7.1e, battlesystem:7.4a.
    """
    return _obstacles_of(state, unit, all_on_field(state), friends)


def obstacles_near(state: State, unit: Unit, area: list[Rectangle], margin: float) -> list[Rectangle]:
    """The `obstacles` without enemies that bodies of a unit may meet within `margin` inches."""
    x, y, reach = circle_around(area)
    return _obstacles_of(state, unit, units_near(state, x, y, reach + margin), True)


def _obstacles_of(state: State, unit: Unit, units: list[Unit], friends: bool) -> list[Rectangle]:
    found: list[Rectangle] = list(walls(state, unit))
    side = unit.side
    loners = unit.singles is not None
    for other in units:
        if other.id == unit.id:
            continue
        if other.side == side:
            if loners and other.singles is not None:
                continue
        elif friends:
            continue
        found.extend(ground(other))
    return found


def is_free(state: State, unit: Unit, area: list[Rectangle]) -> bool:
    """True if a unit could stand on that ground: on the table, on no forbidden ground, on no other unit.

    Rule: battlesystem:7.1e.
    """
    setting = state.setting
    if not inside_board(area, setting.width, setting.depth):
        return False
    if is_forbidden(state, unit, area):
        return False
    x, y, reach = circle_around(area)
    for wall in walls(state, unit):
        east, north, far = wall.x - x, wall.y - y, wall.half_width + reach
        if east * east + north * north <= far * far and hits(area, wall):
            return False
    loners = unit.singles is not None
    for other in units_near(state, x, y, reach):
        if other.id == unit.id or (loners and other.singles is not None and other.side == unit.side):
            continue
        for bar in ground(other):
            if hits(area, bar):
                return False
    return True


def hits(area: list[Rectangle], bar: Rectangle) -> bool:
    """True if some part of an area lies on another rectangle. Rule: battlesystem:7.1e."""
    for part in area:  # noqa: SIM110 - a loop is faster than a generator here
        if overlap(part, bar):
            return True
    return False
