"""Entries of an army read as the choices for a unit or individual, and units written as entries.

Rules: battlesystem:3.1, battlesystem:3.2, battlesystem:3.2a.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from banneret.kernel.abilities.muster import ArmyList, Entry, word_of, words_of
from banneret.kernel.dice import SeededDice
from banneret.rulebooks.battlesystem.army.individual_builder import AVERAGE, Person
from banneret.rulebooks.battlesystem.army.unit_builder import (
    LARGE,
    PASSENGERS,
    Recruit,
    enlist,
    is_character,
    monster_radius_parts,
    radius_parts,
)
from banneret.rulebooks.battlesystem.tables.characters import Class, class_of, rolled_charisma
from banneret.rulebooks.battlesystem.tables.creatures import (
    NO_CHARACTER,
    Creature,
    armoury,
    creature_of,
    creatures,
)
from banneret.rulebooks.battlesystem.tables.ratings import Part
from banneret.rulebooks.battlesystem.tables.rosters import CAVALRY, PARENTS

FIGURES: Final = 12  # of a unit, unless a number is given
ON_FOOT: Final = "none"  # the word for no mount
NO_MISSILE: Final = "none"
NO_ENGINE: Final = "none"
RANKS: Final = {"army": "Army Commander", "brigade": "Brigade Commander"}
HERO: Final = "hero"
LEADS: Final = "unit"
ROLES: Final = {HERO: "Hero", "member": "Member of a unit", LEADS: "Unit Commander"}
"""The places of individuals below brigades. Rules: battlesystem:9.0, battlesystem:9.1, battlesystem:9.2a."""
LEVELS: Final = {HERO: 5, "commander": 3}  # unless a level is given
KINDS: Final = ("regular", "skirmish", "mob")  # special kinds belong to scenarios. Rule: battlesystem:2.11


def commands(entry: Entry) -> bool:
    """True if an entry is a commander above units."""
    return "rank" in entry.values


def is_unit(entry: Entry) -> bool:
    """True if an entry is a unit, not an individual."""
    return not commands(entry) and "role" not in entry.values


def fights(entry: Entry) -> bool:
    """True of an individual who has a sheet to fight by. Rules: battlesystem:9.0, battlesystem:9.2g."""
    return "role" in entry.values or (commands(entry) and word_of(entry, "fights") == "yes")


def named(army: ArmyList, name: str) -> Entry | None:
    """The entry of that name; None if there is none."""
    return next((entry for entry in army.entries if entry.name == name), None)


def needs_tier(army: ArmyList) -> bool:
    """True if an army has what the Basic Game does not: individuals who fight, deputies, riders, missiles, artillery. Rule: 1.0d."""
    return any(
        fights(entry)
        or word_of(entry, "deputy")
        or word_of(entry, "apart") == "yes"
        or (is_unit(entry) and (_mount(entry) or _missile(entry) or _engine(entry)))
        for entry in army.entries
    )


def person_of(entry: Entry) -> Person:
    """The individual that an entry chooses. Rules: battlesystem:3.2, battlesystem:9.0."""
    class_ = class_of(word_of(entry, "class", "fighter"))
    charisma = number_of(entry, "charisma", 12)
    return Person(
        word_of(entry, "creature", "human-fighter-1"),
        class_.id,
        number_of(entry, "level", LEVELS["commander" if commands(entry) else HERO]),
        word_of(entry, "weapon", "usual"),
        number_of(entry, "magic"),
        word_of(entry, "armour", "usual"),
        number_of(entry, "protection"),
        word_of(entry, "shield", "usual"),
        _mount(entry),
        _missile(entry),
        number_of(entry, "strength", AVERAGE),
        number_of(entry, "exceptional"),
        number_of(entry, "dexterity", AVERAGE),
        charisma or rolled_for(class_, entry.name, word_of(entry, "rolled", PARENTS[0])),
        number_of(entry, "hit-points"),
    )


def mixed_into(entry: Entry, army: ArmyList) -> list[Entry]:
    """The entries of an army whose figures are mixed into the unit of this entry. Rule: battlesystem:3.1a."""
    return [other for other in army.entries if entry.name and word_of(other, "mixed") == entry.name]


def number_of(entry: Entry, field: str, default: int = 0) -> int:
    """The number of a field, or the default if it has none."""
    value = entry.values.get(field, default)
    return value if isinstance(value, int) else default


def recruit_of(entry: Entry) -> Recruit:
    """The unit that an entry chooses."""
    class_ = class_of(word_of(entry, "class", "fighter"))
    level = number_of(entry, "level")
    charisma = number_of(entry, "charisma", 12)
    return Recruit(
        word_of(entry, "creature"),
        number_of(entry, "figures", FIGURES),
        word_of(entry, "type", "regular"),
        words_of(entry, "weapons"),
        word_of(entry, "armour", "usual"),
        word_of(entry, "shield", "usual"),
        word_of(entry, "alignment", "usual"),
        class_=class_.id,
        level=level or NO_CHARACTER,
        charisma=charisma or rolled_for(class_, entry.name, word_of(entry, "rolled", PARENTS[0])),
        name=entry.name,
        mount=_mount(entry),
        missile=_missile(entry),
        engine=_engine(entry),
        team=number_of(entry, "team"),
        passengers=number_of(entry, "passengers", PASSENGERS),
    )


def _engine(entry: Entry) -> str:
    """The piece of artillery of a crew, "" for none."""
    word = word_of(entry, "engine", NO_ENGINE)
    return "" if word == NO_ENGINE else word


def _missile(entry: Entry) -> str:
    """The missile of a unit, "" for none."""
    word = word_of(entry, "missile", NO_MISSILE)
    return "" if word == NO_MISSILE else word


def _mount(entry: Entry) -> str:
    """The mount of a unit, "" on foot."""
    word = word_of(entry, "mount", ON_FOOT)
    return "" if word == ON_FOOT else word


def rolled_for(class_: Class, name: str, parent: str = PARENTS[0]) -> int:
    """The charisma rolled for a commander, with dice seeded by his name: the same wherever he fights. Rule: battlesystem:3.2a."""
    dice = SeededDice(f"charisma of {name}")
    return rolled_charisma(class_, lambda count: [dice.die(6) for _ in range(count)], parent)


def entry_of(recruit: Recruit) -> Entry:
    """A unit as an entry of an army."""
    values: dict[str, str | int | tuple[str, ...]] = {
        "creature": recruit.creature,
        "figures": recruit.figures,
    }
    if recruit.kind != "regular":
        values["type"] = recruit.kind
    if recruit.mount:
        values["mount"] = recruit.mount
    if recruit.team:
        values |= {"team": recruit.team, "passengers": recruit.passengers}
    if recruit.missile:
        values["missile"] = recruit.missile
    if recruit.engine:
        values["engine"] = recruit.engine
    if recruit.weapons:
        values["weapons"] = recruit.weapons
    if recruit.armour != "usual":
        values["armour"] = recruit.armour
    if recruit.shield != "usual":
        values["shield"] = recruit.shield
    if recruit.alignment != "usual":
        values["alignment"] = recruit.alignment
    return Entry(values, "unit", 1, recruit.name)


def entry_of_row(row: Mapping[str, Any]) -> Entry:
    """A roster of a scenario as an entry, as far as the tables have what it has."""
    creature = _creature(row)
    weapons = tuple([weapon["id"] for weapon in row["weapons"] if weapon["id"] in armoury().arms])
    sort = str(row["unit_type"])
    recruit = Recruit(
        creature.id,
        int(row["figures"]),
        sort if sort in KINDS else "regular",
        weapons[:2] if creature.weapon else (),
        name=str(row["name"])[:40],
        mount=str(row.get("mount", "")) if row.get("troop") == CAVALRY else "",
        missile=str(row.get("missile", "")) if creature.weapon else "",
        engine=str(row.get("engine", "")),
    )
    axis = str(row.get("alignment", "")).partition(" ")[0]
    if axis != creature.alignments[0].partition(" ")[0] and any(
        one.startswith(axis) for one in creature.alignments if axis
    ):
        recruit = replace(recruit, alignment=axis)
    if creature.wears and row["ac"] != creature.armour_class:
        shield = bool(row.get("shield", False))
        bare = int(row["ac"]) + (armoury().shield if shield else 0)
        for armour in armoury().armours.values():
            if armour.armour_class == bare:
                recruit = replace(recruit, armour=armour.id, shield="yes" if shield else "no")
    if row.get("large_shields") and recruit.shield in ("yes", "usual") and enlist(recruit).shield:
        recruit = replace(recruit, shield=LARGE)
    return entry_of(recruit)


def _creature(row: Mapping[str, Any]) -> Creature:
    """The creature of a roster: by its symbol or its id, else of its people the one of the same level; raises `BadInput`."""
    for name in (row.get("symbol"), row["creature"]):
        if name in creatures():
            return creatures()[str(name)]
    alike = [one for one in creatures().values() if one.people == row["creature"]]
    if not alike:
        return creature_of(str(row["creature"]))
    level = int(row["hd_per_figure"]) // 10 if int(row["ar"]) < 21 else 0
    return next((one for one in alike if one.level == level), alike[0])


def character_of(entry: Entry) -> tuple[Class, int, int]:
    """Class, level and charisma of a commander above units. Rule: battlesystem:3.2."""
    class_ = class_of(word_of(entry, "class", "fighter"))
    parent = word_of(entry, "rolled", PARENTS[0])
    charisma = number_of(entry, "charisma", 12) or rolled_for(class_, entry.name, parent)
    return class_, number_of(entry, "level", 3), charisma


def reach_of(entry: Entry) -> list[Part]:
    """The command radius of a commander's entry, in thirds of an inch. Rule: battlesystem:4.8."""
    class_, level, charisma = character_of(entry)
    creature = creature_of(word_of(entry, "creature", "human-fighter-1"))
    if is_character(creature):
        return radius_parts(charisma, level, class_.fighter)
    return monster_radius_parts(creature.movement)
