"""From rows of data to unit kinds: reading chits as they are printed or tabled, checked field by field.

The shipped units and the units of users come the same way, so both meet the same checks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from banneret.kernel.errors import BadInput
from banneret.rulebooks.stacks.tables.descriptors import Descriptors, habitat_of, move_of
from banneret.rulebooks.stacks.tables.fields import flag_of, known_keys, list_of, number_of, text_of, words_of
from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE, UnitKind
from banneret.rulebooks.stacks.tables.names import DIVIDERS, Names, shown, spelling

LISTS = ("Mountain", "Forest", "Plains", "Swamp", "Jungle", "Desert", "Waste", "Sea", "Summoned", "Special")

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

    def tabled(self, row: Mapping[str, Any], where: str) -> Chit:
        """A chit from the fields `brm`, `descriptors` and `abilities` of a row (or `printed` alone)."""
        if "printed" in row and "brm" not in row:
            chit = self.printed(text_of(row, "printed", where, most=400), f"{where}, printed")
        else:
            chit = Chit()
        if chit.brm is None or "brm" in row:
            chit.brm = number_of(row, "brm", where, -50, 50)
        for word in words_of(row, "descriptors", where, 30):
            chit.descriptors.append(self.descriptor(word, f"{where}, descriptors"))
        for place, entry in enumerate(list_of(row, "abilities", where, 30)):
            spot = f"{where}, ability {place + 1}"
            if isinstance(entry, str):
                self._print(chit, " ".join(text_of({"ability": entry}, "ability", spot).split()), spot)
            elif isinstance(entry, Mapping):
                self._add_row(chit, entry, spot)
            else:
                raise BadInput(
                    "is no ability",
                    where=spot,
                    hint='such as "Archer+2" or { ability = "archer", value = 2 }',
                )
        return chit

    def _print(self, chit: Chit, entry: str, where: str) -> None:
        """Put one printed entry on the chit: the BRM, an ability, or a descriptor."""
        brm = _BRM.fullmatch(entry)
        if brm and chit.brm is None:
            chit.brm = number_of({"BRM": int(brm.group(1).replace(" ", ""))}, "BRM", where, -50, 50)
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

    def _add_row(self, chit: Chit, entry: Mapping[str, Any], where: str) -> None:
        known_keys(entry, ("ability", "value", "type", "turns"), where)
        ability = self.ability(text_of(entry, "ability", where), where)
        field = "turns" if ability == "paralyze" else "value"
        amount = str(number_of(entry, field, where, -1000, 1000)) if field in entry else None
        for stray in ("value", "turns", "type"):
            if stray in entry and stray != field and not (stray == "type" and ability == "slay"):
                raise BadInput(f"{ability} takes no {stray}", where=where)
        target = text_of(entry, "type", where) if ability == "slay" else None
        self._add(chit, ability, amount, target, where)

    def _add(self, chit: Chit, ability: str, amount: str | None, target: str | None, where: str) -> None:
        """Put an ability on the chit, its number checked; the same ability twice adds up. Rule: stacks:mod.sum."""
        takes = self._takes[ability]
        if takes == "none":
            if amount is not None:
                raise BadInput(f"{ability} takes no number", where=where)
            chit.values[ability] = 1
            return
        if ability == "paralyze":
            turns = (
                number_of({"turns": int(amount)}, "turns", where, 0, 20)
                if amount is not None
                else REST_OF_BATTLE
            )
            chit.paralyze = turns if chit.paralyze == NO_PARALYZE else max(chit.paralyze, turns)
            return
        if amount is None:
            raise BadInput(f"{ability} needs a number", where=where)
        value = number_of({ability: int(amount)}, ability, where, 1, 50)
        if ability != "slay":
            chit.values[ability] = chit.values.get(ability, 0) + value
        elif target is None:
            raise BadInput("slay needs a type", where=where, hint='such as "Slay Giants+4"')
        else:
            chit.slay.append((target, value))

    # ------------------------------------------------------------------ units

    def unit(self, row: Mapping[str, Any], index: int, units: Names, where: str) -> UnitKind:
        """A unit kind from its row; `units` knows the names of all units, for Slay. Rule: stacks:units.count."""
        known_keys(row, _KEYS, where)
        name = text_of(row, "name", where)
        where = f"{where} ({name})"
        chit = self.tabled(row, where)
        movement = [label for ability, label in _MOVEMENT.items() if ability in chit.values]
        if "summoning" in chit.values:
            movement.append("Summoning")
        named = [self.descriptor(word, where) for word in words_of(row, "named", where, 30)]
        named.extend(self.descriptors.by_name(name, chit.descriptors))
        without = [self.descriptor(word, where) for word in words_of(row, "without", where, 30)]
        types = self.descriptors.closure([*chit.descriptors, *movement], named, without)
        lacking = self.descriptors.missing(types)
        if lacking:
            raise BadInput(lacking, where=where)
        slay = tuple([(self.slain(target, units, where), value) for target, value in chit.slay])
        return _unit_kind(row, index, name, where, chit, types, slay)


def id_of(row: Mapping[str, Any], where: str) -> str:
    """The id of a row: as given, or made of its name."""
    if "id" not in row:
        return "_".join(re.findall(r"[a-z0-9]+", text_of(row, "name", where).casefold().replace("'", "")))
    word = text_of(row, "id", where)
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", word):
        raise BadInput(
            f"id is {shown(word)}", where=where, hint="small letters, digits and _, a letter first"
        )
    return word


def _unit_kind(
    row: Mapping[str, Any],
    index: int,
    name: str,
    where: str,
    chit: Chit,
    types: frozenset[str],
    slay: tuple[tuple[str, int], ...],
) -> UnitKind:
    pile = text_of(row, "list", where, "Special")
    if pile not in LISTS:
        raise BadInput(f"no list {shown(pile)}", where=where, hint=Names("list", LISTS).hint(pile))
    values = chit.values
    return UnitKind(
        index=index,
        id=id_of(row, where),
        name=name,
        list=pile,
        count=number_of(row, "count", where, 0, 200, 1),
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
        house=flag_of(row, "house", where, True),
        text=text_of(row, "printed", where, "", 400),
        note=text_of(row, "note", where, "", 400),
        archer_cause=f"Archer: {name}",
        general_cause=f"General: {name}",
        slay_causes=tuple([f"Slay {target}" for target, _ in slay]),
    )


def names_of(row: Mapping[str, Any], where: str) -> list[str]:
    """Every name a row of a unit goes by: name, id, aliases; such that lists of units can hold them."""
    names = [text_of(row, "name", where), id_of(row, where), *words_of(row, "aliases", where, 10)]
    for name in names:
        if not spelling(name):
            raise BadInput(f"{shown(name)} is not a name", where=where, hint="letters or digits")
        if not DIVIDERS.isdisjoint(name):
            raise BadInput(
                f"{shown(name)} is not a name", where=where, hint="without comma, semicolon and plus sign"
            )
    return names
