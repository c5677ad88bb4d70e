"""Ways of skirmishers: each figure goes its own, and they may be shot at after each inch of the figure that goes farthest.

Rules: battlesystem:10.6a, battlesystem:10.6c, battlesystem:2.9d.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.halts import SHORT_OF
from banneret.rulebooks.battlesystem.drill.skirmish_walks import Sally, able, plan
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.march.passing_shots import asked
from banneret.rulebooks.battlesystem.march.ways import Stop, Way
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import Unit


class Rest:
    """The part of an order that skirmishers still have to make when nobody shoots at them on the way any more.

    Attributes:
        groups: the groups of the order that are left.
        shot: the shot at them at the end of the way, if there is one.
        halted: a shot halted them on the way.
    """

    __slots__ = ("groups", "halted", "shot")

    def __init__(self, groups: list[Step], shot: Order | None, halted: bool) -> None:
        self.groups: list[Step] = groups
        self.shot: Order | None = shot
        self.halted: bool = halted


def go_under_fire(
    state: State, table: Table, unit: Unit, groups: list[Step], allowance: float, meet: bool
) -> Rest | None:
    """Move skirmishers from shot to shot; return what is left of their order, None if they have fallen or run.

    Rules: battlesystem:10.6a, battlesystem:10.6c.
    """
    halted = False
    while mover.is_watched(state) and groups:
        sallies: list[Sally] = []
        way = _trail(state, unit, groups, allowance, meet, sallies)
        shot = asked(state, table, unit, way)
        if shot is None or way.is_end(way.stops[shot[3]]):
            return Rest(groups, shot, halted)
        stop = way.stops[shot[3]]
        rest = groups
        if stop.places:
            sally = sallies[shot[3] - 1]
            rest = _left(sally, groups, stop.inches, is_mended(state, 9))
            _advance(unit, sally)
        halted = True
        if not mover.under_fire(state, table, unit, shot):
            return None
        standing = able(state, unit, allowance)
        groups = [group for group in rest if group[0] == "all" or group[0] in standing]
    return Rest(groups, None, halted)


def _trail(
    state: State, unit: Unit, groups: list[Step], allowance: float, meet: bool, sallies: list[Sally]
) -> Way:
    """The way of skirmishers with its stops; for each stop but the first its outcome is added to `sallies`. Rule: battlesystem:10.6a."""
    way = Way(unit, [], False)
    whole = plan(state, unit, groups, allowance, True, meet)
    if whole.refusal is not None:
        return way
    # a part keeps to the road if the whole way does. Rule: battlesystem:11.8a
    unit.footing = whole.footing or unit.footing
    far = max([run.way for run in whole.runs])
    met = [run.way for run in whole.runs if run.met]
    last = min(met) - SHORT_OF if met else far
    marks = [float(inch) for inch in range(1, int(last - TOLERANCE) + 1)]
    if last > TOLERANCE:
        marks.append(last)
    for inches in marks:
        sally = whole
        if inches < far:
            sally = plan(state, unit, _made(groups, inches), allowance, True, meet)
        if sally.refusal is None:
            places = [(run.figure, run.x, run.y, run.heading) for run in sally.runs]
            way.stops.append(Stop(len(way.stops), 0.0, inches, None, unit.formation, places))
            sallies.append(sally)
    way.ends = not met and way.stops[-1].inches == far
    return way


def _made(groups: list[Step], inches: float) -> list[Step]:
    """The groups of an order, cut after n inches of each figure."""
    found: list[Step] = []
    for group in groups:
        words, left = [group[0]], inches
        for place in range(1, len(group), 2):
            way = min(left, float(group[place + 1]))
            if way > TOLERANCE or (not group[place + 1] and left > TOLERANCE):
                words += [group[place], way]
            left -= way
        if len(words) > 1:
            found.append(tuple(words))
    return found


def _left(sally: Sally, groups: list[Step], inches: float, is_exact: bool) -> list[Step]:
    """The groups of an order that are left after n inches, figure by figure; figures that were stopped before go no farther.

    `is_exact`: a figure that halted sooner to stand an inch from others keeps what it did not go, as since version 9 of the rules.
    """
    own = {group[0]: group for group in groups}
    found: list[Step] = []
    for run in sally.runs:
        if run.way < inches - TOLERANCE and run.figure not in sally.cut:
            continue
        group = own.get(run.figure, own.get("all", ()))
        words: list[int | float] = [run.figure]
        gone = run.way if is_exact and run.figure in sally.cut else inches
        for place in range(1, len(group), 2):
            way = float(group[place + 1])
            if way - gone > TOLERANCE or (not way and gone <= TOLERANCE):
                words += [group[place], max(0.0, way - gone)]
            gone = max(0.0, gone - way)
        if len(words) > 1:
            found.append(tuple(words))
    return found


def _advance(unit: Unit, sally: Sally) -> None:
    """Put the figures where they are halted. Rule: battlesystem:2.9d."""
    singles = unit.singles
    assert singles is not None, "skirmishers stand singly"
    for run in sally.runs:
        unit.place(run.figure, run.x, run.y, run.heading)
        singles[run.figure].moved += run.moved
        singles[run.figure].slowed = run.slowed
    unit.moved = unit.acted = True
