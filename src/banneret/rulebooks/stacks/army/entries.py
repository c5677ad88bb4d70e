"""Fields that hex games and single battles share: names, units, spells, artifacts, and their limits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from banneret.kernel.errors import BadInput, shown
from banneret.kernel.fields import Fields
from banneret.rulebooks.stacks.tables.facts import Facts, facts
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.tables.names import MOST_CHARACTERS

LEAST_SIDES: Final = 2
MOST_SIDES: Final = 4
MOST_UNITS: Final = 80  # in a stack or a reserve
MOST_TITLE: Final = 120
MOST_SUMMARY: Final = 400
OUTER = ("id", "title", "level", "summary", "kind")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")
SEED_LISTS: Final = "the seed's own units are those of the lists Mountain and Forest"
BY_SPELLS: Final = "such units come by spells only"


def read_outer(row: Fields) -> tuple[str, str, str]:
    """Id, title and summary of a scenario; raises `BadInput`."""
    name = row.text("id", "own", MOST_CHARACTERS)
    if not _ID.fullmatch(name):
        raise row.wrong(f"id is {shown(name)}", "letters, digits, _ and -, a letter first")
    title = row.text("title", name.replace("_", " "), MOST_TITLE, blank=True)
    return name, title, row.text("summary", "", MOST_SUMMARY, lines=True, blank=True)


def read_facts(row: Fields) -> tuple[Facts, list[Any]]:
    """The facts with the scenario's own units, and the rows of these as plain data; raises `BadInput`."""
    own = row.rows("unit", 100)
    if not own:
        return facts(), []
    known = facts().extended(own, where=f"{row.where}, own units")
    return known, [_plain(unit, row.where) for unit in own]


def _plain(value: object, where: str) -> Any:
    """A copy of a value as records can hold it; raises `BadInput` for dates and the like."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner, where) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, where) for inner in value]
    if value is None or not isinstance(value, str | int | float | bool):
        raise BadInput(f"{shown(value)} is not a text, number, list or table", where=where)
    return value


def read_spells(row: Fields, key: str, known: Facts) -> list[str]:
    """The ids of the spells in a field; raises `BadInput` for an unknown one."""
    return [known.find_spell(word, row.where).id for word in row.words(key, 60, MOST_CHARACTERS)]


def read_artifacts(row: Fields, key: str, units: list[UnitKind], known: Facts) -> list[dict[str, Any]]:
    """Artifacts with the place of their holder in the list of units. Rule: stacks:artifact.holder."""
    found: list[dict[str, Any]] = []
    for place, data in enumerate(row.rows(key, 60)):
        spot = f"{row.where}, artifact {place + 1}"
        entry = Fields(data, spot, 'such as { artifact = "oathsword", holder = 0 }')
        entry.only(("artifact", "holder"))
        artifact = known.find_artifact(entry.text("artifact", most=MOST_CHARACTERS), spot).id
        found.append({"artifact": artifact, "holder": entry.number("holder", most=len(units) - 1)})
    return found


def read_units(words: Sequence[str], known: Facts, where: str) -> list[UnitKind]:
    """The kinds of units by name, an entry may have a count: "elves", "2 Elves"; raises `BadInput`."""
    units = known.army(words, where) if words else []
    if len(units) > MOST_UNITS:
        raise BadInput(f"{len(units)} units", where=where, hint=f"at most {MOST_UNITS}")
    return units


def read_seed_only(row: Fields, units: list[str], lists: list[str], known: Facts) -> bool:
    """True if a scenario claims to have only the seed's own units; raises `BadInput` if it has others. Rule: stacks:units.house-lists."""
    if not row.flag("seed_only"):
        return False
    for unit_id in units:
        if known.unit(unit_id).house:
            raise row.wrong(f"seed_only, and {known.unit(unit_id).name}", SEED_LISTS)
    for name in lists:
        if any(kind.house for kind in known.pile(name)):
            raise row.wrong(f"seed_only, and the list {name}", SEED_LISTS)
    return True


def check_gifts(spells: dict[str, int], artifacts: dict[str, int], known: Facts, where: str) -> None:
    """Raise `BadInput` if more spells or artifacts are given than there are chits."""
    for spell_id, count in spells.items():
        spell = known.spell(spell_id)
        if count > spell.count:
            raise BadInput(f"{count} {spell.name}", where=where, hint=f"there are {spell.count} chits of it")
    for artifact_id, count in artifacts.items():
        if count > 1:
            raise BadInput(
                f"{count} {known.artifact(artifact_id).name}", where=where, hint="there is one chit of it"
            )
