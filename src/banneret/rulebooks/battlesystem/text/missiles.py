"""Missiles and artillery in words, for rosters and cards."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.tables.missiles import Engine, Missile

SHOTS: Final = ("", "one shot", "two shots", "three shots")


def engine_text(engine: Engine) -> str:
    """A piece of artillery in a line of a roster: rate, ranges in inches, damage, armour class of every target. Rules: 10.9 to 10.9i.

    >>> from banneret.rulebooks.battlesystem.tables.missiles import engine_of
    >>> engine_text(engine_of("ballista"))
    'a shot a round, 11/22/32 in, 2 x D6, every target AC 10'
    >>> engine_text(engine_of("light-catapult"))
    'a shot in 2 rounds, from 15 in, 20/25/30 in, 2 x D10, every target AC 5'
    """
    shots = "a shot a round" if engine.rounds == 1 else f"a shot in {engine.rounds} rounds"
    least = f", from {engine.least:g} in" if engine.least else ""
    ranges = "/".join([f"{inches:g}" for inches in engine.ranges])
    return f"{shots}{least}, {ranges} in, {engine.damage.shown()}, every target AC {engine.armour_class}"


def missile_text(missile: Missile) -> str:
    """A missile in a line of a roster: shots, ranges in inches, damage against small and large, volleys. Rules: 10.0, 10.1l, 10.3a.

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
