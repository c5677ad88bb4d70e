"""The end of a battle. Rule: warcards:end.conditions."""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.scenario import Outcome
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.standing import in_battle
from banneret.rulebooks.warcards.leaving.aftermath import judge_captives, let_go
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.text.wording import said_of

SURRENDER: Final = "warcards:end.surrender"


def finish(
    state: State,
    table: Table,
    winners: tuple[int, ...],
    reason: str,
    rule: str,
    spared: int = st.NOBODY,
) -> None:
    """The battle is over. Helpless ships fall to the other side unless their owner has won; `spared`: whose captives must live.

    Rules: warcards:naval.capture, warcards:hero.captives.
    """
    for unit in state.units:
        if unit.place == st.HELPLESS:
            unit.place = st.GONE if winners == (unit.side,) else st.CAPTIVE
    judge_captives(state, table, spared, let_go(state, winners, rule == SURRENDER))
    state.outcome = Outcome(winners, reason, rule)
    if table.telling:
        table.tell(Event("end", said_of(reason), rule, side=winners[0] if winners else -1))


def check_end(state: State, table: Table, stayed: bool = False) -> bool:
    """True if an army is no more; ends the battle then. `stayed`: the last of it could not leave the province.

    Rules: warcards:end.conditions, warcards:withdraw.lacking.
    """
    if state.outcome is not None:
        return True
    here = [in_battle(state, 0), in_battle(state, 1)]
    if here[0] and here[1]:
        return False
    names = state.setting.names
    rule = "warcards:end.conditions"
    if not here[0] and not here[1]:
        finish(state, table, (), "Neither army has a unit left: nobody wins.", rule)
        return True
    loser = 0 if not here[0] else 1
    gone = any(unit.side == loser and unit.place == st.GONE for unit in state.units)
    words = "has left the field" if gone else "could not leave the province" if stayed else "is destroyed"
    finish(state, table, (1 - loser,), f"The army of {names[loser]} {words}: {names[1 - loser]} won.", rule)
    return True
