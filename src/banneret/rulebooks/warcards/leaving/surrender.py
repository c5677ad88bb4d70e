"""Surrender and its terms. Rules: warcards:end.surrender, warcards:end.terms."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.standing import lift
from banneret.rulebooks.warcards.leaving.ending import finish
from banneret.rulebooks.warcards.state import Figure, Group, State
from banneret.rulebooks.warcards.text.wording import TERM_WORDS, said_of

TERMS: Final = ("captivity", "release", "exchange", "execution")


def offer_surrender(state: State, table: Table, side: int, terms: str) -> None:
    """Put a side's offer to surrender to the enemy, who accepts or not, and names the terms of an unconditional one.

    Rules: warcards:end.surrender, warcards:end.terms.
    """
    names = state.setting.names
    other = 1 - side
    if table.telling:
        text = f"{names[side]} offered to surrender: {said_of(TERM_WORDS[terms])}."
        table.tell(Event("surrender-offer", text, "warcards:end.surrender", side=side))
    if terms == "unconditional":
        order = table.ask(Choice("terms", other, "warcards:end.terms", [("terms", term) for term in TERMS]))
        surrender(state, table, side, order[1])
        return
    order = table.ask(Choice("accept", other, "warcards:end.surrender", [("accept",), ("refuse",)]))
    if order[0] == "accept":
        surrender(state, table, side, terms)
    elif table.telling:
        table.tell(
            Event("surrender-refused", f"{names[other]} refused.", "warcards:end.surrender", side=other)
        )


def surrender(state: State, table: Table, side: int, terms: str) -> None:
    """Surrender a side's army; its characters and heroes share its lot.

    Rules: warcards:end.surrender, warcards:end.terms, warcards:hero.captives.
    """
    names = state.setting.names
    where = {"release": st.GONE, "execution": st.DESTROYED}.get(terms, st.CAPTIVE)
    for unit in state.units:
        if unit.side == side and (unit.place >= 0 or unit.place == st.ABOARD):
            lift(state, unit)
            unit.place = where
            unit.aboard = st.NOBODY
    for figure in state.figures:
        if figure.side == side and figure.status == st.ACTIVE:
            go_with(figure, where)
    for group in state.groups:
        if group.side == side:
            dissolve(group)
    reason = f"{names[side]} surrendered: {TERM_WORDS[terms]}. {names[1 - side]} won."
    if state.setting.flags.version > 1:
        reason = said_of(reason)
    spared = side if terms == "exchange" else st.NOBODY
    finish(state, table, (1 - side,), reason, "warcards:end.surrender", spared)


def go_with(figure: Figure, where: int) -> None:
    """Send a character where their unit is now: home, or into the enemy's hands."""
    if figure.status == st.ACTIVE:
        figure.status = st.LEFT if where == st.GONE else st.CAPTURED
    figure.host = st.NOBODY
    figure.group = st.NOBODY


def dissolve(group: Group) -> None:
    """Dissolve a Heroes unit."""
    group.host = st.NOBODY
    group.dissolved = True
