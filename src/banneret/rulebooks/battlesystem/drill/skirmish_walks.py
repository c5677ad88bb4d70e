"""Walks of skirmishers, figure by figure: any way they like, an inch apart when they end, never against a formed unit.

Rules: battlesystem:2.9d to battlesystem:2.9g, battlesystem:7.4, battlesystem:7.4a, battlesystem:7.4b, battlesystem:7.8g,
battlesystem:7.9.
"""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, length, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, is_nearer, is_within, overlap, placed
from banneret.geometry.sweeps import (
    NEVER,
    bodies_ahead,
    first_rub,
    ground_border_way,
    ground_way,
    inside_board,
)
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.blocks.block import is_near
from banneret.rulebooks.battlesystem.blocks.courses import Course
from banneret.rulebooks.battlesystem.drill.legs import LEAST
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.space import contacts, distances, field, obstacles, standing
from banneret.rulebooks.battlesystem.space.tariffs import ROAD, Tariff
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.state import figures_standing as on_table
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, OFF_ROAD, ON_ROAD, Unit
from banneret.rulebooks.battlesystem.worth.allowance import allowance_of, most_of, rate

APART: Final = 1.0
"""The least distance between the bases of a skirmish unit, in inches. Rules: battlesystem:2.9g, battlesystem:7.4."""

SHORT: Final = 0.1
"""Inches before an enemy regular unit or mob at which a skirmisher stops. Rule: battlesystem:2.9e."""

ALL: Final = -1
BACK: Final = 0.25  # inches by which a figure is taken back, repeatedly, if it ends too near to another


class Run:
    """The way of one skirmisher.

    Attributes:
        figure: its number.
        x: inches to the east where it ends.
        y: the same to the north.
        heading: where the figure looks then, in degrees.
        bearing: the direction of its last leg.
        moved: inches of movement that the way takes.
        way: inches on the ground.
        last: inches of the last leg.
        price: movement for an inch of the last leg, all that it crossed included.
        slowed: see `Single.slowed`.
        met: it came into contact with an enemy.
        turned: it turned on the spot.
        strays: it was to go by road, and would leave it.
    """

    __slots__ = (
        "bearing",
        "figure",
        "heading",
        "last",
        "met",
        "moved",
        "price",
        "slowed",
        "strays",
        "turned",
        "way",
        "x",
        "y",
    )

    def __init__(self, figure: int, x: float, y: float, heading: float) -> None:
        self.figure: int = figure
        self.x: float = x
        self.y: float = y
        self.heading: float = heading
        self.bearing: float = heading
        self.moved: float = 0.0
        self.way: float = 0.0
        self.price: float = 1.0
        self.slowed: float = 1.0
        self.last: float = 0.0
        self.met: bool = False
        self.turned: bool = False
        self.strays: bool = False


class Sally:
    """The outcome of an order to skirmishers, before anything is changed.

    Attributes:
        runs: the ways of the figures.
        cut: the figures that had to stop sooner, to end an inch from their fellows.
        refusal: the reason the order cannot be carried out.
        stuck: the figure that has no room to end its way, if that is the reason.
        is_certain: enemies would change nothing, since they were looked at, or none is near.
        footing: by road or not, as in `Unit.footing`; 0 where there is no road.
    """

    __slots__ = ("cut", "footing", "is_certain", "refusal", "runs", "stuck")

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.cut: list[int] = []
        self.refusal: Refusal | None = None
        self.stuck: int = NOBODY
        self.is_certain: bool = False
        self.footing: int = 0


class Surroundings:
    """All that a skirmish unit may meet within some inches. Rule: battlesystem:7.8.

    By versions 1 to 8 of the rules skirmishers went through individuals.

    Attributes:
        bars: forbidden ground and formed friends, which nobody may enter.
        tariff: the prices of ground, if there are any.
        formed: the grounds of formed enemies, from which skirmishers keep away.
        loners: the bases of enemy skirmishers.
        friends: the bases of friendly skirmishers.
        men: the enemy individuals who fight.
        are_all: no enemy is near who was not looked at.
    """

    __slots__ = ("are_all", "bars", "formed", "friends", "loners", "men", "tariff")

    def __init__(self, tariff: Tariff | None) -> None:
        self.bars: list[Rectangle] = []
        self.tariff: Tariff | None = tariff
        self.formed: list[Rectangle] = []
        self.loners: list[Rectangle] = []
        self.friends: list[Rectangle] = []
        self.men: list[obstacles.Lone] = []
        self.are_all: bool = True

    def ahead(self, unit: Unit, heading: float) -> Surroundings:
        """Those of them, few as a rule, that lie before the figures of a unit as they stand, along a heading: each figure looks at all."""
        found = Surroundings(self.tariff)
        found.friends, found.men, found.are_all = self.friends, self.men, self.are_all
        x, y, reach = standing.circle(unit)
        reach += 2.0 * SHORT  # so much wider is what they keep free of formed enemies
        east, north = forward(heading)
        found.bars = bodies_ahead(x, y, reach, east, north, NEVER, self.bars)
        found.formed = bodies_ahead(x, y, reach, east, north, NEVER, self.formed)
        found.loners = bodies_ahead(x, y, reach, east, north, NEVER, self.loners)
        return found


def surroundings(state: State, unit: Unit, reach: float, enemies: bool) -> Surroundings:
    """All that a skirmish unit may meet within some inches; without `enemies`, these are left out. Rule: battlesystem:7.8."""
    found = Surroundings(field.tariff(state, unit, reach))
    found.bars = field.walls_near(state, unit, reach)
    if state.individuals and is_mended(state, 9):
        x, y, far = standing.circle(unit)
        for one in obstacles.loners(state, unit.side):
            if length(one[1] - x, one[2] - y) <= far + reach + one[3]:
                found.men.append(one)
        if found.men and not enemies:
            found.men, found.are_all = [], False
    for other in distances.others_near(state, unit, reach):
        mine = other.side == unit.side
        if not mine and not enemies:
            found.are_all = False
            continue
        if other.singles is None:
            (found.bars if mine else found.formed).extend(standing.ground(other))
        else:
            (found.friends if mine else found.loners).extend(standing.bases(other))
    return found


# ---------------------------------------------------------------- who may go


def able(state: State, unit: Unit, allowance: float | None = None) -> list[int]:
    """The figures of a skirmish unit that may still make an ordinary move. Rules: battlesystem:7.8g, battlesystem:2.9f."""
    found = unhindered(state, unit, set(), allowance)
    if found:
        held = touched(state, unit)
        if held:
            found = [figure for figure in found if figure not in held]
    return found


def unhindered(
    state: State, unit: Unit, held: set[int], allowance: float | None = None, most: int = ALL
) -> list[int]:
    """The figures that may still make an ordinary move, the first `most`, without those in `held`, which touch an enemy (see `touched`).

    Who began the part in contact stays, also where a friend has ended it; by versions 1 to 12 of the rules he went. Rule: battlesystem:7.8d.
    """
    singles = unit.singles
    if singles is None or unit.routed or unit.finished or unit.rallied or unit.quarry != NOBODY:
        return []
    inches = rate(state, unit) if allowance is None else allowance
    found: list[int] = []
    for figure, single in enumerate(singles):
        if figure in held or single.gone != FIELD or single.routed or single.done or single.bound:
            continue
        if allowance_of(state, unit, single, inches) - unit.spent - single.moved > LEAST:
            found.append(figure)
            if len(found) == most:
                break
    return found


def touched(state: State, unit: Unit) -> set[int]:
    """The figures of a unit that touch an enemy. Rule: battlesystem:7.8g."""
    found: set[int] = set()
    if not contacts.is_engaged(state, unit):
        return found
    for number in contacts.enemies_touching(state, unit):
        for touch in contacts.touches(state, unit, state.units[number]):
            found.add(touch.figure)
    return found


def caught(state: State, unit: Unit) -> set[int]:
    """The figures held by formed enemies that have not yet tried to get away. Rule: battlesystem:2.9f."""
    found: set[int] = set()
    singles = unit.singles
    if singles is None or unit.routed or unit.finished or unit.quarry != NOBODY or unit.rallied:
        return found
    for number in contacts.enemies_touching(state, unit):
        enemy = state.units[number]
        if enemy.singles is None:
            for touch in contacts.touches(state, unit, enemy):
                single = singles[touch.figure]
                if not single.done and not single.routed:
                    found.add(touch.figure)
    return found


# ---------------------------------------------------------------- working it out


def plan(
    state: State, unit: Unit, groups: list[Step], allowance: float, enemies: bool, meet: bool = True
) -> Sally:
    """The outcome of an order to skirmishers; nothing is changed.

    Args:
        state: the battle.
        unit: a skirmish unit.
        groups: (figure or "all", bearing, inches, ...) each.
        allowance: inches of a figure in this phase, what it has moved included.
        enemies: whether enemies are looked at.
        meet: whether figures may move into contact with enemy skirmishers; else they stop short of them too.
    """
    reach = most_of(state, unit, allowance)
    has_roads = bool(state.setting.terrain) and is_mended(state, 16)
    around = surroundings(state, unit, (reach / ROAD if has_roads else reach) + 2.0, enemies)
    if around.tariff is None or not around.tariff.roads or not has_roads:
        return _sally(state, unit, groups, allowance, around, meet, False)
    if unit.footing != OFF_ROAD and _is_on_road(unit, around.tariff):
        found = _sally(state, unit, groups, allowance, around, meet, True)
        if found.footing == ON_ROAD:
            return found
    found = _sally(state, unit, groups, allowance, around, meet, False)
    found.footing = OFF_ROAD
    if unit.footing == ON_ROAD and found.refusal is None:
        reason = "A unit that went faster along a road stays on it for all of its move, each of its figures."
        found.refusal = Refusal(reason, "battlesystem:11.8a")
    return found


def _is_on_road(unit: Unit, tariff: Tariff) -> bool:
    """True if all figures of a skirmish unit stand on a road. Rule: battlesystem:11.8a."""
    return all(tariff.carries(standing.base_of(unit, figure)) for figure in on_table(unit))


def _sally(
    state: State,
    unit: Unit,
    groups: list[Step],
    allowance: float,
    around: Surroundings,
    meet: bool,
    by_road: bool,
) -> Sally:
    """The `plan` for figures who go by road, or who do not; those by road end with another footing where one would leave it.

    By versions 1 to 15 of the rules skirmishers had no bonus on roads. Rule: battlesystem:11.8a.
    """
    found = Sally()
    found.is_certain = around.are_all
    found.footing = ON_ROAD if by_road else 0
    singles = unit.singles
    assert singles is not None
    going = able(state, unit, allowance)
    sent: set[int] = set()
    look, bearing = around, NEVER
    for group in groups:
        if group[0] == "all":
            figures = [figure for figure in going if figure not in sent]
        else:
            figures = [int(group[0])]
            if figures[0] not in going or figures[0] in sent:
                reason = f"Figure {figures[0] + 1} of {name(state, unit)} cannot move any more now."
                found.refusal = Refusal(reason, "battlesystem:7.8g")
                return found
        heading = snap_heading(float(group[1]))
        if len(group) > 3 or not group[2]:
            look, bearing = around, NEVER
        elif heading != bearing:
            look, bearing = around.ahead(unit, heading), heading
        for figure in figures:
            sent.add(figure)
            most = allowance_of(state, unit, singles[figure], allowance) - unit.spent
            run = _run(state, unit, figure, group, most, look, meet, by_road)
            if run.strays:
                found.footing = 0
                return found
            found.runs.append(run)
    if not sent:
        reason = f"No figure of {name(state, unit)} can move now."
        found.refusal = Refusal(reason, "battlesystem:7.8g")
        return found
    stay = [standing.base_of(unit, figure) for figure in on_table(unit) if figure not in sent]
    _apart(unit, found, stay, around)
    return found


def _run(
    state: State,
    unit: Unit,
    figure: int,
    group: Step,
    most: float,
    around: Surroundings,
    meet: bool,
    by_road: bool,
) -> Run:
    """The way of one figure; by road only as long as it keeps to it. A leg of 0 inches turns it on the spot.

    Rules: battlesystem:11.8a, battlesystem:7.9, battlesystem:2.9e, battlesystem:7.1e, battlesystem:7.7.
    """
    singles = unit.singles
    assert singles is not None
    single = singles[figure]
    run = Run(figure, single.x, single.y, single.heading)
    run.slowed = single.slowed
    for place in range(1, len(group), 2):
        heading = snap_heading(float(group[place]))
        left = most - single.moved - run.moved
        wanted = float(group[place + 1])
        if not wanted:
            if _may_turn(state, placed(run.x, run.y, unit.width, unit.depth, heading), around):
                run.heading, run.turned = heading, True
            continue
        tariff = around.tariff
        course: Course | None = None
        if tariff is None:
            wanted = min(wanted, left)
        elif left > 0.0:
            tariff.begin(unit.spent + single.moved + run.moved, run.slowed)
            paid_for = field.skirmisher_stood_on(state, tariff, run.x, run.y, heading, wanted)
            goes = tariff.along_road if by_road else tariff.course
            course = goes([(run.x, run.y)], heading, wanted, left, paid_for)
            wanted = course.way
        if wanted <= 0.0 or left <= 0.0:
            break
        base = placed(run.x, run.y, unit.width, unit.depth, heading)
        facing = heading
        if not _may_turn(state, base, around):
            facing = run.heading  # no room to turn: it goes as it stands
            base = placed(run.x, run.y, unit.width, unit.depth, facing)
        way, met = _way(state, base, heading, wanted, around, meet)
        east, north = forward(heading)
        cost = way
        if tariff is not None and course is not None and by_road:
            cost = tariff.bill([(run.x, run.y)], heading, way, course)
            if not _keeps_to_road(tariff, base, heading, way):
                run.strays = True
                break
        elif tariff is not None and course is not None:
            cost = tariff.bill([(run.x, run.y)], heading, way, course)
            run.slowed = tariff.held_after([(run.x, run.y)], heading, way)
        run.x, run.y = snap(run.x + east * way), snap(run.y + north * way)
        run.heading, run.bearing = facing, heading
        run.moved += cost
        run.way += way
        run.last = way
        run.price = cost / way if way > 0.0 else 1.0
        if tariff is not None and tariff.flat and not by_road:
            run.price = run.slowed
        run.met = met
        if met or way < wanted - TOLERANCE or (course is not None and course.halt is not None):
            break
    return run


def _keeps_to_road(tariff: Tariff, base: Rectangle, heading: float, way: float) -> bool:
    """True if a base lies wholly on a road on all of a straight way. Rule: battlesystem:11.8a."""
    east, north = forward(heading)
    steps = floor(way) + 1
    for step in range(steps + 1):
        gone = way * step / steps
        if not tariff.carries(base.moved(east * gone, north * gone)):
            return False
    return True


def _may_turn(state: State, base: Rectangle, around: Surroundings) -> bool:
    """True if a figure has room to turn to lie as `base`: on the table, on nobody's ground, touching no enemy."""
    if not inside_board([base], state.setting.width, state.setting.depth):
        return False
    x, y, girth = base.x, base.y, base.girth
    for bar in around.bars:
        east, north, far = bar.x - x, bar.y - y, girth + bar.girth
        if east * east + north * north <= far * far and overlap(base, bar):
            return False
    return not (is_near(base, around.formed) or is_near(base, around.loners))


def _way(
    state: State, base: Rectangle, heading: float, wanted: float, around: Surroundings, meet: bool
) -> tuple[float, bool]:
    """Inches, at most `wanted`, that a figure goes along a heading, and whether it then touches an enemy that it did not touch before."""
    way, met = _way_past_units(state, base, heading, wanted, around, meet)
    if not around.men:
        return way, met
    far = way
    for one in around.men:
        far = obstacles.lone_way(base, heading, far, one, 0.0 if meet else SHORT)
    east, north = forward(heading)
    there = base.moved(east * far, north * far)
    come = [one for one in around.men if not obstacles.meets_lone(base, one)]
    return far, (met and far >= way) or any(obstacles.meets_lone(there, one) for one in come)


def _way_past_units(
    state: State, base: Rectangle, heading: float, wanted: float, around: Surroundings, meet: bool
) -> tuple[float, bool]:
    """As `_way`, but without individuals: whether it then touches an enemy skirmisher."""
    setting = state.setting
    way = ground_border_way([base], heading, wanted, setting.width, setting.depth)
    way = ground_way([base], heading, way, around.bars)
    keep = Rectangle(
        base.x,
        base.y,
        base.half_width + SHORT,
        base.half_depth + SHORT,
        base.forward_x,
        base.forward_y,
    )
    if around.formed:
        way = ground_way([keep], heading, way, around.formed)
    if not around.loners:
        return way, False
    if not meet:
        return ground_way([keep], heading, way, around.loners), False
    free = ground_way([base], heading, way, around.loners)
    east, north = forward(heading)
    for enemy in around.loners:
        free = min(free, first_rub(base, enemy, east, north, free))
    there = base.moved(east * free, north * free)
    return free, any(is_within(there, enemy, TOLERANCE) for enemy in around.loners)


def _apart(unit: Unit, sally: Sally, stay: list[Rectangle], around: Surroundings) -> None:
    """Shorten the last legs of figures that would end too near to another of their unit, or on a friend; refuse if that does not help.

    Rules: battlesystem:2.9g, battlesystem:7.4, battlesystem:7.4a.
    """
    ended = list(stay)
    for run in sally.runs:
        x, y, way, last = run.x, run.y, run.way, run.last
        east, north = forward(run.bearing)
        while True:
            base = placed(run.x, run.y, unit.width, unit.depth, run.heading)
            house = None if around.tariff is None else around.tariff.house(run.x, run.y)
            if may_end(base, ended, around.friends, house):
                break
            if last <= 0.0:
                reason = f"Figure {run.figure + 1} would end less than 1 in from another of its unit, or on a friend."
                sally.refusal = Refusal(reason, "battlesystem:2.9g")
                sally.stuck = run.figure
                return
            back = min(BACK, last)
            last -= back
            run.moved -= back * run.price
            run.way -= back
            run.met = False
            gone = way - run.way
            run.x, run.y = snap(x - east * gone), snap(y - north * gone)
            if run.figure not in sally.cut:
                sally.cut.append(run.figure)
        ended.append(base)


def may_end(
    base: Rectangle, ended: list[Rectangle], friends: list[Rectangle], house: Feature | None = None
) -> bool:
    """True if a figure may end there: an inch from its fellows (in a house beside them), and on no friend. Rules: 2.9g, 7.4a, 11.8o."""
    x, y, girth = base.x, base.y, base.girth
    for other in ended:
        if house is not None and house.holds(other.x, other.y) and not overlap(base, other):
            continue
        east, north, far = other.x - x, other.y - y, APART + girth + other.girth
        if east * east + north * north < far * far and is_nearer(base, other, APART - TOLERANCE):
            return False
    for friend in friends:
        # the circles around them first, as `overlap` has it: most friends are far
        east, north, far = friend.x - x, friend.y - y, girth + friend.girth
        if east * east + north * north <= far * far and overlap(base, friend):
            return False
    return True
