"""Kinds of units, artifacts, spells and terrains: flat facts that never change during a battle.

They are built once from the data files (see `facts`) and shared. Everything a rule asks on its hot path is a plain attribute.
"""

from __future__ import annotations

from dataclasses import dataclass

from banneret.geometry.hexes import HexGrid

NO_PARALYZE = -1  # value of a `paralyze` field: the ability is absent
REST_OF_BATTLE = 0  # value of a `paralyze` field: the target is out to the end of the battle


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class UnitKind:
    """A kind of unit: the chit, and all that follows from it. An ability given by a number is 0 where it is absent.

    Rule: stacks:units.seed-lists, stacks:units.house-lists.
    """

    index: int  # place in Facts.units
    id: str
    name: str
    list: str  # the pile it is drawn from: a terrain, Summoned or Special
    count: int  # chits in the pile
    brm: int
    printed: tuple[str, ...]  # descriptors on the chit
    types: frozenset[str]  # every descriptor it has: printed, by its name, implied and by default
    counts_as: frozenset[str]  # what a Slay may name to hit it: its types and its own name
    # ---- abilities with a number
    archer: int
    ambush: int
    surprise: int
    cavalry: int
    poison: int
    armor: int
    cannibal: int
    carry: int
    transport: int
    slay: tuple[tuple[str, int], ...]  # (type, value)
    paralyze: int  # NO_PARALYZE, REST_OF_BATTLE, or the number of turns
    # ---- abilities it has or has not
    general: bool
    guard: bool
    martyr: bool
    skirmish: bool
    vanish: bool
    regenerates: bool
    scout: bool
    steal: bool
    # ---- types that rules ask for most often
    summoning: bool
    flying: bool
    sea: bool
    swimmer: bool
    site: bool
    hero: bool
    warrior: bool
    ship: bool
    living: bool
    swarm: bool
    monster: bool
    caster: bool  # any Spellcaster: Mages and Priests too
    mage: bool
    priest: bool
    # ---- on the map
    move: int
    habitat: str  # land, water, both (Swimmers) or any (fliers)
    # ---- for people
    house: bool
    text: str  # the chit as printed
    note: str
    archer_cause: str  # how a tally names its Archer value
    general_cause: str
    slay_causes: tuple[str, ...]  # how a tally names each Slay value

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Effects:
    """The effects of an artifact for its holder, or of a spell for its target. Absent: 0, empty, False, NO_PARALYZE."""

    brm: int = 0
    slay: tuple[tuple[str, int], ...] = ()
    poison: int = 0
    armor: int = 0
    archer: int = 0
    general: bool = False
    flying: bool = False
    swift: bool = False
    regenerates: bool = False
    vanish: bool = False
    scout: bool = False
    paralyze: int = NO_PARALYZE
    summon: str = ""  # id of the unit that joins the stack
    defeat: bool = False
    look: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Artifact:
    """An artifact chit. Rule: stacks:artifact.users, stacks:artifact.own-fight, stacks:artifact.slots."""

    index: int  # place in Facts.artifacts
    id: str
    name: str
    kind: str  # weapon, armor or other
    users: tuple[str, ...]  # its holder needs one of these descriptors
    step: str  # when it is revealed: S1, T2, T4, T5
    role: str  # combatant: while its holder fights; support: while it supports; stack: anywhere
    on_map: bool  # also works on the map, unrevealed
    effects: Effects
    brief: str  # the text in three words, for its card
    text: str
    rule: str
    house: bool

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Spell:
    """A spell chit. Rule: stacks:spell.casters, stacks:spell.windows."""

    index: int  # place in Facts.spells
    id: str
    name: str
    count: int  # chits in the spell pile
    caster: str  # any, mage or priest
    caster_not: tuple[str, ...]  # descriptors that bar a unit from casting it
    step: str  # S1, T2, T4, T5, B2, B3, R2
    target: str
    effects: Effects
    brief: str  # the text in three words, for its card
    text: str
    rule: str
    house: bool

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain of the map. Rule: stacks:map.terrain."""

    id: str
    letter: str
    water: bool
    list: str  # the pile of units that belongs to it


@dataclass(frozen=True, slots=True, eq=False)
class HexMap:
    """A map: its hexes, the terrain of each by number, and the names of places by their hexes. Rule: stacks:map.layout."""

    id: str
    grid: HexGrid
    terrain: tuple[str, ...]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class ReadyBattle:
    """A battle without a map, ready to be fought. Rule: stacks:setup.battle-only."""

    id: str
    title: str
    summary: str
    terrain: str
    attacker: tuple[str, ...]  # unit ids
    defender: tuple[str, ...]
    attacker_spells: tuple[str, ...]
    defender_spells: tuple[str, ...]
    seed_only: bool
    teaches: tuple[str, ...]  # rule ids
