"""The rosters of an army's units and commanders, as scenarios write them. Rules: battlesystem:3.1, battlesystem:3.2, battlesystem:4.8a."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from banneret.kernel.abilities.muster import ArmyList, Entry, word_of
from banneret.rulebooks.battlesystem.army.mixed_units import mixed
from banneret.rulebooks.battlesystem.army.muster.cards import RANKS
from banneret.rulebooks.battlesystem.army.muster.entries import (
    character_of,
    commands,
    mixed_into,
    number_of,
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
        if commands(entry) or word_of(entry, "mixed"):
            continue
        one = enlist(recruit_of(entry))
        for number in range(1, entry.count + 1):
            title = entry.name or one.creature.plural
            name = title if entry.count == 1 else f"{title} {number}"
            found.append(_placed(_row(one, name, entry, army), entry, army))
    return _told_apart(found)


def _row(one: Enlisted, name: str, entry: Entry, army: ArmyList) -> dict[str, Any]:
    """The roster of one unit, with what is mixed into it."""
    row = one.row(name)
    parts = [enlist(recruit_of(other)) for other in mixed_into(entry, army) for _ in range(other.count)]
    return mixed(one, parts, row, [part.row() for part in parts]) if parts else row


def _placed(row: dict[str, Any], entry: Entry, army: ArmyList) -> dict[str, Any]:
    """The roster with what its owner says of formation, frontage and brigade."""
    formation = word_of(entry, "formation", "usual")
    if formation != "usual":
        row["formation"] = formation
    if number_of(entry, "files"):
        row["files"] = number_of(entry, "files")
    brigade = word_of(entry, "brigade")
    if brigade:
        row["brigade"] = brigade
    return row


def _told_apart(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Units of one name get numbers."""
    names = [row["name"] for row in rows]
    counts: dict[str, int] = {}
    for row in rows:
        name = row["name"]
        if names.count(name) > 1:
            counts[name] = counts.get(name, 0) + 1
            row["name"] = f"{name} {counts[name]}"
    return rows


def leaders_of(army: ArmyList) -> list[dict[str, Any]]:
    """The commanders above units, as scenarios write them. Rules: battlesystem:3.2, battlesystem:4.8a."""
    found: list[dict[str, Any]] = []
    for entry in army.entries:
        if not commands(entry):
            continue
        creature = creature_of(word_of(entry, "creature", "human-fighter-1"))
        _, _, charisma = character_of(entry)
        rank = word_of(entry, "rank")
        found.append(
            {
                "id": entry.name or rank,
                "name": entry.name or RANKS[rank],
                "rank": rank,
                "cr": float(Fraction(total(reach_of(entry)), 3)),
                "cb": charisma_bonus(charisma),
                "mv": creature.movement,
                "creature": creature.people,
                "hates": list(people_of(creature).hates),
            }
        )
    return found
