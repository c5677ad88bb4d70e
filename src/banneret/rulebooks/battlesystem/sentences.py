"""Sentences about units, in the number of their names: "Twin Blades lose 2 figures", "Clanguard loses 1 figure"."""

from __future__ import annotations

from functools import cache

from banneret.rulebooks.battlesystem.state import State, Unit, name


@cache
def is_plural(unit: str) -> bool:
    """Whether people speak of many when they say a unit's name: by the end of the noun that it is built around.

    >>> [is_plural(unit) for unit in ("Twin Blades", "Orcs of the Red Blade", "Pikemen", "Clanguard", "First Foot")]
    [True, True, True, False, False]
    """
    noun = unit.lower()
    for word in (" of ", " from ", " under ", " in "):
        noun = noun.split(word)[0]
    noun = noun.rstrip(" 0123456789")
    return (noun.endswith("s") and not noun.endswith(("ss", "us", "is"))) or noun.endswith(("men", "folk"))


def agree(unit: str, words: str) -> str:
    """Words in the number of a unit's name; where the two differ they stand as "one|many".

    >>> agree("Clanguard", "has|have its|their orders"), agree("Twin Blades", "has|have its|their orders")
    ('has its orders', 'have their orders')
    """
    place = 1 if is_plural(unit) else 0
    found = [word.split("|") for word in words.split(" ")]
    return " ".join([pair[min(place, len(pair) - 1)] for pair in found])


def says(state: State, unit: Unit, words: str, *others: str) -> str:
    """A sentence about a unit: its name, then `words` in its number, with what stands in for each "{}"."""
    return f"{name(state, unit)} {agree(name(state, unit), words).format(*others)}"
