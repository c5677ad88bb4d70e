"""Numbers, lists and names in sentences.

>>> f"{the('Dwarves')} {verb('Dwarves', 'fights', 'fight')}"
'the Dwarves fight'
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.kernel.apart import common
from banneret.kernel.enumeration import enumerated

MOST_NAMES: Final = 1024  # of which it is cached if they are plurals: it is asked with every view
_PLURALS: Final = ("men", "folk", "militia", "djinn")


# ---------------------------------------------------------------- numbers and lists


def signed(number: int) -> str:
    """A modifier with its sign, a real minus.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '−2', '+0')
    """
    return f"+{number}" if number >= 0 else f"−{-number}"


def plain(number: int) -> str:
    """A number with a real minus.

    >>> plain(7), plain(-1)
    ('7', '−1')
    """
    return str(number) if number >= 0 else f"−{-number}"


def many(count: int, one: str, more: str = "") -> str:
    """A count with its noun.

    >>> many(1, "spell"), many(3, "spell"), many(2, "enemy", "enemies")
    ('1 spell', '3 spells', '2 enemies')
    """
    return f"{count} {one}" if count == 1 else f"{count} {more or one + 's'}"


def listed(names: list[str], last: str = "and") -> str:
    """Names in a row, as they came.

    >>> listed(["Elves"]), listed(["Elves", "Ents"]), listed(["Elves", "Ents", "Ranger"])
    ('Elves', 'Elves and Ents', 'Elves, Ents and Ranger')
    """
    return enumerated(names, last) or "nobody"


def tallied(names: list[str], last: str = "and") -> str:
    """Names in a row, equal ones counted, in the order of their first.

    >>> tallied(["Elves", "Ents", "Elves"]), tallied(["Elf Lord", "Swamp Witch", "Elf Lord", "Swamp Witch"])
    ('2 Elves and Ents', '2 Elf Lords and 2 Swamp Witches')
    """
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return listed([name if count == 1 else f"{count} {plural(name)}" for name, count in counts.items()], last)


# ---------------------------------------------------------------- units


@lru_cache(maxsize=MOST_NAMES)
def is_plural(name: str) -> bool:
    """True if a unit's name is a plural.

    >>> [is_plural(name) for name in ("Elves (2)", "Longbowmen", "Merfolk", "Militia", "Elf Lord", "Hydra")]
    [True, True, True, True, False, False]
    """
    word = common(name).lower()
    return (word.endswith("s") and not word.endswith("ss")) or word.endswith(_PLURALS)


def plural(name: str) -> str:
    """The name of several of a kind.

    >>> plural("Elf Lord"), plural("Elves"), plural("War Galley"), plural("Fury")
    ('Elf Lords', 'Elves', 'War Galleys', 'Furies')
    """
    if is_plural(name):
        return name
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}{'es' if name.endswith(('ch', 'sh', 'x', 's')) else 's'}"


def verb(name: str, one: str, more: str) -> str:
    """The form of a verb that goes with a unit's name."""
    return more if is_plural(name) else one


def the(name: str) -> str:
    """A unit's name inside a sentence."""
    return f"the {name}"


def opening(text: str) -> str:
    """A text as the beginning of a sentence.

    >>> opening("the Ents fight")
    'The Ents fight'
    """
    return text[:1].upper() + text[1:]


def them(name: str) -> str:
    """The pronoun for a unit."""
    return "them" if is_plural(name) else "it"


def sides_verb(name: str, one: str, more: str) -> str:
    """The form of a verb that goes with a side's name.

    >>> sides_verb("Groves", "attacks", "attack"), sides_verb("West", "attacks", "attack")
    ('attack', 'attacks')
    """
    return more if is_plural(name) else one
