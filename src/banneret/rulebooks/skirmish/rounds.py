"""The sequence of play: setup, then turn after turn. Rules: skirmish:setup.steps, skirmish:turn.sequence."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.setup.opening import draw_hands, find_first_player, ready_starting
from banneret.rulebooks.skirmish.setup.starting import choose_starting
from banneret.rulebooks.skirmish.state import State
from banneret.rulebooks.skirmish.turn.activation import play_actions
from banneret.rulebooks.skirmish.turn.deploying import deploy_next
from banneret.rulebooks.skirmish.turn.ending import discard_down, end_turn
from banneret.rulebooks.skirmish.turn.opening import open_window
from banneret.rulebooks.skirmish.turn.refreshing import refresh
from banneret.rulebooks.skirmish.turn.starting import begin_turn, start_effect


def play_step(state: State, table: Table) -> None:
    """Play the step of the stage; steps are small, with few questions one after the other."""
    stage = state.stage
    if stage == stages.ACTIONS:
        play_actions(state, table)
    elif stage == stages.AFTER_ACTIVATION:
        open_window(state, table, stages.ACTIONS)
    elif stage == stages.DEPLOY:
        deploy_next(state, table)
    elif stage == stages.BEFORE_END:
        open_window(state, table, stages.DISCARD)
    elif stage == stages.DISCARD:
        discard_down(state, table)
    elif stage == stages.TURN_END:
        end_turn(state)
    elif stage == stages.TURN_START:
        begin_turn(state, table)
    elif stage == stages.EFFECTS:
        start_effect(state, table)
    elif stage == stages.REFRESH:
        refresh(state, table)
    elif stage == stages.BEFORE_ACTIONS:
        open_window(state, table, stages.ACTIONS)
    elif stage == stages.STARTING:
        choose_starting(state, table)
    elif stage == stages.HANDS:
        draw_hands(state, table)
    elif stage == stages.STARTING_READY:
        ready_starting(state, table)
    else:
        find_first_player(state, table)
