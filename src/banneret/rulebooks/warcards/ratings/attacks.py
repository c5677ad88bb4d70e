"""Ratings and sums: what a unit attacks with, what must be reached, how it saves, how far it goes.

Every function adds up plain numbers; with a `Tally` it also writes down why. `modifiers.csv` lists them all.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.field import RESERVES
from banneret.rulebooks.warcards.state import (
    ABNORMAL,
    ACTIVE,
    CASTLE,
    FOREST,
    FULL,
    HILLS,
    INCLEMENT,
    JUNGLE,
    LIMITED,
    MOUNTAIN,
    NIGHT,
    SHALLOW,
    STORM,
    SWAMP,
    Group,
    State,
    Unit,
    enemy_of,
    group_with,
    is_fortified,
    members,
    whereabouts,
)
from banneret.rulebooks.warcards.tables.facts import (
    DEFENSE,
    MELEE,
    MISSILE,
    MORALE,
    NONE,
    encounter_level,
    hero_bonus,
    hero_move,
)

# ---------------------------------------------------------------- kinds of attack
STRIKE: Final = 0  # with the melee rating
CHARGING: Final = 1
STILL: Final = 2  # stationary fire, the last shot included
ON_THE_MOVE: Final = 3
SNAP: Final = 4  # a missile as attack of opportunity
BOARDING: Final = 5
MISSILES: Final = (STILL, ON_THE_MOVE, SNAP)


# ---------------------------------------------------------------- heroes, leaders, magic


def level_of(state: State, group: Group) -> int:
    """The EL of a Heroes unit this round.

    Rules: warcards:hero.el, warcards:hero.caster, warcards:magic.no-other, warcards:magic.conventional,
    warcards:hero.variant-duel.
    """
    people = state.setting.people
    el = encounter_level([people[f.id].level for f in members(state, group.id) if not f.cast])
    return max(0, el + group.el_change) if el else 0


def heroes(state: State, unit: Unit) -> tuple[int, int, int]:
    """Attack, defense and morale that a unit has of its heroes. Rules: warcards:hero.bonus, warcards:hero.variant."""
    group = group_with(state, unit.id)
    if group is None:
        return (0, 0, 0)
    if group.set_bonus >= 0:
        return (group.set_bonus, group.set_bonus // 2, (group.set_bonus + 1) // 2)
    return hero_bonus(level_of(state, group))


def lead(state: State, unit: Unit) -> int:
    """The best Lead bonus of a character who fights with a unit.

    Rules: warcards:lead.bonus, warcards:lead.one, warcards:lead.stack, warcards:lead.general-place.
    """
    best = 0
    group = group_with(state, unit.id)
    number = -2 if group is None else group.id
    for figure in state.figures:
        if figure.status == ACTIVE and (figure.host == unit.id or figure.group == number):
            best = max(best, state.setting.people[figure.id].lead // 5)
    return best


def magic(state: State, unit: int, rating: int) -> int:
    """What battle spells do to a rating: best bonus and worst penalty. Rules: warcards:magic.stacking, warcards:magic.duration."""
    best, worst = _spells_on(state, unit, rating)
    return best + worst


def _spells_on(state: State, unit: int, rating: int) -> tuple[int, int]:
    """The best bonus and the worst penalty of battle spells to a rating. Rule: warcards:magic.stacking."""
    best = 0
    worst = 0
    for target, which, amount in state.effects:
        if target == unit and which == rating:
            best = max(best, amount)
            worst = min(worst, amount)
    return best, worst


# ---------------------------------------------------------------- movement


def _weathered(state: State, move: int) -> int:
    """A move after the weather. Rules: warcards:weather.inclement-move, warcards:weather.storm-move, warcards:weather.combine."""
    if state.weather == INCLEMENT:
        return max(1, move // 2) if move else 0
    if state.weather == STORM:
        return min(1, move)
    return move


def _capped(state: State, mounted: bool) -> bool:
    """Whether the terrain lets a unit move one area only.

    Rules: warcards:terrain.forest-move, warcards:terrain.jungle-move, warcards:terrain.swamp-move, warcards:terrain.mountain-move,
    warcards:terrain.hills-move, warcards:terrain.open, warcards:terrain.deep-water.
    """
    terrain = state.terrain
    if terrain in (JUNGLE, SWAMP):
        return True
    return mounted and (terrain in (FOREST, MOUNTAIN))


def move_cap(state: State, unit: Unit) -> int:
    """The effective move over open ground. Rules: warcards:terrain.move-freely, warcards:train.marine, warcards:weather.combine."""
    card = state.setting.cards[unit.id]
    move = card.move
    if state.weather >= INCLEMENT:
        move = _weathered(state, move)
    if move > 1 and state.terrain > 0 and not card.moves_freely and _capped(state, card.mounted):
        if card.marine and state.terrain == SWAMP:
            return move
        return 1
    return move


def move_inside(state: State, unit: Unit) -> int:
    """The move between fortified areas, where terrain does not bind. Rule: warcards:limited.terrain."""
    move = state.setting.cards[unit.id].move
    return _weathered(state, move) if state.weather >= INCLEMENT else move


def effective_move(state: State, unit: Unit) -> int:
    """The move that counts for unspent movement and for who is faster. Rules: warcards:move.unspent, warcards:limited.terrain."""
    if state.fortified and not unit.outside and is_fortified(state, unit.place):
        return move_inside(state, unit)
    return move_cap(state, unit)


def unspent(state: State, unit: Unit) -> int:
    """Areas of movement a unit has left this round. Rule: warcards:move.unspent."""
    return max(0, effective_move(state, unit) - unit.spent)


def group_inside(state: State, group: Group) -> int:
    """The move of a Heroes unit between fortified areas: that of its worst-equipped member.

    Rules: warcards:hero.move-rating, warcards:limited.terrain.
    """
    people = state.setting.people
    best = 9
    for figure in members(state, group.id):
        person = people[figure.id]
        best = min(best, hero_move(person.mounted, person.speed, person.ride, person.war_trained))
    return 0 if best == 9 else _weathered(state, best)


def group_cap(state: State, group: Group) -> int:
    """The move of a Heroes unit over open ground. Rules: warcards:hero.move-rating, warcards:hero.move."""
    move = group_inside(state, group)
    if move > 1:
        people = state.setting.people
        here = members(state, group.id)
        if _capped(state, any(people[f.id].mounted or people[f.id].war_trained for f in here)):
            return 1
    return move


def group_move(state: State, group: Group) -> int:
    """The move of a Heroes unit that counts where it is now. Rules: warcards:hero.move, warcards:limited.terrain."""
    place = state.units[group.host].place if group.host >= 0 else RESERVES[group.side]
    if not group.outside and is_fortified(state, place):
        return group_inside(state, group)
    return group_cap(state, group)


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
        best, worst = _spells_on(state, unit.id, MISSILE)
        if total == NONE and best:
            total = 0  # a spell shoots for it
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
        total -= 4
        if tally is not None:
            tally.add(-4, "inclement weather", "warcards:weather.inclement-missile")
    return total


def charge_rating(state: State, unit: Unit) -> int:
    """What a charge adds to melee, NONE when the unit cannot charge. Rules: warcards:charge.rating, warcards:train.berserk."""
    card = state.setting.cards[unit.id]
    if card.charge == NONE:
        return NONE
    return card.charge + (2 if card.berserk else 0)


# ---------------------------------------------------------------- attacks


def may_shoot(state: State, unit: Unit, area: int, still: bool) -> bool:
    """Whether missiles of a unit may be aimed at an area, as far as rating, weather, terrain and sight go.

    Rules: warcards:weather.storm-combat, warcards:terrain.jungle-combat, warcards:terrain.mountain-missile,
    warcards:vis.limited-missile, warcards:vis.limited-senses, warcards:combat.adjusted-missile, warcards:limited.terrain.
    """
    if state.weather == STORM:
        return False
    if missile_rating(state, unit, still) <= 0:
        return False
    own = area == unit.place
    if state.terrain == JUNGLE and not is_fortified(state, area):
        return False
    if own:
        return True
    if state.terrain == MOUNTAIN and not is_fortified(state, area):
        return False
    return not (state.visibility != FULL and not sees_at_night(state, unit, True))


def sees_at_night(state: State, unit: Unit, to_fire: bool = False) -> bool:
    """Whether the visibility does not touch a unit. Rule: warcards:vis.limited-senses."""
    if state.visibility == FULL:
        return True
    if state.visibility != NIGHT or not state.setting.cards[unit.id].night_sight:
        return False
    return state.setting.flags.night_fire or not to_fire


def stationed(state: State, unit: Unit, other: Unit) -> bool:
    """Whether a unit has the bonus of having been in the area first, against the unit it is engaged with.

    Rules: warcards:terrain.hills-stationed, warcards:terrain.mountain-stationed, warcards:terrain.hills-dwarf,
    warcards:limited.terrain.
    """
    if state.terrain != HILLS and state.terrain != MOUNTAIN:
        return False
    if not unit.since or unit.entered or not other.entered or unit.place != other.place:
        return False
    if state.terrain == HILLS and unit.since != state.round:
        return False
    return not state.setting.cards[other.id].dwarven and not is_fortified(state, unit.place)


def may_charge(state: State, unit: Unit) -> bool:
    """Whether a unit may make a charge attack now.

    Rules: warcards:charge.who, warcards:charge.rating, warcards:charge.routed, warcards:charge.forbidden,
    warcards:terrain.forest-charge, warcards:terrain.jungle-combat, warcards:terrain.swamp-charge, warcards:terrain.hills-charge,
    warcards:terrain.mountain-charge, warcards:terrain.shallow-charge, warcards:weather.storm-combat, warcards:limited.no-charge,
    warcards:full.no-charge, warcards:combat.staggered.
    """
    if unit.began or not unit.since or unit.routed or unit.left or unit.attacked:
        return False
    if state.setting.cards[unit.id].charge == NONE:
        return False
    if state.weather == STORM or is_fortified(state, unit.place):
        return False
    terrain = state.terrain
    if terrain in (FOREST, JUNGLE, SWAMP, MOUNTAIN, SHALLOW):
        return False
    if terrain == HILLS and unit.entered:
        return False
    if unit.subdual and unit.subdual >= state.setting.cards[unit.id].hits - unit.lethal:
        return False
    return enemy_of(state, unit) >= 0 and unspent(state, unit) >= 1


def attack_total(
    state: State, unit: Unit, target: Unit, kind: int, penalty: int = 0, tally: Tally | None = None
) -> int:
    """What is added to the die of an attack; `penalty` is that for fire into an engagement, or for subduing.

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
    area = target.place
    if state.terrain > 0 and (kind != BOARDING or card.ship) and not is_fortified(state, area):
        amount = 0
        rule = ""
        if state.terrain == FOREST and missile:
            amount, rule = -4, "warcards:terrain.forest-missile"
        elif state.terrain == SWAMP and card.mounted and not missile:
            amount, rule = -2, "warcards:terrain.swamp-mounted"
        elif state.terrain == SHALLOW and card.heavy:
            amount, rule = -2, "warcards:terrain.shallow-heavy"
        elif unit.place == area and stationed(state, unit, target):
            amount = 2
            rule = (
                "warcards:terrain.hills-stationed"
                if state.terrain == HILLS
                else "warcards:terrain.mountain-stationed"
            )
        if amount:
            total += amount
            if tally is not None:
                tally.add(amount, "terrain", rule)
    if state.weather:
        amount = 0
        if ((state.weather == ABNORMAL or state.weather == INCLEMENT) and card.affected) or (
            state.weather == STORM and not missile
        ):
            amount = -2
        if amount:
            total += amount
            if tally is not None:
                tally.add(amount, "weather", _WEATHER_RULES[state.weather])
    if state.visibility != FULL and not sees_at_night(state, unit):
        total -= 1
        if tally is not None:
            tally.add(-1, "visibility", "warcards:vis.limited-attack")
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


_WEATHER_RULES: Final = (
    "warcards:weather.normal",
    "warcards:weather.abnormal",
    "warcards:weather.inclement-abnormal",
    "warcards:weather.storm-combat",
    "warcards:weather.major-storm",
)


def _charging(state: State, unit: Unit, tally: Tally | None) -> int:
    """The charge rating, less the heroes' bonus where they have no movement left. Rule: warcards:hero.no-charge."""
    card = state.setting.cards[unit.id]
    total = charge_rating(state, unit)
    if tally is not None:
        tally.add(card.charge, "ram" if card.ship else "charge", "warcards:charge.rating")
        if card.berserk:
            tally.add(2, "berserk", "warcards:train.berserk")
    if state.groups:
        group = group_with(state, unit.id)
        if group is not None and group_move(state, group) <= group.spent:
            bonus = heroes(state, unit)[0]
            total -= bonus
            if tally is not None and bonus:
                tally.add(-bonus, "heroes without movement", "warcards:hero.no-charge")
    return total


def defense_rating(state: State, unit: Unit, tally: Tally | None = None) -> int:
    """The defense with heroes and magic, on whatever ground. Rules: warcards:hero.bonus, warcards:magic.rating."""
    total = state.setting.cards[unit.id].defense
    if tally is not None:
        tally.add(total, "defense", "warcards:unit.statistics")
    if state.groups:
        bonus = heroes(state, unit)[1]
        if bonus:
            total += bonus
            if tally is not None:
                tally.add(bonus, "heroes", "warcards:hero.bonus")
    if state.effects:
        spell = magic(state, unit.id, DEFENSE)
        if spell:
            total += spell
            if tally is not None:
                tally.add(spell, "battle magic", "warcards:magic.rating")
    return total


def defense_total(
    state: State,
    target: Unit,
    attacker: Unit,
    missile: bool,
    boarding: bool = False,
    tally: Tally | None = None,
) -> int:
    """What an attack must reach.

    Rules: warcards:attack.modifiers, warcards:terrain.swamp-mounted, warcards:terrain.shallow-heavy, warcards:train.shield,
    warcards:limited.defense, warcards:full.defense, warcards:hero.bonus, warcards:magic.rating.
    """
    card = state.setting.cards[target.id]
    total = defense_rating(state, target, tally)
    if missile and card.shield:
        total += 2
        if tally is not None:
            tally.add(2, "shield formation", "warcards:train.shield")
    if boarding:
        return total
    if is_fortified(state, target.place):
        if target.side == state.setting.owner and not state.setting.cards[attacker.id].artillery:
            works = 1 if state.fort == LIMITED else state.setting.level
            total += works
            if tally is not None:
                rule = "warcards:limited.defense" if state.fort == LIMITED else "warcards:full.defense"
                tally.add(works, "fortification", rule)
        return total
    amount = 0
    rule = ""
    if state.terrain == SWAMP and card.mounted:
        amount, rule = -2, "warcards:terrain.swamp-mounted"
    elif state.terrain == SHALLOW and card.heavy:
        amount, rule = -2, "warcards:terrain.shallow-heavy"
    elif stationed(state, target, attacker):
        amount = 2
        rule = (
            "warcards:terrain.hills-stationed"
            if state.terrain == HILLS
            else "warcards:terrain.mountain-stationed"
        )
    if amount:
        total += amount
        if tally is not None:
            tally.add(amount, "terrain", rule)
    return total


# ---------------------------------------------------------------- morale


def safe_behind_walls(state: State, unit: Unit) -> bool:
    """Whether a unit makes its saves without a roll. Rule: warcards:full.morale."""
    return state.fort == CASTLE and unit.side == state.setting.owner and is_fortified(state, unit.place)


def morale_total(state: State, unit: Unit, rally: bool, tally: Tally | None = None) -> int:
    """What is added to the die of a morale save.

    Rules: warcards:combat.morale-save, warcards:rally.reserve, warcards:limited.morale, warcards:lead.stack, warcards:hero.bonus,
    warcards:naval.bunks.
    """
    total = state.setting.cards[unit.id].morale
    if tally is not None:
        tally.add(total, "morale", "warcards:unit.statistics")
    if state.groups:
        bonus = heroes(state, unit)[2]
        total += bonus
        if tally is not None and bonus:
            tally.add(bonus, "heroes", "warcards:hero.bonus")
    if state.figures:
        bonus = lead(state, unit)
        total += bonus
        if tally is not None and bonus:
            tally.add(bonus, "leader", "warcards:lead.bonus")
    if state.effects:
        spell = magic(state, unit.id, MORALE)
        total += spell
        if tally is not None and spell:
            tally.add(spell, "battle magic", "warcards:magic.rating")
    if state.fort == LIMITED and unit.side == state.setting.owner and is_fortified(state, unit.place):
        total += 4
        if tally is not None:
            tally.add(4, "fortification", "warcards:limited.morale")
    if rally and whereabouts(state, unit) == RESERVES[unit.side]:
        total += 2
        if tally is not None:
            tally.add(2, "in reserve", "warcards:rally.reserve")
    return total


def chance_to_hit(bonus: int, defense: int) -> float:
    """The chance that a d20 with a bonus reaches a defense. Rules: warcards:combat.attack-roll, warcards:combat.natural.

    >>> chance_to_hit(4, 14), chance_to_hit(0, 25), chance_to_hit(15, 12)
    (0.55, 0.05, 0.95)
    """
    return min(19, max(1, 21 + bonus - defense)) / 20


def chance_to_save(bonus: int, dc: int) -> float:
    """The chance that a morale save holds. Rule: warcards:rally.natural."""
    return min(19, max(1, 21 + bonus - dc)) / 20
