"""The maps of scenarios, by name or by their rows, and the hexes on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from banneret.kernel.errors import BadInput, nearest
from banneret.rulebooks.stacks.army.entries import LEAST_SIDES, Row
from banneret.rulebooks.stacks.tables.facts import Facts, read_data
from banneret.rulebooks.stacks.tables.fields import known_keys, number_of, text_of, words_of
from banneret.rulebooks.stacks.tables.names import shown

MOST_ACROSS: Final = 40  # hexes of a row, and rows


def read_map(row: Row, known: Facts, where: str) -> tuple[str, list[str]]:
    """The map, by name or by its rows. Rule: stacks:map.layout, stacks:map.terrain."""
    given = row.get("map")
    if isinstance(given, str):
        for hex_map in known.maps:
            if hex_map.id == given:
                return given, list(map_rows(given))
        raise BadInput(
            f"no map {shown(given)}", where=where, hint=nearest(given, [one.id for one in known.maps])
        )
    if not isinstance(given, Mapping):
        raise BadInput("map is missing", where=where, hint="the name of a map, or a table with rows")
    spot = f"{where}, map"
    known_keys(given, ("id", "rows"), spot)
    rows = words_of(given, "rows", spot, MOST_ACROSS)
    if not rows or not rows[0]:
        raise BadInput("rows are missing", where=spot, hint='such as rows = ["FFPMM", "FPPPM"]')
    letters = {terrain.letter: terrain.id for terrain in known.terrains}
    for place, line in enumerate(rows):
        if len(line) != len(rows[0]):
            raise BadInput(
                f"row {place + 1} has {len(line)} hexes, the first {len(rows[0])}",
                where=spot,
                hint="equal rows",
            )
        if len(line) > MOST_ACROSS:
            raise BadInput(f"a row of {len(line)} hexes", where=spot, hint=f"at most {MOST_ACROSS}")
        for letter in line:
            if letter not in letters:
                hint = "one of " + ", ".join([f"{sign} {ground}" for sign, ground in letters.items()])
                raise BadInput(f"row {place + 1} has the letter {shown(letter)}", where=spot, hint=hint)
    if len(rows) * len(rows[0]) < LEAST_SIDES:
        raise BadInput("a map of one hex", where=spot, hint="two at least")
    return text_of(given, "id", spot, "own"), rows


@cache
def map_rows(map_id: str) -> tuple[str, ...]:
    """The rows of a map that comes with the rulebook. Rule: stacks:map.layout."""
    for row in read_data("maps")["map"]:
        if row["id"] == map_id:
            return tuple(row["rows"])
    raise KeyError(map_id)


def read_hex(value: object, size: tuple[int, int], where: str) -> list[int]:
    """A hex as [column, row]. Rule: stacks:map.layout."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise BadInput(f"{shown(str(value))} is not a hex", where=where, hint="[column, row], from 0")
    place = {"column": value[0], "row": value[1]}
    return [
        number_of(place, "column", where, 0, size[0] - 1),
        number_of(place, "row", where, 0, size[1] - 1),
    ]
