"""Readers of unit kinds from rows of data: chits as printed or tabled, checked field by field.

The shipped units and the units of users come the same way, so both meet the same checks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from banneret.kernel.errors import BadInput, shown
from banneret.kernel.fields import Fields
from banneret.rulebooks.stacks.tables.descriptors import Descriptors, habitat_of, move_of
from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE, UnitKind
from banneret.rulebooks.stacks.tables.names import DIVIDERS, MOST_CHARACTERS, Names, spelling

LISTS = ("Mountain", "Forest", "Plains", "Swamp", "Jungle", "Desert", "Waste", "Sea", "Summoned", "Special")

MOST_PRINTED = 400  # characters of the printed line, of a note

_KEYS = (
    "id", "name", "aliases", "list", "count", "brm", "descriptors", "named", "without", "inferred", "abilities",
    "house", "printed", "note",
)  # fmt: skip
_ENTRY = re.compile(r"([^+=0-9]*[^+=0-9 ]) ?[+=]? ?([0-9]{1,6})?")
_BRM = re.compile(r"(?:BRM ?:? ?)?([+-]? ?[0-9]{1,6})", re.IGNORECASE)
_MOVEMENT = {
    "flying": "Flying",
    "sea": "Sea",
    "swimmer": "Swimmer",
    "swift": "Swift",
    "very_swift": "Very Swift",
}


class Chit:
    """The entries of a chit."""

    def __init__(self) -> None:
        self.brm: int | None = None
        self.descriptors: list[str] = []
        self.values: dict[str, int] = {}  # abilities by id: the value, or 1 for those without one
        self.slay: list[tuple[str, int]] = []  # the type as written, a descriptor or a unit
        self.paralyze: int = NO_PARALYZE


class ChitReader:
    """Knows the abilities and descriptors and reads chits in them. Rule: stacks:mod.spellings."""

    def __init__(self, abilities: Sequence[Mapping[str, Any]], descriptors: Descriptors) -> None:
        self.descriptors = descriptors
        self._takes: dict[str, str] = {row["id"]: row["value"] for row in abilities}
        self._ability_ids = list(self._takes)
        self._abilities = Names("ability", self._ability_ids)
        for number, row in enumerate(abilities):
            self._abilities.add(number, str(row.get("seed_spelling", row["id"])).split(" (")[0])
        self._labels = list(descriptors.all)
        self._label_names = Names("descriptor", self._labels)
        for number, label in enumerate(self._labels):
            for alias in descriptors.all[label].aliases:
                self._label_names.add(number, alias)
        self._words = Names("ability or descriptor", [*self._ability_ids, *self._labels])

    # ------------------------------------------------------------------ words

    def ability(self, word: str, where: str) -> str:
        """The ability a word means, in any spelling; raises `BadInput` with the nearest."""
        return self._ability_ids[self._abilities.find(word, where)]

    def descriptor(self, word: str, where: str) -> str:
        """The descriptor a word means, in singular or plural; raises `BadInput` with the nearest."""
        return self._labels[self._label_names.find(word, where)]

    def slain(self, word: str, units: Names, where: str) -> str:
        """The target of a Slay: a descriptor, or a unit by its name. Rule: stacks:mod.slay, stacks:mod.spellings."""
        label = self._label_names.known(word)
        if label >= 0:
            return self._labels[label]
        number = units.known(word)
        if number >= 0:
            return units.names[number]
        hint = Names("type", [*self._labels, *units.names]).hint(word)
        raise BadInput(f"Slay names no type or unit {shown(word)}", where=where, hint=hint)

    # ------------------------------------------------------------------ chits

    def printed(self, text: str, where: str = "printed") -> Chit:
        """A chit from its printed line, such as "+6, Demihuman, Hero, Warrior, Slay Giants+4, General"."""
        chit = Chit()
        for entry in text.split(","):
            entry = " ".join(entry.split())
            if entry:
                self._print(chit, entry, where)
        return chit

    def tabled(self, row: Fields) -> Chit:
        """A chit from the fields `brm`, `descriptors` and `abilities` of a row (or `printed` alone)."""
        where = row.where
        if row.has("printed") and not row.has("brm"):
            chit = self.printed(row.text("printed", most=MOST_PRINTED, lines=True), f"{where}, printed")
        else:
            chit = Chit()
        if chit.brm is None or row.has("brm"):
            chit.brm = row.number("brm", None, -50, 50)
        for word in row.words("descriptors", 30, MOST_CHARACTERS):
            chit.descriptors.append(self.descriptor(word, f"{where}, descriptors"))
        for place, entry in enumerate(row.rows("abilities", 30)):
            spot = f"{where}, ability {place + 1}"
            if isinstance(entry, str):
                line = Fields({"ability": entry}, spot).text("ability", most=MOST_CHARACTERS)
                self._print(chit, " ".join(line.split()), spot)
            elif isinstance(entry, Mapping):
                self._add_row(chit, Fields(entry, spot))
            else:
                hint = 'such as "Archer+2" or { ability = "archer", value = 2 }'
                raise BadInput(f"{shown(entry)} is not an ability", where=spot, hint=hint)
        return chit

    def _print(self, chit: Chit, entry: str, where: str) -> None:
        """Put one printed entry on the chit: the BRM, an ability, or a descriptor."""
        brm = _BRM.fullmatch(entry)
        if brm and chit.brm is None:
            number = int(brm.group(1).replace(" ", ""))
            chit.brm = Fields({"BRM": number}, where).number("BRM", None, -50, 50)
            return
        match = _ENTRY.fullmatch(entry)
        word, digits = (match.group(1), match.group(2)) if match else (entry, None)
        kind, _, target = word.partition(" ")
        if target and self._abilities.known(kind) == self._abilities.known("slay"):
            self._add(chit, "slay", digits, target, where)
        elif self._abilities.known(word) >= 0:
            self._add(chit, self.ability(word, where), digits, None, where)
        elif self._label_names.known(word) >= 0 and digits is None:
            chit.descriptors.append(self.descriptor(word, where))
        else:
            raise BadInput(
                f"no ability or descriptor {shown(entry)}", where=where, hint=self._words.hint(word)
            )

    def _add_row(self, chit: Chit, entry: Fields) -> None:
        entry.only(("ability", "value", "type", "turns"))
        ability = self.ability(entry.text("ability", most=MOST_CHARACTERS), entry.where)
        field = "turns" if ability == "paralyze" else "value"
        amount = str(entry.number(field, None, -1000, 1000)) if entry.has(field) else None
        for stray in ("value", "turns", "type"):
            if entry.has(stray) and stray != field and not (stray == "type" and ability == "slay"):
                raise entry.wrong(f"{ability} takes no {stray}")
        target = entry.text("type", most=MOST_CHARACTERS) if ability == "slay" else None
        self._add(chit, ability, amount, target, entry.where)

    def _add(self, chit: Chit, ability: str, amount: str | None, target: str | None, where: str) -> None:
        """Put an ability on the chit, its number checked; the same ability twice adds up. Rule: stacks:mod.sum."""
        takes = self._takes[ability]
        if takes == "none":
            if amount is not None:
                raise BadInput(f"{ability} takes no number", where=where)
            chit.values[ability] = 1
            return
        if ability == "paralyze":
            turns = REST_OF_BATTLE
            if amount is not None:
                turns = Fields({"turns": int(amount)}, where).number("turns", most=20)
            chit.paralyze = turns if chit.paralyze == NO_PARALYZE else max(chit.paralyze, turns)
            return
        if amount is None:
            raise BadInput(f"{ability} needs a number", where=where)
        value = Fields({ability: int(amount)}, where).number(ability, None, 1, 50)
        if ability != "slay":
            chit.values[ability] = chit.values.get(ability, 0) + value
        elif target is None:
            raise BadInput("slay needs a type", where=where, hint='such as "Slay Giants+4"')
        else:
            chit.slay.append((target, value))

    # ------------------------------------------------------------------ units

    def unit(self, data: Mapping[str, Any], index: int, units: Names, where: str) -> UnitKind:
        """A unit kind from its row; `units` knows the names of all units, for Slay. Rule: stacks:units.count."""
        row = Fields(data, where)
        row.only(_KEYS)
        name = row.text("name", most=MOST_CHARACTERS)
        where = row.where = f"{where} ({name})"
        chit = self.tabled(row)
        movement = [label for ability, label in _MOVEMENT.items() if ability in chit.values]
        if "summoning" in chit.values:
            movement.append("Summoning")
        named = [self.descriptor(word, where) for word in row.words("named", 30, MOST_CHARACTERS)]
        named.extend(self.descriptors.by_name(name, chit.descriptors))
        without = [self.descriptor(word, where) for word in row.words("without", 30, MOST_CHARACTERS)]
        types = self.descriptors.closure([*chit.descriptors, *movement], named, without)
        lacking = self.descriptors.missing(types)
        if lacking:
            raise BadInput(lacking, where=where)
        slay = tuple([(self.slain(target, units, where), value) for target, value in chit.slay])
        return _unit_kind(row, index, name, chit, types, slay)


def id_of(row: Fields) -> str:
    """The id of a row: as given, or made of its name."""
    if not row.has("id"):
        name = row.text("name", most=MOST_CHARACTERS)
        return "_".join(re.findall(r"[a-z0-9]+", name.casefold().replace("'", "")))
    word = row.text("id", most=MOST_CHARACTERS)
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", word):
        raise row.wrong(f"id is {shown(word)}", "small letters, digits and _, a letter first")
    return word


def _unit_kind(
    row: Fields,
    index: int,
    name: str,
    chit: Chit,
    types: frozenset[str],
    slay: tuple[tuple[str, int], ...],
) -> UnitKind:
    values = chit.values
    return UnitKind(
        index=index,
        id=id_of(row),
        name=name,
        list=row.word("list", LISTS, "Special"),
        count=row.number("count", 1, most=200),
        brm=chit.brm or 0,
        printed=tuple(chit.descriptors),
        types=types,
        counts_as=types | {name},
        archer=values.get("archer", 0),
        ambush=values.get("ambush", 0),
        surprise=values.get("surprise", 0),
        cavalry=values.get("cavalry", 0),
        poison=values.get("poison", 0),
        armor=values.get("armor", 0),
        cannibal=values.get("cannibal", 0),
        carry=values.get("carry", 0),
        transport=values.get("transport", 0),
        slay=slay,
        paralyze=chit.paralyze,
        general="general" in values,
        guard="guard" in values,
        martyr="martyr" in values,
        skirmish="skirmish" in values,
        vanish="vanish" in values,
        regenerates="regenerates" in values,
        scout="scout" in values,
        steal="steal" in values,
        summoning="Summoning" in types,
        flying="Flying" in types,
        sea="Sea" in types,
        swimmer="Swimmer" in types,
        site="Site" in types,
        hero="Hero" in types,
        warrior="Warrior" in types,
        ship="Ship" in types,
        living="Living" in types,
        swarm="Swarm" in types,
        monster="Monster" in types,
        caster="Spellcaster" in types,
        mage="Mage" in types,
        priest="Priest" in types,
        move=move_of(types),
        habitat=habitat_of(types),
        house=row.flag("house", True),
        text=row.text("printed", "", MOST_PRINTED, lines=True, blank=True),
        note=row.text("note", "", MOST_PRINTED, lines=True, blank=True),
        archer_cause=f"Archer: {name}",
        general_cause=f"General: {name}",
        slay_causes=tuple([f"Slay {target}" for target, _ in slay]),
    )


def names_of(row: Fields) -> list[str]:
    """Every name a row of a unit goes by: name, id, aliases; such that lists of units can hold them."""
    own = row.text("name", most=MOST_CHARACTERS)
    names = [own, id_of(row), *row.words("aliases", 10, MOST_CHARACTERS)]
    for name in names:
        if not spelling(name):
            raise row.wrong(f"{shown(name)} is not a name", "letters or digits")
        if not DIVIDERS.isdisjoint(name):
            raise row.wrong(f"{shown(name)} is not a name", "without comma, semicolon and plus sign")
    return names
