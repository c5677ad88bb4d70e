"""The planned way of a move: the points at which the enemy may shoot, and what is left of the order after one of them.

Rule: battlesystem:10.6a.
"""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.geometry.plane import TOLERANCE, length, radians, snap_heading, turn_between
from banneret.rulebooks.battlesystem.blocks import halts
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import inner_pivot, swing_radius, wheel_cost
from banneret.rulebooks.battlesystem.drill.legs import Leg
from banneret.rulebooks.battlesystem.drill.steps import SIDES, Step, inches_of
from banneret.rulebooks.battlesystem.unit import FORMATIONS, OPEN, Unit

OPENED: Final = "battlesystem:11.8f"
"""The rule of a leg that comes from no order: ground opens a closed unit."""


class Stop:
    """A point of a move at which the enemy may shoot. Rule: battlesystem:10.6a.

    Attributes:
        leg: the leg in or before which it lies, by number; at the end, the number of legs.
        offset: inches into that leg.
        inches: inches of the whole way up to it.
        block: the unit's block there; None for skirmishers, and where the unit stands already.
        formation: the unit's formation there.
        places: the skirmishers that have moved, each as number, x, y and heading.
    """

    __slots__ = ("block", "formation", "inches", "leg", "offset", "places")

    def __init__(
        self,
        leg: int,
        offset: float,
        inches: float,
        block: Block | None,
        formation: int,
        places: list[tuple[int, float, float, float]] | None = None,
    ) -> None:
        self.leg: int = leg
        self.offset: float = offset
        self.inches: float = inches
        self.block: Block | None = block
        self.formation: int = formation
        self.places: list[tuple[int, float, float, float]] = places or []

    def set_down(self, unit: Unit) -> None:
        """Put a unit there. Rule: battlesystem:10.6a."""
        if self.block is not None:
            unit.stand(self.block)
            unit.formation = self.formation
        for figure, x, y, heading in self.places:
            unit.place(figure, x, y, heading)


class Way:
    """A planned way; without legs, that of a unit that stands.

    Args:
        unit: the unit, where it stands now.
        legs: the legs of its walk.
        met: whether it ends in contact; then the last stop is just before that, else at the end.
        at_once: a unit halted on a line that opens it is open there; by versions 1 to 9 of the rules it was still closed.
        in_place: a unit that turns free, at the end of an oblique move or in contact, does so only there; by versions 1 to 13 of the rules
            the inches of its way went to where it stood after it.
        in_wheels: a unit is shot at in every wheel; by versions 1 to 14 of the rules not in one about an inner figure.
        as_far: its last wheel goes as far as it can pay, and after a shot no farther.

    Attributes:
        legs: the legs, as inches walked.
        steps: the steps of the order that they come from.
        places: by leg, the place of its step.
        stops: the points at which the enemy may shoot.
        end: the block at the end; None without legs.
        ends: the last stop is the end.
    """

    __slots__ = ("as_far", "end", "ends", "legs", "places", "steps", "stops")

    def __init__(
        self,
        unit: Unit,
        legs: list[Leg],
        met: bool,
        at_once: bool = True,
        in_place: bool = True,
        in_wheels: bool = True,
        as_far: bool = False,
    ) -> None:
        self.legs: list[halts.Leg] = [_walked(leg, in_place, in_wheels) for leg in legs]
        self.as_far: bool = as_far
        self.end: Block | None = legs[-1].after if legs else None
        self.steps: list[Step] = []
        self.places: list[int] = []
        last = -1  # the place of the step that was added last
        for leg in legs:
            if leg.rule != OPENED and leg.place != last:
                self.steps.append(leg.step)
                last = leg.place
            self.places.append(max(0, len(self.steps) - 1))
        self.ends: bool = not met
        self.stops: list[Stop] = [Stop(0, 0.0, 0.0, None, unit.formation)]
        formation, gone = unit.formation, 0.0
        for number, walked in enumerate(self.legs):
            for inch in range(floor(gone + TOLERANCE) + 1, floor(gone + walked.way - TOLERANCE) + 1):
                self._halt(number, inch - gone, float(inch), formation)
            gone += walked.way
            step = legs[number].step
            if step[0] == "formation":
                formation = FORMATIONS.index(step[1])
            if number < len(legs) - 1:
                self._halt(number + 1, 0.0, gone, formation)
                if at_once and legs[number + 1].rule == OPENED:
                    self.stops[-1].block, self.stops[-1].formation = self.legs[number + 1].end, OPEN
        if self.legs:
            self._last(gone, met, formation)

    def _halt(self, leg: int, offset: float, inches: float, formation: int) -> None:
        """Add a stop."""
        block = self.legs[leg].after(offset) if leg < len(self.legs) else self.end
        self.stops.append(Stop(leg, offset, inches, block, formation))

    def _last(self, gone: float, met: bool, formation: int) -> None:
        """Add the last stop: the end, or a tenth of an inch before the first contact. Rule: battlesystem:10.6a."""
        if not met:
            self._halt(len(self.legs), 0.0, gone, formation)
            return
        way = self.legs[-1].way - halts.SHORT_OF
        while (
            self.stops[-1].leg == len(self.legs) - 1
            and self.stops[-1].offset > way - TOLERANCE
            and len(self.stops) > 1
        ):
            if self.stops[-1].offset == 0.0:
                return
            self.stops.pop()
        if way > TOLERANCE:
            self._halt(len(self.legs) - 1, way, gone - halts.SHORT_OF, formation)

    def is_end(self, stop: Stop) -> bool:
        """True if a stop is the end of the way."""
        return self.ends and stop is self.stops[-1]

    def is_in_a_slide(self, stop: Stop) -> bool:
        """True if a stop lies within a straight or oblique move, not at its end."""
        before, rest = self.cut(stop)
        return len(before) + len(rest) > len(self.steps) and before[-1][0] == "slide"

    def cut(self, stop: Stop) -> tuple[list[Step], list[Step]]:
        """The steps made before a stop, and those still to be made. Rule: battlesystem:10.6c."""
        place = self.places[stop.leg]
        step = self.steps[place]
        before, rest = self.steps[:place], self.steps[place + 1 :]
        walked, turned = stop.offset, 0.0
        for leg, at in zip(self.legs[: stop.leg], self.places[: stop.leg], strict=True):
            if at == place:
                walked += leg.way
                turned += abs(turn_between(leg.start.heading, leg.end.heading))
        if walked <= TOLERANCE:
            return before, [step, *rest]
        if step[0] == "slide":
            files = (step[-1],) if isinstance(step[-1], tuple) else ()
            left = inches_of(step) - walked
            return [*before, ("slide", step[1], walked)], [("slide", step[1], left, *files), *rest]
        leg, block = self.legs[stop.leg], stop.block
        assert block is not None, "it has walked to this stop"
        turned += abs(turn_between(leg.start.heading, block.heading))
        wanted = float(step[2])
        if self.as_far and place == self.places[-1]:
            made = [leg for leg, at in zip(self.legs, self.places, strict=True) if at == place]
            wanted = sum([abs(turn_between(leg.start.heading, leg.end.heading)) for leg in made])
        left = wanted - turned
        after: list[Step] = [("wheel", step[1], left, *step[3:]), *rest] if left > TOLERANCE else rest
        return [*before, ("wheel", step[1], turned, *step[3:])], after


def _walked(leg: Leg, in_place: bool, in_wheels: bool) -> halts.Leg:
    """A leg with the inches that its leading figure walks: none for changes on the spot. Rule: battlesystem:10.6a."""
    step = leg.step
    if step[0] == "slide":
        heading = snap_heading(leg.before.heading + float(step[1]))
        if in_place and leg.after.heading != leg.before.heading:
            return halts.slid(leg.before, heading, leg.inches)
        way = length(leg.after.x - leg.before.x, leg.after.y - leg.before.y)
        return halts.Leg(halts.SLIDE, leg.before, leg.after, way, heading)
    if step[0] == "wheel" and (len(step) == 3 or in_wheels):
        degrees = abs(turn_between(leg.before.heading, leg.after.heading))
        side = SIDES[step[1]]
        if len(step) > 3:
            about = inner_pivot(leg.before, side, int(step[3]))
            way = radians(degrees) * swing_radius(leg.before, *about)
            return halts.Leg(halts.WHEEL, leg.before, leg.after, way, side, about)
        return halts.Leg(halts.WHEEL, leg.before, leg.after, wheel_cost(leg.before, side, degrees), side)
    return halts.changed(leg.before, leg.after)
