"""The frame of a round: initiative, the end with its stalemate, and who comes back.

Rules: warcards:round.sequence, warcards:round.both-act, warcards:round.snapshot.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.people import members
from banneret.rulebooks.warcards.leaving.withdrawal import finish
from banneret.rulebooks.warcards.ratings.checks import add_commander_bonus, opposed, skills
from banneret.rulebooks.warcards.state import Group, State


def begin_round(state: State, table: Table) -> None:
    """Open a round: remember what stands, bring back heroes, roll for the initiative; the winner says who moves first.

    Rules: warcards:round.snapshot, warcards:init.roll, warcards:init.choice, warcards:full.commander-bonus.
    """
    state.round += 1
    state.stirred = False
    state.effects = []
    for unit in state.units:
        unit.began = unit.since > 0
        unit.spent = 0
        unit.halted = False
        unit.outside = False
        unit.left = False
        unit.attacked = False
        unit.lashed_out = False
    for figure in state.figures:
        figure.cast = False
        figure.changed = False
    for group in state.groups:
        group.spent = 0
        group.halted = False
        group.outside = False
        group.el_change = 0
        group.set_bonus = st.NOBODY
    _return_heroes(state, table)
    if table.telling:
        table.tell(Event("round", f"Round {state.round}.", "warcards:round.sequence"))
    sums = skills(state, "initiative", "warcards:init.roll")
    add_commander_bonus(state, sums)
    winner = opposed(state, table, sums, "initiative", "warcards:init.roll", False)
    names = ("self", "other")
    order = table.ask(Choice("first", winner, "warcards:init.choice", [("first", name) for name in names]))
    state.first = winner if order[1] == "self" else 1 - winner
    if table.telling:
        text = f"{state.setting.names[state.first]} moved first."
        table.tell(Event("first", text, "warcards:init.choice", side=winner))


def _return_heroes(state: State, table: Table) -> None:
    """Delayed characters come back to the reserve, and are a Heroes unit there. Rules: warcards:hero.fate, warcards:hero.reform."""
    for figure in state.figures:
        if figure.status != st.DELAYED or figure.due > state.round:
            continue
        figure.status = st.ACTIVE
        figure.host = st.NOBODY
        figure.group = st.NOBODY
        group = _group_of_returned(state, figure.side)
        if group is not None:
            group.dissolved = False
            group.host = st.NOBODY
            figure.group = group.id
        if table.telling:
            name = state.setting.people[figure.id].name
            table.tell(
                Event("heroes", f"{name} is back in the reserve.", "warcards:hero.reform", side=figure.side)
            )


def _group_of_returned(state: State, side: int) -> Group | None:
    """The Heroes unit for who comes back: others who came back and wait in the reserve, else one that is no more.

    Who never was away is not asked to take somebody along. Rules: warcards:hero.reform, warcards:hero.max.
    """
    own = [group for group in state.groups if group.side == side]
    for group in own:
        if not group.dissolved and group.host < 0:
            waiting = members(state, group.id)
            if len(waiting) < 8 and all(figure.due for figure in waiting):
                return group
    return next((group for group in own if group.dissolved), None)


def end_round(state: State, table: Table) -> None:
    """Close a round; a battle in which nothing happens any more is stopped. Rules: warcards:end.stalemate, warcards:magic.duration."""
    state.effects = []
    state.quiet = 0 if state.stirred else state.quiet + 1
    if state.quiet >= state.setting.flags.stalemate:
        reason = f"Nothing has happened for {state.quiet} rounds: the battle ends as a stalemate."
        finish(state, table, (), reason, "warcards:end.stalemate")
