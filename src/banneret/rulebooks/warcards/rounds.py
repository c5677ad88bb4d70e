"""The sequence of play: which step is played at which stage, and the frame of a round.

Rules: warcards:setup.order, warcards:round.sequence, warcards:round.both-act, warcards:round.snapshot.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.encounters import duel_step
from banneret.rulebooks.warcards.attack.steps import attack_step
from banneret.rulebooks.warcards.board.people import members
from banneret.rulebooks.warcards.leaving.ending import check_end, finish
from banneret.rulebooks.warcards.leaving.retreats import retreat_step
from banneret.rulebooks.warcards.leaving.withdrawal import leave_step
from banneret.rulebooks.warcards.magic.casting import magic_step
from banneret.rulebooks.warcards.movement.moves import move_step
from banneret.rulebooks.warcards.movement.rally import rally
from banneret.rulebooks.warcards.ratings.checks import add_commander_bonus, opposed, skills
from banneret.rulebooks.warcards.setup.attacker import choose_attacker
from banneret.rulebooks.warcards.setup.placement import contest_placement, place
from banneret.rulebooks.warcards.setup.terrain import choose_terrain
from banneret.rulebooks.warcards.setup.visibility import choose_visibility
from banneret.rulebooks.warcards.setup.weather import choose_weather
from banneret.rulebooks.warcards.setup.works import choose_castle, choose_works
from banneret.rulebooks.warcards.state import Group, State


def play_step(state: State, table: Table) -> None:
    """Play the step of the present stage. Rules: warcards:setup.order, warcards:round.sequence, warcards:attack.order."""
    stage = state.stage
    if stage <= stages.PLACE_SECOND:
        _set_up(state, table, stage)
    elif stage <= stages.MOVE_SECOND:
        if stage == stages.INITIATIVE:
            begin_round(state, table)
            state.stage = stages.MOVE_FIRST
        else:
            side = state.first if stage == stages.MOVE_FIRST else 1 - state.first
            if move_step(state, table, side):
                state.stage += 1
            check_end(state, table)
    elif stage <= stages.DUELS:
        _before_attacks(state, table, stage)
    elif stage <= stages.MOVING:
        attack_step(state, table)
        check_end(state, table)
        state.stage += 1
    else:
        end_round(state, table)
        state.stage = stages.INITIATIVE


def _set_up(state: State, table: Table, stage: int) -> None:
    """Play a step before round 1. Rule: warcards:setup.order."""
    if stage == stages.ATTACKER:
        choose_attacker(state, table)
    elif stage == stages.FORTIFY:
        choose_castle(state, table)
    elif stage == stages.TERRAIN:
        choose_terrain(state, table)
    elif stage == stages.WEATHER:
        choose_weather(state, table)
    elif stage == stages.VISIBILITY:
        choose_visibility(state, table)
    elif stage == stages.WORKS:
        choose_works(state, table)
    elif stage == stages.PLACEMENT:
        contest_placement(state, table)
    else:
        place(state, table)


def _before_attacks(state: State, table: Table, stage: int) -> None:
    """Play a step of a round between the moves and the attacks. Rule: warcards:round.sequence."""
    if stage == stages.MAGIC:
        if state.figures:
            magic_step(state, table)
    elif stage == stages.RALLY:
        rally(state, table)
    elif stage == stages.RETREAT:
        retreat_step(state, table)
        check_end(state, table)
    elif stage == stages.LEAVE:
        leave_step(state, table)
    elif state.setting.flags.encounters != "off" and state.groups:
        duel_step(state, table)
    state.stage += 1


# ---------------------------------------------------------------- the frame of a round


def begin_round(state: State, table: Table) -> None:
    """Open a round: clear last round's marks, bring back heroes, roll for the initiative; the winner says who moves first.

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
        heading = f"Round {state.round}"
        table.tell(Event("round", f"{heading}.", "warcards:round.sequence", heading=heading, bare=True))
    sums = skills(state, "initiative", "warcards:init.roll")
    add_commander_bonus(state, sums)
    winner = opposed(state, table, sums, "initiative", "warcards:init.roll", False)
    names = ("self", "other")
    order = table.ask(Choice("first", winner, "warcards:init.choice", [("first", name) for name in names]))
    state.first = winner if order[1] == "self" else 1 - winner
    if table.telling:
        first = state.setting.names[state.first]
        text = f"{first} moved first."
        if winner != state.first:
            text = f"{state.setting.names[winner]} let {first} move first."
        table.tell(Event("first", text, "warcards:init.choice", side=winner))


def _return_heroes(state: State, table: Table) -> None:
    """Bring delayed characters back to the reserve, heroes as a Heroes unit. Rules: warcards:hero.fate, warcards:hero.reform."""
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
                Event("returned", f"{name} is back in the reserve.", "warcards:hero.reform", side=figure.side)
            )


def _group_of_returned(state: State, side: int) -> Group | None:
    """The Heroes unit for a hero who comes back: one of returned heroes in the reserve, else a dissolved one.

    Heroes who were never away need not take anyone along. By versions 1 and 2 of the rules there may be none left.
    Rules: warcards:hero.reform, warcards:hero.max.
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
