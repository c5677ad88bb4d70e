"""The averages of a unit that has individuals among its creatures.

Each takes the place of one creature, with the weapon of the unit in hand. Rules: battlesystem:3.1, battlesystem:9.1a, 9.1b, 9.1c.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.rulebooks.battlesystem.tables.characters import classes
from banneret.rulebooks.battlesystem.tables.creatures import armoury
from banneret.rulebooks.battlesystem.tables.ratings import ratio_penalty
from banneret.rulebooks.battlesystem.tables.rosters import Roster
from banneret.rulebooks.battlesystem.tables.sheets import Champion

TENTHS: Final = 10
USUAL: Final = ("by-roster", "usual")  # the weapon of a roster that names none


def with_members(roster: Roster, members: list[Champion]) -> Roster:
    """The roster of a unit with these members; all averages are rounded to its disadvantage.

    They are taken over the creatures with which it came, so that losses do not change them. Rules: battlesystem:9.1a, battlesystem:9.1c.
    """
    if not members:
        return roster
    creatures = roster.figures * roster.ratio
    others = creatures - len(members)
    penalty = ratio_penalty(roster.ratio)
    attack = others * roster.attack_rating + sum([thac0_in_ranks(one) + penalty for one in members])
    armour = others * roster.armour_class + sum([one.armour_class for one in members])
    # in tenths of hit dice; the average per figure is cut to whole dice, if a figure has one or more
    dice = others * roster.figure + sum([one.hit_dice * TENTHS * roster.ratio for one in members])
    figure = dice // creatures
    if roster.figure >= TENTHS:
        figure -= figure % TENTHS
    return replace(
        roster,
        attack_rating=-(-attack // creatures),
        armour_class=-(-armour // creatures),
        figure=max(1, figure),
    )


def thac0_in_ranks(one: Champion) -> int:
    """The THAC0 of a member: without the magic of his own weapon, since he fights with the unit's. Rules: battlesystem:9.1b, battlesystem:9.1c."""
    return one.thac0 + one.arms.weapon.plus


def can_shoot_with(one: Champion, roster: Roster) -> bool:
    """True if an individual has, or could be lent, the missiles of a unit. Rule: battlesystem:10.1."""
    missile = roster.missile
    if missile is None or missile.id == (one.missile.id if one.missile is not None else ""):
        return True
    class_ = classes().get(one.class_)
    if missile.natural:
        return class_ is None and one.creature == roster.creature
    return class_ is None or not class_.missiles or missile.id in class_.missiles


def why_not_with(one: Champion, roster: Roster) -> str:
    """The reason an individual cannot fight with the weapons of a unit, "" if he can; he is lent ordinary ones. Rule: battlesystem:9.1b.

    Args:
        one: his sheet.
        roster: the roster of the unit; he must be able to use all of its weapons.
    """
    class_ = classes().get(one.class_)
    for weapon in roster.weapons:
        if weapon.id == one.arms.weapon.id or (one.creature == roster.creature and class_ is None):
            continue
        if weapon.id in USUAL and (class_ is None or not class_.weapons):
            continue
        if weapon.id not in armoury().arms:
            return f"nobody can be lent the {weapon.name.lower()} of {roster.name}"
        if class_ is not None and class_.weapons and weapon.id not in class_.weapons:
            return f"a {class_.name.lower()} does not fight with the {weapon.name.lower()} of {roster.name}"
    return ""
