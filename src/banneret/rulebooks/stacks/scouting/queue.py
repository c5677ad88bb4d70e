"""The Scout Phase hex by hex: which is scouted next, whose turn it is in a step, and the end."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.queue import name_hex
from banneret.rulebooks.stacks.board.control import contested_hexes
from banneret.rulebooks.stacks.board.stacks import enemies_in
from banneret.rulebooks.stacks.leaving.stranded import lose_stranded
from banneret.rulebooks.stacks.stages import BATTLE, LOOK, SCOUT
from banneret.rulebooks.stacks.state import Corner, Fight, State
from banneret.rulebooks.stacks.text import scout_news


def next_scouting(state: State, table: Table) -> None:
    """Phase 5: ask the active side for the contested hex to scout next. Rule: stacks:scoutphase.order."""
    queue = state.queue
    if queue is None:
        queue = contested_hexes(state, state.active)
    queue = [
        hex_ for hex_ in queue if enemies_in(state, state.active, hex_) and hex_ in state.stacks[state.active]
    ]
    if not queue:
        state.queue = None
        state.stage = BATTLE
        return
    hex_, enemy, _ = name_hex(
        state, table, queue, "scouting", "stacks:scoutphase.order", False, len(queue) > 1
    )
    queue.remove(hex_)
    state.queue = queue
    state.fight = Fight(hex_, [Corner(state.active), Corner(enemy)])
    state.stage = LOOK
    if table.telling:
        scout_news.scouting(state, table)


def pass_on(fight: Fight) -> bool:
    """Pass the step (S1, S2 or S3) from the active side to the other; True if both have had their turn.

    Rule: stacks:scoutphase.order.
    """
    fight.acting = 1 - fight.acting
    return fight.acting == 0


def end_scouting(state: State, table: Table) -> None:
    """End the Scout Phase of a hex: destroy units that may not be there any more.

    Rule: stacks:scoutphase.order, stacks:move.stranded.
    """
    fight = state.fight
    assert fight is not None
    if fight.stolen_by or fight.ate:
        lose_stranded(state, table, fight)
        if state.outcome is not None:
            return
    state.fight = None
    if state.queue:
        state.stage = SCOUT
    else:
        state.queue = None
        state.stage = BATTLE
