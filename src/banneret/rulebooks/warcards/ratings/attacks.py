"""Attack ratings, and what is added to the die of an attack.

Every function adds up plain numbers; with a `Tally` it also writes down why.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.magic.effects import magic, spells_on
from banneret.rulebooks.warcards.ratings.allowance import group_move
from banneret.rulebooks.warcards.ratings.leadership import heroes
from banneret.rulebooks.warcards.ratings.surroundings import (
    ground_on_attack,
    sees_at_night,
    weather_on_attack,
)
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import MELEE, MISSILE, NONE
from banneret.rulebooks.warcards.tables.conditions import (
    FULL,
    INCLEMENT,
)
from banneret.rulebooks.warcards.tables.modifiers import BERSERK_CHARGE, LIMITED_SIGHT, WEATHER_MISSILE

# ---------------------------------------------------------------- kinds of attack
STRIKE: Final = 0  # with the melee rating
CHARGING: Final = 1
STILL: Final = 2  # stationary fire, the last shot included
ON_THE_MOVE: Final = 3
SNAP: Final = 4  # a missile as attack of opportunity
BOARDING: Final = 5
MISSILES: Final = (STILL, ON_THE_MOVE, SNAP)


# ---------------------------------------------------------------- ratings


def melee_rating(state: State, unit: Unit, tally: Tally | None = None) -> int:
    """The melee rating with heroes and magic. Rules: warcards:attack.modifiers, warcards:magic.rating."""
    card = state.setting.cards[unit.id]
    total = card.melee
    if tally is not None:
        tally.add(card.melee, "melee", "warcards:unit.statistics")
    if state.groups:
        bonus = heroes(state, unit)[0]
        if bonus:
            total += bonus
            if tally is not None:
                tally.add(bonus, "heroes", "warcards:hero.bonus")
    if state.effects:
        spell = magic(state, unit.id, MELEE)
        if spell:
            total += spell
            if tally is not None:
                tally.add(spell, "battle magic", "warcards:magic.rating")
    return total


def missile_rating(state: State, unit: Unit, still: bool, tally: Tally | None = None) -> int:
    """The adjusted missile rating, NONE without one; at +0 or less the unit may not shoot.

    Rules: warcards:combat.adjusted-missile, warcards:missile.capability, warcards:magic.missile-grant, warcards:magic.stacking,
    warcards:weather.inclement-missile, warcards:hero.no-stationary.
    """
    total = state.setting.cards[unit.id].missile
    if tally is not None and total != NONE:
        tally.add(total, "missile", "warcards:unit.statistics")
    if state.effects:
        best, worst = spells_on(state, unit.id, MISSILE)
        if total == NONE and best:
            total = 0  # a spell lets it shoot
        if total != NONE and (best or worst):
            total += best + worst
            if tally is not None:
                tally.add(best + worst, "battle magic", "warcards:magic.missile-grant")
    if total == NONE:
        return NONE
    if state.groups:
        group = group_with(state, unit.id)
        if group is not None and not (still and group.spent):
            bonus = heroes(state, unit)[0]
            total += bonus
            if tally is not None and bonus:
                tally.add(bonus, "heroes", "warcards:hero.bonus")
    if state.weather == INCLEMENT:
        total += WEATHER_MISSILE[INCLEMENT]
        if tally is not None:
            tally.add(WEATHER_MISSILE[INCLEMENT], "inclement weather", "warcards:weather.inclement-missile")
    return total


def charge_rating(state: State, unit: Unit) -> int:
    """The bonus of a charge on melee, NONE when the unit cannot charge. Rules: warcards:charge.rating, warcards:train.berserk."""
    card = state.setting.cards[unit.id]
    if card.charge == NONE:
        return NONE
    return card.charge + (BERSERK_CHARGE if card.berserk else 0)


def attack_total(
    state: State, unit: Unit, target: Unit, kind: int, penalty: int = 0, tally: Tally | None = None
) -> int:
    """The sum that is added to the die of an attack; `penalty` is that for fire into an engagement, or for subduing.

    Rules: warcards:attack.modifiers, warcards:attack.routed, warcards:terrain.forest-missile, warcards:terrain.swamp-mounted,
    warcards:terrain.shallow-heavy, warcards:weather.abnormal, warcards:weather.inclement-abnormal,
    warcards:weather.storm-combat, warcards:vis.limited-attack, warcards:missile.engaged-area, warcards:hero.no-charge.
    """
    card = state.setting.cards[unit.id]
    missile = kind in (STILL, ON_THE_MOVE, SNAP)
    if missile:
        total = missile_rating(state, unit, kind == STILL, tally)
    else:
        total = melee_rating(state, unit, tally)
        if kind == CHARGING:
            total += _charging(state, unit, tally)
    if state.terrain > 0 and (kind != BOARDING or card.ship) and not is_fortified(state, target.place):
        total += ground_on_attack(state, unit, target, missile, tally)
    if state.weather:
        total += weather_on_attack(state, unit, missile, tally)
    if state.visibility != FULL and not sees_at_night(state, unit):
        total += LIMITED_SIGHT
        if tally is not None:
            tally.add(LIMITED_SIGHT, "visibility", "warcards:vis.limited-attack")
    if unit.routed:
        total -= 4
        if tally is not None:
            tally.add(-4, "routed", "warcards:attack.routed")
    if penalty:
        total += penalty
        if tally is not None:
            rule = "warcards:missile.engaged-area" if missile else "warcards:combat.subdual"
            tally.add(penalty, "into an engagement" if missile else "to subdue", rule)
    return total


def _charging(state: State, unit: Unit, tally: Tally | None) -> int:
    """The charge rating, less the heroes' bonus where they have no movement left. Rule: warcards:hero.no-charge."""
    card = state.setting.cards[unit.id]
    total = charge_rating(state, unit)
    if tally is not None:
        tally.add(card.charge, "ram" if card.ship else "charge", "warcards:charge.rating")
        if card.berserk:
            tally.add(BERSERK_CHARGE, "berserk", "warcards:train.berserk")
    if state.groups:
        group = group_with(state, unit.id)
        if group is not None and group_move(state, group) <= group.spent:
            bonus = heroes(state, unit)[0]
            total -= bonus
            if tally is not None and bonus:
                tally.add(-bonus, "heroes without movement", "warcards:hero.no-charge")
    return total


def twentieths(bonus: int, need: int) -> int:
    """The chance that a d20 with a bonus reaches what it needs, in twentieths: to hit, or to hold in a save.

    Rules: warcards:combat.attack-roll, warcards:combat.natural, warcards:rally.natural.

    >>> twentieths(4, 14), twentieths(0, 25), twentieths(15, 12)
    (11, 1, 19)
    """
    return min(19, max(1, 21 + bonus - need))
