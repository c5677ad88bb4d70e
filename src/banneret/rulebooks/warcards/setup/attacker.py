"""The attacker of the battle. Rule: warcards:setup.attacker."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.leaving.ending import finish
from banneret.rulebooks.warcards.state import State


def choose_attacker(state: State, table: Table) -> None:
    """Settle the attacker: as the scenario says, else both sides say so in secret. Rule: warcards:setup.attacker."""
    setting = state.setting
    state.stage = stages.FORTIFY
    if setting.attacker >= 0:
        state.attacker = setting.attacker
        return
    options: list[Order] = [("attack",), ("wait",)]
    orders = table.ask_all([Choice("attack", side, "warcards:setup.attacker", options) for side in (0, 1)])
    wishes = [order[0] == "attack" for order in orders]
    if not any(wishes):
        text = "Neither side attacks: there is no battle, and both armies stay."
        finish(state, table, (), text, "warcards:setup.attacker")
        return
    state.attacker = st.BOTH if all(wishes) else (0 if wishes[0] else 1)
    if table.telling:
        who = "Both sides attacked" if all(wishes) else f"{setting.names[state.attacker]} attacked"
        table.tell(Event("attacker", f"{who}.", "warcards:setup.attacker", reveals=True))
