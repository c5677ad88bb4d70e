"""Armies in words, such as "12 Dwarves, 20 Goblins (mob) + spear": figures and creatures of a unit, its kind, its weapon.

A name before a colon is the unit's own: "Twin Blades: 12 Dwarves". Elite troops and berserkers may be in a list that becomes a
scenario, not in a mustered army. Rules: battlesystem:2.8e, battlesystem:2.11, battlesystem:3.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from banneret.kernel.errors import BadInput, nearest
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from banneret.rulebooks.battlesystem.tables.creatures import armoury, creatures

MOST_TEXT: Final = 4000  # characters
MOST_UNITS: Final = 60
KINDS: Final = ("regular", "skirmish", "mob")
SPECIAL: Final = ("elite", "berserker")  # a scenario's own. Rule: battlesystem:2.11
ALL_KINDS: Final = (*KINDS, *SPECIAL)
_NUMBER: Final = re.compile(r"^(\d{1,9})\s*[x×]?\s+(.*)$", re.IGNORECASE)
_BRACKETS: Final = re.compile(r"^([^()]+?)\s*\(([a-zA-Z ]{1,20})\)$")
FIGURES: Final = 12  # of a unit, unless a number is given


def read_list(text: str, where: str = "", others: Iterable[str] = (), special: bool = False) -> list[Recruit]:
    """The units of a list in its order; raises `BadInput` for unknown names, with near ones, and for units that may not be.

    Args:
        text: such as "12 Dwarves, 20 Goblins (mob)".
        where: the place to name in errors.
        others: further names that the caller reads itself, to suggest in errors.
        special: True if elite troops and berserkers may be named.

    >>> [(one.creature, one.figures, one.kind) for one in read_list("12 Dwarves, 20 goblins (mob)")]
    [('dwarf', 12, 'regular'), ('goblin', 20, 'mob')]
    """
    if len(text) > MOST_TEXT:
        raise BadInput(f"a list of {len(text):,} characters", where=where, hint=f"at most {MOST_TEXT:,}")
    parts = [part.strip() for part in text.split(",")]
    hint = 'such as "12 Dwarves, 20 Goblins (mob) + spear"'
    if not all(parts):
        raise BadInput("a unit is missing" if any(parts) else "no units", where=where, hint=hint)
    if len(parts) > MOST_UNITS:
        raise BadInput(f"the list has {len(parts)} units", where=where, hint=f"at most {MOST_UNITS}")
    return [_recruit(part, where, others, special) for part in parts]


def _recruit(text: str, where: str, others: Iterable[str], special: bool) -> Recruit:
    """The choices for a unit from its words; raises `BadInput`. Rules: battlesystem:2.8e, battlesystem:2.11, battlesystem:3.1."""
    name, _, rest = text.rpartition(":")
    rest, *weapons = [part.strip() for part in rest.split("+")]
    figures, sort = FIGURES, "regular"
    match = _NUMBER.match(rest)
    if match:
        figures, rest = int(match[1]), match[2].strip()
    match = _BRACKETS.match(rest)
    if match:
        rest, sort = match[1], match[2].strip().casefold()
        if sort in SPECIAL and not special:
            raise BadInput(
                f"{sort} troops are a scenario's own", where=where, hint="regular, skirmish or mob"
            )
        if sort not in ALL_KINDS:
            hint = nearest(sort, ALL_KINDS if special else KINDS)
            raise BadInput(f"there is no kind {sort!r}", where=where, hint=hint)
    creature = _by_name().get(spelling(rest))
    if creature is None:
        known = {name.casefold(): name for one in creatures().values() for name in (one.name, one.plural)}
        hint = nearest(rest[:60], [*others, *known])
        raise BadInput(f"there is no creature {rest[:60]!r}", where=where, hint=hint)
    arms = {spelling(arm.name): arm.id for arm in armoury().arms.values()}
    found: list[str] = []
    for weapon in weapons:
        arm = arms.get(spelling(weapon)) or (weapon if weapon in armoury().arms else "")
        if not arm:
            hint = nearest(weapon[:60], armoury().arms)
            raise BadInput(f"there is no weapon {weapon[:60]!r}", where=where, hint=hint)
        found.append(arm)
    recruit = Recruit(creature, figures, sort, tuple(found), name=name.strip()[:40])
    for _, trouble, fix, _ in enlist(recruit).troubles:
        raise BadInput(f"{text[:60]!r}: {trouble}", where=where, hint=fix)
    return recruit


def spelling(name: str) -> str:
    """A name in the form in which names are compared: small letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", name.casefold())


@cache
def _by_name() -> dict[str, str]:
    """The id of every creature by the spellings of its id, its name and its plural."""
    found: dict[str, str] = {}
    for creature in creatures().values():
        for name in (creature.id, creature.name, creature.plural):
            found.setdefault(spelling(name), creature.id)
    return found
