"""Derived figures of a roster: ratio, hit dice per figure, morale, discipline, attack rating, command radius.

Sums come as their parts, each with its reason, so that they can be shown.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from banneret.kernel.errors import BadInput

START: Final = 11  # the base of morale and discipline
_LOW: Final = ("non", "animal", "semi", "low", "average-low")
_HIGH: Final = ("high", "exceptional", "genius", "supra")
_WITS: Final = (*_LOW, "average", "very", *_HIGH)
_TEMPERS: Final = ("chaotic", "neutral", "lawful")
_HIT_DICE: Final = re.compile(r"(1/2|1/4|\d{1,2})([+-]\d{1,2})?")


class Part:
    """One addend of a derived figure, with its reason."""

    __slots__ = ("delta", "why")

    def __init__(self, why: str, delta: int) -> None:
        self.why: str = why
        self.delta: int = delta


def total(parts: list[Part]) -> int:
    """The figure its parts add up to."""
    return sum([part.delta for part in parts])


class HitDice:
    """Hit dice of a creature as written: whole or part dice and points, as in "4+1", "1-1", "1/2".

    >>> HitDice.of("6+6").per_figure(5), HitDice.of("1/2").per_figure(10)
    (Fraction(35, 1), Fraction(5, 1))
    """

    __slots__ = ("dice", "points")

    def __init__(self, dice: Fraction, points: int) -> None:
        self.dice: Fraction = dice
        self.points: int = points

    @staticmethod
    def of(text: str) -> HitDice:
        """Read hit dice; raises `BadInput` for anything else."""
        found = _HIT_DICE.fullmatch(text.strip())
        if not found or found[1] == "0":
            raise BadInput(f"{text!r} are not hit dice", hint='write them as in "1", "4+1", "1-1" or "1/2"')
        return HitDice(Fraction(found[1]), int(found[2] or "0"))

    @property
    def whole(self) -> Fraction:
        """The full dice: a minus makes them one fewer, as 1-1 is less than 1. Rule: battlesystem:4.1a."""
        return self.dice - 1 if self.points < 0 else self.dice

    @property
    def row(self) -> Fraction:
        """The dice by which the row of Table 3 is found: a minus counts as dice of 4.5 points, a plus does not. Rule: battlesystem:4.1a."""
        return self.dice + Fraction(2 * min(self.points, 0), 9)

    def ratio(self) -> int:
        """Creatures that one figure stands for. Rule: battlesystem:2.2."""
        if self.whole >= 9:
            return 2
        if self.dice > 4 or (self.dice == 4 and self.points > 0):
            return 5
        return 10

    def per_figure(self, ratio: int) -> Fraction:
        """Hit dice of a figure of that ratio; every 4.5 plus points count as a die. Rule: battlesystem:2.2a."""
        extra = (2 * max(self.points, 0) + 4) // 9  # points / 4.5 to the nearest whole number
        return (self.dice + extra) * ratio


class Troops:
    """The facts that the derived figures of a unit depend on.

    Args:
        hit_dice: of one creature; for men and demihumans with levels their level, at least 1.
        thac0: the roll with which a creature hits armour class 0.
        armour_class: the lower the better.
        figures: at the start of the battle.
        demihuman: dwarf, elf, gnome, half-elf or halfling.
        special: has a special ability.
        exceptional: has an exceptional ability.
        asterisks: behind its hit dice, with which D&D marks abilities instead of the two above.
        magic: carries magic equipment.
        mounted: rides.
        regular: a regular unit, elite and berserker ones included.
        intelligence: a band of the parent game: "low", "average-low", "average", "very", "high" and so on.
        alignment: as written, "lawful evil" for instance.
    """

    __slots__ = (
        "alignment",
        "armour_class",
        "asterisks",
        "demihuman",
        "exceptional",
        "figures",
        "hit_dice",
        "intelligence",
        "magic",
        "mounted",
        "regular",
        "special",
        "thac0",
    )

    def __init__(
        self,
        hit_dice: HitDice,
        thac0: int,
        armour_class: int,
        figures: int,
        *,
        demihuman: bool = False,
        special: bool = False,
        exceptional: bool = False,
        asterisks: int = 0,
        magic: bool = False,
        mounted: bool = False,
        regular: bool = True,
        intelligence: str = "average",
        alignment: str = "neutral",
    ) -> None:
        self.hit_dice: HitDice = hit_dice
        self.thac0: int = thac0
        self.armour_class: int = armour_class
        self.figures: int = figures
        self.demihuman: bool = demihuman
        self.special: bool = special
        self.exceptional: bool = exceptional
        self.asterisks: int = asterisks
        self.magic: bool = magic
        self.mounted: bool = mounted
        self.regular: bool = regular
        self.intelligence: str = intelligence
        self.alignment: str = alignment


def morale(troops: Troops) -> list[Part]:
    """Base morale. Rules: battlesystem:4.1, battlesystem:4.1a to battlesystem:4.1g."""
    parts = [Part("every unit", START)]
    _add(parts, "hit dice", _morale_of_hit_dice(troops.hit_dice))
    _add(parts, "demihumans", 1 if troops.demihuman else 0)
    _add(parts, "special ability", 1 if troops.special else 0)
    _add(parts, "exceptional ability", 1 if troops.exceptional else 0)
    _add(parts, "asterisks", troops.asterisks // 2)  # rule: battlesystem:4.1c
    _add(parts, "magic equipment", 1 if troops.magic else 0)
    _add(parts, "number of figures", -2 if troops.figures <= 6 else -1 if troops.figures <= 11 else 0)
    _add(parts, "armour class", _morale_of_armour(troops.armour_class))
    _add(parts, "mounted", 1 if troops.mounted else 0)
    _add(parts, "regular", 1 if troops.regular else 0)
    return parts


def discipline(troops: Troops) -> list[Part]:
    """The discipline rating: base morale, intelligence and alignment. Rule: battlesystem:4.6."""
    parts = morale(troops)
    _add(parts, "low intelligence", -1 if is_low(troops.intelligence) else 0)
    _add(parts, "high intelligence", 1 if troops.intelligence in _HIGH else 0)
    _add(parts, "chaotic", -1 if troops.alignment.startswith("chaotic") else 0)
    _add(parts, "lawful", 1 if troops.alignment.startswith("lawful") else 0)
    return parts


def is_low(intelligence: str) -> bool:
    """True if a band of intelligence is low or lower; "average-low" counts as low. Rule: battlesystem:4.6."""
    return intelligence in _LOW


def dullest(bands: list[str]) -> str:
    """The lowest of some bands of intelligence, which counts for mixed troops. Rules: battlesystem:3.1a, 4.6."""
    return min(bands, key=_WITS.index)


def wildest(alignments: list[str]) -> str:
    """The most chaotic of some alignments, which counts for mixed troops. Rules: battlesystem:3.1a, battlesystem:4.6."""
    return min(alignments, key=lambda alignment: _TEMPERS.index(alignment.partition(" ")[0]))


def attack_rating(thac0: int, ratio: int) -> list[Part]:
    """The base attack rating: lower is better. Rule: battlesystem:8.3, Table 9."""
    if ratio not in _RATIO_AR:
        raise BadInput(f"a figure cannot stand for {ratio} creatures", hint="10, 5, 2 or 1 are possible")
    parts = [Part("THAC0", thac0)]
    _add(parts, f"ratio {ratio}:1", _RATIO_AR[ratio])
    return parts


def ratio_penalty(ratio: int) -> int:
    """The part of an attack rating that comes from the ratio of figures to creatures. Rules: battlesystem:8.3, battlesystem:10.10a.

    >>> ratio_penalty(10), ratio_penalty(5)
    (0, 5)
    """
    return _RATIO_AR.get(ratio, 0)


def command_radius(charisma: int, level: int, fighter: bool) -> int:
    """The command radius of a human or demihuman in inches; halves round up. Rule: battlesystem:4.8."""
    return (charisma + level + 1) // 2 + (3 if fighter else 0)


def monster_command_radius(movement: Fraction) -> Fraction:
    """The command radius of a humanoid or monster in inches: two thirds of its movement. Rule: battlesystem:4.8."""
    return movement * 2 / 3


def charisma_bonus(charisma: int) -> int:
    """The bonus of a commander's charisma to morale. Rule: battlesystem:4.9, Table 8."""
    for least, bonus in ((19, 3), (17, 2), (15, 1), (7, 0), (5, -1), (3, -2)):
        if charisma >= least:
            return bonus
    return -3


_RATIO_AR: Final = {10: 0, 5: 5, 2: 10, 1: 15}


def _add(parts: list[Part], why: str, delta: int) -> None:
    if delta:
        parts.append(Part(why, delta))


def _morale_of_hit_dice(hit_dice: HitDice) -> int:
    """The change of morale by hit dice (Table 3); plus points do not count. Rule: battlesystem:4.1a."""
    dice = hit_dice.row
    if dice >= 15:
        return 3
    if dice >= 9:
        return 2
    if dice >= 4:
        return 1
    if dice <= Fraction(1, 2):
        return -2
    return -1 if dice < 1 else 0


def _morale_of_armour(armour_class: int) -> int:
    """The change of morale by armour class (Table 3). Rule: battlesystem:4.1f."""
    if armour_class <= 0:
        return 2
    if armour_class <= 4:
        return 1
    return -1 if armour_class >= 8 else 0
