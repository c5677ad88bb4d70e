"""Aims: the figures of a unit that can shoot at another, by arc, line of sight and range, and the cover of those they see.

Rules: battlesystem:10.1b, battlesystem:10.1c, battlesystem:10.1f, battlesystem:10.1g, battlesystem:10.1l, battlesystem:10.7a,
battlesystem:10.8b, battlesystem:11.9, battlesystem:11.9c.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.geometry.beams import Beam
from banneret.geometry.plane import TOLERANCE, length, within
from banneret.geometry.polygons import Box, Polygon
from banneret.geometry.rectangles import Rectangle, distance
from banneret.geometry.sight import crosses, in_arc, is_outside_arc
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.bodies import Body
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import is_beyond, pair_of, units_near
from banneret.rulebooks.battlesystem.space.lines_of_sight import bodies_between
from banneret.rulebooks.battlesystem.space.screens import (
    MISSILES,
    Screens,
    Seam,
    covers,
    is_past_seams,
    level_at,
    levels_under,
    runs_between,
    seams_of,
    wider,
)
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended
from banneret.rulebooks.battlesystem.tables.grounds import ANY, EDGE
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.walls_and_spears import WALKING, turned_out

CLEAR: Final = 3.0
"""The least distance, in inches, between shooters and the friends over whose heads they shoot. Rule: battlesystem:10.7."""

ANYWHERE: Final = 1e300  # inches of reach: everything is within it
AHEAD: Final = 3.0  # inches that a piece of artillery may reach from the middle of its crew


class Fire:
    """The aim of a unit at another.

    Attributes:
        shooters: the figures that see one of the target's within range, by number, rising.
        seen: the figures of the target that one of these sees, by number, rising.
        ranges: by shooter, inches to the nearest figure that it sees.
        inches: the least of these.
        is_partly_seen: some figures of the target are not seen, and the option `no_partial_penalty` does not let that pass.
        covers: the additions of Table 13 for the target's cover, by name.
        all_seen: no figure of the target is unseen, whatever the option says.
        over: at an individual, over the heads of friends. Rule: 10.7
    """

    __slots__ = ("all_seen", "covers", "inches", "is_partly_seen", "over", "ranges", "seen", "shooters")

    def __init__(
        self,
        shooters: list[int],
        seen: list[int],
        ranges: list[float],
        partly: bool,
        covers: list[str],
        all_seen: bool = True,
        over: bool = False,
    ) -> None:
        self.shooters: list[int] = shooters
        self.seen: list[int] = seen
        self.ranges: list[float] = ranges
        self.inches: float = min(ranges)
        self.is_partly_seen: bool = partly
        self.covers: list[str] = covers
        self.all_seen: bool = all_seen
        self.over: bool = over

    def at(self, inches: float) -> Fire:
        """The same aim with every shooter n inches away."""
        ranges = [inches] * len(self.shooters)
        return Fire(
            self.shooters, self.seen, ranges, self.is_partly_seen, self.covers, self.all_seen, self.over
        )

    def of(self, figures: list[int]) -> Fire | None:
        """The aim of only some figures; None if none of them can shoot."""
        able = set(figures)
        kept = [place for place, figure in enumerate(self.shooters) if figure in able]
        if not kept:
            return None
        return Fire(
            [self.shooters[place] for place in kept],
            self.seen,
            [self.ranges[place] for place in kept],
            self.is_partly_seen,
            self.covers,
            self.all_seen,
            self.over,
        )


def aim(
    state: State,
    unit: Unit,
    figures: list[int],
    target: Unit,
    reach: float,
    over: bool = False,
    piece: Rectangle | None = None,
    spotted: list[int] | None = None,
) -> Fire | None:
    """The aim of some figures of a unit at another unit; None if none of them sees any of it within range.

    Rules: battlesystem:10.1c, battlesystem:10.1f, battlesystem:10.1g, battlesystem:10.1l.

    Args:
        state: the battle.
        unit: the unit that shoots.
        figures: its figures that may shoot.
        target: the unit shot at.
        reach: long range, in inches.
        over: whether they shoot over the heads of friends, who then hide nothing. Rule: battlesystem:10.7a.
        piece: the base of the artillery piece with which one figure shoots: aim and range are taken from it. Rule: battlesystem:10.9k.
        spotted: the places in the list of the target's bases that others see for the piece: it may aim only at these. Rule: battlesystem:10.9b.
    """
    if not _may_be_hit(unit, target, reach, piece):
        return None
    view = _View(state, unit, target, over, 0.0 if piece is None else AHEAD)
    out = turned_out(state, unit, *standing.circle(target)[:2]) if unit.shields > WALKING else None
    if out is not None or piece is not None or NOBODY in (unit.id, target.id):
        return _aim(state, out or unit, figures, target, reach, view, piece, spotted)
    known = _known(state, unit, figures, target, reach, view, over, ALL)
    if not known.is_worked_out:
        known.is_worked_out = True
        known.fire = _aim(state, unit, figures, target, reach, view, None, None)
    return known.fire


def _aim(
    state: State,
    unit: Unit,
    figures: list[int],
    target: Unit,
    reach: float,
    view: _View,
    piece: Rectangle | None,
    spotted: list[int] | None,
) -> Fire | None:
    """As `aim`, without looking among the kept outcomes."""
    bases = [standing.base_of(unit, figure) for figure in figures] if piece is None else [piece]
    there = _Marks(state.setting, target)
    marks, levels = there.bases, there.levels
    if not bases or not marks:
        return None
    screens = Screens(state.setting, view.bodies, MISSILES, view.box)
    search = _Search(screens, unit, there) if piece is None else None
    if search is not None and search.is_vain(unit):
        return None
    look = _Look(state, view, screens)
    fronts = [base.front_middle() for base in bases]
    near: list[tuple[float, int, int]] = []  # inches, shooter and mark of each pair within reach
    far: list[tuple[float, int, int]] = []  # and of the others, which only say how much of the target is seen
    for one, (x, y) in enumerate(fronts):
        for other, mark in enumerate(marks):
            inches = mark.distance_to(x, y)
            (near if within(inches, reach) else far).append((inches, one, other))
    own = levels_under(state.setting, bases)
    able: dict[int, float] = {}  # inches of the shot, by shooter
    origins: dict[int, int] = {}  # by target, the shooter who sees it, the nearest first
    blind: dict[int, bool] = {}  # by shooter who did not see the first that he looked at: he sees none
    for pairs in (near, far):
        pairs.sort()
        for inches, one, other in pairs:
            if other in origins if one in able else pairs is far or blind.get(one):
                continue
            base, mark = bases[one], marks[other]
            if spotted is None:
                x, y = fronts[one]
                if not look.sees(base, x, y, mark, max(levels[other], own[one])):
                    if search is not None and one not in able and one not in blind:
                        blind[one] = search.is_blind(x, y, own[one])
                    continue
            elif other not in spotted or not look.reaches(base, mark):
                continue
            able.setdefault(one, inches)
            origins.setdefault(other, one)
            if len(able) == len(bases) and len(origins) == len(marks):
                break
        if not able or len(origins) == len(marks):
            break
    if not able:
        return None
    numbers = figures_standing(target) if target.singles is not None else list(range(len(marks)))
    return Fire(
        [figures[one] for one in sorted(able)],
        [numbers[one] for one in sorted(origins)],
        [able[one] for one in sorted(able)],
        len(origins) < len(marks) and state.setting.flags.partial_penalty,
        covers(state, marks, {mark: bases[figure].front_middle() for mark, figure in origins.items()}),
        len(origins) == len(marks),
    )


def _may_be_hit(unit: Unit, target: Unit, reach: float, piece: Rectangle | None) -> bool:
    """False if the target is plainly out of reach, or outside all arcs. Rules: 10.1b, 10.1l."""
    x, y, mine = standing.circle(unit)
    if piece is not None:
        x, y, mine = piece.x, piece.y, AHEAD
    to_x, to_y, theirs = standing.circle(target)
    if length(to_x - x, to_y - y) > mine + theirs + reach + TOLERANCE:
        return False
    block = unit.block
    if piece is not None or unit.loose is not None or unit.shields > WALKING:
        return True
    if block is None:
        if unit.id != NOBODY:
            return True
        base = standing.bases(unit)[0]  # of an individual
        return not is_outside_arc(base.forward_x, base.forward_y, to_x - x, to_y - y, mine + theirs)
    return not is_outside_arc(block.forward_x, block.forward_y, to_x - x, to_y - y, mine + theirs)


def able(
    state: State,
    unit: Unit,
    figures: list[int],
    target: Unit,
    reach: float,
    over: bool = False,
    enough: int = 1,
) -> int:
    """The number of shooters that `aim` finds, counted up to `enough`: much cheaper than `aim`.

    Rules: battlesystem:10.1c, battlesystem:10.1l.
    """
    if not figures or not _may_be_hit(unit, target, reach, None):
        return 0
    view = _View(state, unit, target, over, 0.0)
    out = turned_out(state, unit, *standing.circle(target)[:2]) if unit.shields > WALKING else None
    if out is not None or NOBODY in (unit.id, target.id):
        return _able(state, out or unit, figures, target, reach, view, enough)
    known = _known(state, unit, figures, target, reach, view, over, enough)
    if not known.is_worked_out:
        known.is_worked_out = True
        known.found = _able(state, unit, figures, target, reach, view, enough)
    return min(known.found, enough)


def _able(
    state: State, unit: Unit, figures: list[int], target: Unit, reach: float, view: _View, enough: int
) -> int:
    """As `able`, without looking among the kept outcomes."""
    setting = state.setting
    look: _Look | None = None
    search: _Search | None = None
    to_x, to_y, theirs = standing.circle(target)
    found = last = 0
    for figure in figures:
        base = standing.base_of(unit, figure)
        x, y = base.front_middle()
        east, north = to_x - x, to_y - y
        away = length(east, north)
        if away > theirs + reach + TOLERANCE or is_outside_arc(
            base.forward_x, base.forward_y, east, north, theirs
        ):
            continue
        if look is None or search is None:  # only now it is known that anybody may see something
            screens = Screens(setting, view.bodies, MISSILES, view.box)
            search = _Search(screens, unit, _Marks(setting, target))
            if search.is_vain(unit):
                return 0
            look = _Look(state, view, screens)
        own = level_at(setting, base.x, base.y) if setting.terrain else 0
        limit = ANYWHERE if away + theirs <= reach else reach  # if all of it is in reach nothing is measured
        place = search.first_seen(look, base, own, limit, last)
        if place != NOBODY:
            found, last = found + 1, place
            if found >= enough:
                break
    return found


class _Marks:
    """The figures of a target: their bases, the ground they hold, the level under each base, and the highest of these levels."""

    __slots__ = ("bases", "ground", "levels", "tall")

    def __init__(self, setting: Setting, target: Unit) -> None:
        self.bases: list[Rectangle] = standing.bases(target)
        self.ground: list[Rectangle] = standing.ground(target)
        self.levels: list[int] = levels_under(setting, self.bases)
        self.tall: int = max(self.levels) if self.levels else 0


class _Search:
    """The search for a figure of the target that a shooter sees; if one thing hides all of it, no figure is looked at."""

    __slots__ = ("beam", "marks", "screens")

    def __init__(self, screens: Screens, unit: Unit, marks: _Marks) -> None:
        self.screens: Screens = screens
        self.marks: _Marks = marks
        self.beam: Beam | None = None
        if marks.bases and not screens.is_open:
            self.beam = Beam(standing.ground(unit), marks.ground)

    def is_vain(self, unit: Unit) -> bool:
        """True if one thing hides all of the target from all of the unit. Rules: battlesystem:10.1d, battlesystem:10.1e."""
        if self.beam is None:
            return False
        hidden = self.screens.stop(self.beam)
        if hidden < self.marks.tall:
            return False
        return hidden >= max(levels_under(self.screens.setting, standing.bases(unit)))

    def is_blind(self, x: float, y: float, own: int) -> bool:
        """True if one thing hides all of the target from a point on level `own`, one within the unit. Rules: battlesystem:10.1d, battlesystem:10.1e."""
        if self.beam is None:
            return False
        self.beam.narrow(x, y)
        return self.screens.stop(self.beam) >= max(self.marks.tall, own)

    def first_seen(self, look: _Look, base: Rectangle, own: int, reach: float, last: int) -> int:
        """The place of a mark that a figure on level `own` sees within n inches; `NOBODY` if there is none.

        `last` is the mark that its neighbour saw: it likely sees the same.
        """
        x, y = base.front_middle()
        marks = self.marks
        count = len(marks.bases)
        for turn in range(count):
            if turn == 1 and self.is_blind(x, y, own):
                break
            place = (last + turn) % count
            mark = marks.bases[place]
            if reach != ANYWHERE and not within(mark.distance_to(x, y), reach):
                continue
            if look.sees(base, x, y, mark, max(marks.levels[place], own)):
                return place
        return NOBODY


class _View:
    """All that may matter to the view that one unit has of another. Rule: battlesystem:10.7a.

    By versions 1 to 5 of the rules each figure measured by itself how far friends are.

    Attributes:
        friends: the friends over whose heads it may be too near to shoot; if it shoots as one, only those who are too near.
        has_seams: a line passes between two bodies that touch, as by versions 1 to 8 of the rules.
        is_as_one: the unit is in a block and shoots as one.
        bodies: the bodies that may stand between.
        box: west, south, east and north of all lines between the two; None in a battle without ground.
    """

    __slots__ = ("bodies", "box", "friends", "has_seams", "is_as_one")

    def __init__(self, state: State, unit: Unit, target: Unit, over: bool, ahead: float) -> None:
        self.friends: list[Rectangle] = []
        self.has_seams: bool = not is_mended(state, 9)
        self.is_as_one: bool = unit.singles is None and not ahead and is_mended(state, 6)
        if over:
            x, y, reach = standing.circle(unit)
            for other in units_near(state, x, y, reach + CLEAR + ahead):
                if other.side != unit.side or other.id == unit.id:
                    continue
                if not self.is_as_one:
                    self.friends.extend(standing.bases(other))
                elif not is_beyond(unit, other, CLEAR):
                    mine = standing.bases(unit)
                    self.friends += [one for one in standing.bases(other) if _is_close(mine, one)]
        self.bodies: list[Rectangle] = bodies_between(state, unit, target, unit.side if over else -1, ahead)
        self.box: Box | None = None
        if state.setting.terrain:
            self.box = _box(unit, target, ahead)

    def is_like(self, other: _View) -> bool:
        """True if the same bodies matter to another view between the same two units."""
        return _are_same(self.bodies, other.bodies) and _are_same(self.friends, other.friends)


def _is_close(mine: list[Rectangle], friend: Rectangle) -> bool:
    """True if some base of a unit is less than `CLEAR` inches from a friend's. Rule: battlesystem:10.7."""
    wide = friend.girth + CLEAR
    for base in mine:
        east, north, far = base.x - friend.x, base.y - friend.y, base.girth + wide
        if east * east + north * north <= far * far and not within(CLEAR, distance(base, friend, CLEAR)):
            return True
    return False


def _are_same(first: list[Rectangle], second: list[Rectangle]) -> bool:
    """True if two lists hold the very same rectangles."""
    if len(first) != len(second):
        return False
    for place, one in enumerate(first):  # noqa: SIM110 - a loop is faster than a generator here
        if one is not second[place]:
            return False
    return True


class _Known:
    """The outcome of `aim` (`fire`) or `able` (`found`), with all that it came from."""

    __slots__ = (
        "enough",
        "figures",
        "fire",
        "found",
        "is_worked_out",
        "mine",
        "reach",
        "setting",
        "theirs",
        "view",
    )

    def __init__(
        self,
        mine: Block | Body,
        theirs: Block | Body,
        setting: Setting,
        reach: float,
        figures: list[int],
        view: _View,
        enough: int,
    ) -> None:
        self.mine: Block | Body = mine
        self.theirs: Block | Body = theirs
        self.setting: Setting = setting
        self.reach: float = reach
        self.figures: list[int] = figures
        self.view: _View = view
        self.enough: int = enough
        self.is_worked_out: bool = False
        self.found: int = 0
        self.fire: Fire | None = None


ALL: Final = -1
KEPT: Final = 4096  # outcomes kept at most
_KNOWN: Final[dict[int, _Known]] = {}


def _known(
    state: State,
    unit: Unit,
    figures: list[int],
    target: Unit,
    reach: float,
    view: _View,
    over: bool,
    enough: int,
) -> _Known:
    """The outcome for two units that stand as they do, as it was found before, or still to be worked out.

    `over` is as in `aim`; `enough` as in `able`, or `ALL` for `aim`.
    """
    mine, theirs = standing.stance(unit), standing.stance(target)
    key = pair_of(unit, target) * 4 + (2 if over else 0) + (1 if enough == ALL else 0)
    kept = _KNOWN.get(key)
    if (
        kept is not None
        and kept.mine is mine
        and kept.theirs is theirs
        and kept.setting is state.setting
        and (kept.enough >= enough or kept.found < kept.enough)  # it was counted so far, or to the end
        and kept.reach == reach
        and kept.figures == figures
        and kept.view.is_like(view)
    ):
        return kept
    if len(_KNOWN) >= KEPT:
        _KNOWN.clear()
    found = _KNOWN[key] = _Known(mine, theirs, state.setting, reach, figures, view, enough)
    return found


class _Look:
    """The view that one unit has of another, prepared to look along many lines."""

    __slots__ = ("_seams", "friends", "has_houses", "has_seams", "is_as_one", "screens", "wider", "woods")

    def __init__(self, state: State, view: _View, screens: Screens) -> None:
        self.friends: list[Rectangle] = view.friends
        self.has_seams: bool = view.has_seams
        self.wider: list[Rectangle] = view.friends
        if not view.has_seams:
            self.wider = [wider(friend) for friend in view.friends]
        self.is_as_one: bool = view.is_as_one
        self.screens: Screens = screens
        self.has_houses: bool = bool(screens.houses) and is_mended(state, 19)
        # pairs of bodies that touch, see `_closed_seams`
        self._seams: list[Seam] | None = None
        self.woods: list[Polygon] = []
        if self.screens.features and is_mended(state, 9):
            for one in self.screens.features:
                if one.area is not None and one.ground.blocks and one.ground.sight != ANY:
                    self.woods.append(one.area)

    def sees(self, base: Rectangle, x: float, y: float, mark: Rectangle, height: int) -> bool:
        """True if a figure, the front of its base at (x, y), sees the middle or a corner of another. Rules: 10.1b, 10.1c, 10.7, 10.7a."""
        ahead_x, ahead_y = base.forward_x, base.forward_y
        east, north = mark.x - x, mark.y - y
        if is_outside_arc(ahead_x, ahead_y, east, north, mark.girth):
            return False
        if self.screens.is_hidden(x, y, mark, height) or (self.woods and self._are_deep(base, mark)):
            return False
        if self._sees_point(base, x, y, mark, mark.x, mark.y, height):
            return True
        for to_x, to_y in mark.corners():  # noqa: SIM110 - a loop is faster than a generator here
            if self._sees_point(base, x, y, mark, to_x, to_y, height):
                return True
        return False

    def _are_deep(self, base: Rectangle, mark: Rectangle) -> bool:
        """True if two figures are in one wood and not both at its edge: there nobody shoots, however near. Rules: battlesystem:11.9, battlesystem:11.9a.

        By versions 1 to 8 of the rules they could within an inch.
        """
        for wood in self.woods:
            if wood.holds(base.x, base.y) and wood.holds(mark.x, mark.y):
                for one in (base, mark):
                    if all(distance(one, wall) > EDGE + TOLERANCE for wall in wood.walls):
                        return True
        return False

    def _sees_point(
        self, base: Rectangle, x: float, y: float, mark: Rectangle, to_x: float, to_y: float, height: int
    ) -> bool:
        """True if a figure, the front of its base at (x, y), sees that point of another, and may shoot over the friends before it."""
        if not in_arc(base, x, y, to_x, to_y) or not self.screens.is_free(x, y, to_x, to_y, height):
            return False
        middles = (base.x, base.y, mark.x, mark.y)
        if self.has_houses and not self.screens.is_past_houses(middles, (x, y, to_x, to_y), height):
            return False
        if not is_past_seams(self._closed_seams(), x, y, to_x, to_y, height):
            return False
        return not self.friends or self._clears(base, to_x, to_y)

    def _closed_seams(self) -> list[Seam]:
        """The seams between bodies, through which no line passes; looked for when the first line is free of the bodies. Rule: battlesystem:10.1d."""
        found = self._seams
        if found is None:
            found = self._seams = [] if self.has_seams else seams_of(self.screens)
        return found

    def reaches(self, base: Rectangle, mark: Rectangle) -> bool:
        """True if a figure can shoot at another that others see for it: it is in its arc, and no friend is too near. Rules: battlesystem:10.9b, 10.7, 10.7a."""
        x, y = base.front_middle()
        for to_x, to_y in [(mark.x, mark.y), *mark.corners()]:
            if in_arc(base, x, y, to_x, to_y) and self._clears(base, to_x, to_y):
                return True
        return False

    def _clears(self, base: Rectangle, to_x: float, to_y: float) -> bool:
        """True if all friends under the line are far enough from the shooter. Rules: battlesystem:10.7, battlesystem:10.7a."""
        x, y = base.front_middle()
        east, north = to_x - x, to_y - y
        span = sqrt(east * east + north * north)
        beside: list[Rectangle] = []
        for place, friend in enumerate(self.wider):
            aside = (friend.x - x) * north - (friend.y - y) * east  # as in `Screens.is_free`
            reach = friend.girth * span
            if -reach < aside < reach and crosses(x, y, to_x, to_y, friend):
                friend = self.friends[place]
                if self.is_as_one or not within(CLEAR, distance(base, friend)):
                    if self.has_seams or crosses(x, y, to_x, to_y, friend):
                        return False
                    beside.append(friend)
        for at, one in enumerate(beside):
            for other in beside[:at]:
                if runs_between(x, y, to_x, to_y, one, other) and distance(one, other) <= TOLERANCE:
                    return False
        return True


def _box(unit: Unit, target: Unit, ahead: float) -> Box:
    """West, south, east and north of all lines from one unit, or from its artillery piece `ahead` inches off, to another."""
    x, y, mine = standing.circle(unit)
    to_x, to_y, theirs = standing.circle(target)
    mine, theirs = mine + ahead + TOLERANCE, theirs + TOLERANCE
    return (
        min(x - mine, to_x - theirs),
        min(y - mine, to_y - theirs),
        max(x + mine, to_x + theirs),
        max(y + mine, to_y + theirs),
    )
