"""The units and figures within the radius of a commander, and the current commander of a unit.

Rules: battlesystem:4.2i, battlesystem:4.7, battlesystem:4.10a, battlesystem:6.1.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, all_within, length
from banneret.rulebooks.battlesystem.command.chain import (
    OWN,
    charisma,
    has_own,
    leaders_above,
    place_of,
    radius,
)
from banneret.rulebooks.battlesystem.space.figures import base_middles, figure_place, outer_places
from banneret.rulebooks.battlesystem.space.standing import body
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit


def covers(state: State, commander: int, unit: Unit) -> bool:
    """True if every figure of a unit is within a commander's radius. Rules: battlesystem:4.7, battlesystem:6.1."""
    x, y = place_of(state, unit, commander)
    reach = radius(state, unit, commander)
    block = unit.block
    if block is not None and unit.loose is None:
        away = length(block.middle_x - x, block.middle_y - y)
        if away + block.girth <= reach:
            return True
        if away > reach + block.girth:
            return False
    return all_within(x, y, reach, outer_places(unit))


def covers_figure(state: State, commander: int, unit: Unit, figure: int) -> bool:
    """True if one figure is within a commander's radius. Rule: battlesystem:4.7."""
    x, y = place_of(state, unit, commander)
    at_x, at_y = figure_place(unit, figure)
    return length(at_x - x, at_y - y) <= radius(state, unit, commander) + TOLERANCE


def is_reached(state: State, unit: Unit) -> bool:
    """True if every figure of a unit is within the radius of some commander in its chain. Rules: 4.7, 4.10a, 7.13a."""
    own = has_own(state, unit)
    if own and _own_covers(state, unit):
        return True
    above = leaders_above(state, unit)
    for leader in above:
        if covers(state, leader, unit):
            return True
    if own:
        above.append(OWN)
    if len(above) < 2:
        return False
    circles: list[tuple[float, float, float]] = []
    for one in above:
        x, y = place_of(state, unit, one)
        circles.append((x, y, radius(state, unit, one) + TOLERANCE))
    for at_x, at_y in base_middles(unit):
        for x, y, reach in circles:
            if length(at_x - x, at_y - y) <= reach:
                break
        else:
            return False
    return True


def _own_covers(state: State, unit: Unit) -> bool:
    """True if the orders of a unit's own commander reach all of it; cached in its body while he stands at the same figure."""
    if unit.leader_at == NOBODY:
        return covers(state, OWN, unit)  # he stands apart
    stand = body(unit)
    reach = radius(state, unit, OWN)
    if stand.leader_at != unit.leader_at or stand.radius != reach:
        stand.leader_at, stand.radius = unit.leader_at, reach
        stand.is_led = covers(state, OWN, unit)
    return stand.is_led


def needs_no_other(state: State, unit: Unit) -> bool:
    """True if the last review found that a unit's own commander, who stands with it, reaches all of it; it stands as it did then.

    Moves of other leaders change nothing for it. It looks nothing up that is not in its body.
    """
    stand = unit.body
    return (
        stand is not None
        and unit.in_command
        and not unit.forsaken
        and unit.leader_at != NOBODY
        and stand.leader_at == unit.leader_at
        and stand.radius == radius(state, unit, OWN)
        and stand.is_led
    )


def commander_of(state: State, unit: Unit) -> int:
    """The current commander of a unit: its own if he reaches any of it, else the highest who reaches all of it; else NOBODY.

    A unit out of command has none, nor have mobs and skirmish units. By versions 1 to 8 of the rules its own commander was its current
    one wherever he stood.
    Rules: battlesystem:4.2i, battlesystem:4.10a, battlesystem:2.9a, battlesystem:2.10a.
    """
    if not unit.in_command or unit.now.kind != REGULAR:
        return NOBODY
    if has_own(state, unit) and (unit.leader_at != NOBODY or _reaches_any(state, unit)):
        return OWN
    for leader in reversed(leaders_above(state, unit)):
        if covers(state, leader, unit):
            return leader
    return NOBODY


def _reaches_any(state: State, unit: Unit) -> bool:
    """True if the orders of a unit's own commander, who stands apart, reach some figure of it. Rule: battlesystem:4.10a."""
    if not is_mended(state, 9):
        return True
    x, y = place_of(state, unit, OWN)
    reach = radius(state, unit, OWN) + TOLERANCE
    return any(length(at_x - x, at_y - y) <= reach for at_x, at_y in base_middles(unit))


def commander_bonus(state: State, unit: Unit) -> int:
    """The charisma that the current commander adds to morale. Rules: battlesystem:4.2i, battlesystem:4.7b."""
    commander = commander_of(state, unit)
    return 0 if commander == NOBODY else charisma(state, unit, commander)
