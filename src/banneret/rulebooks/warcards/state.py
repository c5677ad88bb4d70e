"""The state of a battle of war cards: all that changes, as plain data. What never changes is in `Setting`.

Units, characters and Heroes units go by number, their place in their list; sides are 0 (A) and 1 (B). Nothing here is hidden:
what is chosen in secret is chosen within one step, and lies open when the step is over.

Rule: warcards:round.snapshot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.tables.cards import Card
from banneret.rulebooks.warcards.tables.conditions import CAMP
from banneret.rulebooks.warcards.tables.spells import Spell

# ---------------------------------------------------------------- where a unit can be, besides areas and reserves
DESTROYED: Final = -1
CAPTIVE: Final = -2  # subdued, or a prize: the enemy's
GONE: Final = -3  # left the field by withdrawal
ABOARD: Final = -4  # an army unit carried by a ship
GUARD: Final = -5  # holds a prize, out of the battle
HELPLESS: Final = -6  # a subdued ship that nobody could take; the winner gets it

NOBODY: Final = -1
BOTH: Final = 2  # both sides: attack, or are at home

# ---------------------------------------------------------------- what became of a character
ACTIVE: Final = 0
SLAIN: Final = 1
CAPTURED: Final = 2
OUT: Final = 3  # escaped, out of the battle
DELAYED: Final = 4  # on the way to the reserve
LEFT: Final = 5  # withdrew with the army


@dataclass(slots=True)
class Unit:
    """A unit or vessel. `spent` is the areas it moved this round; `since` the round its engagement began (0: none)."""

    id: int
    side: int
    place: int
    aboard: int = NOBODY  # the ship that carries it
    lethal: int = 0
    subdual: int = 0
    routed: bool = False
    spent: int = 0
    halted: bool = False  # moves no further this round
    outside: bool = False  # touched an unfortified area in this round's movement
    began: bool = False  # began the round engaged
    left: bool = False  # retreated or evaded this round
    attacked: bool = False  # in this attack phase
    since: int = 0
    entered: bool = False  # it was the one that came into the engagement
    origin: int = NOBODY  # the place it came from into the engagement
    lashed_out: bool = False  # made a melee attack of opportunity this round

    def copy(self) -> Unit:
        """An independent copy."""
        return Unit(
            self.id,
            self.side,
            self.place,
            self.aboard,
            self.lethal,
            self.subdual,
            self.routed,
            self.spent,
            self.halted,
            self.outside,
            self.began,
            self.left,
            self.attacked,
            self.since,
            self.entered,
            self.origin,
            self.lashed_out,
        )


@dataclass(slots=True)
class Figure:
    """A character: where they are. `host` is the unit they fight with, `group` their Heroes unit."""

    id: int
    side: int
    host: int = NOBODY
    group: int = NOBODY
    status: int = ACTIVE
    due: int = 0  # the round in which a DELAYED character is back in the reserve
    cast: bool = False  # a battle spell this round
    spells: list[int] | None = None  # numbers in Person.spells still to be cast
    changed: bool = False  # joined or left a unit in this round's movement

    def copy(self) -> Figure:
        """An independent copy."""
        spells = None if self.spells is None else list(self.spells)
        return Figure(
            self.id,
            self.side,
            self.host,
            self.group,
            self.status,
            self.due,
            self.cast,
            spells,
            self.changed,
        )


@dataclass(slots=True)
class Group:
    """A Heroes unit: with a unit (`host`), or in its reserve. Dissolved when none of its members is left."""

    id: int
    side: int
    host: int = NOBODY
    spent: int = 0
    halted: bool = False
    el_change: int = 0  # this round, by the duel of heroes
    set_bonus: int = NOBODY  # this round, as a referee said; NOBODY: by the table
    dissolved: bool = False
    outside: bool = False  # touched an unfortified area in this round's movement

    def copy(self) -> Group:
        """An independent copy."""
        return Group(
            self.id,
            self.side,
            self.host,
            self.spent,
            self.halted,
            self.el_change,
            self.set_bonus,
            self.dissolved,
            self.outside,
        )


@dataclass(slots=True)
class Person:
    """A character as the scenario has them; never changes."""

    name: str
    level: int = 1
    warcraft: int = 0
    sailor: int = 0
    lead: int = 0
    ride: int = 0
    mounted: bool = False
    war_trained: bool = False
    speed: int = 30
    feat: bool = False
    spells: tuple[tuple[str, int], ...] = ()  # spell id and prepared level


@dataclass(slots=True)
class Flags:
    """The options in force."""

    rout_dc: int
    criticals: str
    save_per_hit: bool
    subdual_penalty: int
    pikes_first: bool
    moving_penalty: int
    fire_at_engager: bool
    heroes_locked: bool
    encounters: str
    wagon_required: bool
    magic_adjacent: bool
    magic_least: int
    evade_printed: bool
    night_fire: bool  # peoples with night sight may fire at adjacent areas at night
    stalemate: int
    secret: bool
    free_withdrawal: bool
    march: bool  # one subdual damage for each missing point
    embarked_missiles: bool
    rescue: bool
    defenders_bar: bool
    weather_roll: bool
    version: int = 3  # of the rules, as the record names it: a battle goes on by those with which it began


@dataclass(slots=True)
class Setting:
    """All of a battle that never changes."""

    scenario: str
    title: str
    names: tuple[str, str]
    sea: bool
    attacker: int  # a side, BOTH, or NOBODY: to be asked
    major: int
    minor: tuple[int, ...]
    home: int  # the side that fights in its home realm, or BOTH, or NOBODY
    terrain: int  # NOBODY: contest
    weather: int
    season: str
    weather_kind: str
    visibility: int  # NOBODY: contest
    fog: bool  # fog may be wished for
    fort: int  # CAMP: none
    level: int
    owner: int
    flags: Flags
    cards: list[Card]
    labels: list[str]
    people: list[Person]
    group_names: list[str]
    generals: tuple[int, int]
    exits: tuple[int, int]  # provinces open to each side for a withdrawal
    march_cost: int
    points: list[
        int
    ]  # movement points that each unit has left in the war move, NOBODY if they are not counted
    stakes: tuple[int, int]  # muster value of each army at the start
    spells: dict[str, Spell]  # by id: those of the table, and what the scenario adds


@dataclass(slots=True)
class State:
    """A battle as it stands. `at` names the unit of each side in each area (side * 15 + area)."""

    setting: Setting
    units: list[Unit]
    figures: list[Figure]
    groups: list[Group]
    at: list[int]
    effects: list[tuple[int, int, int]]  # battle spells in force: unit, rating, amount
    stage: int = stages.ATTACKER
    round: int = 0
    first: int = 0  # the side that moves first this round
    attacker: int = NOBODY
    fort: int = CAMP  # the kind in use
    fortified: int = 0  # bit for each area still fortified
    terrain: int = NOBODY
    weather: int = NOBODY
    visibility: int = NOBODY
    withdrawing: int = 0  # bit for each side
    stirred: bool = False  # something happened this round
    quiet: int = 0  # rounds in a row without anything happening
    breached: int = 0  # bit for each area that an enemy got into
    struck: int = 0  # prizes and captives since the last look, for the news
    outcome: Outcome | None = None

    def copy(self) -> State:
        """An independent copy; the setting is shared."""
        return State(
            self.setting,
            [unit.copy() for unit in self.units],
            [figure.copy() for figure in self.figures],
            [group.copy() for group in self.groups],
            list(self.at),
            list(self.effects),
            self.stage,
            self.round,
            self.first,
            self.attacker,
            self.fort,
            self.fortified,
            self.terrain,
            self.weather,
            self.visibility,
            self.withdrawing,
            self.stirred,
            self.quiet,
            self.breached,
            self.struck,
            self.outcome,
        )
