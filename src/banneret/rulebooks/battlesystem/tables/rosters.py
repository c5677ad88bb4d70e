"""Rosters of units: facts that no battle changes. Rule: battlesystem:3.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.missiles import Engine, Missile

REGULAR: Final = 0
SKIRMISHERS: Final = 1
CROWD: Final = 2  # a mob
KINDS: Final = ("regular", "skirmish", "mob")
CAVALRY: Final = "cavalry"
CHARIOTS: Final = "chariots"
PARENTS: Final = ("adnd", "dnd")  # parent games, the usual one first. Rule: battlesystem:intro.parent


@dataclass(slots=True)
class Weapon:
    """A weapon of a unit.

    Attributes:
        id: its id.
        name: its name.
        small: the damage against size S and M, one for each attack of a melee round. Rule: battlesystem:8.6.
        large: the damage against size L, likewise.
        reach: the ranks that strike with it, from the first. Rule: battlesystem:8.1b.
        plus: of its magic.
        sets: a spear or pike, which may be set against charges. Rule: battlesystem:11.7.
        lances: the number of its attacks, the first, that do double damage in a charge. Rule: battlesystem:11.4c.
        steeds: the number of its attacks, the last, that are those of mounts or teams. Rule: battlesystem:11.2d.
    """

    id: str
    name: str
    small: list[Damage]
    large: list[Damage]
    reach: int = 1
    plus: int = 0
    sets: bool = False
    lances: int = 0
    steeds: int = 0


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier that holds against certain enemies or in certain light.

    Attributes:
        ar: added to its own attack rating.
        own_ac: added to its own armour class.
        attacks: the number of attacks against such a target; 0: as usual.
        against: the creatures that it holds against; empty for all.
        when: "daylight", or "" for always.
        weak: only against less than one hit die and 0-level men, with the option fighter_sweep. Rule: battlesystem:8.6b.
        since: the version of the rules since which individuals have it by their people.
    """

    ar: int = 0
    own_ac: int = 0
    attacks: int = 0
    against: tuple[str, ...] = ()
    when: str = ""
    weak: bool = False
    since: int = 1


@dataclass(frozen=True, slots=True)
class Ammunition:
    """Special ammunition of a piece of artillery, as its scenario defines it. Rule: battlesystem:10.11.

    Attributes:
        id: its id.
        name: its name.
        damage: of a shot, in place of the piece's own.
        shots: those that the piece has of it.
        checks: a unit that it hits checks morale, whatever it loses.
    """

    id: str
    name: str
    damage: Damage
    shots: int
    checks: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of a printed roster that differs from the formulas or is corrected, all in words. Rule: battlesystem:roster.printed."""

    figure: str  # "attack rating"
    printed: str
    by_rule: str
    played: str
    why: str


@dataclass(slots=True)
class Roster:
    """A unit as its roster has it. Rule: battlesystem:3.1. Movement in inches, hit dice per figure in tenths."""

    name: str
    kind: int  # REGULAR, SKIRMISHERS, CROWD
    special: str  # "", "elite" or "berserker". Rule: battlesystem:2.11
    label: str  # "Regular Dwarven Axemen"
    creature: str  # "dwarf": what modifiers and hatreds name
    symbol: str  # the picture
    armour_class: int
    figure: int  # tenths of hit dice a figure holds
    weak: bool  # less than one full hit die, or 0-level men. Rule: battlesystem:8.6b
    movement: float
    attack_rating: int
    morale: int
    discipline: int
    figures: int
    ratio: int  # creatures to a figure
    size: str  # "S", "M", "L"
    width: float  # of a base
    depth: float
    weapons: list[Weapon]
    modifiers: list[Modifier]
    hates: tuple[str, ...]
    shield: bool
    low_or_chaotic: bool  # rules: battlesystem:4.6d, battlesystem:4.6e
    saves: tuple[int, ...]
    magic_resistance: int
    never_checks: bool  # rule: battlesystem:4.1h
    commander: str  # "" when it has none
    radius: float  # of his command, inches
    charisma: int  # his bonus
    mount: int = 1  # figures to a base. Rule: battlesystem:2.4
    attacks: int = 2  # in two melee rounds, the larger half in odd ones. Rule: battlesystem:8.6a
    brigade: int = -1  # the number of the leader of its brigade, -1 for none
    arrives: int = 0  # the round in which it comes as a reinforcement. Rule: battlesystem:1.0c
    edge: int = -1  # where it arrives
    # the leaders above it, lowest first, if the scenario sets an order of its own. Rule: battlesystem:4.10c
    chain: tuple[int, ...] | None = None
    intelligence: str = ""  # a band of the parent game, as in `ratings.Troops`
    alignment: str = ""
    undead: bool = False
    drains: bool = False  # levels. Rule: battlesystem:4.2h
    ward: int = 0  # the plus a weapon needs to hurt it. Rule: battlesystem:4.2h
    # kinds of ground that do not slow it, as `Ground.natives`. Rule: battlesystem:11.8d
    natives: tuple[str, ...] = ()
    riding: str = ""  # CAVALRY or CHARIOTS, "" on foot. Rules: battlesystem:11.1, battlesystem:11.1a
    large_shields: bool = False  # rule: battlesystem:11.6
    missile: Missile | None = None  # rule: battlesystem:10.1
    volleys: int = 0  # those carried, 0 for no end. Rules: battlesystem:10.3, battlesystem:10.3a
    swim: float = 0.0  # inches in water, 0: as on land. Rule: battlesystem:11.8l
    engine: Engine | None = None  # the piece that it came with as its crew. Rule: battlesystem:10.10
    engine_name: str = ""
    ammunition: tuple[Ammunition, ...] = ()  # rule: battlesystem:10.11
    thac0: int = 20  # of its creatures, with a piece of artillery. Rule: battlesystem:10.10a
    handy: bool = True  # men, demihumans, humanoids, who may be the crew of one. Rule: battlesystem:10.10
    audit: tuple[Difference, ...] = ()  # rule: battlesystem:roster.printed


_UNKNOWN: Final = Roster(
    "", REGULAR, "", "", "", "", 10, 10, False, 0.0, 20, 0, 0, 0, 1, "M", 0.75, 0.75,
    [], [], (), False, False, (), 0, False, "", 0.0, 0,
)  # fmt: skip


def unknown() -> Roster:
    """A placeholder for the roster of a unit that is in no battle yet; not to be changed."""
    return _UNKNOWN


@dataclass(frozen=True, slots=True)
class Post:
    """The post of a unit: formation, files, the middle of its front edge in inches, heading in degrees. Rule: battlesystem:3.4."""

    formation: int
    files: int
    x: float
    y: float
    heading: float
