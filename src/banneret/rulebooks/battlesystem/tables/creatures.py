"""Creatures that may fill a unit on foot, the peoples they belong to, their weapons and armour: read once from `data/`.

Rules: battlesystem:2.3, battlesystem:2.8f, battlesystem:3.1, battlesystem:4.1c, battlesystem:4.6c.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA, Damage
from banneret.rulebooks.battlesystem.tables.rosters import Modifier, Weapon

HANDY: Final = ("Men", "Demihumans", "Humanoids", "Giant kind", "Draconians")
"""The groups of creatures that may be the crew of a piece of artillery. Rule: battlesystem:10.10."""

RIDERS: Final = (*HANDY, "Undead")
"""The groups of creatures that ride. Rule: battlesystem:11.1."""

NO_CHARACTER: Final = -1  # the level of creatures that count by hit dice


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature as the parent game has it. `level` is `NO_CHARACTER` for those rated by hit dice; movement is in inches a round."""

    id: str
    name: str
    plural: str
    group: str
    people: str
    hit_dice: str
    armour_class: int
    movement: float
    size: str
    intelligence: str
    alignments: tuple[str, ...]  # the usual one first
    saves_as: int  # a fighter of this level
    level: int = NO_CHARACTER
    classes: tuple[str, ...] = ()
    points: int = 0
    wears: bool = False  # its armour class comes from armour, which may be changed
    shield: bool = False  # the usual armour class counts a shield
    attacks: tuple[str, ...] = ()  # dice of its own attacks
    weapon: str = ""  # dice of the usual weapon
    both: bool = False  # it uses the weapon besides its own attacks, not instead
    special: bool = False
    exceptional: bool = False
    abilities: tuple[str, ...] = ()
    never_checks: bool = False
    undead: bool = False
    drains: bool = False
    magic_resistance: int = 0
    natives: tuple[str, ...] = ()  # kinds of ground that do not slow it. Rule: battlesystem:11.8d
    swim: float = 0.0  # inches in water


@dataclass(frozen=True, slots=True)
class People:
    """The traits of a whole people, which go on their rosters."""

    id: str
    hates: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    skilled: tuple[str, ...] = ()  # weapons with which the attack rating is 1 better
    shoots: tuple[str, ...] = ()  # missiles with which an individual's is. Rule: battlesystem:9.4b.thac0


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon of the tables.

    Attributes:
        id: its id.
        name: its name.
        small: dice of damage against size S and M.
        large: dice of damage against size L.
        reach: the ranks that fight with it.
        hands: those that hold it.
        set: it may be set against charges. Rule: battlesystem:11.7.
        mounted: a lance: for riders only, with double damage in a charge. Rule: battlesystem:11.4c.
    """

    id: str
    name: str
    small: str
    large: str
    reach: int = 1
    hands: int = 1
    set: bool = False
    mounted: bool = False

    def weapon(self) -> Weapon:
        """The weapon as rosters have it, with damage columns. Rule: battlesystem:8.5."""
        return Weapon(
            self.id, self.name, [Damage.of(self.small)], [Damage.of(self.large)], self.reach, 0, self.set
        )


@dataclass(frozen=True, slots=True)
class Armour:
    """Armour that is worn: its armour class without a shield."""

    id: str
    name: str
    armour_class: int


@dataclass(frozen=True, slots=True)
class Armoury:
    """Weapons and armour, by id, and what a shield is worth."""

    arms: dict[str, Arm] = field(default_factory=dict)
    armours: dict[str, Armour] = field(default_factory=dict)
    shield: int = 1


@cache
def creatures() -> dict[str, Creature]:
    """Every creature that may fill a unit on foot, by id. Rule: battlesystem:2.8f."""
    rows = read_toml(DATA / "creatures.toml")["creature"]
    return {row["id"]: Creature(**_frozen(row)) for row in rows}


@cache
def peoples() -> dict[str, People]:
    """The peoples that have traits, by id."""
    found: dict[str, People] = {}
    for row in read_toml(DATA / "peoples.toml")["people"]:
        modifiers = tuple([Modifier(**_frozen(modifier)) for modifier in row.pop("modifier", ())])
        found[row["id"]] = People(modifiers=modifiers, **_frozen(row))
    return found


@cache
def armoury() -> Armoury:
    """The weapons and armour of the tables, read once."""
    arms = {row["id"]: Arm(**row) for row in read_toml(DATA / "weapons.toml")["weapon"]}
    armour = read_toml(DATA / "armour.toml")
    return Armoury(arms, {row["id"]: Armour(**row) for row in armour["armour"]}, armour["shield"])


def creature_of(name: str) -> Creature:
    """The creature of that id; raises `BadInput` with near ones."""
    found = creatures().get(name)
    if found is None:
        raise BadInput(f"there is no creature {name[:60]!r}", hint=nearest(name[:60], list(creatures())))
    return found


def alike(name: str) -> Creature | None:
    """The creature of that id, else the first of that people; None if the tables have neither."""
    found = creatures().get(name)
    if found is None:
        found = next((one for one in creatures().values() if one.people == name), None)
    return found


def people_of(creature: Creature) -> People:
    """The traits of a creature's people."""
    return peoples().get(creature.people) or People(creature.people)


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its lists as tuples."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
