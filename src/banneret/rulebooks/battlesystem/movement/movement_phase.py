"""A side's part of the Movement Phase: one order after the other, until it ends its part.

An order to another unit closes the move of the one before. Rules: battlesystem:1.4, battlesystem:7.0, battlesystem:2.9f.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.drill.walking import go
from banneret.rulebooks.battlesystem.movement import commander_moves, skirmish_moves
from banneret.rulebooks.battlesystem.movement.charges import charging
from banneret.rulebooks.battlesystem.movement.movement_orders import VERBS, MoveDecision, can_be_ordered
from banneret.rulebooks.battlesystem.stages import MOVEMENT
from banneret.rulebooks.battlesystem.state import NOBODY, State


def move_step(state: State, table: Table) -> None:
    """Ask the side whose part it is for one order and carry it out; at the end the next side comes.

    Rules: battlesystem:1.4, battlesystem:7.0.
    """
    side = st.side_acting(state)
    decision = MoveDecision(state, side)
    if not decision.has_any():
        _end(state)
        return
    order = table.ask(decision)
    if order[0] == "done":
        _end(state)
        return
    if order[0] == "lead":
        commander_moves.carry_out(state, table, side, order)
        in_command.review(state, table)
        return
    unit = state.units[order[1]]
    if state.mover not in (NOBODY, unit.id):
        skirmish_moves.end_move(state, state.units[state.mover])
    walk = decision.walk if order is decision.drawn else None
    if walk is None:
        VERBS[order[0]].carry_out(state, table, side, order)
    elif order[0] == "charge":
        charging.charge(state, table, unit, state.units[order[2]], list(order[3:]), walk)
    else:
        go(state, table, unit, walk)
    state.mover = unit.id if can_be_ordered(unit) else NOBODY
    in_command.review(state, table)


def _end(state: State) -> None:
    """The side's part is over. Rule: battlesystem:1.4."""
    state.mover = NOBODY
    st.go_on(state, MOVEMENT)
