"""Faults of the individuals of an army: where they stand in it, and whose deputies they are.

Rules: battlesystem:9.0, battlesystem:9.1, battlesystem:9.1b, battlesystem:9.2a, battlesystem:9.3a, battlesystem:9.3b.
"""

from __future__ import annotations

from collections.abc import Mapping

from banneret.kernel.abilities.muster import ArmyList, Card, Entry, Fault, word_of
from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem.army.muster.entries import (
    HERO,
    LEADS,
    is_unit,
    named,
    needs_tier,
    recruit_of,
)
from banneret.rulebooks.battlesystem.army.muster.roster_rows import leaders_of, rows_of
from banneret.rulebooks.battlesystem.army.scenario_sides import MOST_LEADERS, Side
from banneret.rulebooks.battlesystem.army.unit_builder import enlist
from banneret.rulebooks.battlesystem.stages import INTERMEDIATE, TIERS


def person_faults(army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
    """The faults in the places of individuals in an army, one by one. Rules: 9.0, 9.1, battlesystem:9.2a, battlesystem:9.3b."""
    people = [place for place in cards if not is_unit(army.entries[place])]
    number = sum([army.entries[place].count for place in people])
    found: list[Fault] = []
    if number > MOST_LEADERS:
        found.append(Fault(f"there are {number} commanders and heroes", f"take away {number - MOST_LEADERS}"))
    sound = [army.entries[place] for place in cards]
    led: list[str] = []
    for place in people:
        trouble = _trouble(army, army.entries[place], sound, led)
        if trouble is not None:
            text, fix, field, rule = trouble
            where = f"entry {place + 1}, {cards[place].title}"
            found.append(Fault(text, fix, place, where, field, rule))
    return found


def _trouble(
    army: ArmyList, entry: Entry, sound: list[Entry], led: list[str]
) -> tuple[str, str, str, str] | None:
    """The fault in the place of an individual (text, what to do, field, rule); None if there is none.

    `sound` are the entries without a fault in their fields, `led` the units that have a Unit Commander so far; that of this one is added.
    """
    role, unit = word_of(entry, "role"), word_of(entry, "unit")
    deputies = [field for field in ("deputy", "deputy-unit") if word_of(entry, field)]
    if entry.count > 1 and (unit or deputies or entry.name):
        return f"there are {entry.count} of one individual", "count = 1", "count", "battlesystem:9.0"
    if len(deputies) > 1:
        return "nobody is deputy of two", "leave one out", "deputy-unit", "battlesystem:9.3b"
    if role == HERO and unit:
        return (
            "a hero is with no unit",
            "make him a member of it, or leave unit out",
            "unit",
            "battlesystem:9.0",
        )
    if role in ("", HERO):
        return None
    if not unit:
        return "he is with no unit", "choose his unit", "unit", "battlesystem:9.1"
    target = named(army, unit)
    if target is None or target not in sound:
        return None  # the field, or the unit, is wrong by itself
    if target.count > 1 or word_of(target, "mixed"):
        text = f"{unit} is not one unit of its own"
        return text, "give that unit an entry of its own", "unit", "battlesystem:9.1"
    if role == LEADS:
        if not enlist(recruit_of(target)).led:
            return f"{unit} has no Unit Commander", "choose a regular unit", "unit", "battlesystem:9.2a"
        if unit in led:
            return f"{unit} has two Unit Commanders", "leave one", "unit", "battlesystem:9.2a"
        led.append(unit)
    return None


def reading_faults(army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
    """The first fault that the reader of scenarios finds in an otherwise faultless army with individuals: roles, weapons. Rules: 9.1b, 9.3a, 9.3b."""
    if len(cards) < len(army.entries) or any(card.faults for card in cards.values()) or not needs_tier(army):
        return []
    row = {"id": "army", "name": "army", "home": "south", "units": rows_of(army), "leaders": leaders_of(army)}
    try:
        side = Side(row, "army", {"tier": TIERS[INTERMEDIATE]}, {})
        side.check()
        side.roles(0, 0)
    except BadInput as error:
        return [Fault(error.message, error.hint or "change it", where=error.where)]
    return []
