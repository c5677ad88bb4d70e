"""What terrain, weather and sight add to attacks and defenses."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.conditions import FULL, HILLS, MOUNTAIN, NIGHT


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


WEATHER_RULES: Final = (
    "warcards:weather.normal",
    "warcards:weather.abnormal",
    "warcards:weather.inclement-abnormal",
    "warcards:weather.storm-combat",
    "warcards:weather.major-storm",
)
