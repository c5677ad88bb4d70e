"""The choice of an owner of a fortification to fight in it. Rules: warcards:setup.fort-use, warcards:setup.fort-line."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.board.field import OWN_LINE
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import CASTLE, LIMITED


def choose_castle(state: State, table: Table) -> None:
    """Ask a castle's owner, before all else, to fight in it or not, for that settles the terrain.

    Rules: warcards:setup.order, warcards:setup.full-fort-open.
    """
    if state.setting.fort == CASTLE:
        _choose_fort(state, table)
    state.stage = stages.TERRAIN


def choose_works(state: State, table: Table) -> None:
    """Ask the owner of limited works to fight in them or not, when terrain, weather and visibility are settled.

    Rules: warcards:setup.order, warcards:limited.build, warcards:fort.camp.
    """
    if state.setting.fort == LIMITED:
        _choose_fort(state, table)
    state.stage = stages.PLACEMENT


def _choose_fort(state: State, table: Table) -> None:
    """Ask the owner of a fortification, if they are attacked, to fight in it or not.

    Rules: warcards:setup.fort-use, warcards:setup.fort-line.
    """
    setting = state.setting
    if state.attacker != 1 - setting.owner:
        return
    options: list[Order] = [("use",), ("field",)]
    if table.ask(Choice("fort", setting.owner, "warcards:setup.fort-use", options))[0] == "use":
        use_fort(state)
    if table.telling:
        words = "fights in its fortification" if state.fort else "fights in the open field"
        table.tell(Event("fort", f"{setting.names[setting.owner]} {words}.", "warcards:setup.fort-use"))


def use_fort(state: State) -> None:
    """Fortify the owner's whole line. Rules: warcards:setup.fort-line, warcards:setup.full-fort-open."""
    setting = state.setting
    state.fort = setting.fort
    for area in OWN_LINE[setting.owner]:
        state.fortified |= 1 << area
