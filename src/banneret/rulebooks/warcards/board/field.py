"""The field: fifteen areas in three lines of five, and a reserve behind each side's line.

Areas go by number, line after line: 0-4 side A's line, 5-9 neutral ground, 10-14 side B's line; 15 and 16 are the reserves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.kernel.enumeration import enumerated

AREAS: Final = 15
COLUMNS: Final = 5
RESERVES: Final = (15, 16)
NAMES: Final = (
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "N1",
    "N2",
    "N3",
    "N4",
    "N5",
    "B1",
    "B2",
    "B3",
    "B4",
    "B5",
    "RA",
    "RB",
)
NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}
COLUMN_NAMES: Final = ("left flank", "left center", "center", "right center", "right flank")


def _neighbours(area: int) -> tuple[int, ...]:
    """The areas that share an edge with an area. Rule: warcards:field.adjacency."""
    line, column = divmod(area, COLUMNS)
    found = []
    if line > 0:
        found.append(area - COLUMNS)
    if line < 2:
        found.append(area + COLUMNS)
    if column > 0:
        found.append(area - 1)
    if column < COLUMNS - 1:
        found.append(area + 1)
    return tuple(found)


ADJACENT: Final[tuple[tuple[int, ...], ...]] = tuple(_neighbours(area) for area in range(AREAS))
"""The neighbours of each area, reserves left out. Rules: warcards:field.areas, warcards:field.adjacency."""

OWN_LINE: Final[tuple[tuple[int, ...], ...]] = (tuple(range(5)), tuple(range(10, 15)))
"""Each side's friendly line. Rule: warcards:field.areas."""

LINE_OF: Final[tuple[int, ...]] = tuple(area // COLUMNS for area in range(AREAS))

STEPS: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(
        (*ADJACENT[place], RESERVES[side])
        if place in OWN_LINE[side]
        else ADJACENT[place]
        if place < AREAS
        else OWN_LINE[side]
        if place == RESERVES[side]
        else ()
        for place in range(AREAS + 2)
    )
    for side in (0, 1)
)
"""The places to which a side can step from each place; its reserve included. Rules: warcards:field.adjacency, warcards:reserve.enemy."""


def depth(side: int, area: int) -> int:
    """The number of lines by which an area lies before the side's own line: 0, 1 or 2."""
    return LINE_OF[area] if side == 0 else 2 - LINE_OF[area]


def name_for(side: int, area: int, names: Sequence[str] = ()) -> str:
    """The name that a side has for an area: from its own right to its own left; with `names`, the name for one who only looks on.

    Rule: warcards:field.names.

    >>> name_for(0, NUMBERS["N1"]), name_for(1, NUMBERS["N1"])
    ('left flank of the neutral ground', 'right flank of the neutral ground')
    >>> name_for(0, NUMBERS["A1"]), name_for(0, NUMBERS["RA"])
    ('left flank of your line', 'your reserve')
    >>> name_for(0, NUMBERS["B1"], ("Raiders", "Wardens"))
    'left flank of the line of Wardens'
    """
    if area >= AREAS:
        return "your reserve" if RESERVES[side] == area else "enemy reserve"
    far = depth(side, area)
    line = ("your line", "the neutral ground", "the enemy line")[far]
    if names and far != 1:
        line = f"the line of {names[side if far == 0 else 1 - side]}"
    return f"{_column_for(side, area)} of {line}"


def spot(side: int, place: int) -> str:
    """A place inside a sentence about one of a side's units, seen from that side. Rule: warcards:field.names.

    >>> spot(0, NUMBERS["N1"]), spot(1, NUMBERS["A3"]), spot(1, NUMBERS["B3"]), spot(1, NUMBERS["RB"])
    ('the neutral left flank (N1)', 'the enemy center (A3)', 'its own center (B3)', 'the reserve')
    """
    if place >= AREAS:
        return "the reserve" if RESERVES[side] == place else "the enemy reserve"
    whose = ("its own", "the neutral", "the enemy")[depth(side, place)]
    return f"{whose} {_column_for(side, place)} ({NAMES[place]})"


def post(side: int, place: int) -> str:
    """A place of a side's own line, by its column. Rule: warcards:field.names.

    >>> post(0, NUMBERS["A1"]), post(1, NUMBERS["B1"])
    ('the left flank (A1)', 'the right flank (B1)')
    """
    return f"the {_column_for(side, place)} ({NAMES[place]})"


def route(side: int, start: int, way: Sequence[int]) -> str:
    """A way of a unit in words, seen from its side. Rule: warcards:field.names.

    >>> route(0, NUMBERS["A1"], [NUMBERS["N1"], NUMBERS["N2"]])
    'from its own left flank (A1) by the neutral left flank (N1) to the neutral left center (N2)'
    """
    by = by_way([spot(side, area) for area in way[:-1]])
    return f"from {spot(side, start)}{by} to {spot(side, way[-1])}"


def by_way(names: list[str]) -> str:
    """The places that a unit goes by, in words; empty if there are none.

    >>> by_way(["N2"]), by_way(["N2", "N3", "N4"])
    (' by N2', ' by N2, N3 and N4')
    """
    return f" by {enumerated(names)}" if names else ""


def _column_for(side: int, area: int) -> str:
    """The name that a side has for the column of an area: from its own left. Rule: warcards:field.names."""
    column = area % COLUMNS
    return COLUMN_NAMES[column if side == 0 else 4 - column]


Path = tuple[int, ...]
