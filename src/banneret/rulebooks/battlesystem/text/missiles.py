"""Missiles in words, as they stand on rosters and cards."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.tables.missiles import Missile

SHOTS: Final = ("", "one shot", "two shots", "three shots")


def missile_text(missile: Missile) -> str:
    """A missile in a line of a roster: shots, ranges, damage against small and large, volleys. Rules: 10.0, 10.1l, 10.3a.

    >>> from banneret.rulebooks.battlesystem.tables.missiles import missile_of
    >>> missile_text(missile_of("long-bow"))
    'two shots, 7/14/21 in, D6'
    >>> missile_text(missile_of("heavy-crossbow")), missile_text(missile_of("spear"))
    ('a shot in two rounds, 8/16/24 in, D6, against large D8', 'one shot, 1/2/3 in, D6, against large D8, two volleys')
    """
    shots = SHOTS[missile.shots] if missile.rounds == 1 else "a shot in two rounds"
    ranges = "/".join([f"{inches:g}" for inches in missile.ranges])
    small, large = missile.small.shown(), missile.large.shown()
    against = "" if small == large else f", against large {large}"
    carried = {0: "", 2: ", two volleys"}.get(missile.volleys, f", {missile.volleys} volleys")
    return f"{shots}, {ranges} in, {small}{against}{carried}"
