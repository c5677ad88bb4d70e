"""Units and individuals that came into being in battle, and units that were parted or joined: by numbers of their own.

Each is written as a row of the state: what it is, its number, that of the one of the setting whose roster or sheet it has, its name, and the
figures it counts from. The setting of the battle stays as it was; the state has one with these on top, so that everybody who asks by
number finds them. A number is never given again.

Rules: battlesystem:2.8c, battlesystem:3.1, battlesystem:3.2.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.rulebooks.battlesystem.state import HERO, NOBODY, Setting, State, Unit

UNIT: Final = "unit"
INDIVIDUAL: Final = "individual"


def with_newcomers(setting: Setting, rows: tuple[tuple[str, int, int, str, int], ...]) -> Setting:
    """The setting of a battle with what came into being in it; `setting` may be one of another moment of the same battle."""
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
    """A unit or an individual has the roster or sheet of another from now on, or the same with other figures to count from.

    Its unit must be given what it is worth by `present.renew` then.
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
    """The unit of the setting whose roster a unit has: for most, itself."""
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
    """A name for one more of the same: "Red Blade 2"."""
    if kind == UNIT:
        names = [roster.name for roster in state.setting.rosters.values()]
    else:
        names = [sheet.name for sheet in state.setting.sheets.values()]
    number = 2
    while f"{called} {number}" in names:
        number += 1
    return f"{called} {number}"
