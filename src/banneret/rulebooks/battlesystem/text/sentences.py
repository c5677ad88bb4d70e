"""Sentences about units, in the number of their names: "Twin Blades lose 2 figures", "Clanguard loses 1 figure"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.unit import Unit

WAS_HELD: Final = "began this phase in contact with an enemy, though he is gone"
"""The reason in words of who stays because the enemy touched him when his side's part began. Rule: battlesystem:7.8d."""

MOST_NAMES: Final = 1024  # of which it is cached if they are plurals: people give names of their own
CHOICE: Final = re.compile(r"([\w']+)\|([\w']+)")


@lru_cache(maxsize=MOST_NAMES)
def is_plural(unit: str) -> bool:
    """True if a unit's name takes a plural verb, judged by the ending of its main noun.

    >>> [is_plural(unit) for unit in ("Twin Blades", "Orcs of the Red Blade", "Pikemen", "Clanguard", "First Foot")]
    [True, True, True, False, False]
    """
    noun = unit.lower()
    for word in (" of ", " from ", " under ", " in "):
        noun = noun.split(word)[0]
    noun = noun.rstrip(" 0123456789")
    return (noun.endswith("s") and not noun.endswith(("ss", "us", "is"))) or noun.endswith(("men", "folk"))


@lru_cache(maxsize=4096)
def agree(unit: str, words: str) -> str:
    """The words in the number of a unit's name; those that differ are written "one|many".

    >>> agree("Clanguard", "stays|stay where it|they is|are."), agree("Twin Blades", "stays|stay where it|they is|are.")
    ('stays where it is.', 'stay where they are.')
    """
    return CHOICE.sub(r"\2" if is_plural(unit) else r"\1", words)


def says(state: State, unit: Unit, words: str, *others: str) -> str:
    """A sentence about a unit: its name, then `words` in its number (see `agree`), with `others` for each "{}"."""
    return f"{name(state, unit)} {agree(name(state, unit), words).format(*others)}"


def after_colon(state: State, sentence: str) -> str:
    """A sentence as it goes on after a colon: with a small letter, unless it begins with a name."""
    setting = state.setting
    names = [unit.now.name for unit in state.units.values()]
    names += [sheet.name for sheet in setting.sheets.values()]
    names += [*[feature.name for feature in setting.terrain], *setting.ground_names]
    if any(name and sentence.startswith(name) for name in names):
        return sentence
    return sentence[:1].lower() + sentence[1:]


def degrees(turn: float) -> str:
    """An angle in whole degrees.

    >>> degrees(-44.7), degrees(1.2), degrees(0.3)
    ('45 degrees', '1 degree', 'less than 1 degree')
    """
    whole = round(abs(turn))
    if not whole:
        return "less than 1 degree"
    return "1 degree" if whole == 1 else f"{whole} degrees"


def are_left(inches: float) -> str:
    """The movement that a unit has left.

    >>> are_left(1.5), are_left(0.0)
    ('1.50 in are left', 'none is left')
    """
    return "none is left" if inches < 0.005 else f"{inches:.2f} in are left"


def counted(count: int) -> str:
    """A number of figures in words.

    >>> counted(1), counted(12)
    ('1 figure', '12 figures')
    """
    return "1 figure" if count == 1 else f"{count} figures"


def strike(count: int) -> str:
    """The verb of so many figures that strike.

    >>> strike(1), strike(2)
    ('strikes', 'strike')
    """
    return "strikes" if count == 1 else "strike"


def capital(words: str) -> str:
    """Words as a sentence begins with them.

    >>> capital("the Mere stops it there.")
    'The Mere stops it there.'
    """
    return words[:1].upper() + words[1:]
