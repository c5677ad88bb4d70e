"""The maps of scenarios, by name or by their rows, and the hexes on them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from banneret.geometry.hexes import HexGrid
from banneret.kernel.errors import BadInput, nearest, shown
from banneret.kernel.fields import Fields
from banneret.rulebooks.stacks.army.entries import LEAST_SIDES
from banneret.rulebooks.stacks.tables.facts import Facts, read_data
from banneret.rulebooks.stacks.tables.names import MOST_CHARACTERS

MOST_ACROSS: Final = 40  # hexes of a row, and rows
A_MAP: Final = "the name of a map, or a table with rows"
A_HEX: Final = "[column, row], from 0"


def read_map(row: Fields, known: Facts) -> dict[str, Any]:
    """The map as plain data, by its name or its rows, with the names of its places; raises `BadInput`. Rule: stacks:map.layout, stacks:map.terrain."""
    given = row.get("map", None, A_MAP)
    if isinstance(given, str):
        for hex_map in known.maps:
            if hex_map.id == given:
                return {"id": given, "rows": list(map_rows(given))}
        raise row.wrong(f"no map {shown(given)}", nearest(given[:80], [one.id for one in known.maps]))
    spot = f"{row.where}, map"
    table = Fields(given, spot, A_MAP)
    table.only(("id", "rows", "names"))
    rows = list(table.words("rows", MOST_ACROSS, MOST_CHARACTERS))
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
    found: dict[str, Any] = {"id": table.text("id", "own", MOST_CHARACTERS, blank=True), "rows": rows}
    names = _read_names(table, rows, spot)
    return {**found, "names": names} if names else found


def _read_names(table: Fields, rows: list[str], spot: str) -> dict[str, str]:
    """The names of places by their hexes, as used in sentences: `{ C3 = "the Ford" }`. Rule: stacks:map.layout."""
    given = Fields(table.get("names", {}, 'a table such as { C3 = "the Ford" }'), f"{spot}, names")
    known = HexGrid(len(rows[0]), len(rows)).names
    for hex_ in given.data:
        if hex_ not in known:
            raise BadInput(f"no hex {shown(hex_)}", where=given.where, hint=nearest(str(hex_)[:80], known))
    return {hex_: given.text(hex_, most=MOST_CHARACTERS) for hex_ in known if given.has(hex_)}


@cache
def map_rows(map_id: str) -> tuple[str, ...]:
    """The rows of a map that comes with the rulebook; raises `KeyError`. Rule: stacks:map.layout."""
    for row in read_data("maps")["map"]:
        if row["id"] == map_id:
            return tuple(row["rows"])
    raise KeyError(map_id)


def read_hex(value: object, size: tuple[int, int], where: str) -> list[int]:
    """A hex as [column, row] on a map of `size` (columns, rows); raises `BadInput`. Rule: stacks:map.layout."""
    if not isinstance(value, list | tuple):
        raise BadInput(f"{shown(value)} is not a hex", where=where, hint=A_HEX)
    if len(value) != 2:
        raise BadInput(f"a list of {len(value):,} is not a hex", where=where, hint=A_HEX)
    hex_ = Fields({"column": value[0], "row": value[1]}, where)
    return [hex_.number("column", most=size[0] - 1), hex_.number("row", most=size[1] - 1)]
