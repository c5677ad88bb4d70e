"""Cards of units and ships, and the numbers of their ratings.

Rules: warcards:unit.card, warcards:unit.statistics, warcards:unit.rating-scales.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NONE: Final = -100  # a rating of "-": no such attack

MELEE: Final = 0
MISSILE: Final = 1
DEFENSE: Final = 2
MORALE: Final = 3
RATINGS: Final = ("melee", "missile", "defense", "morale")


@dataclass(slots=True)
class Card:
    """A unit as it goes into battle: printed ratings with race, experience and training. Never changed."""

    kind: str
    name: str
    race: str
    type: str
    melee: int
    missile: int  # NONE: no such attack
    charge: int  # NONE: no such attack; of a ship: its ram
    defense: int
    morale: int
    hits: int
    move: int
    muster: int
    mounted: bool
    armor: str
    pike: bool = False
    artillery: bool = False
    moves_freely: bool = False
    marine: bool = False
    berserk: bool = False
    shield: bool = False
    war_wagon: bool = False
    night_sight: bool = False
    dwarven: bool = False
    ship: bool = False
    heavy: bool = False
    bunks: int = 0
    affected: bool = False
    people: str = ""
    training: tuple[str, ...] = ()
    experience: str = "regular"
