"""Shots into a melee as they are foreseen: the friends who would suffer their share, in words. Rule: battlesystem:10.1n."""

from __future__ import annotations

from banneret.kernel.enumeration import enumerated
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.missiles import into_melee
from banneret.rulebooks.battlesystem.missiles.into_melee import Friends
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.unit import Unit


def shares_of_unit(state: State, side: int, target: Unit) -> str:
    """The shares of a side's friends in a shot at an enemy unit, as the end of a text; "" if there are none. Rule: battlesystem:10.1n."""
    return _words(state, into_melee.at_unit(state, side, target))


def shares_of_man(state: State, side: int, one: Individual) -> str:
    """The shares of a side's friends in a shot at an enemy individual, as the end of a text; "" if there are none. Rule: battlesystem:10.1n."""
    return _words(state, into_melee.at_man(state, side, one))


def _words(state: State, friends: Friends) -> str:
    found = [f"{name(state, unit)} {count}" for unit, _, count in friends.units]
    found += [f"{state.setting.sheets[one.id].name} 1" for one in friends.heroes]
    return f"; of {friends.whole} parts of the damage friends suffer: {enumerated(found)}" if found else ""
