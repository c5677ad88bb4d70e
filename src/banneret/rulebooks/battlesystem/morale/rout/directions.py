"""The direction of a rout, and those tried when that one is blocked. Rules: battlesystem:7.15a, battlesystem:7.15c."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap_heading, turn_between
from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.morale.causes import NOWHERE, Cause
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, enemies
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Unit

CONE: Final = 45.0
"""Degrees to either side of straight away from the cause within which a rout runs. Rule: battlesystem:7.15a."""

DEFLECTION: Final = 5.0
"""Degrees between the directions tried around an obstacle. Rule: battlesystem:7.15c."""

MOST_DEFLECTION: Final = 90.0


def rout_headings(away: float, home: float) -> list[float]:
    """The direction within the cone about `away` that is nearest to `home`. Rule: battlesystem:7.15a.

    Args:
        away: heading from the cause of the rout to the unit.
        home: heading to the side's own edge of the table.

    Returns:
        One heading, or two in rising order if home lies exactly behind: then the owner chooses. All are in degrees.

    >>> rout_headings(225, 0), rout_headings(180, 0)
    ([270.0], [135.0, 225.0])
    """
    turn = turn_between(away, home)
    if abs(turn) <= CONE:
        return [snap_heading(home)]
    if turn == 180.0:
        return sorted([snap_heading(away - CONE), snap_heading(away + CONE)])
    return [snap_heading(away + CONE if turn > 0.0 else away - CONE)]


def deflected(heading: float, home: float) -> list[float]:
    """The headings to try, in order, from straight on to 90 degrees off. Rule: battlesystem:7.15c.

    The least turn comes first; of two equal turns the one nearer to home, then the clockwise one.

    >>> deflected(0, 350)[:3]
    [0.0, 355.0, 5.0]
    """
    found = [snap_heading(heading)]
    turn = DEFLECTION
    while turn <= MOST_DEFLECTION:
        clockwise, counter = snap_heading(heading + turn), snap_heading(heading - turn)
        if abs(turn_between(counter, home)) < abs(turn_between(clockwise, home)):
            found += [counter, clockwise]
        else:
            found += [clockwise, counter]
        turn += DEFLECTION
    return found


def home_heading(state: State, unit: Unit) -> float:
    """The heading straight to the side's own edge of the table. Rule: battlesystem:7.15a."""
    return state.setting.homes[unit.side] * 90.0


def direction(state: State, table: Table, unit: Unit, cause: Cause, x: float, y: float, figure: int) -> float:
    """The heading of a rout: away from the cause and toward home; if home lies exactly behind, the owner chooses. Rule: battlesystem:7.15a.

    Args:
        state: the battle.
        table: asks the owner.
        unit: the unit that routs.
        cause: the cause it runs from.
        x: the middle of the unit, or of the figure, in inches to the east.
        y: the same in inches to the north.
        figure: the skirmisher that routs by himself, else NOBODY.
    """
    home = home_heading(state, unit)
    from_x, from_y = source(state, unit, cause, x, y)
    if from_x == NOWHERE or (from_x == x and from_y == y):
        return snap_heading(home)
    found = rout_headings(heading_of(x - from_x, y - from_y), home)
    if len(found) == 1:
        return found[0]
    options: list[Order] = []
    for heading in found:
        word = _plain(heading)
        options.append(("rout", unit.id, word) if figure == NOBODY else ("rout", unit.id, word, figure))
    order = table.ask(Choice("rout", unit.side, "battlesystem:7.15a", options))
    return found[options.index(order)]


def source(state: State, unit: Unit, cause: Cause, x: float, y: float) -> tuple[float, float]:
    """The place a rout runs from: that of the cause, else the middle of its unit, else of the nearest enemy; `NOWHERE` twice if none.

    Rule: battlesystem:7.15a.
    """
    if cause.x != NOWHERE:
        return cause.x, cause.y
    if cause.enemy != NOBODY and state.units[cause.enemy].status == FIELD:
        return standing.centre(state.units[cause.enemy])
    nearest, found = 1e300, (NOWHERE, NOWHERE)
    for enemy in enemies(state, unit.side):
        there = standing.centre(enemy)
        away = length(there[0] - x, there[1] - y)
        if away < nearest:
            nearest, found = away, there
    return found


def _plain(number: float) -> int | float:
    """A number as orders hold it: an int if it is whole."""
    return int(number) if number == int(number) else number
