"""The odds of one force against another, and the battle that two short lists make."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol

from banneret.kernel.errors import BadInput, nearest

if TYPE_CHECKING:
    from banneret.kernel.scenario import Scenario

Number = Fraction | float
SIDES: Final = ("attacker", "defender")
SHORT: Final = 24  # characters of a fraction that is shown beside its decimals


class Answer(Protocol):
    """Odds as they were asked for: printed as text, and as plain data."""

    def to_json(self) -> dict[str, Any]:
        """Plain data, with at least `exact`, `attacker`, `defender`, `neither` and `expected_losses`."""
        ...


class Odds(ABC):
    """Counts the odds of one force against another, exactly or with an interval."""

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
                f"there is nothing called {name[:40]!r} to choose",
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
