"""Paths of charges as they are walked, and what makes a path that of a charge.

What turns on the spot cost is paid, but is no way made. Legs of one direction are one leg.

Rules: battlesystem:7.14b to battlesystem:7.14d, battlesystem:7.8, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length, snap_heading, within
from banneret.geometry.sweeps import NEVER
from banneret.rulebooks.battlesystem.blocks.courses import SHORT
from banneret.rulebooks.battlesystem.blocks.ground_costs import front_middles
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.steps import Step, inches_of
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.space import contacts, field, standing
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.unit import FORMATIONS, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

RANGE: Final = 1.5
"""The distance that a charge goes, in movement rates. Rule: battlesystem:7.14b."""

ROOM: Final = 2.0 / 3.0
"""The distance it must be able to go before it strikes, in movement rates. Rule: battlesystem:7.14c."""

MOTION: Final = ("slide", "wheel")  # the steps that are movement made, not turning on the spot


class Run:
    """A charge's path as it was walked, with nothing changed yet.

    walk: the walk. made: movement that the body of the unit took to walk, arcs of wheels included, not what turning on the spot took.
    straight: that of the last leg. gone, ahead: the inches of both, whatever ground made them cost. on: inches that files went on alone after it. met: whether it ended against an enemy, in
    its last leg or before (`early`).
    """

    __slots__ = ("ahead", "early", "gone", "made", "met", "on", "straight", "walk")

    def __init__(self, walk: Walk, steps: int) -> None:
        self.walk: Walk = walk
        self.made: float = 0.0
        self.straight: float = 0.0
        self.gone: float = 0.0
        self.ahead: float = 0.0
        self.on: float = 0.0
        self.met: bool = bool(walk.contacts)
        self.early: bool = self.met and len(walk.legs) < steps
        for leg in walk.legs:
            if leg.step[0] in MOTION:
                self.made += leg.cost
                self.gone += leg.inches
        loose, block = walk.unit.loose, walk.unit.block
        if walk.legs and len(walk.legs) == steps:
            last = walk.legs[-1]
            if loose is not None and block is not None:
                for file in range(block.files):
                    x, y = block.centre(0, file)
                    self.on = max(self.on, length(loose[file][0] - x, loose[file][1] - y))
            self.ahead = last.inches
            self.straight = last.cost - self.on
            self.made -= self.on


def joined(state: State, steps: list[Step]) -> list[Step]:
    """The steps of a path with straight legs that go on in one direction made one. Rule: battlesystem:7.14d."""
    turns = state.setting.flags.oblique_turns  # an oblique leg ends with the unit looking along it
    found: list[Step] = []
    for step in steps:
        last = found[-1] if found else ("",)
        goes_on = last[0] == step[0] == "slide" and not _files(last)
        if goes_on and step[1] == last[1] and not (turns and last[1]):
            inches = inches_of(last) + inches_of(step)
            way = (plain(inches),) if inches < NEVER else ()
            found[-1] = ("slide", last[1], *way, *_files(step))
        else:
            found.append(step)
    return found


def _files(step: Step) -> Step:
    """The group of files that may go on alone, as a straight leg has it at its end. Rule: battlesystem:7.8b."""
    return (step[-1],) if isinstance(step[-1], tuple) else ()


def walked(state: State, unit: Unit, steps: list[Step]) -> Run:
    """A charge's path walked up to the first enemy, without changing anything. Rules: battlesystem:7.14b, battlesystem:7.8."""
    return Run(plan(state, unit, steps, range_of(state, unit), True), len(steps))


def onward(state: State, unit: Unit, turn: float) -> Run:
    """The way on of a charge that has broken through: straight on, and short of what nobody charges over or at.

    By versions 1 to 9 of the rules it went on over streams and hedges, uphill, and at those whom the unit had let go in this round.
    Rules: battlesystem:7.14j, battlesystem:11.8g, battlesystem:11.8i, battlesystem:7.12d.
    """
    run = walked(state, unit, [("slide", turn)])
    before, after = unit.block, run.walk.unit.block
    if not is_mended(state, 10) or before is None or after is None:
        return run
    way = length(after.x - before.x, after.y - before.y)
    left = way
    tariff = run.walk.tariff
    if tariff is not None:
        heading = snap_heading(before.heading + turn)
        for toll in tariff.tolls(front_middles(before), heading, way, tariff.astride(before))[:1]:
            left = toll.at - SHORT
        if left == way and run.met and _between(state, run) is not None:
            left = way - SHORT
    if left == way and run.met and all(foe in unit.left_by for foe in run.walk.contacts):
        left = way - SHORT
    if left == way:
        return run
    return walked(state, unit, [("slide", turn, plain(left))] if left > 0.0 else [])


def runs_in(unit: Unit, steps: list[Step]) -> int:
    """The formation in which a unit runs home along a path: the last that it takes on its way, else its own. Rules: 7.14f, 7.14g."""
    for step in reversed(steps):
        if step[0] == "formation":
            return FORMATIONS.index(step[1])
    return unit.formation


def range_of(state: State, unit: Unit) -> float:
    """Inches of a unit's charge, what it has spent included. Rule: battlesystem:7.14b."""
    return rate(state, unit) * RANGE


def across(feature: Feature) -> tuple[str, str]:
    """The reason that nobody charges over such ground, in a sentence, and the rule. Rules: battlesystem:11.8g, battlesystem:11.8i."""
    if feature.ground.contour:
        return "nobody charges uphill.", "battlesystem:11.8i"
    return f"nobody charges across {feature.name}.", "battlesystem:11.8g"


def _between(state: State, run: Run) -> Feature | None:
    """The line that lies between a charger and those whom it would touch, or the ground in which they stand. Rule: 11.8g."""
    unit = run.walk.unit
    for number in run.walk.contacts:
        foe = state.units[number]
        meetings = contacts.touches(state, unit, foe)
        mine = [standing.base_of(unit, touch.figure) for touch in meetings]
        theirs = [standing.base_of(foe, touch.other) for touch in meetings]
        found = field.charge_bar(state, mine, theirs)
        if found is not None:
            return found
    return None


def _through(state: State, run: Run) -> Feature | None:
    """The obstacle or rise at which a charge ends for want of movement, or the obstacle through which a straight part leads any figure.

    A figure may stand in it or astride it before. By versions 1 to 14 of the rules a charge went up to what its unit could not pay for, and
    failed there; an open unit charged whose front was past an obstacle, and any out of the middle of a ford.
    Rules: battlesystem:11.8g, battlesystem:11.8i, battlesystem:11.8m.
    """
    tariff, after = run.walk.tariff, run.walk.unit.block
    if tariff is not None and after is not None and run.walk.halt is not None and run.walk.legs:
        last = run.walk.legs[-1].step
        heading = snap_heading(after.heading + (float(last[1]) if last[0] == "slide" else 0.0))
        for toll in tariff.tolls(front_middles(after), heading, 2.0 * SHORT, tariff.astride(after)):
            return toll.feature
    for leg in run.walk.legs:
        if leg.step[0] == "slide":
            found = field.charged_through(state, leg.before, leg.after)
            if found is not None:
                return found
    return None


def is_lawful(state: State, unit: Unit, run: Run) -> bool:
    """True if a path as it was walked was that of a charge: room to run, straight at its end.

    Rules: battlesystem:7.14c, battlesystem:7.14d.
    """
    return unlawful(state, unit, run) is None


def unlawful(state: State, unit: Unit, run: Run) -> tuple[str, str] | None:
    """The reason a path as it was walked was no charge, whether it struck anybody or not, and the rule that says so; None if it was one.

    The way counts by its inches; by versions 1 to 9 of the rules it counted by what they cost, so that there was too little room on a
    road and too much in woods. Nobody charges whom he let go in this round, also where these stand before the enemy at whom he charges; by versions 1 to 8 of
    the rules he did then. Rules: battlesystem:7.12d, battlesystem:7.14c, battlesystem:7.14d, battlesystem:3.5.
    """
    if run.walk.refusal is not None:
        return "it cannot be done so.", "battlesystem:3.5"
    for leg in run.walk.legs:
        for feature in leg.crossed:
            return across(feature)
    if run.walk.tariff is not None:
        barred = _between(state, run) if run.met else None
        if barred is not None:
            return across(barred)
        through = _through(state, run) if is_mended(state, 15) else None
        if through is not None:
            return across(through)
    if run.early:
        return "there is no room for a charge.", "battlesystem:7.14d"
    made, straight = (run.gone, run.ahead) if is_mended(state, 10) else (run.made, run.straight)
    if not within(rate(state, unit) * ROOM, made):
        return "there is no room for a charge.", "battlesystem:7.14c"
    if run.met and is_mended(state, 9) and all(foe in unit.left_by for foe in run.walk.contacts):
        return "those in the way withdrew from it|them this round: no charge at them until the next.", (
            "battlesystem:7.12d"
        )
    share, whole = state.setting.flags.charge_straight
    if not within(made * share / whole, straight):
        return "too little of its|their way would be straight.", "battlesystem:7.14d"
    return None
