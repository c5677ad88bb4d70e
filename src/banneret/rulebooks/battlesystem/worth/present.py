"""The roster that holds for a unit now: `Unit.now`, which is set here only and never changed in place.

Rule: battlesystem:3.1.
"""

from __future__ import annotations

from collections.abc import Iterable

from banneret.rulebooks.battlesystem.state import Setting, Unit


def renew(setting: Setting, unit: Unit) -> None:
    """Work out again what a unit is worth: as long as nothing changes it, as the setting has it. Rule: battlesystem:3.1."""
    unit.now = setting.rosters[unit.id]


def renew_all(setting: Setting, units: Iterable[Unit]) -> None:
    """Work out again what each unit of a battle is worth, after the battle is made or read. Rule: battlesystem:3.1."""
    for unit in units:
        renew(setting, unit)
