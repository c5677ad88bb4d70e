"""The roster that holds for a unit now: `Unit.now`, which is set here only and never changed in place.

Rule: battlesystem:3.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from banneret.rulebooks.battlesystem.state import Setting, Unit
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.rosters import Weapon

DAGGER: Final = Weapon("dagger", "dagger", [Damage.of("1d4")], [Damage.of("1d3")])
"""In the hands of those who threw their only weapon. Rule: battlesystem:10.3b."""


def renew(setting: Setting, unit: Unit) -> None:
    """Work out again what a unit is worth: as long as nothing changes it, as the setting has it.

    Rules: battlesystem:3.1, battlesystem:10.3b.
    """
    roster = setting.rosters[unit.id]
    missile = roster.missile
    if unit.thrown and missile is not None and unit.thrown >= roster.volleys:
        left = [weapon for weapon in roster.weapons if weapon.id != missile.id]
        roster = replace(roster, weapons=left or [DAGGER])
        unit.weapon = min(unit.weapon, len(roster.weapons) - 1)
    unit.now = roster


def renew_all(setting: Setting, units: Iterable[Unit]) -> None:
    """Work out again what each unit of a battle is worth, after the battle is made or read. Rule: battlesystem:3.1."""
    for unit in units:
        renew(setting, unit)
