"""The weather of the battle. Rule: warcards:setup.weather."""

from __future__ import annotations

from banneret.kernel.enumeration import enumerated
from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.leaving.ending import finish
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import (
    ABNORMAL,
    INCLEMENT,
    MAJOR_STORM,
    WEATHERS,
)
from banneret.rulebooks.warcards.tables.modifiers import WEATHER_ROLLS


def _troubled(state: State) -> str:
    """A sentence about the units that abnormal or inclement weather affects: sides, single units, or none; empty in other weather.

    Rules: warcards:weather.abnormal-who, warcards:weather.inclement-abnormal.
    """
    if state.weather not in (ABNORMAL, INCLEMENT):
        return ""
    setting = state.setting
    found: list[str] = []
    for side in (0, 1):
        own = [unit.id for unit in state.units if unit.side == side]
        struck = [number for number in own if setting.cards[number].affected]
        if len(struck) == len(own):
            found.append(setting.names[side])
        else:
            found += [setting.labels[number] for number in struck]
    return (
        f" It takes 2 from every attack of {enumerated(found)}."
        if found
        else " It troubles nobody's attacks."
    )


def choose_weather(state: State, table: Table) -> None:
    """Settle the weather of the war move. Rules: warcards:setup.weather, warcards:weather.major-storm."""
    setting = state.setting
    dice: list[Die] = []
    state.stage = stages.VISIBILITY
    state.weather = setting.weather
    if setting.flags.weather_roll:
        roll = table.die(20, "weather")
        dice.append((-1, 20, roll))
        state.weather = next(weather for most, weather in WEATHER_ROLLS if roll <= most)
    if table.telling:
        rolled = f" by a roll of {dice[0][2]}" if dice else ""
        text = f"The weather is {WEATHERS[state.weather].replace('-', ' ')}{rolled}.{_troubled(state)}"
        table.tell(Event("weather", text, "warcards:setup.weather", dice=dice))
    if state.weather == MAJOR_STORM:
        text = "In a major storm no battle can be fought: both armies stay."
        finish(state, table, (), text, "warcards:weather.major-storm")
