"""Forecasts of changes of role: the units that come into command or go out of it, and the ratings that change.

Rules: battlesystem:9.0a, battlesystem:9.1a, battlesystem:9.3d, battlesystem:9.3e.
"""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.individual import MEMBER
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.missiles.shooters import unarmed
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.rosters import Roster


def role_words(state: State, order: Order) -> str:
    """The certain consequence of a change of role, in words; "" for none. Rules: battlesystem:9.0a, battlesystem:9.3e."""
    if order == changes.KEEP:
        return ""
    one = state.individuals[order[1]]
    trial = state.copy()
    if not changes.take(trial, order):
        return "he finds no room to stand"
    before, after = changes.led(state, one.side), changes.led(trial, one.side)
    parts: list[str] = []
    radius = state.setting.sheets[one.id].radius
    if order[2] in (changes.DEPUTY, changes.COMMANDER):
        parts.append(f"commands within {radius:g} in")
    for words, numbers in (
        ("in command then", [number for number in after if number not in before]),
        ("out of command then", [number for number in before if number not in after]),
    ):
        if numbers:
            parts.append(f"{words}: {', '.join([name(state, state.units[number]) for number in numbers])}")
    if order[2] == changes.AS_MEMBER:
        unit = order[3]
        parts.append(_ratings(state.units[unit].now, trial.units[unit].now))
        if trial.units[unit].now.missile is not None and unarmed(trial, trial.units[unit]):
            parts.append("it does not shoot while he is with it")
    elif order[2] == changes.AS_HERO and roles.rank_of(state, one) == MEMBER:
        parts.append(_ratings(state.units[one.unit].now, trial.units[one.unit].now))
    return "; ".join([part for part in parts if part])


def _ratings(old: Roster, new: Roster) -> str:
    """The ratings of a unit that a member changes, in words. Rule: battlesystem:9.1a."""
    found: list[str] = []
    for words, before, after in (
        ("attack rating", old.attack_rating, new.attack_rating),
        ("armor class", old.armour_class, new.armour_class),
        ("hit dice a figure", old.figure / 10, new.figure / 10),
    ):
        if before != after:
            found.append(f"{words} {before:g} becomes {after:g}")
    return ", ".join(found) or "its averages stay as they are"
