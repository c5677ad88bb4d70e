"""Full sight, night or fog. Rule: warcards:setup.visibility."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.ratings.checks import opposed, skills
from banneret.rulebooks.warcards.state import State
from banneret.rulebooks.warcards.tables.conditions import FULL, VISIBILITIES


def choose_visibility(state: State, table: Table) -> None:
    """Settle the visibility: full sight, night or fog. Rules: warcards:setup.visibility, warcards:vis.full."""
    setting = state.setting
    state.stage = stages.WORKS
    if setting.visibility >= 0:
        state.visibility = setting.visibility
    else:
        options: list[Order] = [("see", "full"), ("see", "night")]
        if setting.fog:
            options.append(("see", "fog"))
        orders = table.ask_all(
            [Choice("visibility", side, "warcards:setup.visibility", options) for side in (0, 1)]
        )
        wishes = [VISIBILITIES.index(order[1]) for order in orders]
        if table.telling:
            each = [f"{setting.names[side]} {VISIBILITIES[wishes[side]]}" for side in (0, 1)]
            text = f"Visibility tried for: {', '.join(each)}."
            table.tell(Event("visibility-wishes", text, "warcards:setup.visibility", reveals=True))
        winner = 0
        if wishes[0] != wishes[1]:
            rule = "warcards:setup.visibility"
            sums = skills(state, "contest for visibility", rule)
            winner = opposed(state, table, sums, "contest for visibility", rule, True)
        state.visibility = FULL if winner < 0 else wishes[winner]
    if table.telling:
        text = f"Visibility: {VISIBILITIES[state.visibility]}."
        table.tell(Event("visibility", text, "warcards:setup.visibility"))
