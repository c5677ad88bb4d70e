"""The rosters of an army's units and individuals, as scenarios write them. Rules: battlesystem:3.1, battlesystem:3.2, battlesystem:4.8a."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from banneret.kernel.abilities.muster import ArmyList, Entry, word_of
from banneret.rulebooks.battlesystem.army.individual_builder import made
from banneret.rulebooks.battlesystem.army.mixed_units import mixed
from banneret.rulebooks.battlesystem.army.muster.entries import (
    LEADS,
    RANKS,
    ROLES,
    character_of,
    commands,
    fights,
    is_unit,
    mixed_into,
    number_of,
    person_of,
    reach_of,
    recruit_of,
)
from banneret.rulebooks.battlesystem.army.unit_builder import Enlisted, enlist
from banneret.rulebooks.battlesystem.tables.creatures import creature_of, people_of
from banneret.rulebooks.battlesystem.tables.ratings import charisma_bonus, total


def rows_of(army: ArmyList) -> list[dict[str, Any]]:
    """The rosters of an army's units as scenarios write them. Rule: battlesystem:3.1."""
    found: list[dict[str, Any]] = []
    for entry in army.entries:
        if not is_unit(entry) or word_of(entry, "mixed"):
            continue
        one = enlist(recruit_of(entry))
        for number in range(1, entry.count + 1):
            title = entry.name or one.creature.plural
            name = title if entry.count == 1 else f"{title} {number}"
            row = _placed(_row(one, name, entry, army), entry, army)
            if entry.name and entry.count == 1:
                row["id"] = entry.name
            found.append(row)
    return _told_apart(found)


def _row(one: Enlisted, name: str, entry: Entry, army: ArmyList) -> dict[str, Any]:
    """The roster of one unit, with what is mixed into it."""
    row = one.row(name)
    parts = [enlist(recruit_of(other)) for other in mixed_into(entry, army) for _ in range(other.count)]
    return mixed(one, parts, row, [part.row() for part in parts]) if parts else row


def _placed(row: dict[str, Any], entry: Entry, army: ArmyList) -> dict[str, Any]:
    """The roster with the formation, frontage, brigade and commander that the army gives it."""
    formation = word_of(entry, "formation", "usual")
    if formation != "usual":
        row["formation"] = formation
    if number_of(entry, "files"):
        row["files"] = number_of(entry, "files")
    brigade = word_of(entry, "brigade")
    if brigade:
        row["brigade"] = brigade
    if "commander" in row:
        row["commander"] = {**row["commander"], **_chief(entry, army)}
    return row


def _chief(entry: Entry, army: ArmyList) -> dict[str, Any]:
    """The words of a row on its Unit Commander: name and command of one with his own sheet, or that he may leave. Rules: 9.2a, battlesystem:9.2h."""
    for other in army.entries:
        if word_of(other, "role") == LEADS and entry.name and word_of(other, "unit") == entry.name:
            return {"name": other.name or ROLES[LEADS], **made(person_of(other)).command()}
    return {"apart": True} if word_of(entry, "apart") == "yes" else {}


def _told_apart(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same rows; number those of the same name."""
    names = [row["name"] for row in rows]
    counts: dict[str, int] = {}
    for row in rows:
        name = row["name"]
        if names.count(name) > 1:
            counts[name] = counts.get(name, 0) + 1
            row["name"] = f"{name} {counts[name]}"
    return rows


def leaders_of(army: ArmyList) -> list[dict[str, Any]]:
    """The individuals of an army, as scenarios write them. Rules: battlesystem:3.2, battlesystem:4.8a, battlesystem:9.0, battlesystem:9.3."""
    found: list[dict[str, Any]] = []
    for entry in army.entries:
        if is_unit(entry):
            continue
        for number in range(1, entry.count + 1):
            row = _fighter(entry) if fights(entry) else _commander(entry)
            if entry.count > 1 and not commands(entry):
                row["id"] = row["name"] = f"{row['name']} {number}"
            found.append(row)
    return _told_apart(found)


def _commander(entry: Entry) -> dict[str, Any]:
    """A commander above units who does not fight. Rules: battlesystem:3.2, battlesystem:4.8a."""
    creature = creature_of(word_of(entry, "creature", "human-fighter-1"))
    _, _, charisma = character_of(entry)
    rank = word_of(entry, "rank")
    found = {
        "id": entry.name or rank,
        "name": entry.name or RANKS[rank],
        "rank": rank,
        "cr": float(Fraction(total(reach_of(entry)), 3)),
        "cb": charisma_bonus(charisma),
        "mv": creature.movement,
        "creature": creature.people,
        "hates": list(people_of(creature).hates),
    }
    if word_of(entry, "deputy"):
        found["deputy"] = word_of(entry, "deputy")
    return found


def _fighter(entry: Entry) -> dict[str, Any]:
    """An individual with a sheet: a Unit Commander commands by the row of his unit. Rules: battlesystem:9.0, 9.1, 9.2a, 9.2g, 9.3."""
    one = made(person_of(entry))
    rank = word_of(entry, "rank") or word_of(entry, "role")
    found: dict[str, Any] = {
        "id": entry.name or rank,
        "name": entry.name or RANKS.get(rank) or ROLES[rank],
        "rank": rank,
        "mv": one.movement,
        "creature": one.creature.people,
        "hates": list(people_of(one.creature).hates),
        **one.row(),
    }
    if rank != LEADS:
        found |= one.command()
    if word_of(entry, "unit"):
        found["unit"] = word_of(entry, "unit")
    deputy = word_of(entry, "deputy") or word_of(entry, "deputy-unit")
    if deputy:
        found["deputy"] = deputy
    return found
