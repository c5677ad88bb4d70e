"""Abilities of a unit as it is now: to shoot, to charge; staggered units."""

from __future__ import annotations

from banneret.rulebooks.warcards.board.standing import enemy_of
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.ratings.allowance import unspent
from banneret.rulebooks.warcards.ratings.attacks import missile_rating
from banneret.rulebooks.warcards.ratings.surroundings import sees_at_night
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import (
    FOREST,
    FULL,
    HILLS,
    JUNGLE,
    MOUNTAIN,
    SHALLOW,
    STORM,
    SWAMP,
)


def may_shoot(state: State, unit: Unit, area: int, still: bool) -> bool:
    """True if missiles of a unit may be aimed at an area, as far as rating, weather, terrain and sight go.

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


def may_charge(state: State, unit: Unit) -> bool:
    """True if a unit may make a charge attack now.

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


def staggered(state: State, unit: Unit) -> bool:
    """True if subdual damage equals current hits. Rule: warcards:combat.staggered."""
    return unit.subdual > 0 and unit.subdual >= state.setting.cards[unit.id].hits - unit.lethal
