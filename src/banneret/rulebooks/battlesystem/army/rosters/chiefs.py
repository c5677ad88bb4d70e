"""Unit Commanders who may leave their units: a sheet made from the unit's roster for one who has none written.

Rules: battlesystem:9.2a, battlesystem:9.2h.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from banneret.rulebooks.battlesystem.army.rosters.champion_reader import MONSTER, texts
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.tables.creatures import alike, armoury
from banneret.rulebooks.battlesystem.tables.ratings import ratio_penalty
from banneret.rulebooks.battlesystem.tables.rosters import CHARIOTS, Roster
from banneret.rulebooks.battlesystem.tables.sheets import ALONE, FOOTPRINT, HUGE, Arms, Champion, Sheet
from banneret.rulebooks.battlesystem.tables.unit_kinds import is_great

TENTHS: Final = 10
DIE: Final = 8  # faces of a hit die
GREAT: Final = 2.0  # inches of the bases of giants, treants and dragons


def sheet_of_chief(roster: Roster, weapon: Any) -> Sheet:
    """The sheet of a Unit Commander who has none of his own: that of a creature of his unit with its first weapon.

    `weapon` is the row of that weapon, as the scenario writes it.

    Rule: battlesystem:9.2h.
    """
    return Sheet(
        roster.commander,
        UNIT_COMMANDER,
        roster.radius,
        roster.charisma,
        roster.movement,
        roster.creature,
        roster.hates,
        _champion(roster, weapon),
        of_roster=True,
    )


def equip(setting: Setting) -> None:
    """Give the Unit Commanders without a sheet the missiles of their units, and the room that their people take; see also `_on_his_own`.

    By versions 1 to 16 of the rules they had no missiles, and took an inch where the bases of the unit were two inches wide, as stands are, else half
    an inch. Rules: battlesystem:9.2h, battlesystem:9.0b.
    """
    for sheet in setting.sheets.values():
        if not sheet.of_roster or sheet.champion is None:
            continue
        roster = setting.rosters[sheet.unit]
        missile = roster.missile
        if missile is not None and missile.volleys != roster.volleys:
            missile = replace(missile, volleys=roster.volleys)
        if missile is not None and roster.riding:
            missile = replace(missile, kind=missile.mounted)  # he shoots from the saddle as they do
        sheet.champion = replace(
            sheet.champion,
            footprint=HUGE if is_great(roster.creature) else FOOTPRINT,
            missile=missile,
            missile_thac0=sheet.champion.thac0,
            saddled=roster.riding != "",
        )
        if roster.riding and setting.flags.version >= 18:
            flags = setting.flags
            rides_alone = roster.riding == CHARIOTS and flags.version >= 20
            sheet.champion = _on_his_own(sheet.champion, roster, flags.mounts_fight, rides_alone)


def _on_his_own(champion: Champion, roster: Roster, mount_fights: bool, rides_alone: bool) -> Champion:
    """The sheet of a rider without the blows of his mount, and of his own size: man to man a mount neither strikes nor is struck.

    By versions 1 to 17 of the rules it struck with him, and who hit him hit one of the size of both. `mount_fights`: True under the option by
    which mounts strike. `rides_alone`: he has the blows of one of those who rode in his chariot; by versions 1 to 19 of the rules of all.
    Rules: battlesystem:9.4b.mounted, battlesystem:9.4b.damage, battlesystem:9.2h, battlesystem:11.3e.
    """
    kind = alike(roster.creature)
    size = roster.size if kind is None else kind.size
    arms = champion.arms
    own = len(arms.small) - (0 if mount_fights else arms.weapon.steeds)
    if rides_alone and not mount_fights:
        own = _blows_of_one(list(zip(arms.small[:own], arms.large[:own], strict=True)))
    weapon = replace(
        arms.weapon,
        small=arms.weapon.small[:own],
        large=arms.weapon.large[:own],
        steeds=arms.weapon.steeds if mount_fights else 0,
    )
    return replace(champion, size=size, arms=Arms(weapon, arms.small[:own], arms.large[:own]))


def _blows_of_one(blows: list[tuple[str, str]]) -> int:
    """The number of blows of one of several who ride in a chariot and all strike with the same: the first that then come again.

    >>> _blows_of_one([("1d8", "1d12"), ("1d8", "1d12")]), _blows_of_one([("1d6", "1d6"), ("1d8", "1d8")])
    (1, 2)
    """
    for many in range(1, len(blows)):
        if len(blows) % many == 0 and blows == blows[:many] * (len(blows) // many):
            return many
    return len(blows)


def _champion(roster: Roster, weapon: Any) -> Champion:
    dice = max(1, roster.figure // (TENTHS * roster.ratio))
    thac0 = roster.attack_rating - ratio_penalty(roster.ratio)
    return Champion(
        creature=roster.creature,
        class_=MONSTER,
        level=0,
        armour_class=roster.armour_class,
        hit_dice=0 if roster.weak else dice,
        hit_points=average_points(dice),
        thac0=thac0,
        attack_rating=thac0 + ALONE,
        attacks=roster.attacks,
        arms=Arms(roster.weapons[0], texts(weapon["sm"]), texts(weapon["l"])),
        saves=roster.saves,
        size=roster.size,
        footprint=HUGE if roster.width >= GREAT else FOOTPRINT,
        magic_resistance=roster.magic_resistance,
        shield=armoury().shield if roster.shield else 0,
    )


def average_points(dice: int) -> int:
    """The hit points of n hit dice on average, rounded up. Rule: battlesystem:9.2h.

    >>> average_points(1), average_points(2), average_points(4)
    (5, 9, 18)
    """
    return (dice * (DIE + 1) + 1) // 2
