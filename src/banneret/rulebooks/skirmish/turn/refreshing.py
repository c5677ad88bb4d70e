"""The Refresh Phase. Rules: skirmish:refresh.order, skirmish:refresh.untap, skirmish:refresh.gold, skirmish:refresh.draw."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.board.stores import draw_actions, move_gold
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.tables.numbers import REFRESH_DRAW, REFRESH_GOLD
from banneret.rulebooks.skirmish.text import news


def refresh(state: State, table: Table) -> None:
    """Untap, move gold, draw, for the side whose turn it is, without choices or answers."""
    side = state.active
    for creature in state.creatures:
        if creature.side == side:
            creature.tapped = False
            creature.activated = False
    missing = move_gold(state, side, REFRESH_GOLD)
    drawn = draw_actions(state, table, side, REFRESH_DRAW)
    after = state.setting.flags.effects_after_refresh
    state.stage = stages.EFFECTS if after else stages.BEFORE_ACTIONS
    if table.telling:
        name = state.setting.names[side]
        gold = "cannot move gold" if missing else "moves 1 gold to its supply"
        cards = "draws an action card" if drawn else "has no action card left to draw"
        last = " The battle ends with this turn." if missing else ""
        news.tell(table, "refresh", f"{name} {gold} and {cards}.{last}", "refresh.order", side)
