"""Segment I: both sides reveal a combatant at the same moment."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.ending import end_battle
from banneret.rulebooks.stacks.battle.offers import Pick
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.stages import RETREAT
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text import battle_news


def reveal(state: State, table: Table) -> None:
    """Step V1: ask both sides in secret for a usable unit, again each round; end the battle if a side has none.

    Rule: stacks:reveal.choose, stacks:reveal.simultaneous, stacks:reveal.eligible, stacks:reveal.fresh,
    stacks:reveal.transported, stacks:reveal.none-usable.
    """
    fight = state.fight
    assert fight is not None
    units = state.units
    decisions: list[Decision] = []
    for corner in fight.corners:
        side = corner.side
        options: list[Order] = []
        for number in state.stacks[side].get(fight.hex, ()):
            unit = units[number]
            if not unit.held and unit.held_turns == 0:
                options.append(("reveal", number))
        if not options:
            if table.telling:
                battle_news.none_usable(state, table, side)
            end_battle(state, table)
            return
        decisions.append(Pick("reveal", side, "stacks:reveal.choose", options, state))
    orders = table.ask_all(decisions)
    everyone = everybody(state)
    for corner, order in zip(fight.corners, orders, strict=True):
        corner.front = order[1]
        show(units[corner.front], everyone)
    if table.telling:
        battle_news.combatants(state, table)
    state.stage = RETREAT
