"""Entries that scenarios of both sorts have: names, units, spells, artifacts, and their limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.rulebooks.stacks.tables.facts import Facts, facts
from banneret.rulebooks.stacks.tables.fields import flag_of, known_keys, list_of, number_of, text_of, words_of
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.names import shown

Row = Mapping[str, Any]

LEAST_SIDES: Final = 2
MOST_SIDES: Final = 4
MOST_UNITS: Final = 80  # of a stack, of a reserve
MOST_TITLE: Final = 120
OUTER = ("id", "title", "level", "summary", "kind")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")
SEED_LISTS: Final = "the seed's own units are those of the lists Mountain and Forest"
BY_SPELLS: Final = "such units come by spells only"


def read_outer(row: Row, where: str) -> tuple[str, str, str]:
    """Id, title and summary."""
    name = text_of(row, "id", where, "own")
    if not _ID.fullmatch(name):
        raise BadInput(f"id is {shown(name)}", where=where, hint="letters, digits, _ and -, a letter first")
    title = text_of(row, "title", where, name.replace("_", " "), MOST_TITLE)
    return name, title, text_of(row, "summary", where, "", 400)


def read_facts(row: Row, where: str) -> tuple[Facts, list[Any]]:
    """The facts with the scenario's own units, and their rows as plain data."""
    own = list_of(row, "unit", where, 100)
    if not own:
        return facts(), []
    known = facts().extended(own, where=f"{where}, own units")
    return known, [_plain(unit, where) for unit in own]


def _plain(value: object, where: str) -> Any:
    """A value as it can stand in a record; dates and the like cannot."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner, where) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, where) for inner in value]
    if value is None or not isinstance(value, str | int | float | bool):
        raise BadInput(f"{shown(str(value))} is not a text, number, list or table", where=where)
    return value


def read_spells(row: Row, key: str, known: Facts, where: str) -> list[str]:
    """The ids of the spells that a row names."""
    return [known.find_spell(word, where).id for word in words_of(row, key, where, 60)]


def read_artifacts(
    row: Row, key: str, units: list[UnitKind], known: Facts, where: str
) -> list[dict[str, Any]]:
    """Artifacts with the place of their holder in the list of units. Rule: stacks:artifact.holder."""
    found: list[dict[str, Any]] = []
    for place, entry in enumerate(list_of(row, key, where, 60)):
        spot = f"{where}, artifact {place + 1}"
        if not isinstance(entry, Mapping):
            raise BadInput(
                "is not a table", where=spot, hint='such as { artifact = "oathsword", holder = 0 }'
            )
        known_keys(entry, ("artifact", "holder"), spot)
        artifact = known.find_artifact(text_of(entry, "artifact", spot), spot).id
        found.append({"artifact": artifact, "holder": number_of(entry, "holder", spot, 0, len(units) - 1)})
    return found


def read_units(words: list[str], known: Facts, where: str) -> list[UnitKind]:
    """Units by name, each entry perhaps with a count: "elves", "2 Elves"."""
    units = known.army(words, where) if words else []
    if len(units) > MOST_UNITS:
        raise BadInput(f"{len(units)} units", where=where, hint=f"at most {MOST_UNITS}")
    return units


def read_seed_only(row: Row, units: list[str], lists: list[str], known: Facts, where: str) -> bool:
    """True if a scenario keeps to the seed's own units; `BadInput` where it says so and does not. Rule: stacks:units.house-lists."""
    if not flag_of(row, "seed_only", where, False):
        return False
    for unit_id in units:
        if known.unit(unit_id).house:
            raise BadInput(f"seed_only, and {known.unit(unit_id).name}", where=where, hint=SEED_LISTS)
    for name in lists:
        if any(kind.house for kind in known.pile(name)):
            raise BadInput(f"seed_only, and the list {name}", where=where, hint=SEED_LISTS)
    return True


def check_gifts(spells: dict[str, int], artifacts: dict[str, int], known: Facts, where: str) -> None:
    """Raise `BadInput` where more spells or artifacts are given than there are chits."""
    for spell_id, count in spells.items():
        spell = known.spell(spell_id)
        if count > spell.count:
            raise BadInput(f"{count} {spell.name}", where=where, hint=f"there are {spell.count} chits of it")
    for artifact_id, count in artifacts.items():
        if count > 1:
            raise BadInput(
                f"{count} {known.artifact(artifact_id).name}", where=where, hint="there is one chit of it"
            )
