"""The facts of this rulebook: units, artifacts, spells, terrains, maps, ready-made battles. Read once, shared, unchanging.

>>> known = facts()
>>> known.unit("elves").archer, known.find_unit("Elf lord").general
(3, True)
>>> known.army("2 Dwarves, DwarfLord")
[<Dwarves>, <Dwarves>, <DwarfLord>]
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from banneret.geometry.hexes import HexGrid
from banneret.kernel.errors import BadInput, shown
from banneret.kernel.fields import Fields
from banneret.rulebooks.stacks.tables.chits import ChitReader, names_of
from banneret.rulebooks.stacks.tables.descriptors import Descriptors
from banneret.rulebooks.stacks.tables.effects import read_artifact, read_spell
from banneret.rulebooks.stacks.tables.kinds import (
    Artifact,
    HexMap,
    ReadyBattle,
    Spell,
    Terrain,
    UnitKind,
)
from banneret.rulebooks.stacks.tables.names import (
    MOST_UNITS,
    Names,
    counted,
    spelling,
    split_list,
)

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # of the rulebook
MOST_ROWS = 300  # units that users may add

Row = Mapping[str, Any]


class Facts:
    """Everything the data files say, by number (the place in its list), by id and by name."""

    def __init__(
        self, unit_rows: Sequence[Row], places: Sequence[str], reader: ChitReader, base: Facts | None
    ) -> None:
        """`places` says where each row stands, for messages; `base` lends what it has, its units come first."""
        self._rows: list[Row] = list(unit_rows)
        self._places: list[str] = list(places)
        self._reader: ChitReader = reader
        self._unit_names: Names = _index_units(self._rows, self._places)
        self.units: list[UnitKind] = [] if base is None else list(base.units)
        for number in range(len(self.units), len(self._rows)):
            self.units.append(reader.unit(self._rows[number], number, self._unit_names, self._places[number]))
        self._unit_by_id: dict[str, UnitKind] = {unit.id: unit for unit in self.units}
        self.artifacts: list[Artifact] = []
        self.spells: list[Spell] = []
        self.terrains: list[Terrain] = []
        self.maps: list[HexMap] = []
        self.battles: list[ReadyBattle] = []
        if base is None:
            self._load_the_rest()
        else:
            self.artifacts, self.spells, self.terrains = base.artifacts, base.spells, base.terrains
            self.maps, self.battles = base.maps, base.battles
        self._artifact_names: Names = _index([(item.name, item.id) for item in self.artifacts], "artifact")
        self._spell_names: Names = _index([(item.name, item.id) for item in self.spells], "spell")

    # ------------------------------------------------------------------ by id

    def unit(self, unit_id: str) -> UnitKind:
        """The unit of that id; `KeyError` if there is none (`find_unit` is for what people type)."""
        return self._unit_by_id[unit_id]

    def artifact(self, artifact_id: str) -> Artifact:
        """The artifact of that id."""
        return next(item for item in self.artifacts if item.id == artifact_id)

    def spell(self, spell_id: str) -> Spell:
        """The spell of that id."""
        return next(item for item in self.spells if item.id == spell_id)

    def terrain(self, name: str) -> Terrain:
        """The terrain of that name. Rule: stacks:map.terrain, stacks:desc.hex-terrain."""
        return next(item for item in self.terrains if item.id == name)

    def battle(self, battle_id: str) -> ReadyBattle:
        """The ready-made battle of that id."""
        return next(item for item in self.battles if item.id == battle_id)

    def pile(self, name: str) -> list[UnitKind]:
        """The units of one pile, each once. Rule: stacks:units.count, stacks:recruit.piles."""
        return [unit for unit in self.units if unit.list == name]

    # ------------------------------------------------------------------ by what people type

    def find_unit(self, name: str, where: str = "") -> UnitKind:
        """The unit of that name or id in any spelling; raises `BadInput` with the nearest names."""
        return self.units[self._unit_names.find(name, where)]

    def find_artifact(self, name: str, where: str = "") -> Artifact:
        """The artifact of that name or id in any spelling; raises `BadInput` with the nearest names."""
        return self.artifacts[self._artifact_names.find(name, where)]

    def find_spell(self, name: str, where: str = "") -> Spell:
        """The spell of that name or id in any spelling; raises `BadInput` with the nearest names."""
        return self.spells[self._spell_names.find(name, where)]

    def army(self, text: str | Iterable[str], where: str = "") -> list[UnitKind]:
        """A list of units, such as "4 Dwarves, DwarfLord" or the same in several texts, in the order given.

        Raises `BadInput` for unknown names, bad counts, too many units.
        """
        parts = [text] if isinstance(text, str) else text
        entries = [entry for part in parts for entry in split_list(part, where)]
        units: list[UnitKind] = []
        for entry in entries:
            count = 1
            if self._unit_names.known(entry) < 0:
                count, entry = counted(entry, where)
            units.extend([self.find_unit(entry, where)] * count)
            if len(units) > MOST_UNITS:
                raise BadInput(f"more than {MOST_UNITS} units", where=where)
        if not units:
            raise BadInput("no units", where=where, hint='name some, such as "4 Dwarves, DwarfLord"')
        return units

    # ------------------------------------------------------------------ users' own

    def extended(self, rows: Sequence[Row], where: str = "own units") -> Facts:
        """These facts with units of a user's own (rows as in the data file); raises `BadInput`.

        The numbers of the units that were there stay as they are.
        """
        if len(rows) > MOST_ROWS:
            raise BadInput(f"{len(rows)} units", where=where, hint=f"at most {MOST_ROWS}")
        places = [f"{where}, unit {place + 1}" for place in range(len(rows))]
        return Facts([*self._rows, *rows], [*self._places, *places], self._reader, self)

    def _load_the_rest(self) -> None:
        for number, row in enumerate(read_data("artifacts")["artifact"]):
            self.artifacts.append(read_artifact(row, number))
        for number, row in enumerate(read_data("spells")["spell"]):
            self.spells.append(read_spell(row, number))
        for row in read_data("terrain")["terrain"]:
            self.terrains.append(Terrain(row["id"], row["letter"], row["water"], row["list"]))
        letters = {terrain.letter: terrain.id for terrain in self.terrains}
        self.maps.extend([_read_map(row, letters) for row in read_data("maps")["map"]])
        self.battles.extend([_read_battle(row) for row in read_data("battles")["battle"]])


_facts: list[Facts] = []  # the shipped facts, once they are read


def facts() -> Facts:
    """The shipped facts, read from the data files at the first call."""
    if not _facts:
        descriptors = Descriptors(read_data("descriptors")["descriptor"])
        reader = ChitReader(read_data("abilities")["ability"], descriptors)
        rows: list[Row] = read_data("units")["unit"]
        _facts.append(
            Facts(rows, [f"units.toml, unit {place + 1}" for place in range(len(rows))], reader, None)
        )
    return _facts[0]


def read_data(name: str) -> dict[str, Any]:
    """One of the rulebook's own data files, by its name without ".toml"."""
    import tomllib

    with open(os.path.join(FOLDER, "data", name + ".toml"), "rb") as file:
        return tomllib.load(file)


def _index_units(rows: Sequence[Row], places: Sequence[str]) -> Names:
    """All names of all units; raises `BadInput` when two units claim the same."""
    names = Names("unit")
    taken: dict[str, int] = {}
    for number, row in enumerate(rows):
        for name in names_of(Fields(row, places[number])):
            if taken.setdefault(spelling(name), number) != number:
                raise BadInput(f"the name {shown(name)} is taken", where=places[number])
            names.add(number, name)
    return names


def _index(items: Sequence[tuple[str, str]], sort: str) -> Names:
    names = Names(sort)
    for number, (name, item_id) in enumerate(items):
        names.add(number, name)
        names.add(number, item_id)
    return names


def _read_map(row: Row, letters: Mapping[str, str]) -> HexMap:
    rows: list[str] = row["rows"]
    grid = HexGrid(len(rows[0]), len(rows))
    return HexMap(
        row["id"], grid, tuple([letters[letter] for line in rows for letter in line]), row.get("names", {})
    )


def _read_battle(row: Row) -> ReadyBattle:
    return ReadyBattle(
        row["id"],
        row["title"],
        row["summary"],
        row["terrain"],
        tuple(row["attacker"]),
        tuple(row["defender"]),
        tuple(row.get("attacker_spells", ())),
        tuple(row.get("defender_spells", ())),
        row["seed_only"],
        tuple(row["teaches"]),
    )
