"""Names of units, attacks and terms, as sentences use them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from banneret.rulebooks.warcards.state import State, Unit


def label(state: State, unit: Unit) -> str:
    """The name of a unit with its side, as news and refusals have it: "1st Infantry of Raiders"."""
    return state.setting.labels[unit.id]


def short(state: State, number: int) -> str:
    """The name of a unit among its own: "1st Infantry"."""
    side = state.setting.names[state.units[number].side]
    return state.setting.labels[number].removesuffix(f" of {side}")


ATTACK_VERBS: Final = (
    "attacks|attack",
    "charges|charge",
    "fires|fire at",
    "fires|fire at",
    "fires|fire at",
    "boards|board and attacks|attack",
)
"""The verb of each kind of attack (`ratings.attacks`), by number; of one and of many."""
MOST_NAMES: Final = 1024  # of which it is cached if they are plurals: people give names of their own
CHOICE: Final = re.compile(r"([\w']+)\|([\w']+)")


@lru_cache(maxsize=MOST_NAMES)
def is_plural(name: str) -> bool:
    """True if people speak of many when they say a name, by the end of its noun.

    >>> [is_plural(name) for name in ("1st Archers of Wardens", "2nd Pikemen", "Usurper's companions", "Heroes (2)")]
    [True, True, True, True]
    >>> [is_plural(name) for name in ("1st Infantry of Raiders", "1st Zebec of Sea raiders", "Marsh folk", "Compass")]
    [False, False, True, False]
    """
    noun = name.lower().split(" of ")[0].rstrip(" ()0123456789")
    return (noun.endswith("s") and not noun.endswith(("ss", "us", "is"))) or noun.endswith(("men", "folk"))


def agree(name: str, words: str) -> str:
    """A name with words in its number; where one and many differ they stand as "one|many". Areas of "its own" are those of many too.

    >>> agree("1st Archers", "fires|fire at"), agree("1st Infantry", "stays|stay where it|they is|are")
    ('1st Archers fire at', '1st Infantry stays where it is')
    >>> agree("2nd Levies", "goes|go to its own center (A3)")
    '2nd Levies go to their own center (A3)'
    """
    words = words.replace("its own", "its|their own")
    return f"{name} {CHOICE.sub(_MANY if is_plural(name) else _ONE, words)}"


_ONE: Final = r"\1"
_MANY: Final = r"\2"


def natural(die: int, total: int, need: int, fails: str, succeeds: str) -> str:
    """The reason why a 1 fails, or a 20 succeeds, whatever the total; empty where the total says so itself.

    Rules: warcards:combat.natural, warcards:rally.natural.

    >>> natural(1, 16, 14, "misses", "hits"), natural(20, 15, 16, "misses", "hits"), natural(20, 24, 14, "misses", "hits")
    (' (a natural 1 always misses)', ' (a natural 20 always hits)', '')
    """
    if die == 1 and total >= need:
        return f" (a natural 1 always {fails})"
    return f" (a natural 20 always {succeeds})" if die == 20 and total < need else ""


TERM_WORDS: Final[dict[str, str]] = {
    "captivity": "its units become prisoners",
    "release": "its units are disarmed and sent home",
    "exchange": "its units become prisoners until they are exchanged or ransomed",
    "execution": "its units are put to the sword",
    "unconditional": "the winner names the terms",
}
"""The meaning of each of the terms of a surrender, as outcomes in records by version 1 of the rules have it. Rule: warcards:end.terms."""


def said_of(text: str, whose: str = "their") -> str:
    """The terms of a surrender, or a sentence with them, as people read it: of nobody's units is it said that they are "its".

    >>> said_of("Wardens surrendered: its units become prisoners."), said_of("its units are put to the sword", "your")
    ('Wardens surrendered: their units become prisoners.', 'your units are put to the sword')
    """
    return text.replace("its units", f"{whose} units")


def bunks(count: int) -> str:
    """The bunks of a ship, counted."""
    return f"{count} bunk{'' if count == 1 else 's'}"
