"""Ground in a battle: the cost of ways over it, the ground that bars a unit, and the ground where nobody may be closed.

Costs are worked out in one place, `tariffs`: `Tariff.course` says how far a way goes and what it costs.

Rules: battlesystem:11.8 to battlesystem:11.8n.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.polygons import NO_LENGTH, Polygon, Strip
from banneret.geometry.rectangles import Rectangle, between
from banneret.geometry.sweeps import ground_border_way
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.courses import Course
from banneret.rulebooks.battlesystem.blocks.ground_costs import box_along, front_middles
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.tariffs import (
    BRIDGE,
    BUILDING,
    FAR,
    ROAD,
    Tariff,
    is_astride,
)
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.unit import CLOSED, Unit

WATER: Final = "water"
NO_WAY: Final = 1e-6  # inches up to which a way counts as none
MARGIN: Final = 4.0  # inches: more than half the width of any road


def swims(unit: Unit) -> bool:
    """True if a unit is at home in water. Rule: battlesystem:11.8l."""
    return WATER in unit.now.natives


def walls(state: State, unit: Unit) -> list[Rectangle]:
    """The edges of ground that a unit may not enter: all forbidden ground, and deep water unless it swims. Rule: 11.8l."""
    setting = state.setting
    return setting.swimmers_walls if setting.terrain and swims(unit) else setting.walls


def walls_near(state: State, unit: Unit, margin: float) -> list[Rectangle]:
    """The `walls` that a unit may meet in a move of `margin` inches; it can meet no other. Rule: battlesystem:11.8l."""
    all_walls = walls(state, unit)
    if not all_walls:
        return []
    if state.setting.terrain:
        margin /= ROAD
    x, y, reach = standing.circle(unit)
    reach += margin
    found: list[Rectangle] = []
    for wall in all_walls:
        east, north, far = wall.x - x, wall.y - y, wall.half_width + reach
        if east * east + north * north <= far * far:
            found.append(wall)
    return found


def forbidden(state: State, unit: Unit) -> list[Polygon]:
    """The ground that a unit may not enter. Rules: battlesystem:5.0a, battlesystem:11.8l."""
    setting = state.setting
    return setting.swimmers_ground if setting.terrain and swims(unit) else setting.ground


def is_forbidden(state: State, unit: Unit, area: list[Rectangle]) -> bool:
    """True if the middle of some part of an area is on ground that a unit may not enter; its edge is outside. Rule: battlesystem:5.0a."""
    for polygon in forbidden(state, unit):
        for part in area:
            if polygon.holds(part.x, part.y):
                return True
    return False


def bar(setting: Setting) -> None:
    """Bar deep water and high walls, as the ground of a battle is laid out; those who swim may enter the water.

    Rules: battlesystem:11.8l, battlesystem:11.8e.
    """
    setting.swimmers_ground, setting.swimmers_walls = list(setting.ground), list(setting.walls)
    for one in setting.terrain:
        if not one.ground.barred:
            continue
        edges: list[Rectangle] = []
        if one.area is not None:
            setting.ground.append(one.area)
            setting.ground_names.append(one.name)
            edges = one.area.walls
        elif one.line is not None:
            points = one.line.line
            edges = [between(*points[at], *points[at + 1]) for at in range(len(points) - 1)]
        setting.walls.extend(edges)
        if one.ground.id != WATER:
            setting.swimmers_walls.extend(edges)


def under_bridges(terrain: list[Feature]) -> list[Feature]:
    """Some ground without the parts of streams and other obstacles along lines that lie under bridges.

    By versions 1 to 14 of the rules a stream cost nothing under a bridge, but who stood on that stood in the stream.
    Rules: battlesystem:11.8m, battlesystem:11.8e, battlesystem:11.9d.
    """
    bridges = [one.area for one in terrain if one.ground.id == BRIDGE and one.area is not None]
    if not bridges:
        return terrain
    found: list[Feature] = []
    for one in terrain:
        if one.line is None or not one.ground.crossing:
            found.append(one)
            continue
        for points in _off_areas(one.line.line, bridges):
            strip = Strip(points, 2.0 * one.line.half_width)
            found.append(Feature(one.name, one.ground, one.level, line=strip))
    return found


def with_open_edges(terrain: list[Feature], version: int) -> list[Feature]:
    """Some ground of whose areas nobody stands at the very edge, whichever way that faces, and none of whose fords lies under a bridge.

    By versions 1 to 15 of the rules who stood exactly at a south or west edge of a hill or ford was in it, at a north or east edge not, and
    who went in from there paid nothing; a ford that is an area was crossed on a bridge too. By versions 1 to 16 it was so of woods and other
    dear ground: from the north or east edge closed troops went in. Rules: battlesystem:11.8c, 11.8e, 11.8h, battlesystem:11.8m.
    """
    bridges = [one.area for one in terrain if one.ground.id == BRIDGE and one.area is not None]
    found: list[Feature] = []
    for one in terrain:
        ground, area = one.ground, one.area
        if area is not None and version >= 17 and not (ground.closed or ground.crossing):
            found.append(Feature(one.name, ground, one.level, Polygon(area.corners, is_open=True)))
            continue
        if area is None or ground.id == BUILDING or not (ground.contour or ground.crossing):
            found.append(one)
            continue
        over = () if ground.contour else tuple([bridge for bridge in bridges if _meet(area, bridge)])
        found.append(Feature(one.name, ground, one.level, area, bridged=over, open_edged=True))
    return found


def _meet(first: Polygon, second: Polygon) -> bool:
    """True if the boxes around two polygons meet."""
    return not first.is_off((second.west, second.south, second.east, second.north))


def _off_areas(line: list[tuple[float, float]], areas: list[Polygon]) -> list[list[tuple[float, float]]]:
    """The pieces of a line of points that lie outside some areas."""
    found: list[list[tuple[float, float]]] = []
    piece: list[tuple[float, float]] = []
    for place in range(len(line) - 1):
        (x0, y0), (x1, y1) = line[place], line[place + 1]
        span = length(x1 - x0, y1 - y0)
        cuts = sorted([cut for area in areas for cut in area.cuts(x0, y0, x1, y1)])
        last = 0.0
        for cut in [*cuts, span]:
            if cut - last <= NO_LENGTH:
                continue
            middle = (last + cut) / 2.0 / span
            x, y = x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle
            if any(area.holds(x, y) for area in areas):
                if piece:
                    found.append(piece)
                piece = []
            else:
                start, end = last / span, cut / span
                piece = piece or [(x0 + (x1 - x0) * start, y0 + (y1 - y0) * start)]
                piece.append((x0 + (x1 - x0) * end, y0 + (y1 - y0) * end))
            last = cut
    return [*found, piece] if piece else found


def tariff(state: State, unit: Unit, left: float = FAR) -> Tariff | None:
    """The prices of ground for a unit; None if the battle has no such ground. Rule: battlesystem:11.8n.

    `left` is the movement that it has left, in inches: lines that it cannot reach are left out.
    """
    setting = state.setting
    terrain = setting.terrain
    if not terrain:
        return None
    if left < FAR:
        x, y, reach = standing.circle(unit)
        far = left / ROAD + 2.0 * reach + MARGIN
        box = x - far, y - far, x + far, y + far
        terrain = [one for one in terrain if not (one.ground.is_line and one.is_off(box))]
    by_all, across, on_roads = is_mended(state, 10), is_mended(state, 14), is_mended(state, 17)
    return Tariff(terrain, unit, setting.flags.flat_ground, by_all, across, on_roads)


def ban(state: State, unit: Unit, block: Block, by_road: bool = False) -> Feature | None:
    """The ground on which a unit cannot be closed as that block; None if it can be. Rules: battlesystem:11.8c, 11.8f, 11.8j, 11.8k, 11.8l.

    `by_road`: it has come there by road, which leads through all but fords (11.8a). It stands on an area if the middle of any base does, and astride a line if the line runs through it.
    """
    x, y, far = block.middle_x, block.middle_y, block.girth
    across = is_mended(state, 14)
    for one in state.setting.terrain:
        if one.ground.closed or (by_road and (one.area is None or not one.ground.crossing)):
            continue
        if one.area is None:
            if is_astride(one, block, across):
                return one
        elif not one.is_off((x - far, y - far, x + far, y + far)) and any(
            one.holds(base.x, base.y) for base in block.bases()
        ):
            return one
    return None


def are_on_road(state: State, unit: Unit, blocks: list[Block]) -> bool:
    """True if a unit that runs or is pushed from one block to another is wholly on a road; never by versions 1 to 18 of the rules. Rule: 11.8a."""
    prices = tariff(state, unit) if is_mended(state, 19) else None
    if prices is None or not prices.roads:
        return False
    return all(prices.is_road(block, block.heading, 0.0) for block in blocks)


def unfit(state: State, unit: Unit, block: Block, formation: int) -> Feature | None:
    """The ground on which a unit cannot stand as a block in a formation; None if it can.

    Rules: battlesystem:11.8c, battlesystem:11.8f, battlesystem:11.8j, battlesystem:11.8k, battlesystem:11.8o.
    """
    return ban(state, unit, block) if formation == CLOSED else house_of(state, block)


def house_of(state: State, block: Block) -> Feature | None:
    """The building into which a base of a block reaches; None if there is none. Rule: battlesystem:11.8o."""
    for one in state.setting.terrain:
        if one.ground.id == BUILDING and one.area is not None:
            for base in block.bases():
                if one.area.meets(base):
                    return one
    return None


def has_crossed(state: State, before: Block, after: Block) -> bool:
    """True if a push or a rout has carried a block over a line that nobody crosses in closed formation. Rule: battlesystem:11.8f."""
    x0, y0, x1, y1 = before.middle_x, before.middle_y, after.middle_x, after.middle_y
    if length(x1 - x0, y1 - y0) <= TOLERANCE:
        return False
    return any(not one.ground.closed and one.cuts(x0, y0, x1, y1) for one in state.setting.terrain)


def way_over(
    state: State,
    unit: Unit,
    block: Block | None,
    base: Rectangle | None,
    heading: float,
    inches: float,
    spent: float = 0.0,
) -> float:
    """Inches on the ground that n inches of movement pay for, of a block or of one figure, on its `base`, that runs or flees.

    `spent` is the part of the same movement already spent, which counts if dear ground slows for all of it. Who keeps to a road has its
    bonus; by versions 1 to 18 of the rules he paid for the ground through which it leads. Rules: battlesystem:11.8a, battlesystem:11.8n.
    """
    prices = tariff(state, unit)
    if prices is None:
        return inches
    by_road = _keeps_to_road(state, prices, unit, block, base, heading, inches)
    if block is not None:
        paid_for = prices.astride(block)
        prices.begin(spent, unit.slowed)
        if by_road:
            return prices.along_road(front_middles(block), heading, inches / ROAD, inches, paid_for).way
        return prices.course(front_middles(block), heading, inches, inches, paid_for).way
    assert base is not None
    prices.begin(spent, 1.0)
    paid_for = skirmisher_stood_on(state, prices, base.x, base.y, heading, inches)
    if by_road:
        return prices.along_road([(base.x, base.y)], heading, inches / ROAD, inches, paid_for).way
    return prices.course([(base.x, base.y)], heading, inches, inches, paid_for).way


def is_run_by_road(
    state: State, unit: Unit, block: Block | None, base: Rectangle | None, heading: float, left: float
) -> bool:
    """True if a block, or one skirmisher on his `base`, that runs or flees straight on keeps to a road, until n inches of movement are spent.

    What lies off the table does not count. A skirmisher has the bonus only while all figures of his unit stand on a road. By versions 1 to
    18 of the rules nobody had it who ran. Rule: battlesystem:11.8a.
    """
    prices = tariff(state, unit) if is_mended(state, 19) else None
    return prices is not None and _keeps_to_road(state, prices, unit, block, base, heading, left)


def _keeps_to_road(
    state: State,
    prices: Tariff,
    unit: Unit,
    block: Block | None,
    base: Rectangle | None,
    heading: float,
    left: float,
) -> bool:
    """As `is_run_by_road`, by the prices of ground for the unit. Rule: battlesystem:11.8a."""
    if not prices.roads or not is_mended(state, 19):
        return False
    setting = state.setting
    area = [base] if base is not None else block.area() if block is not None else []
    way = ground_border_way(area, heading, left / ROAD, setting.width, setting.depth)
    if block is not None:
        return prices.is_road(block, heading, way)
    assert base is not None
    return goes_by_road(prices, unit, base, heading, way)


def goes_by_road(prices: Tariff, unit: Unit, base: Rectangle, heading: float, way: float) -> bool:
    """True if a skirmisher keeps to a road for n inches, and all figures of his unit stand on one: then he has its bonus. Rule: 11.8a."""
    return (
        bool(prices.roads)
        and prices.keeps(base, heading, way)
        and all(prices.carries(one) for one in standing.bases(unit))
    )


def cost_over(
    state: State, unit: Unit, block: Block, heading: float, way: float, by_road: bool = False
) -> float:
    """The movement, in inches, that a way of n inches along a heading takes a block. Rules: battlesystem:11.8a, battlesystem:11.8n."""
    prices = tariff(state, unit)
    if prices is None:
        return way
    starts = front_middles(block)
    if by_road:
        prices.begin(unit.spent, unit.slowed)
        return prices.bill(
            starts, heading, way, prices.along_road(starts, heading, way, FAR, prices.astride(block))
        )
    course = Course(way)
    course.tolls = prices.tolls(starts, heading, way, prices.astride(block))
    prices.begin(unit.spent, unit.slowed)
    return prices.bill(starts, heading, way, course)


def cost_alone(
    state: State,
    unit: Unit,
    base: Rectangle,
    heading: float,
    way: float,
    spent: float,
    by_road: bool = False,
) -> float:
    """The movement, in inches, that a way of n inches takes a skirmisher who has `spent` some before. Rules: battlesystem:11.8a, battlesystem:11.8n."""
    prices = tariff(state, unit)
    if prices is None:
        return way
    prices.begin(spent, 1.0)
    start = [(base.x, base.y)]
    paid_for = skirmisher_stood_on(state, prices, base.x, base.y, heading, way)
    if by_road:
        return prices.bill(start, heading, way, prices.along_road(start, heading, way, FAR, paid_for))
    return prices.bill(start, heading, way, prices.course(start, heading, way, FAR, paid_for))


def stood_on(prices: Tariff, x: float, y: float, heading: float, inches: float) -> list[Feature]:
    """The lines on which a figure's middle stands when a way begins: it has paid for them. Rule: battlesystem:11.8e.

    By versions 1 to 13 of the rules an individual had entered a ford or a hill at the very edge of which he stood.
    """
    if not prices.lines:
        return []
    tolls = [toll for toll in prices.tolls([(x, y)], heading, inches, []) if toll.at <= NO_WAY]
    return [toll.feature for toll in tolls if toll.feature.area is None or not prices.across]


def skirmisher_stood_on(
    state: State, prices: Tariff, x: float, y: float, heading: float, inches: float
) -> list[Feature]:
    """As `stood_on`, of a skirmisher; by versions 1 to 14 of the rules he paid again when he went on. Rule: battlesystem:11.8e."""
    return stood_on(prices, x, y, heading, inches) if is_mended(state, 15) else []


def widened_across(state: State, unit: Unit, before: Block, after: Block) -> list[Feature]:
    """The lines that the ends of a front cross as it gets broader; those astride which it stands are paid for already.

    By versions 1 to 10 of the rules they were crossed free, and closed. Rules: battlesystem:11.8e, battlesystem:11.8f, battlesystem:11.8h.
    """
    prices = tariff(state, unit) if is_mended(state, 11) and after.breadth > before.breadth else None
    if prices is None:
        return []
    old, new = front_middles(before), front_middles(after)
    ends = ((*old[0], *new[0]), (*old[-1], *new[-1]))
    return [
        one
        for one in prices.lines
        if not is_astride(one, before, prices.across)
        and any(prices.crossing(one, *end) < FAR for end in ends)
    ]


def tolls(state: State, unit: Unit, crossed: list[Feature]) -> float:
    """The movement, in inches, that it takes a unit to cross some lines once. Rules: battlesystem:11.8e, 11.8h, battlesystem:11.8n."""
    prices = tariff(state, unit) if crossed else None
    return 0.0 if prices is None else prices.toll * unit.slowed * len(crossed)


def charged_through(state: State, before: Block, after: Block) -> Feature | None:
    """The ground through which a straight charge leads some figure of a block, where nobody charges; None if there is none.

    Rules: battlesystem:11.8g, battlesystem:11.8m, battlesystem:11.8o.
    """
    x, y, far = before.middle_x, before.middle_y, before.girth
    over, up = after.x - before.x, after.y - before.y
    box = box_along((x - far, y - far, x + far, y + far), over, up)
    for one in state.setting.terrain:
        if one.ground.charge or one.ground.barred or one.is_off(box):
            continue
        for base in before.bases():
            if one.cuts(base.x, base.y, base.x + over, base.y + up) or (
                one.area is not None and one.holds(base.x, base.y)
            ):
                return one
            if one.open_edged and one.holds(base.x + over, base.y + up):
                return one  # it goes in from the very edge
    return None


def charge_bar(state: State, strikers: list[Rectangle], struck: list[Rectangle]) -> Feature | None:
    """The line or ground between strikers and struck, pair by pair, that nobody charges across; None if there is none.

    Who is at home in water charges into it and out of it; by versions 1 to 14 of the rules he did not. Rules: battlesystem:11.8g, 11.8l.
    """
    for one in state.setting.terrain:
        if one.ground.charge or (one.ground.id == WATER and is_mended(state, 15)):
            continue
        for mine, theirs in zip(strikers, struck, strict=True):
            if one.cuts(mine.x, mine.y, theirs.x, theirs.y):
                return one
            if one.open_edged and one.holds(mine.x, mine.y) != one.holds(theirs.x, theirs.y):
                return one  # one of them stands at the very edge
    return None
