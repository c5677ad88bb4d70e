"""Phase 4, Move: one order of the active side is asked for and carried out."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.leaving.stranded import sweep
from banneret.rulebooks.stacks.stages import SCOUT
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.tables.names import side_title
from banneret.rulebooks.stacks.text.wording import listed, opening, tallied, the
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.turn.move_plan import Plan, carry_out


def move(state: State, table: Table) -> None:
    """Step MOVE: ask for one order and carry it out. When the active side is done, lose stranded units and go on to the Scout Phase.

    Rule: stacks:move.order, stacks:turn.active, stacks:turn.phases, stacks:move.stranded, stacks:move.hidden-legality.
    """
    side = state.active
    if state.stacks[side]:
        form = MoveForm(state, side)
        order = table.ask(form)
        if order[0] != "done":
            plan = form.plan(order)
            if plan.path:
                start = state.units[plan.group[0]].place
                carry_out(state, side, plan)
                if table.telling:
                    _tell_move(state, table, side, start, plan)
            else:
                number, ship = plan.before[0]
                state.units[number].aboard = ship
                if table.telling:
                    _tell_boarding(state, table, side, plan)
            return
    sweep(state, table, side)
    if state.outcome is None:
        state.queue = None
        state.stage = SCOUT


def _tell_move(state: State, table: Table, side: int, start: int, plan: Plan) -> None:
    """Tell the others which way a banner went, and its owner which units. Rule: stacks:move.hidden-legality, stacks:move.split."""
    names, spots = state.setting.grid.names, state.setting.spots
    name = side_title(state.setting.side_names[side])
    way = [names[start], *[names[hex_] for hex_ in plan.path]]
    via = f" by {listed([spots[hex_] for hex_ in plan.path[:-1]])}" if len(way) > 2 else ""
    went = f"moved from {spots[start]}{via} to {spots[plan.path[-1]]}."
    kinds = state.setting.kinds
    who = tallied(sorted([kinds[state.units[i].kind].name for i in plan.group]))
    ids = sorted([kinds[state.units[i].kind].id for i in plan.group])
    mine = {"path": way, "units": ids}
    table.tell(Event("move", f"{who} {went}", "stacks:move.order", side=side, to=(side,), data=mine))
    banner = f"A banner of {name} {went}"
    table.tell(Event("move", banner, "stacks:move.order", side=side, data={"path": way}, besides=side))
    _tell_boarding(state, table, side, plan)


def _tell_boarding(state: State, table: Table, side: int, plan: Plan) -> None:
    """Tell the owner which units went aboard which transports. Rule: stacks:move.board, stacks:move.sail."""
    kinds = state.setting.kinds
    for boarding, rule in (
        (plan.before, "move.board"),
        (plan.after, "move.board"),
        (plan.behind, "move.sail"),
    ):
        for i, ship in boarding:
            name = kinds[state.units[i].kind].name
            other = the(kinds[state.units[ship].kind].name)
            text = f"{opening(the(name))} went aboard {other}."
            data = {"unit": kinds[state.units[i].kind].id, "ship": kinds[state.units[ship].kind].id}
            table.tell(Event("board", text, f"stacks:{rule}", side=side, to=(side,), data=data))
