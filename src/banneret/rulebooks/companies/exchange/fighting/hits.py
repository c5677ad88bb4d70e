"""Hits on named characters: armour, wounds and nerve. Rules: companies:fight.house-hit, companies:fight.house-steel, companies:range.house-answer."""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.arms import armour_dice, shield_dice
from banneret.rulebooks.companies.tables.specialists import MORTAL, WOUNDS

SHOCK: Final = 2
"""The step of a wound from which nerve is tested. Rule: companies:fight.house-steel."""


def take_hit(state: State, table: Table, number: int, hit: int) -> int:
    """Let a character take a hit, off which armour and shield take steps. Returns the step of the wound, 0 for none. Rule: companies:fight.house-hit."""
    officer = state.setting.people[number]
    side = state.setting.forces[state.people[number].company].side
    dice = armour_dice()[officer.armour] + shield_dice()[officer.shield]
    shown: list[Die] | None = [] if table.telling else None
    stopped = roll(table, dice, "armour", side, shown=shown)
    step = max(0, min(MORTAL, hit - stopped))
    if step:
        wound(state, number, step)
    if shown is not None:
        armour = f", and armour stops {stopped}" if dice else ""
        what = f"a {WOUNDS[step]} wound" if step else "no wound"
        out = ", and is out" if state.people[number].out else ""
        text = f"{officer.name} is hit for {hit}{armour}: {what}{out}."
        table.tell(Event("hit", text, "companies:fight.house-hit", side=side, dice=shown))
    return step
