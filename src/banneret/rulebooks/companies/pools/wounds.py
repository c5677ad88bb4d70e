"""Wounds of named characters: the dice they take, the obstacle they raise, who is out.

Rules: companies:core.wounds, companies:core.superficial, companies:core.incapacitated.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.companies.state import Person, State
from banneret.rulebooks.companies.tables.specialists import MORTAL, wound_dice

SUPERFICIAL: Final = 1
"""The step of a superficial wound."""
PER_DIE: Final = 3
"""The superficial wounds that cost a die. Rule: companies:core.superficial."""


def dice_lost(person: Person) -> int:
    """The dice that all wounds take from every test; every third superficial wound takes one. Rules: companies:core.wounds, companies:core.superficial."""
    dice = 0
    slight = 0
    for step in person.wounds:
        if step == SUPERFICIAL:
            slight += 1
        else:
            dice += wound_dice()[step]
    return dice + slight // PER_DIE


def obstacle_raised(person: Person) -> int:
    """1 while one or two superficial wounds are not yet a lost die. Rule: companies:core.superficial."""
    slight = 0
    for step in person.wounds:
        if step == SUPERFICIAL:
            slight += 1
    return 1 if 0 < slight < PER_DIE else 0


def raised_for(state: State, number: int) -> int:
    """The obstacle added to every roll of a character: by a superficial wound, and to a commander without runners.

    Rules: companies:core.superficial, companies:spec.runners-effect.
    """
    person = state.people[number]
    company = state.companies[person.company]
    return obstacle_raised(person) + (company.runners_lost and company.commander == number)


def wound(state: State, number: int, step: int) -> None:
    """Give a character a wound of a step, Mortal at most. From a Mortal one a point of Persona saves their life, but they are out.

    Rules: companies:core.artha, companies:core.wounds, companies:core.incapacitated.
    """
    person = state.people[number]
    person.wounds.append(min(step, MORTAL))
    if step >= MORTAL and person.persona:
        person.persona -= 1
        person.saved = True
    update_out(state, number)


def update_out(state: State, number: int) -> None:
    """Update if a character is out: by a Mortal wound, treated or not, or by wounds that take all dice of the lowest stat. Rules: companies:core.incapacitated, companies:spec.field-dressing."""
    person = state.people[number]
    lowest = min(state.setting.people[number].stats)
    stays = person.saved and state.setting.flags.version > 1
    person.out = stays or MORTAL in person.wounds or dice_lost(person) >= lowest
