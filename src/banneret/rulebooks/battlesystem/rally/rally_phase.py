"""The Rally Phase: commanders rally the routed, take troops in hand again, and give orders to mobs.

A side is asked for one attempt at a time until it says "done".

Rules: battlesystem:1.3, battlesystem:6.1a to battlesystem:6.6, battlesystem:2.9c, battlesystem:2.10f, battlesystem:2.10g.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import chain, discipline, in_command
from banneret.rulebooks.battlesystem.morale import morale_rolls
from banneret.rulebooks.battlesystem.morale.causes import RALLY as CAUSE
from banneret.rulebooks.battlesystem.morale.causes import Cause
from banneret.rulebooks.battlesystem.rally import facings
from banneret.rulebooks.battlesystem.rally.attempts import (
    DONE,
    MOB_ORDERS,
    Attempt,
    commander_named,
    routed_figures,
    within_reach,
)
from banneret.rulebooks.battlesystem.stages import RALLY
from banneret.rulebooks.battlesystem.state import State, go_on, is_mended, name
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, REGULAR
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import NOBODY, WHEEL, Unit

_WORDS: Final[dict[str, str]] = {
    "forward": "to move forward",
    "charge": "to charge",
    "march": "to force march",
}


def rally_step(state: State, table: Table) -> None:
    """Play one attempt of the side whose turn it is; if it has none or is done, go on to the next side or the Movement Phase.

    Rules: battlesystem:1.3, battlesystem:6.0.
    """
    if state.part == 0:
        _free_the_routed(state)
        discipline.settle(state)
        in_command.review(state, table)
    side = state.ranking[state.part]
    decision = Attempt(state, side)
    if decision.tries:
        order = table.ask(decision)
        if order != DONE:
            attempt(state, table, order)
            return
    go_on(state, RALLY)


def _free_the_routed(state: State) -> None:
    """Let troops that were put to flight before the Rally Phase of this round run on, or reform once rallied, in its Movement Phase.

    By versions 1 to 14 of the rules those who ran in the Initial Missile Phase did neither. Rules: battlesystem:6.3, battlesystem:6.4,
    battlesystem:7.15g.
    """
    if not state.setting.tier or not is_mended(state, 15):
        return
    for unit in state.units.values():
        if unit.routed:
            unit.finished = unit.moved = False
        for single in unit.singles or ():
            if single.routed:
                single.done = False


def attempt(state: State, table: Table, order: Order) -> None:
    """Make one attempt, the only one of the round for the unit and for the commander. Rules: battlesystem:6.1a, 6.1b, 6.2, 7.13e."""
    unit = state.units[order[1]]
    commander = commander_named(order[2])
    unit.tried = unit.acted = True
    if commander == chain.OWN:
        unit.leader_tried = True
        if unit.chief != NOBODY and is_mended(state, 9):
            state.individuals[unit.chief].tried = True  # he does not rest this round. Rule: battlesystem:9.0d
    else:
        state.individuals[commander].tried = True
    if routed_figures(unit):
        _rally_figures(state, table, unit, commander)
        return
    if not morale_rolls.roll(state, table, unit, Cause(CAUSE), commander):
        return
    if order[0] == "order":
        _obey(state, table, unit, order[3:])
    elif unit.routed:
        _rallied(state, table, unit)
    else:
        discipline.reassert(state, table, unit)
        if table.telling:
            text = says(state, unit, "is|are in hand again.")
            _tell(table, unit, text, "battlesystem:6.5")


def _rallied(state: State, table: Table, unit: Unit) -> None:
    """Rally a routed unit, which may change facing at once; by versions 1 to 14 of the rules mobs might not.

    Rules: battlesystem:6.2, battlesystem:6.3, battlesystem:2.10i.
    """
    unit.routed = False
    unit.rallied = True
    unit.rout_heading = 0.0
    unit.in_command = unit.now.kind != CROWD
    if table.telling:
        _tell(table, unit, says(state, unit, "is|are rallied."), "battlesystem:6.2")
    if unit.block is not None and (unit.now.kind == REGULAR or is_mended(state, 15)):
        facings.face_unit(state, table, unit)
    in_command.review_unit(state, table, unit)


def _rally_figures(state: State, table: Table, unit: Unit, commander: int) -> None:
    """Try to rally each routed skirmisher within reach by a roll of its own.

    Those who are rallied may change facing, but neither move nor shoot this round; by versions 1 to 10 of the rules they could shoot. Elite
    troops in skirmish formation are in command again at once; by versions 1 to 18 of the rules only from the next phase on.
    Rules: battlesystem:2.9c, battlesystem:6.2, battlesystem:6.3, battlesystem:2.11.
    """
    singles = unit.singles
    assert singles is not None, "only skirmishers are rallied one by one"
    rallied: list[int] = []
    for figure in within_reach(state, unit, commander):
        if morale_rolls.roll(state, table, unit, Cause(CAUSE), commander, figure):
            rallied.append(figure)
            singles[figure].routed = False
            singles[figure].done = True
            singles[figure].rallied = is_mended(state, 11)
            unit.routed = False
            if table.telling:
                _tell(table, unit, f"A figure of {name(state, unit)} is rallied.", "battlesystem:2.9c")
    if rallied:
        facings.face_singles(state, table, unit, rallied)
        if is_mended(state, 19):
            in_command.review_unit(state, table, unit)


def _obey(state: State, table: Table, unit: Unit, words: Order) -> None:
    """Give a mob an order, which stands until it gets another. Rules: battlesystem:2.10f, battlesystem:2.10g, battlesystem:6.6."""
    unit.turn = 0.0
    if words[0] == "wheel":
        unit.order = WHEEL
        unit.turn = float(words[2]) if words[1] == "right" else -float(words[2])
        told = f"to wheel to the {words[1]} by {words[2]:g} degrees"
    else:
        unit.order = MOB_ORDERS[words[0]]
        told = _WORDS[words[0]]
    if table.telling:
        _tell(table, unit, says(state, unit, f"is|are ordered {told}."), "battlesystem:2.10f")


def _tell(table: Table, unit: Unit, text: str, rule: str) -> None:
    """Tell of an attempt to rally."""
    data: dict[str, object] = {"unit": f"u{unit.id}"}
    table.tell(Event("rally", text, rule, side=unit.side, data=data))
