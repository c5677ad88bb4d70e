"""Modifiers of attacks and defenses by terrain, weather and sight."""

from __future__ import annotations

from typing import Final

from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.conditions import (
    FOREST,
    FULL,
    HILLS,
    MOUNTAIN,
    NIGHT,
    SHALLOW,
    STORM,
    SWAMP,
)
from banneret.rulebooks.warcards.tables.modifiers import (
    FOREST_MISSILE,
    SHALLOW_ATTACK,
    SHALLOW_DEFENSE,
    STATIONED_ATTACK,
    STATIONED_DEFENSE,
    SWAMP_DEFENSE,
    SWAMP_MELEE,
    WEATHER_AFFECTED,
    WEATHER_MELEE,
)

WEATHER_RULES: Final = (
    "warcards:weather.normal",
    "warcards:weather.abnormal",
    "warcards:weather.inclement-abnormal",
    "warcards:weather.storm-combat",
    "warcards:weather.major-storm",
)


def sees_at_night(state: State, unit: Unit, to_fire: bool = False) -> bool:
    """True if the visibility does not affect a unit. Rule: warcards:vis.limited-senses."""
    if state.visibility == FULL:
        return True
    if state.visibility != NIGHT or not state.setting.cards[unit.id].night_sight:
        return False
    return state.setting.flags.night_fire or not to_fire


def stationed(state: State, unit: Unit, other: Unit) -> bool:
    """True if a unit has the bonus of having been in the area first, against the unit it is engaged with.

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


def _stationed_rule(state: State) -> str:
    return (
        "warcards:terrain.hills-stationed"
        if state.terrain == HILLS
        else "warcards:terrain.mountain-stationed"
    )


def ground_on_attack(state: State, unit: Unit, target: Unit, missile: bool, tally: Tally | None) -> int:
    """The modifier of an attack by the terrain of the target's area.

    Rules: warcards:terrain.forest-missile, warcards:terrain.swamp-mounted, warcards:terrain.shallow-heavy,
    warcards:terrain.hills-stationed, warcards:terrain.mountain-stationed.
    """
    card = state.setting.cards[unit.id]
    amount = 0
    rule = ""
    if state.terrain == FOREST and missile:
        amount, rule = FOREST_MISSILE, "warcards:terrain.forest-missile"
    elif state.terrain == SWAMP and card.mounted and not missile:
        amount, rule = SWAMP_MELEE, "warcards:terrain.swamp-mounted"
    elif state.terrain == SHALLOW and card.heavy:
        amount, rule = SHALLOW_ATTACK, "warcards:terrain.shallow-heavy"
    elif unit.place == target.place and stationed(state, unit, target):
        amount, rule = STATIONED_ATTACK[state.terrain], _stationed_rule(state)
    if amount and tally is not None:
        tally.add(amount, "terrain", rule)
    return amount


def ground_on_defense(state: State, target: Unit, attacker: Unit, tally: Tally | None) -> int:
    """The modifier of a defense by the terrain.

    Rules: warcards:terrain.swamp-mounted, warcards:terrain.shallow-heavy, warcards:terrain.hills-stationed,
    warcards:terrain.mountain-stationed.
    """
    card = state.setting.cards[target.id]
    amount = 0
    rule = ""
    if state.terrain == SWAMP and card.mounted:
        amount, rule = SWAMP_DEFENSE, "warcards:terrain.swamp-mounted"
    elif state.terrain == SHALLOW and card.heavy:
        amount, rule = SHALLOW_DEFENSE, "warcards:terrain.shallow-heavy"
    elif stationed(state, target, attacker):
        amount, rule = STATIONED_DEFENSE[state.terrain], _stationed_rule(state)
    if amount and tally is not None:
        tally.add(amount, "terrain", rule)
    return amount


def weather_on_attack(state: State, unit: Unit, missile: bool, tally: Tally | None) -> int:
    """The modifier of an attack by bad weather.

    Rules: warcards:weather.abnormal, warcards:weather.inclement-abnormal, warcards:weather.storm-combat.
    """
    if state.weather == STORM:
        amount = 0 if missile else WEATHER_MELEE[STORM]
    else:
        amount = WEATHER_AFFECTED[state.weather] if state.setting.cards[unit.id].affected else 0
    if amount and tally is not None:
        tally.add(amount, "weather", WEATHER_RULES[state.weather])
    return amount
