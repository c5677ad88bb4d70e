"""The removal of destroyed and subdued units and of their cargo. Rules: warcards:combat.destroyed, warcards:naval.sunk."""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards.attack.fates import fates
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS
from banneret.rulebooks.warcards.board.standing import lift
from banneret.rulebooks.warcards.state import ABOARD, CAPTIVE, DESTROYED, HELPLESS, NOBODY, State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label

WITHOUT_SHIP: Final = {
    DESTROYED: ("is|are destroyed", "warcards:combat.destroyed"),
    CAPTIVE: ("is|are captured", "warcards:combat.subdued"),
    HELPLESS: ("drifts|drift helpless off the field", "warcards:naval.capture"),
}
"""The end of a unit in words, with its rule, by where it comes to."""
WITH_SHIP: Final = {
    DESTROYED: ("goes|go down with its|their ship", "warcards:naval.sunk"),
    CAPTIVE: ("is|are captured with its|their ship", "warcards:naval.prize"),
    HELPLESS: ("drifts|drift off with its|their ship", "warcards:naval.capture"),
}
"""The end of a unit aboard a ship that is lost."""


def remove(state: State, table: Table, unit: Unit, where: int, with_ship: bool = False) -> None:
    """Take a destroyed or subdued unit off the field, with what it carries; heroes and leaders roll for their fate.

    `with_ship`: it was aboard a ship that is lost.
    Rules: warcards:combat.destroyed, warcards:combat.subdued, warcards:hero.fate, warcards:naval.sunk.
    """
    here = unit.place
    if here >= 0:
        lift(state, unit)
    unit.place = where
    unit.aboard = NOBODY
    state.stirred = True
    if table.telling:
        words, rule = (WITH_SHIP if with_ship else WITHOUT_SHIP)[where]
        text = f"{agree(label(state, unit), words)}."
        table.tell(Event("removed", text, rule, side=unit.side, data={"unit": unit.id}))
    for cargo in state.units:
        if cargo.aboard == unit.id and cargo.place == ABOARD:
            if where == DESTROYED and state.setting.flags.rescue and _rescued(state, table, cargo, here):
                continue
            remove(state, table, cargo, where, with_ship=True)
    fates(state, table, unit)


def _rescued(state: State, table: Table, cargo: Unit, area: int) -> bool:
    """Move a unit of a sunk ship to a friendly ship in an adjacent area; True if one has room. Rule: warcards:naval.sunk."""
    if not 0 <= area < AREAS:
        return False
    for near in ADJACENT[area]:
        number = state.at[cargo.side * AREAS + near]
        if number >= 0:
            aboard = sum(1 for u in state.units if u.aboard == number and u.place == ABOARD)
            if aboard < state.setting.cards[number].bunks:
                cargo.aboard = number
                if table.telling:
                    text = f"is|are saved by {label(state, state.units[number])}."
                    data: dict[str, object] = {"unit": cargo.id}
                    said = agree(label(state, cargo), text)
                    table.tell(Event("rescued", said, "warcards:naval.sunk", side=cargo.side, data=data))
                return True
    return False
