"""Names: as people type them, and as sides are called. Case, spaces, hyphens, apostrophes, plural or singular make no difference.

>>> index = Names("unit", ["Dwarves", "DwarfLord", "Will-o'-Wisps"])
>>> index.find("dwarf"), index.find("Dwarf-Lords"), index.find("will o wisp")
(0, 1, 2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from banneret.kernel.errors import BadInput, shown

MOST_CHARACTERS = 60  # of a name
MOST_UNITS = 200  # in a list of units
MOST_TEXT = 20_000  # characters of a list of units
DIVIDERS = frozenset(",;+\n")  # between the entries of a list

_COUNT_FIRST = re.compile(r"[xX]? ?([0-9]+) ?(?:[×*]|[xX](?=[ A-Z]))? ?(\D.*)")
_COUNT_LAST = re.compile(r"(\D.*?)(?: ?[×*] ?| [xX]? ?)([0-9]+)")

_NONE = -1
_TWO = -2  # two things share this plural or singular: it names neither


class Names:
    """Finds things of one sort by name; a thing is known by its number in the order the names came."""

    def __init__(self, sort: str, names: Iterable[str] = ()) -> None:
        self.sort = sort
        self.names: list[str] = []
        self._exact: dict[str, int] = {}
        self._loose: dict[str, int] = {}
        for name in names:
            self.add(len(self.names), name)

    def add(self, number: int, name: str) -> None:
        """Let `name` mean the thing of that number, in every spelling; the first to claim an exact spelling has it."""
        while len(self.names) <= number:
            self.names.append(name)
        key = spelling(name)
        self._exact.setdefault(key, number)
        stem = singular(key)
        self._loose[stem] = number if self._loose.get(stem, number) == number else _TWO

    def known(self, name: str) -> int:
        """The number of the thing called so, -1 if there is none."""
        key = spelling(name)
        found = self._exact.get(key)
        if found is None:
            found = self._loose.get(singular(key), _NONE)
        return found if found >= 0 else _NONE

    def find(self, name: str, where: str = "") -> int:
        """The number of the thing called so; raises `BadInput` with the nearest names."""
        found = self.known(name)
        if found == _NONE:
            raise BadInput(f"no {self.sort} {shown(name)}", where=where, hint=self.hint(name))
        return found

    def hint(self, name: str) -> str:
        """A question with the nearest names, or all of them when they are few."""
        from difflib import get_close_matches

        keys = [singular(spelling(known)) for known in self.names]
        close = get_close_matches(singular(spelling(name[:MOST_CHARACTERS])), keys, n=3, cutoff=0.6)
        if close:
            return "did you mean " + " or ".join(repr(self.names[keys.index(key)]) for key in close) + "?"
        return "there are " + ", ".join(self.names) if len(self.names) <= 30 else ""


def spelling(name: str) -> str:
    """A name reduced to its letters and digits, small.

    >>> spelling("Will-o'-Wisps"), spelling("sea_serpents")
    ('willowisps', 'seaserpents')
    """
    return "".join([sign for sign in name.casefold() if sign.isalnum()])


def singular(key: str) -> str:
    """A reduced name without its plural ending, the same for singular and plural (no proper English promised).

    >>> [singular(word) for word in ("elves", "elf", "mummies", "mummy", "zombie", "swampwitches")]
    ['elf', 'elf', 'mummy', 'mummy', 'zomby', 'swampwitch']
    >>> [singular(word) for word in ("longbowman", "longbowmen", "human", "humans")]
    ['longbowmen', 'longbowmen', 'humen', 'humen']
    """
    for plural in ("ches", "shes", "xes", "sses", "oes"):
        if key.endswith(plural):
            return key[:-2]
    if key.endswith("s") and not key.endswith(("ss", "us", "is")):
        key = key[:-1]
    if key.endswith("man"):
        return key[:-3] + "men"
    if key.endswith("ie"):
        return key[:-2] + "y"
    if key.endswith(("ve", "fe")):
        return key[:-2] + "f"
    return key


def counted(entry: str, where: str = "") -> tuple[int, str]:
    """A count and a name out of "4 Dwarves", "4x Dwarves", "x4 Dwarves", "Dwarves x 4" or just "Dwarves".

    >>> counted("4x Dwarves"), counted("Dwarves x4"), counted("Elf Lord")
    ((4, 'Dwarves'), (4, 'Dwarves'), (1, 'Elf Lord'))
    """
    entry = " ".join(entry[: 4 * MOST_CHARACTERS].split())
    match = _COUNT_FIRST.fullmatch(entry)
    if match:
        digits, name = match.group(1), match.group(2)
    else:
        match = _COUNT_LAST.fullmatch(entry)
        if not match:
            return 1, entry
        name, digits = match.group(1), match.group(2)
    if len(digits) > 6 or not 1 <= int(digits) <= MOST_UNITS:
        raise BadInput(f"{digits[:10]} of one kind", where=where, hint=f"a count runs from 1 to {MOST_UNITS}")
    return int(digits), name


def split_list(text: str, where: str = "") -> list[str]:
    """The entries of a list: divided by commas, semicolons, lines or plus signs, empty ones left out."""
    if len(text) > MOST_TEXT:
        raise BadInput(f"a list of {len(text)} characters", where=where, hint=f"at most {MOST_TEXT}")
    for divider in sorted(DIVIDERS):
        text = text.replace(divider, ",")
    return [entry.strip() for entry in text.split(",") if entry.strip()]


def side_title(name: str) -> str:
    """A side's id as a name.

    >>> side_title("groves"), side_title("red_host")
    ('Groves', 'Red Host')
    """
    return " ".join(word[:1].upper() + word[1:] for word in name.replace("_", " ").replace("-", " ").split())
