"""Units and individuals of scenarios as entries of an army, as far as the tables can build them. Rules: battlesystem:3.2, battlesystem:9.0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banneret.kernel.abilities.muster import Entry
from banneret.rulebooks.battlesystem.army.individual_builder import Person, made
from banneret.rulebooks.battlesystem.army.muster.entries import entry_of_row
from banneret.rulebooks.battlesystem.army.unit_builder import is_character
from banneret.rulebooks.battlesystem.tables.characters import HIGHEST
from banneret.rulebooks.battlesystem.tables.creatures import Creature, armoury, creatures
from banneret.rulebooks.battlesystem.tables.ratings import charisma_bonus, total

Value = str | int | tuple[str, ...]
MOST_MAGIC = 5  # of arms and armour
CHARISMA = 12  # unless another is written


def entry_of_unit(row: Mapping[str, Any], leaders: Mapping[str, str]) -> Entry:
    """A unit of a scenario as an entry, with its brigade and whether its commander may leave it. Rules: battlesystem:4.10a, battlesystem:9.2h.

    `leaders` are the names of the individuals of its side by their ids.
    """
    found = entry_of_row(row)
    values = dict(found.values)
    if row.get("brigade") in leaders:
        values["brigade"] = leaders[row["brigade"]]
    if row.get("commander", {}).get("apart"):
        values["apart"] = "yes"
    return Entry(values, found.kind, found.count, found.name)


def entry_of_leader(row: Mapping[str, Any], units: Mapping[str, str], leaders: Mapping[str, str]) -> Entry:
    """A commander or hero of a scenario as an entry: class, level, arms, his place, and armour that makes his armour class.

    `units` and `leaders` are the names of the units and individuals of his side by their ids.
    """
    above = row["rank"] in ("army", "brigade")
    creature = _creature(str(row.get("creature", "human")))
    values: dict[str, Value] = {"rank" if above else "role": str(row["rank"]), "creature": creature.id}
    if is_character(creature):
        values |= _character(row)
    if "ac" in row:
        level = values.get("level", 1)
        values |= _arms(row, creature, level if isinstance(level, int) else 1)
        if above:
            values["fights"] = "yes"
    if row.get("unit") in units:
        values["unit"] = units[row["unit"]]
    deputy = str(row.get("deputy", ""))
    if deputy in leaders:
        values["deputy"] = leaders[deputy]
    elif deputy in units:
        values["deputy-unit"] = units[deputy]
    return Entry(values, "commander" if above else "hero", 1, str(row["name"])[:40])


def _creature(name: str) -> Creature:
    """The creature of a row: by its id, else one of its people or with a like id, else a human fighter."""
    known = creatures()
    if name in known:
        return known[name]
    alike = [one for one in known.values() if one.people == name or one.id.startswith(name.split("-")[0])]
    return alike[0] if alike else known["human-fighter-1"]


def _character(row: Mapping[str, Any]) -> dict[str, Value]:
    """Class, level and charisma: as written, else those whose command radius comes nearest to his. Rule: battlesystem:4.8."""
    found: dict[str, Value] = {}
    bonus = int(row.get("cb", 0))
    scores = [score for score in range(12, 20) if charisma_bonus(score) == bonus]
    if "class" in row:
        found = {"class": str(row["class"]), "level": int(row["level"])}
        levels = [int(row["level"])]
    else:
        levels = list(range(1, HIGHEST + 1))
    wanted = 3 * float(row.get("cr", 0))
    best: tuple[float, int, int] | None = None
    for level in levels:
        for score in scores:
            one = made(Person("human-fighter-1", str(found.get("class", "fighter")), level, charisma=score))
            off = abs(total(one.radius) - wanted)
            if best is None or off < best[0]:
                best = off, level, score
    if best is not None and wanted:
        found["level"] = best[1]
        if best[2] != CHARISMA:
            found["charisma"] = best[2]
    return found


def _arms(row: Mapping[str, Any], creature: Creature, level: int) -> dict[str, Value]:
    """His weapon and its magic, missile, mount, hit points, and armour and shield that make his armour class."""
    weapon = row["weapon"]
    found: dict[str, Value] = {"hit-points": int(row["hp"])}
    if weapon["id"] in armoury().arms and (creature.weapon or is_character(creature)):
        found["weapon"] = str(weapon["id"])
        if weapon.get("plus"):
            found["magic"] = int(weapon["plus"])
    for field in ("missile", "mount"):
        if row.get(field):
            found[field] = str(row[field])
    return found | _worn(row, creature, found, level)


def _worn(
    row: Mapping[str, Any], creature: Creature, found: Mapping[str, Value], level: int
) -> dict[str, Value]:
    """Armour, shield and the least magic that make the armour class of a row; empty if none do."""
    if not (is_character(creature) or creature.wears):
        return {}
    for magic in range(MOST_MAGIC + 1):
        for armour in armoury().armours:
            for shield in ("no", "yes"):
                one = made(
                    Person(
                        creature.id,
                        str(row.get("class", "fighter")),
                        max(1, level),
                        str(found.get("weapon", "usual")),
                        armour=armour,
                        protection=magic,
                        shield=shield,
                    )
                )
                if total(one.armour) == int(row["ac"]) and not any(
                    name == "shield" for name, *_ in one.troubles
                ):
                    worn: dict[str, Value] = {"armour": armour, "shield": shield}
                    return worn | ({"protection": magic} if magic else {})
    return {}
