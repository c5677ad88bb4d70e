"""The roster that holds for a unit now: `Unit.now`, which is set here only and never changed in place.

Rules: battlesystem:3.1, battlesystem:9.1a, battlesystem:9.2a.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.rosters import Roster, Weapon
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.worth.effects import lasting, with_effects
from banneret.rulebooks.battlesystem.worth.membership import with_members

DAGGER: Final = Weapon("dagger", "dagger", [Damage.of("1d4")], [Damage.of("1d3")])
"""The weapon of those who have thrown their only one. Rule: battlesystem:10.3b."""


_ALONE: Final = Unit(NOBODY, NOBODY, FIELD, SKIRMISH, figures=1)


def renew(setting: Setting, unit: Unit) -> None:
    """Work out a unit's present roster: the one of the setting, with all that has changed it.

    Rules: battlesystem:3.1, battlesystem:10.3b, battlesystem:9.1a, battlesystem:9.2a.
    """
    roster = setting.rosters[unit.id]
    missile = roster.missile
    if unit.thrown and missile is not None and unit.thrown >= roster.volleys:
        left = [weapon for weapon in roster.weapons if weapon.id != missile.id]
        roster = replace(roster, weapons=left or [DAGGER])
        unit.weapon = _kept_in_hand(setting, unit, roster.weapons)
    if unit.members:
        champions = [setting.sheets[number].champion for number in unit.members]
        roster = with_members(roster, [one for one in champions if one is not None])
    if unit.chief != NOBODY:
        sheet = setting.sheets[unit.chief]
        if (roster.commander, roster.radius, roster.charisma) != (sheet.name, sheet.radius, sheet.charisma):
            roster = replace(roster, commander=sheet.name, radius=sheet.radius, charisma=sheet.charisma)
    if unit.effects:
        roster = with_effects(roster, unit.effects)
    unit.now = roster


def _kept_in_hand(setting: Setting, unit: Unit, left: list[Weapon]) -> int:
    """The place, among the weapons that a unit has left, of the one in its hand; if that is gone, of the next, or the last.

    By versions 1 to 17 of the rules it had another in hand where its missiles stood before that on its roster. Rules: battlesystem:8.2a, 10.3b.
    """
    had = unit.now.weapons
    if setting.flags.version >= 18 and len(left) < len(had) and unit.weapon < len(had):
        for place, weapon in enumerate(left):
            if weapon.id == had[unit.weapon].id:
                return place
    return min(unit.weapon, len(left) - 1)


def count_thrown(state: State, unit: Unit) -> None:
    """Set the volleys that a skirmish unit has thrown to the fewest of any figure on the table. Rule: battlesystem:10.3b.

    The fallen take theirs with them; by versions 1 to 10 of the rules the unit kept spears in hand for one that the fallen had kept.
    """
    singles = unit.singles
    if singles is None or not unit.now.volleys or not is_mended(state, 11):
        return
    found = min([single.thrown for single in singles if single.gone == FIELD], default=unit.thrown)
    if found != unit.thrown:
        unit.thrown = found
        renew(state.setting, unit)


def renew_all(setting: Setting, units: Iterable[Unit]) -> None:
    """Work out the present roster of each unit, after a battle is made or read. Rule: battlesystem:3.1."""
    for unit in units:
        renew(setting, unit)


def alone(side: int, facts: Roster) -> Unit:
    """A unit of one figure with this roster, which stands nowhere yet: an individual as the rules for units see him."""
    found = _ALONE.copy()  # cheaper than making a new one
    found.side, found.width, found.depth, found.now = side, facts.width, facts.width, facts
    return found


def begin_effect(state: State, unit: Unit, figure: str, amount: int, rounds: int) -> None:
    """Begin an effect: add `amount` to a rating, one of `effects.FIGURES`, for n rounds, this one included."""
    unit.effects = (*unit.effects, (figure, amount, max(1, state.round) + rounds - 1))
    _change(state, unit)


def end_effects(state: State, unit: Unit) -> None:
    """End all effects on a unit."""
    unit.effects = ()
    _change(state, unit)


def pass_round(state: State, unit: Unit) -> None:
    """End the effects on a unit that end with this round."""
    left = lasting(unit.effects, state.round)
    if left != unit.effects:
        unit.effects = left
        _change(state, unit)


def _change(state: State, unit: Unit) -> None:
    """Work out a unit's roster after a change of its effects."""
    renew(state.setting, unit)
    unit.review = None  # its ratings have changed, so the next review looks at it again
