"""The prices of ground for one unit: how far its ways lead, and what they cost.

Rules: battlesystem:11.8 to battlesystem:11.8n.
"""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, length, swing_all
from banneret.geometry.polygons import Polygon, line_cost, line_within
from banneret.geometry.rectangles import RIGHT, Rectangle
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import pivot, wheel_cost
from banneret.rulebooks.battlesystem.blocks.courses import SHORT, Course, Toll
from banneret.rulebooks.battlesystem.blocks.ground_costs import (
    box_along,
    box_around,
    box_swept,
    front_middles,
    swing_price,
    turned,
    wheel_price,
)
from banneret.rulebooks.battlesystem.tables.grounds import CROSSING, HAIR, Feature
from banneret.rulebooks.battlesystem.unit import CLOSED, OFF_ROAD, Unit

Point = tuple[float, float]

BRIDGE: Final = "bridge"
BUILDING: Final = "building"
ROAD: Final = 0.75
"""The price of an inch along a road. Rule: battlesystem:11.8a."""

FAR: Final = 1e300  # inches: never
CUT: Final = 0.002  # inches that a way may differ by when it is cut


class Tariff:
    """The prices of ground for one unit: of an inch in areas, and of crossing a line. Rules: battlesystem:11.8 to battlesystem:11.8n.

    A road is priced apart, since it counts only for a unit that is wholly on it. `flat` is the option `flat_terrain_penalty`: the dearest
    ground entered in a round sets the price of all its inches. `by_all`: a closed unit also opens where others than its front rank
    cross a line, as since version 10 of the rules. `across`: see `is_astride`. `on_roads`: slopes and fords cost on roads too, as since version 17.
    """

    __slots__ = (
        "across",
        "areas",
        "before",
        "bridges",
        "by_all",
        "flat",
        "held",
        "indoors",
        "least",
        "lines",
        "named",
        "on_roads",
        "prices",
        "roads",
        "shut",
        "toll",
    )

    def __init__(
        self,
        terrain: list[Feature],
        unit: Unit,
        flat: bool,
        by_all: bool = False,
        across: bool = False,
        on_roads: bool = False,
    ) -> None:
        self.flat: bool = flat
        self.by_all: bool = by_all
        self.across: bool = across
        self.on_roads: bool = on_roads
        self.before: float = 0.0  # movement spent this round: see `begin`
        self.held: float = 1.0  # the price of all inches of the round so far
        roster = unit.now
        self.toll: float = roster.movement / CROSSING
        self.areas: list[Polygon] = []
        self.prices: list[float] = []
        self.named: list[Feature] = []  # the features of those areas
        self.lines: list[Feature] = []  # what is crossed or climbed
        self.shut: list[Feature] = []  # areas that nobody enters closed
        self.roads: list[Feature] = []
        self.bridges: list[Feature] = []
        self.indoors: bool = unit.singles is not None
        for one in terrain:
            ground, area = one.ground, one.area
            if ground.id == BRIDGE:
                self.bridges.append(one)
            elif ground.price < 1.0:
                self.roads.append(one)
            elif ground.crossing or ground.contour:
                self.lines.append(one)
            elif area is not None:
                price = ground.price_for(roster.natives)
                if ground.barred and roster.swim > 0.0:
                    price = roster.movement / roster.swim
                if price != 1.0:
                    self._price(area, price)
                    self.named.append(one)
                if not ground.closed:
                    self.shut.append(one)
        self.least: float = min([ROAD, *self.prices])  # the lowest price of an inch

    def _price(self, area: Polygon, price: float) -> None:
        """Add a priced area, the dearest first: where areas overlap, the first counts."""
        place = 0
        while place < len(self.prices) and self.prices[place] >= price:
            place += 1
        self.areas.insert(place, area)
        self.prices.insert(place, price)

    def begin(self, spent: float, price: float) -> None:
        """Set the movement spent this round and the price of its inches, for the next way; they count only if `flat`."""
        self.before, self.held = spent, price

    # ------------------------------------------------------------ straight ways

    def course(
        self, starts: list[Point], heading: float, inches: float, left: float, paid_for: list[Feature]
    ) -> Course:
        """The way along a heading from some starting points, at most `inches`, paid for by `left`. Rules: battlesystem:11.8e, 11.8h, 11.8n.

        The dearest of the ways counts. A line is paid for once, when the first of them crosses it, unless it is among `paid_for`.
        """
        if self.flat:
            return self._flat(starts, heading, inches, left, paid_for)
        found = Course(inches)
        paid = 0.0
        for toll in self.tolls(starts, heading, inches, paid_for):
            if self._within(starts, heading, toll.at, left - paid) < toll.at - TOLERANCE:
                break
            short = self.cost(starts, heading, toll.at) + paid + self.toll > left + TOLERANCE
            if short or (not self.indoors and toll.feature.ground.id == BUILDING):
                found.way, found.halt, found.short = max(0.0, toll.at - SHORT), toll.feature, short
                return found
            paid += self.toll
            found.tolls.append(toll)
        found.way = self._within(starts, heading, inches, max(0.0, left - paid))
        return found

    def along_road(
        self, starts: list[Point], heading: float, inches: float, left: float, paid_for: list[Feature]
    ) -> Course:
        """As `course`, along a road: slopes and fords are paid for there too; through lines it leads by a gap or a bridge. Rules: 11.8a, 11.8h, 11.8m.

        By versions 1 to 16 of the rules it led over slopes and fords free.
        """
        found = Course(min(inches, left / ROAD))
        found.road = True
        paid = 0.0
        for toll in self.tolls(starts, heading, found.way, paid_for) if self.on_roads else []:
            if toll.feature.area is None:
                continue
            gone, price = ROAD * toll.at + paid, self.toll * self.held
            if gone > left + TOLERANCE:
                break
            short = gone + price > left + TOLERANCE
            if short or (not self.indoors and toll.feature.ground.id == BUILDING):
                found.way, found.halt, found.short = max(0.0, toll.at - SHORT), toll.feature, short
                return found
            paid += price
            found.tolls.append(toll)
        found.way = min(found.way, max(0.0, left - paid) / ROAD)
        return found

    def cost(self, starts: list[Point], heading: float, inches: float) -> float:
        """The cost of the dearest of n inches along a heading, without lines crossed. Rule: battlesystem:11.8n."""
        if not self.areas:
            return inches
        east, north = forward(heading)
        dearest = 0.0
        for x, y in starts:
            price = line_cost(self.areas, self.prices, x, y, x + east * inches, y + north * inches)
            if price > dearest:
                dearest = price
        return dearest

    def _flat(
        self, starts: list[Point], heading: float, inches: float, left: float, paid_for: list[Feature]
    ) -> Course:
        """As `course`, when a unit that enters dear ground pays its price for all of the round. Rule: battlesystem:11.8n."""
        found = Course(inches)
        marks = [*self.tolls(starts, heading, inches, paid_for), *self._entries(starts, heading, inches)]
        marks.sort(key=_where)
        price, gone, at = self.held, 0.0, 0.0
        for mark in marks:
            gone_on = gone + (mark.at - at) * price
            if gone_on > left + TOLERANCE:
                break
            is_toll = mark.feature in self.lines
            higher = 1.0 if is_toll else max(1.0, self._price_of(mark.feature) / price)
            cost = self.toll * price if is_toll else (self.before + gone_on) * (higher - 1.0)
            short = gone_on + cost > left + TOLERANCE
            if short or (is_toll and not self.indoors and mark.feature.ground.id == BUILDING):
                found.way, found.halt, found.short = max(0.0, mark.at - SHORT), mark.feature, short
                return found
            gone, at, price = gone_on + cost, mark.at, price * higher
            if is_toll:
                found.tolls.append(mark)
        found.way = min(inches, at + max(0.0, left - gone) / price)
        return found

    def _entries(self, starts: list[Point], heading: float, inches: float) -> list[Toll]:
        """The priced areas into which some of the ways lead within n inches, each at the inch at which the first does."""
        east, north = forward(heading)
        found: list[Toll] = []
        for one in self.named:
            first = FAR
            for x, y in starts:
                to_x, to_y = x + east * inches, y + north * inches
                cuts = [0.0] if one.begins_in(x, y, to_x, to_y) else one.cuts(x, y, to_x, to_y)
                first = min([first, *cuts[:1]])
            if first < FAR:
                found.append(Toll(first, one))
        return found

    def _price_of(self, feature: Feature) -> float:
        places = [place for place, area in enumerate(self.areas) if area is feature.area]
        return self.prices[places[0]] if places else 1.0

    def bill(self, starts: list[Point], heading: float, way: float, course: Course) -> float:
        """The movement that the first n inches of a course take, with the lines crossed. Rule: battlesystem:11.8n."""
        crossed = [toll for toll in course.tolls if toll.at <= way]
        if course.road:
            return ROAD * way + self.toll * self.held * len(crossed)
        if not self.flat:
            return self.cost(starts, heading, way) + self.toll * len(crossed)
        marks = [*crossed, *self._entries(starts, heading, way)]
        marks.sort(key=_where)
        price, gone, at = self.held, 0.0, 0.0
        for mark in marks:
            gone += (mark.at - at) * price
            at = mark.at
            if mark.feature in self.lines:
                gone += self.toll * price
                continue
            higher = max(1.0, self._price_of(mark.feature) / price)
            gone += (self.before + gone) * (higher - 1.0)
            price *= higher
        return gone + (way - at) * price

    def held_after(self, starts: list[Point], heading: float, way: float) -> float:
        """The price of all inches of the round after n inches along a heading; 1 unless `flat`. Rule: battlesystem:11.8n."""
        if not self.flat:
            return 1.0
        return max([self.held, *[self._price_of(one.feature) for one in self._entries(starts, heading, way)]])

    def held_in_wheel(self, block: Block, side: int, degrees: float, about: Point | None = None) -> float:
        """The price of all inches of the round after a wheel, looked at degree by degree; 1 unless `flat`. Rule: battlesystem:11.8n."""
        if not self.flat:
            return 1.0
        found = self.held
        x, y = about or pivot(block, side)
        pieces = floor(degrees) + 1
        turn = degrees / pieces if side == RIGHT else -degrees / pieces
        starts = front_middles(block)
        for piece in range(pieces + 1):
            for east, north in swing_all(starts, x, y, turn * piece):
                found = max(found, self.price_at(east, north))
        return found

    def paid(self, course: Course, way: float) -> float:
        """The cost of the lines crossed in the first n inches of a course, in a wheel degrees, at the price held."""
        return self.toll * self.held * len([toll for toll in course.tolls if toll.at <= way])

    def through(self, starts: list[Point], heading: float, inches: float) -> list[Feature]:
        """The priced areas into which some of n inches along a heading lead."""
        if not self.areas:
            return []
        east, north = forward(heading)
        found: list[Feature] = []
        box = box_along(box_around(starts), east * inches, north * inches)
        for one in self.named:
            if one.is_off(box):
                continue
            for x, y in starts:
                to_x, to_y = x + east * inches, y + north * inches
                if one.holds(x, y) or one.holds(to_x, to_y) or one.cuts(x, y, to_x, to_y):
                    found.append(one)
                    break
        return found

    def _within(self, starts: list[Point], heading: float, inches: float, left: float) -> float:
        """Inches, at most `inches`, for which all of the ways can be paid, without lines crossed."""
        if not self.areas:
            return min(inches, left)
        east, north = forward(heading)
        shortest = min(inches, left / self.least)
        for x, y in starts:
            to_x, to_y = x + east * shortest, y + north * shortest
            way = line_within(self.areas, self.prices, x, y, to_x, to_y, left)
            if way < shortest:
                shortest = way
        return shortest

    def tolls(
        self, starts: list[Point], heading: float, inches: float, paid_for: list[Feature]
    ) -> list[Toll]:
        """The lines that some of the ways cross within n inches, in order, each at the inch at which the first does."""
        found: list[Toll] = []
        if not self.lines or not starts:
            return found
        east, north = forward(heading)
        box = box_along(box_around(starts), east * inches, north * inches)
        for one in self.lines:
            if one.is_off(box) or one in paid_for:
                continue
            first = min([self.crossing(one, x, y, x + east * inches, y + north * inches) for x, y in starts])
            if first < FAR:
                found.append(Toll(first, one))
        found.sort(key=_where)
        return found

    def crossing(self, one: Feature, x0: float, y0: float, x1: float, y1: float) -> float:
        """Inches along a way at which it enters an area (or leaves a building) or crosses a line; `FAR` if never. Rules: 11.8e, battlesystem:11.8o."""
        cuts = one.cuts(x0, y0, x1, y1)
        span = length(x1 - x0, y1 - y0)
        if one.area is not None and one.ground.id != BUILDING and one.holds(x0, y0):
            if self.across and span > 0.0:
                share = HAIR / span
                if not one.holds(x0 - (x1 - x0) * share, y0 - (y1 - y0) * share):
                    return 0.0
            return cuts[1] if len(cuts) > 1 else FAR
        if one.open_edged and one.is_entered_from_edge(x0, y0, x1, y1):
            return 0.0
        if not cuts:
            return FAR
        if one.area is not None:
            return cuts[0]
        for cut in cuts:
            x, y = x0 + (x1 - x0) * cut / span, y0 + (y1 - y0) * cut / span
            if not any(bridge.holds(x, y) for bridge in self.bridges):
                return cut
        return FAR

    def house(self, x: float, y: float) -> Feature | None:
        """The building in which a point lies; None if there is none. Rule: battlesystem:11.8o."""
        for one in self.lines:
            if one.ground.id == BUILDING and one.holds(x, y):
                return one
        return None

    # ------------------------------------------------------------ blocks

    def dearest(self, block: Block) -> float:
        """The highest price of an inch where the front of a block stands. Rule: battlesystem:11.8n."""
        if not self.areas:
            return 1.0
        found = max([self.price_at(x, y) for x, y in front_middles(block)])
        return max(found, self.held) if self.flat else found

    def price_at(self, x: float, y: float) -> float:
        """The price of an inch at a point, roads aside."""
        for place, area in enumerate(self.areas):
            if area.holds(x, y):
                return self.prices[place]
        return 1.0

    def slide(self, unit: Unit, heading: float, inches: float, left: float) -> Course:
        """The way of a block as far as ground and movement let it go. Rules: 11.8a, 11.8c, 11.8e, 11.8f, battlesystem:11.8n."""
        block = unit.block
        assert block is not None
        starts = front_middles(block)
        can_go_by_road = self.roads and unit.footing != OFF_ROAD
        if can_go_by_road and self.is_road(block, heading, min(inches, left / ROAD)):
            paid_for = self.astride(block) if self.on_roads else []
            found = self.along_road(starts, heading, inches, left, paid_for)
        else:
            found = self.course(starts, heading, inches, left, self.astride(block))
        if unit.formation != CLOSED or (found.road and not self.on_roads):
            return found
        for place, toll in enumerate(found.tolls):
            if not toll.feature.ground.closed:
                found.opens, found.halt = True, None
                found.tolls = found.tolls[: place + 1]
                found.way = min(found.way, toll.at + SHORT)
                break
        if self.by_all:
            self._open_behind(block, heading, found)
        entry, shut = (FAR, None) if found.road else self._entry(block, heading, found.way)
        if shut is not None:
            found.way, found.halt, found.short, found.opens = max(0.0, entry - SHORT), shut, False, False
            found.opener = None
        return found

    def _open_behind(self, block: Block, heading: float, found: Course) -> None:
        """Let a closed unit open where figures behind its front rank are the first to cross a line, which costs nothing.

        Rule: battlesystem:11.8f.
        """
        east, north = forward(heading)
        first, spare = found.way, CUT if self.across else 0.0  # of a way that a shot has cut just there
        x, y, far = block.middle_x, block.middle_y, block.girth
        box = box_along((x - far, y - far, x + far, y + far), east * first, north * first)
        for one in self.lines:
            if one.ground.closed or (found.road and one.area is None) or one.is_off(box):
                continue
            for base in block.bases():
                at = self.crossing(one, base.x, base.y, base.x + east * first, base.y + north * first)
                if at < first - SHORT + spare:
                    first, found.opener = at, one
        if found.opener is not None:
            found.opens, found.halt, found.short = True, None, False
            found.way = min(found.way, first + SHORT)
            found.tolls = [toll for toll in found.tolls if toll.at <= found.way]

    def astride(self, block: Block) -> list[Feature]:
        """The lines astride which a block stands: it has paid for them. Rule: battlesystem:11.8e."""
        return [one for one in self.lines if is_astride(one, block, self.across)]

    def is_road(self, block: Block, heading: float, inches: float, file: int = -1) -> bool:
        """True if all bases of a block, or of one file, lie on a road on all of a straight way. Rule: battlesystem:11.8a."""
        for figure, base in enumerate(block.bases()):
            if (file < 0 or block.place(figure)[1] == file) and not self.keeps(base, heading, inches):
                return False
        return True

    def keeps(self, base: Rectangle, heading: float, inches: float) -> bool:
        """True if a base lies wholly on a road on all of a straight way. Rule: battlesystem:11.8a."""
        east, north = forward(heading)
        steps = floor(inches) + 1
        for step in range(steps + 1):
            gone = inches * step / steps
            if not self.carries(base.moved(east * gone, north * gone)):
                return False
        return True

    def carries(self, base: Rectangle) -> bool:
        """True if a base lies wholly on a road. Rule: battlesystem:11.8a."""
        return any(road.line is not None and road.line.carries(base) for road in self.roads)

    def _entry(self, block: Block, heading: float, inches: float) -> tuple[float, Feature | None]:
        """The ground where nobody is closed that the middle of a base first enters, and the inches up to it. Rule: battlesystem:11.8c."""
        entry = FAR
        found: Feature | None = None
        east, north = forward(heading)
        x, y, far = block.middle_x, block.middle_y, block.girth
        box = box_along((x - far, y - far, x + far, y + far), east * inches, north * inches)
        for one in self.shut:
            if one.is_off(box):
                continue
            for base in block.bases():
                x, y, to_x, to_y = base.x, base.y, base.x + east * inches, base.y + north * inches
                if one.begins_in(x, y, to_x, to_y):
                    return 0.0, one
                cuts = one.cuts(x, y, to_x, to_y)
                if cuts and cuts[0] < entry:
                    entry, found = cuts[0], one
        return entry, found

    def shuts_out(self, block: Block, file: int, heading: float, inches: float) -> bool:
        """True if a figure of a file of a closed block would enter ground where nobody is closed, going n inches alone. Rule: battlesystem:11.8c."""
        east, north = forward(heading)
        for one in self.shut:
            for figure, base in enumerate(block.bases()):
                if block.place(figure)[1] != file:
                    continue
                x, y, to_x, to_y = base.x, base.y, base.x + east * inches, base.y + north * inches
                if one.begins_in(x, y, to_x, to_y) or one.cuts(x, y, to_x, to_y):
                    return True
        return False

    def wheeling(
        self, block: Block, side: int, inches: float, degrees: float, about: Point | None = None
    ) -> float:
        """The cost of a wheel whose outermost figure goes n inches: that of its arc. `about`: its pivot, if no corner. Rule: 11.8n."""
        if not self.areas:
            return inches
        if self.flat:
            price = self.held_in_wheel(block, side, degrees, about)
            return inches * price + self.before * (price / self.held - 1.0)
        if about is not None:
            return swing_price(self.areas, self.prices, block, side, degrees, about)
        plain = wheel_cost(block, side, degrees)
        return inches * wheel_price(self.areas, self.prices, block, side, degrees) / plain

    def wheel(
        self, unit: Unit, side: int, degrees: float, x: float, y: float, price: float, left: float
    ) -> Course:
        """A wheel about (x, y) as far as ground lets it turn; its way is in degrees. Rules: battlesystem:11.8c, 11.8e, 11.8f, 11.8h.

        It is looked at degree by degree. `price` is its cost without lines crossed, `left` the movement left.
        """
        block = unit.block
        assert block is not None
        found = Course(degrees)
        # no point of the block gets out of this circle
        far = length(block.middle_x - x, block.middle_y - y) + block.girth + TOLERANCE
        box = (x - far, y - far, x + far, y + far)
        shut = [one for one in self.shut if not one.is_off(box)] if unit.formation == CLOSED else []
        lines = [one for one in self.lines if not one.is_off(box) and not is_astride(one, block, self.across)]
        if not lines and not shut:
            return found
        pieces = floor(degrees) + 1
        turn = degrees / pieces if side == RIGHT else -degrees / pieces
        starts = front_middles(block)
        may_open = self.by_all and unit.formation == CLOSED
        behind = [one for one in lines if not one.ground.closed] if may_open else []
        middles = [(base.x, base.y) for base in block.bases()] if shut or behind else []
        # most ground is far from a piece of the turn: the ends of the front, and the circle around the block, show it
        last = ends = [starts[0], starts[-1]]
        for piece in range(1, pieces + 1):
            gone = degrees * (piece - 1) / pieces
            here = swing_all(ends, x, y, turn * piece)
            swept, last = box_around([*last, *here]), here
            for one in list(lines):
                if one.is_off(swept) or not self._is_crossed(one, *turned(starts, x, y, turn, piece)):
                    continue
                lines.remove(one)
                cost = price * piece / pieces + self.toll * self.held * (len(found.tolls) + 1)
                short = cost > left + TOLERANCE
                if short or (one.ground.id == BUILDING and not self.indoors):
                    found.way, found.halt, found.short = gone, one, short
                    return found
                found.tolls.append(Toll(degrees * piece / pieces, one))
                if unit.formation == CLOSED and not one.ground.closed:
                    found.way, found.opens = degrees * piece / pieces, True
                    return found
            if not middles:
                continue
            swept = box_swept(block, x, y, turn, piece)
            for one in [area for area in shut if not area.is_off(swept)]:
                for east, north in turned(middles, x, y, turn, piece)[1]:
                    if one.holds(east, north):
                        found.way, found.halt = gone, one
                        return found
            for one in behind:
                if not one.is_off(swept) and self._is_crossed(one, *turned(middles, x, y, turn, piece)):
                    found.way, found.opens, found.opener = degrees * piece / pieces, True, one
                    return found
        return found

    def is_turned_across(self, before: Block, after: Block) -> bool:
        """True if the front rank of a block that turns crosses a line astride which it does not stand yet. Rule: battlesystem:11.8e."""
        starts, ends, paid_for = front_middles(before), front_middles(after), self.astride(before)
        return any(self._is_crossed(one, starts, ends) for one in self.lines if one not in paid_for)

    def _is_crossed(self, one: Feature, starts: list[Point], ends: list[Point]) -> bool:
        """True if some of the ways from starts to ends cross a line."""
        for start, end in zip(starts, ends, strict=True):
            if self.crossing(one, start[0], start[1], end[0], end[1]) < FAR:
                return True
        return False


def _where(toll: Toll) -> float:
    return toll.at


def is_astride(one: Feature, block: Block, across: bool) -> bool:
    """True if a line runs through a block, or the edge of an area does, or its front is in that area already. Rules: battlesystem:11.8e, 11.8h.

    `across`: also if the line runs through it between two files, and not if its front stands at the very edge of the area. By versions 1 to 13
    of the rules it was the other way round: the one was paid for again, the other not at all.
    """
    x, y, far = block.middle_x, block.middle_y, block.girth + TOLERANCE
    if one.is_off((x - far, y - far, x + far, y + far)):
        return False
    back_x, back_y = -block.forward_x * block.length, -block.forward_y * block.length
    fronts, hair = front_middles(block), HAIR if across else 0.0
    for x, y in fronts:
        if one.area is not None and one.holds(x - block.forward_x * hair, y - block.forward_y * hair):
            return True
        if one.cuts(x, y, x + back_x, y + back_y):
            return True
    if not across or one.area is not None or not one.cuts(*fronts[0], *fronts[-1]):
        return False
    (west, south), (east, north) = fronts[0], fronts[-1]
    return bool(one.cuts(west + back_x, south + back_y, east + back_x, north + back_y))
