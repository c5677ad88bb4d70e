"""The captured characters when a battle is over. Rule: warcards:hero.captives."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.state import Figure, State

FATES: Final = ("ransom", "hostage", "death")
"""The answers of a captor about a captive; death is the last, for it may be forbidden."""


def judge_captives(state: State, table: Table, spared: int = st.NOBODY, freed: int = st.NOBODY) -> None:
    """Ask the captor of each captured character what becomes of them.

    Args:
        state: The state.
        table: The table.
        spared: The side whose characters may not be put to death.
        freed: The side whose characters are free without asking.

    Rule: warcards:hero.captives.
    """
    for figure in state.figures:
        if figure.status != st.CAPTURED:
            continue
        captor = 1 - figure.side
        if figure.side == freed:
            figure.status = st.ACTIVE
            _tell_captive(state, table, figure, "is free again")
            continue
        fates = FATES[:2] if figure.side == spared else FATES
        options = [(fate, figure.id) for fate in fates]
        order = table.ask(Choice("captive", captor, "warcards:hero.captives", options))
        if order[0] == "death":
            figure.status = st.SLAIN
        _tell_captive(state, table, figure, CAPTIVES[order[0]])


CAPTIVES: Final = {
    "ransom": "is held for ransom",
    "hostage": "is kept as a hostage",
    "death": "is put to death",
}
"""The fate of a captured character, as the news have it."""


def _tell_captive(state: State, table: Table, figure: Figure, words: str) -> None:
    """Tell what becomes of a captured character. Rule: warcards:hero.captives."""
    if table.telling:
        text = f"{state.setting.people[figure.id].name} {words}."
        table.tell(Event("captive", text, "warcards:hero.captives", side=1 - figure.side))


def let_go(state: State, winners: tuple[int, ...], surrendered: bool) -> int:
    """The side whose captured characters are free: the winner, if nobody of the enemy marched off; else NOBODY.

    By version 1 of the rules even an army without units kept its captives. Rule: warcards:hero.captives.
    """
    if len(winners) != 1 or state.setting.flags.version == 1:
        return st.NOBODY
    held = [
        unit
        for unit in state.units
        if unit.side != winners[0] and unit.place in (st.GONE, st.GUARD) and not surrendered
    ]
    return st.NOBODY if held else winners[0]
