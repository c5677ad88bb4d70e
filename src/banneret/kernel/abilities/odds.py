"""The odds of one force against another, and the battle that two short lists make."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.kernel.files import read_toml

if TYPE_CHECKING:
    from banneret.kernel.scenario import Scenario

Number = Fraction | float
SIDES: Final = ("attacker", "defender")
UNITS: Final = ("unit", "units")
SHORT: Final = 24  # characters of a fraction that is shown beside its decimals


class Assumption(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is taken for granted: `name` is its flag, `choices` the words for it and how people read them, the usual first.

    `only`: for a "duel" of two units, or for "armies". `unless`: another assumption and its word with which this one does not count.
    """

    name: str
    title: str
    rule: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    only: str = ""
    unless: tuple[str, ...] = ()

    @property
    def usual(self) -> str:
        """The word that is taken where nothing was chosen."""
        return self.choices[0][0]

    def counts(self, duel: bool) -> bool:
        """True if it matters: to a duel of two units, or to armies."""
        return not self.only or (self.only == "duel") == duel

    def matters(self, flags: Mapping[str, str]) -> bool:
        """True if it counts beside other assumptions."""
        return not self.unless or flags.get(self.unless[0]) != self.unless[1]

    def has(self, word: str) -> bool:
        """True if the word is one of the choices."""
        return any(one == word for one, _ in self.choices)

    def read(self, word: str) -> str:
        """The word, if it is one of the choices. Raises `BadInput`."""
        if not self.has(word):
            known = [one for one, _ in self.choices]
            hint = nearest(word[:40], known) or "one of " + ", ".join(known)
            raise BadInput(f"{self.name} cannot be {word[:40]!r}", where="odds", hint=hint)
        return word


class Assumed(msgspec.Struct, frozen=True):
    """The assumptions of a rulebook's odds, and two lists to begin with.

    `counts`: the words for one and for several of what the numbers in a list count. `work`: how much can be fought in about a second
    where odds are found by fighting, as the number of battles times the number of units in them (0: nothing is fought).
    """

    attacker: str
    defender: str
    assumptions: tuple[Assumption, ...]
    counts: tuple[str, str] = UNITS
    work: int = 0


def read_assumed(path: Path) -> Assumed:
    """The assumptions of a file `odds.toml`; raises `BadInput` naming field and file."""
    found = Fields(read_toml(path), path.name)
    rows = []
    for number, plain_row in enumerate(found.rows("assumption", 20), 1):
        row = Fields(plain_row, f"{path.name}, assumption {number}")
        choices = tuple([(str(word), str(label)) for word, label in row.rows("choices", 12)])
        rows.append(
            Assumption(
                row.text("name"),
                row.text("title"),
                row.text("rule", ""),
                choices,
                row.text("only", ""),
                tuple(row.words("unless", 2)),
            )
        )
        row.end()
    lists = (found.text("attacker"), found.text("defender"))
    one, many = found.words("counts", 2) or UNITS
    read = Assumed(*lists, tuple(rows), (one, many), found.number("work", 0, most=10**6))
    found.end()
    return read


class Answer(Protocol):
    """Odds as they were asked for: printed as text, and as plain data."""

    @property
    def basis(self) -> str:
        """The assumptions they rest on, as a sentence."""
        ...

    @property
    def wins(self) -> str:
        """The verb for the side that comes out ahead, such as "wins"."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Plain data, with at least `exact`, `attacker`, `defender`, `neither` and `expected_losses`."""
        ...


class Odds(ABC):
    """Counts the odds of one force against another, exactly or with an interval."""

    @property
    @abstractmethod
    def assumed(self) -> Assumed:
        """The assumptions to choose from, and two lists to begin with."""

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """The assumptions to choose from."""
        return self.assumed.assumptions

    def work(self, flags: Mapping[str, str]) -> int:
        """The work that takes about a second under these assumptions, as `Assumed.work` counts it."""
        return self.assumed.work

    def fights(self, flags: Mapping[str, str]) -> bool:
        """True if lists under these assumptions are forces, of which a battle can be made."""
        return True

    @abstractmethod
    def units(self) -> Sequence[str]:
        """Units that a list may name, as lists name them."""

    def is_duel(self, first: str, second: str) -> bool:
        """True if these are one unit against one, where that is counted in a way of its own. Raises `BadInput`."""
        return False

    @abstractmethod
    def matchup(self, first: str, second: str) -> Scenario:
        """The single battle of two short lists of units, the first attacking; raises `BadInput`.

        `banneret.muster.matchup.matchup` takes armies from files as well.
        """

    @abstractmethod
    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of the first list attacking the second; `flags` are what was said besides (`{"reveal": "uniform"}`).

        Raises `BadInput`.
        """


# ---------------------------------------------------------------- numbers as they are shown


def plain(number: Number) -> str | float:
    """A fraction as "n/d", a float as it is.

    >>> plain(Fraction(3, 6)), plain(0.5)
    ('1/2', 0.5)
    """
    return f"{number.numerator}/{number.denominator}" if isinstance(number, Fraction) else float(number)


def by_side(numbers: Sequence[Number]) -> dict[str, str | float]:
    """Two numbers as plain data, the attacker's and the defender's."""
    return {name: plain(number) for name, number in zip(SIDES, numbers, strict=True)}


def percent(chance: Number) -> str:
    """A chance in percent: never 100 or 0 where it is not quite.

    >>> percent(Fraction(1, 3)), percent(Fraction(9999, 10000)), percent(1)
    (' 33.3 %', 'over 99.9 %', '100.0 %')
    """
    value = 100 * float(chance)
    if 0 < chance < 1 and not 0.05 <= value < 99.95:
        return "under 0.1 %" if value < 1 else "over 99.9 %"
    return f"{value:5.1f} %"


def whole_percent(chance: Number) -> str:
    """A chance in whole percent, for sentences: never 100 or 0 where it is not quite.

    >>> whole_percent(Fraction(13, 20)), whole_percent(Fraction(1, 400)), whole_percent(0.9975)
    ('65 %', 'under 1 %', 'over 99 %')
    """
    value = float(100 * chance)
    if 0 < value < 0.5:
        return "under 1 %"
    if 99.5 < value < 100:
        return "over 99 %"
    return f"{value:.0f} %"


def fraction(chance: Number) -> str:
    """The fraction to stand beside a percentage, where it is short; else nothing."""
    if not isinstance(chance, Fraction):
        return ""
    text = f"{chance.numerator}/{chance.denominator}"
    return f"  {text}" if len(text) <= SHORT else ""


# ---------------------------------------------------------------- what was said besides


def check_flags(flags: Mapping[str, str], known: Iterable[str]) -> None:
    """Raise `BadInput` for what can be chosen nowhere."""
    names = list(known)
    for name in flags:
        if name not in names:
            raise BadInput(
                f"there is no assumption {name[:40]!r} to choose",
                where="odds",
                hint=nearest(name[:60], names),
            )


def whole(flags: Mapping[str, str], name: str, default: int, least: int = 0, most: int = 10**18) -> int:
    """The whole number of a flag; raises `BadInput`."""
    text = flags.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 18 or not least <= int(text) <= most:
        hint = f"a whole number from {least} to {most:,}" if most < 10**18 else "a whole number"
        raise BadInput(f"{name} cannot be {text[:40]!r}", where="odds", hint=hint)
    return int(text)
