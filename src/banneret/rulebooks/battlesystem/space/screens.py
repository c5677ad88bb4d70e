"""Screens: ground and formations that hide one point of the table from another; and the cover that ground gives to those who are seen.

Heights are levels of ten feet. Rules: battlesystem:10.1d, battlesystem:10.1e, battlesystem:10.8b, battlesystem:11.9a, battlesystem:11.9b, battlesystem:11.9c.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, TypeAlias

from banneret.geometry.beams import Beam
from banneret.geometry.plane import TOLERANCE, length, within
from banneret.geometry.polygons import NO_LENGTH, Box, Polygon
from banneret.geometry.rectangles import Rectangle, circle_around, distance, is_within
from banneret.geometry.sight import UNSEEN, crosses, hides_all, inside_of
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.grounds import ANY, EDGE, Feature, Ground
from banneret.rulebooks.battlesystem.tables.missiles import additions

MISSILES: Final[tuple[str, ...]] = ()
"""The natives among those who shoot: none, since even elves shoot no deeper into woods. Rule: battlesystem:11.9a."""


def level_at(setting: Setting, x: float, y: float) -> int:
    """The level of the ground at a point: that of the highest contour round it. Rule: battlesystem:10.1e."""
    return _highest(setting.terrain, x, y)


def _highest(features: list[Feature], x: float, y: float) -> int:
    """The highest level of the contours among some ground that hold a point."""
    found = 0
    for feature in features:
        if feature.level > found and feature.ground.contour and feature.holds(x, y):
            found = feature.level
    return found


def levels_under(setting: Setting, bodies: list[Rectangle]) -> list[int]:
    """The `level_at` the middle of each of some bodies, which stand close to each other."""
    hills = [one for one in setting.terrain if one.ground.contour and one.level > 0]
    if hills and bodies:
        x, y, reach = circle_around(bodies)
        box = (x - reach, y - reach, x + reach, y + reach)
        hills = [one for one in hills if one.area is None or not one.is_off(box)]
    return [_highest(hills, body.x, body.y) if hills else 0 for body in bodies]


def is_deep_in_woods(setting: Setting, base: Rectangle) -> bool:
    """True if a figure stands in a wood, and not at its edge. Rules: battlesystem:11.9, battlesystem:11.9a."""
    for one in setting.terrain:
        area = one.area
        if area is None or not one.ground.blocks or one.ground.sight == ANY or not area.holds(base.x, base.y):
            continue
        if all(distance(base, wall) > EDGE + TOLERANCE for wall in area.walls):
            return True
    return False


Line = tuple[float, float, float, float]
"""The ends of a straight line: x and y of the first, x and y of the second."""


class Screens:
    """The bodies and the ground that may hide one point from another. Rules: battlesystem:10.1d, battlesystem:10.1e.

    A body hides what lies behind it unless one end of the line is on higher ground than the body.

    Args:
        setting: the setting of the battle.
        bodies: the bodies.
        natives: the kinds of ground at home in which those who look see farther.
        box: west, south, east and north of all lines of sight, if known: ground outside is left out.
    """

    __slots__ = (
        "_last",
        "_last_feature",
        "bodies",
        "features",
        "houses",
        "is_open",
        "levels",
        "natives",
        "setting",
    )

    def __init__(
        self,
        setting: Setting,
        bodies: list[Rectangle],
        natives: tuple[str, ...] = MISSILES,
        box: Box | None = None,
    ) -> None:
        self.setting: Setting = setting
        self.bodies: list[Rectangle] = bodies
        self.levels: list[int] = levels_under(setting, bodies)
        self.natives: tuple[str, ...] = natives
        self._last: int = -1  # the place of the body that last hid something
        self.features: list[Feature] = [
            one
            for one in setting.terrain
            if (one.ground.contour or one.ground.blocks) and (box is None or not one.is_off(box))
        ]
        # ground into which one sees from anywhere, and through which nobody does
        self.houses: list[Feature] = [
            one
            for one in self.features
            if one.ground.blocks and one.ground.sight == ANY and one.area is not None
        ]
        self._last_feature: Feature | None = None  # the ground that last hid something
        self.is_open: bool = not bodies and not self.features

    def is_free(self, x0: float, y0: float, x1: float, y1: float, height: int) -> bool:
        """True if nothing hides one end of a straight line from the other; `height` is the level of the higher end."""
        if self.is_open:
            return True
        bodies, last = self.bodies, self._last
        over, up = x1 - x0, y1 - y0
        span = sqrt(over * over + up * up) if bodies else 0.0  # faster than a call of `length`
        if last >= 0 and height <= self.levels[last] and crosses(x0, y0, x1, y1, bodies[last]):
            return False  # what hid the last hides its neighbour too, as a rule
        hid = self._last_feature
        if hid is not None and self._is_hidden_by(hid, x0, y0, x1, y1, height):
            return False
        for number, body in enumerate(bodies):
            if height > self.levels[number]:
                continue
            aside = (body.x - x0) * up - (body.y - y0) * over  # times the length of the line
            reach = body.girth * span
            if -reach < aside < reach and crosses(x0, y0, x1, y1, body):
                self._last = number
                return False
        if not self.features:
            return True
        west, east = (x0, x1) if x0 < x1 else (x1, x0)
        south, north = (y0, y1) if y0 < y1 else (y1, y0)
        for feature in self.features:
            area = feature.area
            if area is not None and (
                area.east < west or area.west > east or area.north < south or area.south > north
            ):
                continue
            if feature is not hid and self._is_hidden_by(feature, x0, y0, x1, y1, height):
                self._last_feature = feature
                return False
        return True

    def is_hidden(self, x: float, y: float, mark: Rectangle, height: int) -> bool:
        """True if the body that last hid something plainly hides all of a figure too; `height` as in `is_free`, which is the test."""
        last = self._last
        return last >= 0 and height <= self.levels[last] and hides_all(self.bodies[last], x, y, mark)

    def stop(self, beam: Beam) -> int:
        """The level up to which one body or one area of ground stops all lines of a beam; -1 if none does. Rules: 10.1d, 10.1e."""
        found = -1
        for number, body in enumerate(self.bodies):
            if self.levels[number] > found and beam.is_stopped_by(body):
                found = self.levels[number]
        for feature in self.features:
            ground, area = feature.ground, feature.area
            limit = (feature.level if ground.contour else ground.height) - 1
            if area is None or limit <= found:
                continue
            if ground.contour:
                stops = beam.runs_through(area)
            else:
                stops = beam.is_stopped_by_area(area, self._sight_in(ground))
            if stops:
                found = limit
        return found

    def is_past_bodies(self, x0: float, y0: float, x1: float, y1: float, height: int) -> bool:
        """As `is_free`, but for bodies alone, without ground."""
        for number, body in enumerate(self.bodies):
            if height <= self.levels[number] and crosses(x0, y0, x1, y1, body):
                return False
        return True

    def is_past_houses(self, middles: Line, line: Line, height: int) -> bool:
        """False if a house hides a line between two figures, the middle of neither of whom is in it.

        A corner that reaches into a house is in it for `is_free`, which sees into a house from anywhere, and so through it. By versions
        1 to 18 of the rules who stood behind a house with a corner in it was seen. Rules: battlesystem:10.1d, battlesystem:11.8o.
        """
        x, y, to_x, to_y = middles
        for feature in self.houses:
            area = feature.area
            assert area is not None, "houses are areas"
            if area.holds(x, y) or area.holds(to_x, to_y):
                continue
            marks = area.cuts(*line)
            if self._inches_through(area, marks, feature.ground.height, *line, height) > TOLERANCE:
                return False
        return True

    def _is_hidden_by(
        self, feature: Feature, x0: float, y0: float, x1: float, y1: float, height: int
    ) -> bool:
        """True if a feature of the ground hides one end of a line from the other. Rules: battlesystem:10.1d, battlesystem:10.1e, battlesystem:11.9b."""
        ground, area, line = feature.ground, feature.area, feature.line
        if ground.contour:
            if area is None or feature.level <= height:
                return False
            if area.is_run_through(x0, y0, x1, y1):
                return True  # the usual case
            marks = area.cuts(x0, y0, x1, y1)
            return _runs_into(area, marks, x0, y0, x1, y1) or inside_of(area, x0, y0, x1, y1) > TOLERANCE
        if not ground.blocks:
            return False
        if area is not None:
            is_through = height < ground.height and area.is_run_through(x0, y0, x1, y1)
            if is_through and not area.holds(x0, y0) and not area.holds(x1, y1):
                return True  # the usual case: behind a wood it does not matter how deep the wood is
            marks = area.cuts(x0, y0, x1, y1)
            if not marks and not area.holds(x0 + (x1 - x0) / 2.0, y0 + (y1 - y0) / 2.0):
                return False  # it passes by
            # neither end stands in it
            is_past = not is_through and not area.holds(x0, y0) and not area.holds(x1, y1)
            if is_past and height < ground.height and _runs_into(area, marks, x0, y0, x1, y1):
                return True
            within = self._inches_through(area, marks, ground.height, x0, y0, x1, y1, height)
            if within <= TOLERANCE:
                return False
            if is_past:
                return True
            return within > self._sight_in(ground) + TOLERANCE
        if line is None:
            return False
        east, north = x1 - x0, y1 - y0
        span = length(east, north)
        for inches in line.cuts(x0, y0, x1, y1):
            x, y = x0 + east * inches / span, y0 + north * inches / span
            if height < level_at(self.setting, x, y) + ground.height:
                return True
        return False

    def _sight_in(self, ground: Ground) -> float:
        """Inches that one sees in ground that hides; `UNSEEN` for as far as anywhere. Rule: battlesystem:11.9a."""
        native = ground.natives != "" and ground.natives in self.natives
        most = ground.native_sight if native else ground.sight
        return UNSEEN if most == ANY else most

    def _inches_through(
        self,
        area: Polygon,
        marks: list[float],
        tall: int,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        height: int,
    ) -> float:
        """Inches of a line inside an area of height `tall`, not above it; `marks`: inches at which it cuts the edge. Rule: battlesystem:10.1e."""
        east, north = x1 - x0, y1 - y0
        if not marks and not area.holds(x0 + east / 2.0, y0 + north / 2.0):
            return 0.0
        span = length(east, north)
        found = last = begun = ended = 0.0
        within = False
        for mark in [*marks, span, ANY]:  # the last closes a stretch that reaches the end
            if mark != ANY and mark - last <= NO_LENGTH:
                last = mark
                continue
            share = (last + mark) / 2.0 / span
            inside = mark != ANY and area.holds(x0 + east * share, y0 + north * share)
            if inside and not within:
                begun = last
            elif within and not inside:
                share = (begun + ended) / 2.0 / span
                # no ground is below level 0
                if height < tall or height < (
                    level_at(self.setting, x0 + east * share, y0 + north * share) + tall
                ):
                    found += ended - begun
            if inside:
                ended = mark
            within, last = inside, mark
        return found


def _runs_into(area: Polygon, marks: list[float], x0: float, y0: float, x1: float, y1: float) -> bool:
    """True if a line is inside an area for more than the tolerance between the first two edges that it cuts."""
    if len(marks) < 2 or marks[1] - marks[0] <= TOLERANCE:
        return False
    share = (marks[0] + marks[1]) / 2.0 / length(x1 - x0, y1 - y0)
    return area.holds(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)


Seam: TypeAlias = tuple[Rectangle, Rectangle, int]
"""Two bodies that touch, both a little wider than they are, and the lower of the levels on which they stand."""


def seams_of(screens: Screens) -> list[Seam]:
    """The pairs of bodies that touch, between which nobody sees. Rule: battlesystem:10.1d."""
    bodies = screens.bodies
    found: list[Seam] = []
    for place, one in enumerate(bodies):
        for other in range(place):
            if is_within(one, bodies[other], TOLERANCE):
                level = min(screens.levels[place], screens.levels[other])
                found.append((wider(one), wider(bodies[other]), level))
    return found


def is_past_seams(seams: list[Seam], x: float, y: float, to_x: float, to_y: float, height: int) -> bool:
    """False if a line runs along a seam of two bodies; `height` is the level of its higher end. Rules: battlesystem:10.1d, battlesystem:10.1e."""
    for one, other, level in seams:
        if height > level or not runs_between(x, y, to_x, to_y, one, other):
            continue
        if crosses(x, y, to_x, to_y, one) and crosses(x, y, to_x, to_y, other):
            return False
    return True


def runs_between(x: float, y: float, to_x: float, to_y: float, one: Rectangle, other: Rectangle) -> bool:
    """True if a line runs between the middles of two bodies. Rules: 10.1d, battlesystem:10.7a."""
    east, north = to_x - x, to_y - y
    return ((one.x - x) * north - (one.y - y) * east) * ((other.x - x) * north - (other.y - y) * east) < 0.0


def wider(body: Rectangle) -> Rectangle:
    """A body made a little wider, so that a line along its edge crosses it."""
    more = 2.0 * TOLERANCE
    return Rectangle(
        body.x, body.y, body.half_width + more, body.half_depth + more, body.forward_x, body.forward_y
    )


def covers(state: State, marks: list[Rectangle], lines: dict[int, tuple[float, float]]) -> list[str]:
    """The additions of Table 13 for cover in or behind which at least half of the figures that are seen stand.

    `lines` holds the point from which each seen mark is shot at. Figures with better cover, as behind a wall, count for a lesser one, as
    a hedge, too; by versions 1 to 11 of the rules they did not. Rules: battlesystem:10.8b, battlesystem:10.8c.
    """
    found: list[str] = []
    kinds = dict.fromkeys([one.ground.cover for one in state.setting.terrain if one.ground.cover])
    better_counts = len(kinds) > 1 and is_mended(state, 12)
    for cover in kinds:
        if better_counts:
            least = additions()[cover].amount
            features = [
                one
                for one in state.setting.terrain
                if one.ground.cover and additions()[one.ground.cover].amount >= least
            ]
        else:
            features = [one for one in state.setting.terrain if one.ground.cover == cover]
        count = 0
        for mark, (x, y) in lines.items():
            if any(_is_covered(one, marks[mark], x, y) for one in features):
                count += 1
        if 2 * count >= len(lines):
            found.append(cover)
    return found


def _is_covered(feature: Feature, mark: Rectangle, x: float, y: float) -> bool:
    """True if a figure stands in ground that covers, or the line from (x, y) crosses a hedge or wall within an inch of it."""
    if feature.area is not None:
        return feature.holds(mark.x, mark.y)
    east, north = mark.x - x, mark.y - y
    span = length(east, north)
    for inches in feature.cuts(x, y, mark.x, mark.y):
        if within(mark.distance_to(x + east * inches / span, y + north * inches / span), EDGE):
            return True
    return False
