"""The removal of destroyed and subdued units and of their cargo. Rules: warcards:combat.destroyed, warcards:naval.sunk."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards.attack.fates import fates
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS
from banneret.rulebooks.warcards.board.standing import lift
from banneret.rulebooks.warcards.state import ABOARD, CAPTIVE, DESTROYED, HELPLESS, NOBODY, State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label


def remove(state: State, table: Table, unit: Unit, where: int) -> None:
    """Take a destroyed or subdued unit off the field, with what it carries; heroes and leaders roll for their fate.

    Rules: warcards:combat.destroyed, warcards:combat.subdued, warcards:hero.fate, warcards:naval.sunk.
    """
    here = unit.place
    if here >= 0:
        lift(state, unit)
    unit.place = where
    unit.aboard = NOBODY
    state.stirred = True
    if table.telling:
        words = {
            DESTROYED: "is|are destroyed",
            CAPTIVE: "is|are captured",
            HELPLESS: "drifts|drift helpless off the field",
        }
        rule = "warcards:combat.destroyed" if where == DESTROYED else "warcards:combat.subdued"
        text = f"{agree(label(state, unit), words.get(where, 'is|are lost'))}."
        table.tell(Event("removed", text, rule, side=unit.side, data={"unit": unit.id}))
    for cargo in state.units:
        if cargo.aboard == unit.id and cargo.place == ABOARD:
            if where == DESTROYED and state.setting.flags.rescue and _rescued(state, cargo, here):
                continue
            remove(state, table, cargo, where)
    fates(state, table, unit)


def _rescued(state: State, cargo: Unit, area: int) -> bool:
    """Move a unit of a sunk ship to a friendly ship in an adjacent area; True if one has room. Rule: warcards:naval.sunk."""
    if not 0 <= area < AREAS:
        return False
    for near in ADJACENT[area]:
        number = state.at[cargo.side * AREAS + near]
        if number >= 0:
            aboard = sum(1 for u in state.units if u.aboard == number and u.place == ABOARD)
            if aboard < state.setting.cards[number].bunks:
                cargo.aboard = number
                return True
    return False
