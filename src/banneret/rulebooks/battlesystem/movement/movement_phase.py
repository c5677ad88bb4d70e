"""A side's part of the Movement Phase: one order after the other, until it ends its part.

An order to another unit closes the move of the one before. Rules: battlesystem:1.4, battlesystem:7.0, battlesystem:2.9f.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.march import mover, passing_shots
from banneret.rulebooks.battlesystem.missiles.by_champions import AIM
from banneret.rulebooks.battlesystem.movement import individual_moves, individual_shots, mobs, skirmish_moves
from banneret.rulebooks.battlesystem.movement.charges import charging
from banneret.rulebooks.battlesystem.movement.movement_orders import VERBS, MoveDecision, can_be_ordered
from banneret.rulebooks.battlesystem.roles import changes, roles_phase
from banneret.rulebooks.battlesystem.stages import MOVEMENT
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

ALL_ALONG: Final = ("move", "march", "charge")  # orders to a unit in a block that shots may halt anywhere
SINGLY: Final = ("skirmish", "march")  # the same for skirmishers
STANDING: Final = "shoot"  # an order by which nobody moves


def move_step(state: State, table: Table) -> None:
    """Ask the side whose part it is for one order and carry it out; at the end the next side comes.

    Rules: battlesystem:1.4, battlesystem:7.0.
    """
    side = st.side_acting(state)
    decision = MoveDecision(state, side)
    if not decision.has_any():
        _end(state, table)
        return
    order = table.ask(decision)
    if order[0] == "done":
        _end(state, table)
        return
    if order[0] == changes.ROLE:
        roles_phase.declare(state, table, order)
        return
    if order[0] in ("lead", AIM):
        if order[0] == AIM:
            individual_shots.carry_out(state, table, order)
        else:
            drawn = decision.points if order is decision.drawn else None
            individual_moves.carry_out(state, table, side, order, drawn)
        _forget_the_gone(state)
        _review(state, table, None)
        return
    unit = state.units[order[1]]
    if state.mover not in (NOBODY, unit.id):
        skirmish_moves.end_move(state, state.units[state.mover])
    walk, sally = (decision.walk, decision.sally) if order is decision.drawn else (None, None)
    has_only_walked = False
    if sally is not None and not mover.is_watched(state):
        skirmish_moves.resolve(state, table, unit, list(order[2:]), rate(state, unit), planned=sally)
    elif walk is None:
        _carry_out(state, table, side, order)
    elif order[0] == "charge":
        charging.charge(state, table, unit, state.units[order[2]], list(order[3:]), walk)
    else:
        mover.walk(state, table, unit, [], rate(state, unit), planned=walk)
        has_only_walked = True
    state.mover = unit.id if can_be_ordered(unit) else NOBODY
    if has_only_walked:
        _review(state, table, unit)
    else:
        in_command.review(state, table)


def _forget_the_gone(state: State) -> None:
    """A unit that was moving has done so if it ran when its commander was killed in a move of his own. Rule: battlesystem:4.4."""
    if state.mover != NOBODY and is_mended(state, 17) and not can_be_ordered(state.units[state.mover]):
        state.mover = NOBODY


def _review(state: State, table: Table, unit: Unit | None) -> None:
    """Review who is in command after a walk of this unit or a move of an individual: where nobody shoots at moves, nothing else has changed."""
    if mover.is_watched(state):
        in_command.review(state, table)
    else:
        in_command.review_after_move(state, table, unit)


def _carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Carry out an order. Walks and charges can be shot at all the way, any other act only before and after it.

    Units that shots have driven off, or whose order has become impossible, do not carry it out. Rules: battlesystem:7.0, 10.6a, 10.6c.
    """
    verb, unit = VERBS[order[0]], state.units[order[1]]
    along = order[0] == STANDING or order[0] in (ALL_ALONG if unit.singles is None else SINGLY)
    if along or not mover.is_watched(state):
        verb.carry_out(state, table, side, order)
        return
    if mover.stands_in_sight(state, table, unit) and verb.refusal(state, side, order) is None:
        verb.carry_out(state, table, side, order)
        mover.stands_in_sight(state, table, unit)


def _end(state: State, table: Table) -> None:
    """End the side's part: its mobs that waited obey, and its enemies may shoot once more. Rules: battlesystem:1.4, battlesystem:10.6a."""
    if mobs.obey_at_last(state, table, st.side_acting(state)):
        in_command.review(state, table)
    if mover.is_watched(state):
        passing_shots.after_the_part(state, table, st.side_acting(state))
        in_command.review(state, table)
    state.mover = NOBODY
    st.go_on(state, MOVEMENT)
