"""The choices of the army builder: its tables, fields and words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from banneret.kernel.abilities.muster import Choice, Entry, Field, Kind, Tables
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.army.muster.cards import (
    commander_card,
    damage_of,
    hit_dice_of,
    unit_card,
)
from banneret.rulebooks.battlesystem.army.muster.entries import (
    FIGURES,
    KINDS,
    NO_ENGINE,
    NO_MISSILE,
    ON_FOOT,
    RANKS,
    ROLES,
)
from banneret.rulebooks.battlesystem.army.muster.person_cards import person_card
from banneret.rulebooks.battlesystem.army.scenarios import shipped
from banneret.rulebooks.battlesystem.army.unit_builder import ENGINE_POINTS, INNATE, LARGE, Recruit, enlist
from banneret.rulebooks.battlesystem.tables.characters import classes
from banneret.rulebooks.battlesystem.tables.combat_results import DATA
from banneret.rulebooks.battlesystem.tables.creatures import armoury, creatures
from banneret.rulebooks.battlesystem.tables.missiles import Engine, Missile, engines, missiles
from banneret.rulebooks.battlesystem.tables.mounted import Mount, mounts
from banneret.rulebooks.battlesystem.tables.rosters import PARENTS
from banneret.rulebooks.battlesystem.text.missiles import engine_text, missile_text

ROLLS: Final = {"adnd": "Best of six: four dice, the lowest left out", "dnd": "Three dice"}
FORMATIONS: Final = ("usual", "closed", "open", "skirmish", "mob")


@cache
def read_tables() -> Tables:
    """The tables that an army is chosen from, read once."""
    data = read_toml(DATA / "muster.toml")
    kinds = tuple(
        [
            Kind(row["id"], row["title"], tuple([_field(field) for field in row["field"]]))
            for row in data["kind"]
        ]
    )
    takers = {name: tuple(scenario.sides) for name, scenario in shipped().items()}
    return Tables("battlesystem", data["points"], tuple(data["budgets"]), kinds, takers, data["text"])


def _field(row: Mapping[str, Any]) -> Field:
    choices = _choices(row["choices"]) if "choices" in row else ()
    plain = {name: row[name] for name in ("default", "least", "most", "of", "text", "rare") if name in row}
    return Field(row["id"], row["title"], row["form"], choices, **plain)


def _choices(table: str) -> tuple[Choice, ...]:
    if table == "creatures":
        return tuple([_creature_choice(one.id) for one in creatures().values()])
    if table == "weapons":
        return tuple([_weapon_choice(name) for name in armoury().arms])
    if table == "armours":
        worn = [Choice(one.id, one.name, text=f"AC {one.armour_class}") for one in armoury().armours.values()]
        return (Choice("usual", "As usual"), *worn)
    if table == "classes":
        return tuple([Choice(one.id, one.name) for one in classes().values()])
    if table == "ranks":
        return tuple([Choice(rank, name, "", _price_of_rank(rank)) for rank, name in RANKS.items()])
    if table == "rolls":
        return tuple([Choice(parent, ROLLS[parent]) for parent in PARENTS])
    if table == "roles":
        return tuple(
            [Choice(role, name, "", person_card(Entry({"role": role})).cost) for role, name in ROLES.items()]
        )
    if table == "arms":
        return (Choice("usual", "As usual"), *[_weapon_choice(name) for name in armoury().arms])
    if table == "all-missiles":
        return (Choice(NO_MISSILE, "None"), *[_missile_choice(one) for one in missiles().values()])
    if table == "mounts":
        ridden = [_mount_choice(one) for one in mounts().values()]
        return (Choice(ON_FOOT, "None: on foot"), *ridden)
    if table == "missiles":
        carried = [_missile_choice(one) for one in missiles().values() if one.kind != INNATE]
        return (Choice(NO_MISSILE, "None"), *carried)
    if table == "engines":
        return (Choice(NO_ENGINE, "None"), *[_engine_choice(one) for one in engines().values()])
    words = {
        "kinds": KINDS,
        "shields": ("usual", "yes", "no"),
        "unit-shields": ("usual", "yes", LARGE, "no"),
        "yes-no": ("no", "yes"),
        "formations": FORMATIONS,
        "alignments": ("usual", "lawful", "neutral", "chaotic"),
    }[table]
    return tuple([Choice(word, word.capitalize()) for word in words])


def _price_of_rank(rank: str) -> int:
    """The price of a commander chosen by rank alone."""
    return commander_card(Entry({"rank": rank}, "commander")).cost


def _creature_choice(name: str) -> Choice:
    found = enlist(Recruit(name, FIGURES))
    creature = found.creature
    text = f"AC {creature.armour_class}, {hit_dice_of(found)}, MV {creature.movement:g}, {found.ratio}:1"
    card = unit_card(Entry({"creature": name}))  # with all other choices as usual
    return Choice(name, creature.plural, creature.group, card.cost, text)


def _mount_choice(mount: Mount) -> Choice:
    being = mount.being
    text = f"AC {being.armour_class}, {being.dice} hit dice, MV {being.movement:g}"
    return Choice(mount.id, mount.name, text=text)


def _missile_choice(missile: Missile) -> Choice:
    return Choice(missile.id, missile.name, text=missile_text(missile))


def _engine_choice(engine: Engine) -> Choice:
    return Choice(engine.id, engine.name, "", ENGINE_POINTS, engine_text(engine))


def _weapon_choice(name: str) -> Choice:
    arm = armoury().arms[name]
    weapon = {"sm": [arm.small], "l": [arm.large], "reach": arm.reach}
    hands = "two-handed" if arm.hands > 1 else ""
    return Choice(name, arm.name, hands, text=damage_of(weapon))
