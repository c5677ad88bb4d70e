"""Newcomers: units and individuals that came into being during a battle, and units that were parted or joined.

Each is a row of the state: its kind, its number, the number of the one in the setting whose roster or sheet it has, its name, and the
figures its losses are counted from. The battle's own setting stays as it was; the state has a copy with the newcomers added, where all
are found by number. A number is never used again.

Rules: battlesystem:2.8c, battlesystem:3.1, battlesystem:3.2.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.rulebooks.battlesystem.individual import HERO
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

UNIT: Final = "unit"
INDIVIDUAL: Final = "individual"


def with_newcomers(setting: Setting, rows: tuple[tuple[str, int, int, str, int], ...]) -> Setting:
    """The setting of a battle with its newcomers; `setting` may be that of any moment of the same battle."""
    base = setting if setting.origin is None else setting.origin
    if not rows:
        return base
    rosters, sheets = dict(base.rosters), dict(base.sheets)
    for kind, number, of, called, figures in rows:
        if kind == UNIT:
            rosters[number] = replace(base.rosters[of], name=called, figures=figures)
        else:
            sheet = base.sheets[of]
            sheets[number] = replace(
                sheet, name=called, rank=HERO, unit=NOBODY, deputy_unit=NOBODY, deputy_leader=NOBODY
            )
    return replace(base, rosters=rosters, sheets=sheets, origin=base)


def enrol(state: State, kind: str, number: int, like: int, called: str, figures: int = 0) -> None:
    """Enter a unit or an individual with the roster or sheet of another; or again with its own, to count from other figures.

    Afterwards call `present.renew` for a unit.

    Args:
        state: the battle.
        kind: `UNIT` or `INDIVIDUAL`.
        number: its number.
        like: the number of the one whose roster or sheet it has.
        called: its name.
        figures: the figures that a unit's losses are counted from.
    """
    of = like
    rows: list[tuple[str, int, int, str, int]] = []
    for row in state.newcomers:
        if row[0] == kind and row[1] == like:
            of = row[2]
        if row[0] != kind or row[1] != number:
            rows.append(row)
    rows.append((kind, number, of, called, figures))
    state.newcomers = tuple(sorted(rows))
    state.setting = with_newcomers(state.setting, state.newcomers)


def root_of(state: State, unit: Unit) -> int:
    """The number of the unit in the setting whose roster a unit has: for most, its own."""
    for kind, number, of, _, _ in state.newcomers:
        if kind == UNIT and number == unit.id:
            return of
    return unit.id


def next_unit(state: State) -> int:
    """A number that no unit of the battle has had."""
    return max(state.setting.rosters, default=NOBODY) + 1


def next_individual(state: State) -> int:
    """A number that no individual of the battle has had."""
    return max(state.setting.sheets, default=NOBODY) + 1


def free_name(state: State, kind: str, called: str) -> str:
    """A name, not yet taken, for one more of the same: "Red Blade 2"."""
    if kind == UNIT:
        names = [roster.name for roster in state.setting.rosters.values()]
    else:
        names = [sheet.name for sheet in state.setting.sheets.values()]
    number = 2
    while f"{called} {number}" in names:
        number += 1
    return f"{called} {number}"
