"""Which way a rout runs, and which ways it tries when that one is blocked."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import snap_heading, turn_between

CONE: Final = 45.0
"""Degrees to either side of straight away from the cause. Rule: battlesystem:7.15a."""

DEFLECTION: Final = 5.0
"""Degrees between the directions tried around an obstacle. Rule: battlesystem:7.15c."""

MOST_DEFLECTION: Final = 90.0


def rout_headings(away: float, home: float) -> list[float]:
    """The direction within the cone about `away` that is nearest to `home`. Rule: battlesystem:7.15a.

    Args:
        away: heading from the cause of the rout to the unit.
        home: heading to the side's own edge of the table.

    Returns:
        One heading, or two in rising order when home lies exactly behind: then the owner chooses.

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
