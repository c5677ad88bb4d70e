"""The fate of heroes and leaders whose unit is no more. Rule: warcards:hero.fate."""

from __future__ import annotations

from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.state import (
    ACTIVE,
    CAPTURED,
    DELAYED,
    NOBODY,
    OUT,
    SLAIN,
    Figure,
    State,
    Unit,
)


def fates(state: State, table: Table, unit: Unit) -> None:
    """Roll for every character who was with a lost unit; its Heroes unit is dissolved. Rule: warcards:hero.fate."""
    group = group_with(state, unit.id)
    number = -2 if group is None else group.id
    for figure in state.figures:
        if figure.status == ACTIVE and (figure.host == unit.id or figure.group == number):
            _fate(state, table, figure)
    if group is not None:
        group.dissolved = True
        group.host = NOBODY


def _fate(state: State, table: Table, figure: Figure) -> None:
    """Roll for the fate of a character whose unit is no more. Rule: warcards:hero.fate."""
    person = state.setting.people[figure.id]
    roll = table.die(20, "fate", figure.side)
    total = roll + person.level
    dice: list[Die] = [(figure.side, 20, roll)]
    figure.host = NOBODY
    figure.group = NOBODY
    if total <= 4:
        figure.status, words = SLAIN, "is slain"
    elif total <= 9:
        figure.status, words = CAPTURED, "is captured"
    elif total <= 14:
        figure.status, words = OUT, "escapes, and is out of the battle"
    elif total <= 19:
        figure.status = DELAYED  # before the die falls, as records have it
        rounds = table.die(4, "rounds", figure.side)
        dice.append((figure.side, 4, rounds))
        figure.due = state.round + rounds + 1
        words = f"escapes, and will be in the reserve in round {figure.due}"
    else:
        figure.status, words = DELAYED, "escapes to the reserve"
        figure.due = state.round + 1
    if table.telling:
        tally = Tally("fate", roll, "d20", "warcards:hero.fate")
        tally.add(person.level, "level", "warcards:hero.fate")
        text = f"{person.name} {words}."
        table.tell(Event("fate", text, "warcards:hero.fate", side=figure.side, dice=dice, tallies=[tally]))
