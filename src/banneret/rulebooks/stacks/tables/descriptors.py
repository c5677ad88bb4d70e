"""Descriptors of a unit: those on its chit, those from its name, those that follow from them, and defaults.

The labels and what each brings with it are data (`data/descriptors.toml`); here is how they work together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# Named after a people, such a unit is still none of that people.
THINGS = frozenset({"Site", "Ship", "Construct"})


@dataclass(frozen=True, slots=True)
class Descriptor:
    """One label and what it brings. Rule: stacks:desc.closure."""

    id: str
    kind: str  # label, default, class or movement
    aliases: tuple[str, ...]
    implies: tuple[str, ...]
    unless_any: frozenset[str]  # it implies nothing for a unit that has one of these
    unless_printed: frozenset[str]  # nor for one whose chit prints one of these
    displaced_by: frozenset[str]  # a default that gives way to these
    by_name: tuple[str, ...]  # peoples that have it by their name
    needs_one_of: frozenset[str]
    rule: str


class Descriptors:
    """All descriptors, and the closure of a chit under them."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.all: dict[str, Descriptor] = {row["id"]: _descriptor(row) for row in rows}
        self._defaults: list[Descriptor] = [label for label in self.all.values() if label.kind == "default"]

    def closure(
        self, printed: Iterable[str], named: Iterable[str] = (), without: Iterable[str] = ()
    ) -> frozenset[str]:
        """Every descriptor of a unit.

        `printed` are the labels of its chit (movement abilities among them), `named` those it has by its name, and
        `without` those that its chit expressly denies although they would be implied or had by default.

        Rule: stacks:desc.closure, stacks:desc.defaults, stacks:desc.neutral.
        """
        on_chit = frozenset(printed)
        denied = frozenset(without)
        had = set(on_chit)
        had.update(named)
        self._imply(had, on_chit, denied, conditional=False)
        self._imply(had, on_chit, denied, conditional=True)
        for label in self._defaults:
            if had.isdisjoint(label.displaced_by):
                if label.id not in denied:
                    had.add(label.id)
            else:
                had.discard(label.id)
        return frozenset(had)

    def by_name(self, name: str, printed: Iterable[str]) -> tuple[str, ...]:
        """The descriptors a unit has because it is called by the name of a people ("Elves", "Hill Dwarves").

        Places and things named after a people are none of it. Rule: stacks:desc.demihuman, stacks:desc.humanoid.
        """
        if not THINGS.isdisjoint(printed):
            return ()
        words = name.casefold().replace("-", " ").split()
        found: list[str] = []
        for label in self.all.values():
            for people in label.by_name:
                if words and words[-1] in _forms(people):
                    found.append(label.id)
                    break
        return tuple(found)

    def missing(self, types: frozenset[str]) -> str:
        """The types a unit of these types lacks, as a sentence; empty when none. Rule: stacks:desc.elemental."""
        for label in self.all.values():
            if label.id in types and label.needs_one_of and types.isdisjoint(label.needs_one_of):
                return f"an {label.id} needs one of {', '.join(sorted(label.needs_one_of))}"
        return ""

    def _imply(
        self, had: set[str], on_chit: frozenset[str], denied: frozenset[str], conditional: bool
    ) -> None:
        """Add what the labels in `had` bring, to the end; conditional ones only when all the others are in."""
        grown = True
        while grown:
            grown = False
            for label in self.all.values():
                if label.id not in had or (label.unless_any and not conditional):
                    continue
                if label.unless_any & had or label.unless_printed & on_chit:
                    continue
                for other in label.implies:
                    if other not in had and other not in denied:
                        had.add(other)
                        grown = True


def move_of(types: frozenset[str]) -> int:
    """The number of hexes a unit moves. Rule: stacks:move.allowance."""
    if "Site" in types:
        return 0
    if "Very Swift" in types:
        return 3
    return 2 if "Swift" in types else 1


def habitat_of(types: frozenset[str]) -> str:
    """The hexes a unit may be in: any, water, both (land and water) or land.

    Rule: stacks:move.flying, stacks:move.sea, stacks:move.swimmer, stacks:move.land.
    """
    if "Flying" in types:
        return "any"
    if "Sea" in types:
        return "water"
    return "both" if "Swimmer" in types else "land"


def _descriptor(row: Mapping[str, Any]) -> Descriptor:
    return Descriptor(
        id=row["id"],
        kind=row["kind"],
        aliases=tuple(row.get("aliases", ())),
        implies=tuple(row.get("implies", ())),
        unless_any=frozenset(row.get("implies_unless_any", ())),
        unless_printed=frozenset(row.get("implies_unless_printed", ())),
        displaced_by=frozenset(row.get("displaced_by", ())),
        by_name=tuple(row.get("by_name", ())),
        needs_one_of=frozenset(row.get("needs_one_of", ())),
        rule="stacks:" + row["rule"],
    )


def _forms(people: str) -> tuple[str, str]:
    """The name of a people in the plural and the singular: elves and elf."""
    plural = people.casefold()
    return plural, plural[:-3] + "f" if plural.endswith("ves") else plural[:-1]
