"""What never changes: cards of units and ships, spells, tables. Read once from `data/` and shared.

Rules: warcards:unit.card, warcards:unit.statistics, warcards:unit.rating-scales, warcards:unit.races.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.rulebook import read_toml

DATA: Final = Path(__file__).parent.parent / "data"
NONE: Final = -100  # a rating of "-": no such attack

MELEE: Final = 0
MISSILE: Final = 1
DEFENSE: Final = 2
MORALE: Final = 3
RATINGS: Final = ("melee", "missile", "defense", "morale")

HUMAN_PEOPLES: Final = ("human", "halfling")
BERSERKERS: Final = ("rjurik", "vos")


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


@dataclass(slots=True)
class Spell:
    """A conventional spell that may be prepared as a battle spell."""

    id: str
    name: str
    level: int
    uses: tuple[tuple[int, int], ...]  # rating and sign


@dataclass(slots=True)
class Facts:
    """All tables of the rulebook."""

    cards: dict[str, Card]
    ships: dict[str, Card]
    spells: dict[str, Spell]
    bonuses: list[tuple[int, int, int]]  # by EL: attack, defense, morale


@cache
def symbols() -> dict[str, str]:
    """The picture of each type of unit, kind of ship and kind of person."""
    return {kind: name for part in read_toml(DATA / "symbols.toml").values() for kind, name in part.items()}


@cache
def facts() -> Facts:
    """The tables, read once."""
    races = {row["id"]: row for row in read_toml(DATA / "races.toml")["race"]}
    cards = {row["id"]: _unit(row, races) for row in read_toml(DATA / "units.toml")["unit"]}
    ships = {row["id"]: _ship(row) for row in read_toml(DATA / "ships.toml")["ship"]}
    spells = {row["id"]: _spell(row) for row in read_toml(DATA / "battle_spells.toml")["spell"]}
    with (DATA / "hero_bonuses.csv").open(encoding="utf-8") as file:
        bonuses = [
            (int(row["attack"]), int(row["defense"]), int(row["morale"])) for row in csv.DictReader(file)
        ]
    return Facts(cards, ships, spells, bonuses)


def _rating(value: Any) -> int:
    return NONE if value == "-" else int(value)


def _unit(row: dict[str, Any], races: dict[str, Any]) -> Card:
    race = races[row["race"]]
    return Card(
        row["id"],
        row["name"],
        row["race"],
        row["type"],
        int(row["melee"]),
        _rating(row["missile"]),
        _rating(row["charge"]),
        int(row["defense"]),
        int(row["morale"]),
        int(row["hits"]),
        int(row["move"]),
        int(row["muster"]),
        row["mount"] == "mounted",
        row["armor"],
        pike="pike" in row["tags"],
        artillery="artillery" in row["tags"],
        moves_freely="move-freely" in row["tags"],
        night_sight=bool(race["night_sight"]),
        dwarven=bool(race["dwarven"]),
    )


def _ship(row: dict[str, Any]) -> Card:
    """A vessel's card; its ram stands as charge. Rule: warcards:naval.same-rules."""
    return Card(
        row["id"],
        row["name"],
        "human",
        "ship",
        int(row["melee"]),
        _rating(row["missile"]),
        _rating(row["ram"]),
        int(row["defense"]),
        int(row["morale"]),
        int(row["hits"]),
        int(row["move"]),
        int(row["muster"]),
        False,
        "none",
        ship=True,
        heavy=row["weight"] == "heavy",
        bunks=int(row["bunks"]),
    )


def _spell(row: dict[str, Any]) -> Spell:
    return Spell(row["id"], row["name"], int(row["level"]), uses_of(row["uses"]))


USES: Final = tuple([f"{rating}{sign}" for rating in RATINGS for sign in "+-"])


def uses_of(words: list[str]) -> tuple[tuple[int, int], ...]:
    """What a spell may change, from words such as `morale-`: rating and sign. Rule: warcards:magic.allowed."""
    return tuple([(RATINGS.index(word[:-1]), 1 if word[-1] == "+" else -1) for word in words])


# ---------------------------------------------------------------- training and experience

ADVANCED: Final = ("advanced-melee", "advanced-missile", "advanced-defense", "advanced-morale")
TRAININGS: Final = (
    *ADVANCED,
    "berserk",
    "marine",
    "scout",
    "shield-formation",
    "toughened",
    "war-wagon",
    "pike",
)
EXPERIENCE: Final[dict[str, int]] = {"green": 0, "regular": 0, "veteran": 1, "elite": 2, "crack": 3}


def why_not_trained(card: Card, training: str) -> str:
    """Why a unit may not take a training, "" when it may.

    Rules: warcards:train.advanced, warcards:train.berserk, warcards:train.marine, warcards:train.shield.
    """
    if training == "advanced-missile" and card.missile == NONE:
        return "it has no missile rating to raise"
    if training == "berserk" and card.race not in ("goblin", "orog") and card.people not in BERSERKERS:
        return "only Rjurik, Vos and goblinoid units go berserk"
    if training == "marine" and (card.mounted or card.race != "human"):
        return "only unmounted human units become marines"
    if training == "shield-formation" and card.mounted:
        return "mounted units form no shields"
    if training == "pike" and (card.mounted or card.pike):
        return "only units on foot that have no pikes yet take pikes"
    if training == "scout" and card.hits < 2:
        return "a unit of one hit has none to give"
    return ""


def trained(card: Card, training: str, at_sea: bool = False) -> Card:
    """The card with a training; 1 GB dearer.

    Rules: warcards:unit.experience, warcards:train.advanced, warcards:train.berserk, warcards:train.marine,
    warcards:train.scout, warcards:train.shield, warcards:train.war-wagon.
    """
    new = replace(card, muster=card.muster + 1, training=(*card.training, training))
    if training == "advanced-melee":
        new.melee += 2
    elif training == "advanced-missile":
        new.missile += 2
    elif training == "advanced-defense":
        new.defense += 2
    elif training == "advanced-morale":
        new.morale += 2
    elif training == "berserk":
        new.melee += 2
        new.defense -= 2
        new.morale += 2
        new.berserk = True
        new.charge = max(0, card.charge)
    elif training == "marine":
        new.marine = True
        if at_sea:
            new.melee += 2
            new.defense += 2
    elif training == "scout":
        new.melee -= 2
        new.missile = 2 if card.missile == NONE else card.missile + 2
        new.hits -= 1
        new.move += 1
        new.moves_freely = card.moves_freely or (not card.mounted and card.armor in ("none", "light"))
    elif training == "shield-formation":
        new.shield = True
    elif training == "toughened":
        new.hits += 1
    elif training == "war-wagon":
        new.war_wagon = True
    elif training == "pike":
        new.pike = True
    return new


def of_race(card: Card, race: str) -> Card:
    """A human unit altered by a people's template. Rule: warcards:unit.races."""
    row = next(row for row in read_toml(DATA / "races.toml")["race"] if row["id"] == race)
    new = replace(card, race=race, night_sight=bool(row["night_sight"]), dwarven=bool(row["dwarven"]))
    new.melee += int(row.get("melee", 0))
    new.defense += int(row.get("defense", 0))
    new.morale = max(int(row.get("morale_floor", -99)), card.morale + int(row.get("morale", 0)))
    new.move = int(row.get("move_fixed", card.move + int(row.get("move", 0))))
    if card.missile != NONE:
        new.missile += int(row.get("missile", 0))
    elif "missile_if_none" in row and card.type not in ("levies",):
        new.missile = int(row["missile_if_none"])
    new.muster = max(int(row.get("muster_floor", 0)), card.muster + int(row.get("muster", 0)))
    return new


# ---------------------------------------------------------------- heroes


def encounter_level(levels: list[int]) -> int:
    """The EL of a group: the greatest n with 2^n not above the square of the sum of 2^(level/2), in whole numbers.

    Levels below 3 count for nothing. Rules: warcards:hero.level, warcards:hero.el.

    >>> encounter_level([5, 5]), encounter_level([4, 4, 5, 7, 10]), encounter_level([3, 3, 3, 3]), encounter_level([2])
    (7, 11, 7, 0)
    """
    whole = 0  # the sum is whole + root * sqrt(2)
    root = 0
    for level in levels:
        if level < 3:
            continue
        if level % 2:
            root += 1 << (level // 2)
        else:
            whole += 1 << (level // 2)
    if whole == 0 and root == 0:
        return 0
    el = 0
    while True:
        rest = (1 << (el + 1)) - whole * whole - 2 * root * root
        if rest > 0 and rest * rest > 8 * whole * whole * root * root:
            return el
        el += 1


def hero_bonus(el: int) -> tuple[int, int, int]:
    """Attack, defense and morale bonus of a Heroes unit of that EL; beyond the table by the formula that it was made by.

    Rule: warcards:hero.bonus.

    >>> hero_bonus(7), hero_bonus(24), hero_bonus(27)
    ((2, 1, 1), (6, 3, 3), (7, 3, 4))
    """
    table = facts().bonuses
    if el < len(table):
        return table[max(0, el)]
    attack = (el + 1) // 4
    return (attack, attack // 2, (attack + 1) // 2)


def hero_move(mounted: bool, speed: int, ride: int, war_trained: bool) -> int:
    """The move row of one hero. Rule: warcards:hero.move-rating."""
    if war_trained and ride >= 5:
        return 4
    if war_trained and ride >= 1:
        return 3
    return 2 if mounted or speed >= 30 else 1
