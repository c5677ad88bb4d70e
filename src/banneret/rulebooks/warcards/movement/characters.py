"""Single characters who change units in the reserve. Rule: warcards:lead.general-place."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import RESERVES
from banneret.rulebooks.warcards.state import Figure, State, Unit
from banneret.rulebooks.warcards.text.wording import label


def changes_of(state: State, figure: Figure) -> list[int]:
    """The units that a character in the reserve may join there; NOBODY: they stay behind their own. Rule: warcards:lead.general-place."""
    if figure.status != st.ACTIVE or figure.group >= 0 or figure.changed:
        return []
    if figure.host >= 0 and not _waits(state, state.units[figure.host]):
        return []
    found = [
        unit.id
        for unit in state.units
        if unit.side == figure.side and unit.id != figure.host and _waits(state, unit)
    ]
    return found if figure.host < 0 else [st.NOBODY, *found]


def _waits(state: State, unit: Unit) -> bool:
    """True if a unit is in its reserve, or aboard a ship there. Rule: warcards:naval.bunks."""
    ship = state.units[unit.aboard] if unit.place == st.ABOARD else unit
    return ship.place == RESERVES[unit.side]


def send_person(state: State, table: Table, figure: Figure, host: int) -> None:
    """A character joins a unit in the reserve, or leaves theirs there. Rule: warcards:lead.general-place."""
    figure.host = host
    figure.changed = True
    if table.telling:
        words = "stays in the reserve" if host < 0 else f"joins {label(state, state.units[host])}"
        text = f"{state.setting.people[figure.id].name} {words}."
        data: dict[str, object] = {"person": figure.id}
        table.tell(Event("person", text, "warcards:lead.general-place", side=figure.side, data=data))
