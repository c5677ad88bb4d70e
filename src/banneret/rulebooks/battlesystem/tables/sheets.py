"""Sheets of individuals: commanders above units, heroes, and the arms of those who fight. Facts that no battle changes.

Rules: battlesystem:3.2, battlesystem:9.0, battlesystem:9.0b, battlesystem:9.4, battlesystem:9.4c.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from banneret.rulebooks.battlesystem.tables.missiles import Missile
from banneret.rulebooks.battlesystem.tables.rosters import (
    CAVALRY,
    Difference,
    Modifier,
    Roster,
    Weapon,
    unknown,
)

ALONE: Final = 15
"""The addition to the THAC0 of a single creature for its attack rating. Rules: battlesystem:9.1c, battlesystem:9.4a.hero-attacks."""

FOOTPRINT: Final = 0.5
"""Inches that an individual takes up each way. Rule: battlesystem:9.0b."""

HUGE: Final = 1.0
"""The same for giants, treants and dragons. Rule: battlesystem:9.0b."""

FIGHTERS: Final = ("fighter", "paladin", "ranger")
"""Classes with an attack for each level against creatures of less than one hit die. Rule: battlesystem:9.4a.whole-figure."""


@dataclass(frozen=True, slots=True)
class Arms:
    """The weapon of a champion, with damage for figures and for individuals. Rule: battlesystem:9.4b.damage.

    Attributes:
        weapon: with the damage columns that count against figures.
        small: dice of hit points against individuals of size S and M, for each attack, with magic and strength: "1d8+3".
        large: the same against size L.
    """

    weapon: Weapon
    small: tuple[str, ...]
    large: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Champion:
    """The sheet of an individual who fights. Rules: battlesystem:3.2, battlesystem:9.4."""

    creature: str  # his people, "human" or "giant": what modifiers name. Rule: battlesystem:roster.vs-giants
    class_: str  # "fighter"; "monster" for those of none
    level: int  # 0 of monsters
    armour_class: int
    hit_dice: int
    hit_points: int
    thac0: int  # strength and magic of his weapon counted
    attack_rating: int  # THAC0 and 15, or as printed
    attacks: int  # in two melee rounds, the larger half in odd ones, as `Roster.attacks`
    arms: Arms
    saves: tuple[int, ...]  # five, as `Class.saves` has them
    size: str  # his own: "S", "M", "L"
    mount: str = ""  # what he rides, by its id
    footprint: float = FOOTPRINT
    magic_resistance: int = 0
    missile: Missile | None = None  # rule: battlesystem:9.4c
    missile_thac0: int = (
        20  # with Dexterity, without Strength and the weapon in hand. Rule: battlesystem:9.4c
    )
    shield: int = 0  # points of his armour class that come from a shield. Rule: battlesystem:9.4b.rear
    nimble: int = 0  # points of it that come from Dexterity
    saddled: bool = False  # he rides as his unit does, whose roster he is made from. Rule: battlesystem:9.2h

    @property
    def counts_large(self) -> bool:
        """True if as many may attack and shoot at him as at size L: he is large, or rides. Rule: battlesystem:9.4a.figure-attacks."""
        return self.size == "L" or self.rides

    @property
    def rides(self) -> bool:
        """True if he is in the saddle. Rules: battlesystem:9.4b.mounted, battlesystem:10.4d, battlesystem:10.8d."""
        return self.mount != "" or self.saddled

    def strikes(self, round_: int) -> int:
        """His attacks in a Game Round: half of those in two rounds, the larger half in odd ones. Rule: 9.4a.hero-attacks."""
        return self.attacks // 2 if round_ % 2 == 0 else (self.attacks + 1) // 2

    def strikes_weak(self, round_: int) -> int:
        """His attacks in a Game Round against creatures of less than one hit die. Rule: battlesystem:9.4a.whole-figure."""
        usual = self.strikes(round_)
        return max(usual, self.level) if self.class_ in FIGHTERS else usual


@dataclass(slots=True)
class Sheet:
    """The facts of an individual. Rules: battlesystem:4.10a, battlesystem:4.10b, battlesystem:9.0, battlesystem:9.3."""

    name: str
    rank: int  # with which he begins: UNIT_COMMANDER, BRIGADE, ARMY, HERO or MEMBER of `state`
    radius: float
    charisma: int
    movement: float
    creature: str = ""
    hates: tuple[str, ...] = ()  # he commands none of them. Rule: battlesystem:4.8a
    champion: Champion | None = None  # None: he neither fights nor is fought, as in the Basic Game
    # the unit with which he begins, as its commander or a member; -1 for none. Rules: battlesystem:9.1, battlesystem:9.2a
    unit: int = -1
    # whose deputy he is: that of the commander of a unit, or of a commander above units; -1 for none. Rule: battlesystem:9.3
    deputy_unit: int = -1
    deputy_leader: int = -1
    audit: tuple[Difference, ...] = ()  # rule: battlesystem:roster.printed
    of_roster: bool = False  # made from the roster of his unit. Rule: battlesystem:9.2h
    # ---- worked out once from the champion, see below
    _mark: Roster | None = field(default=None, init=False, compare=False, repr=False)
    _shooter: Roster | None = field(default=None, init=False, compare=False, repr=False)
    _edges: tuple[Modifier, ...] = field(default=(), init=False, compare=False, repr=False)

    @property
    def mark(self) -> Roster:
        """An individual who fights, as a figure that others shoot at: kept, not to be changed. Rule: battlesystem:9.4d."""
        if self._mark is None:
            self._mark = self._figure()
        return self._mark

    def shooter(self, edges: tuple[Modifier, ...]) -> Roster:
        """An individual who fights, as a figure that shoots, with the modifiers of his people: kept, not to be changed. Rule: battlesystem:9.4c."""
        if self._shooter is None or self._edges != edges:
            one = self.champion
            assert one is not None, "only those with a sheet fight"
            self._edges = edges
            self._shooter = replace(
                self._figure(),
                attack_rating=one.missile_thac0 + ALONE,
                riding=CAVALRY if one.rides else "",
                missile=one.missile,
                modifiers=list(edges),
            )
        return self._shooter

    def _figure(self) -> Roster:
        """The individual as a roster of one figure: size, armour class and base."""
        one = self.champion
        assert one is not None, "only those with a sheet fight"
        return replace(
            unknown(),
            creature=one.creature,
            size=one.size,
            armour_class=one.armour_class,
            width=one.footprint,
            depth=one.footprint,
        )
