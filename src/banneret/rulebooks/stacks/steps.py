"""Which step is played at which stage of a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.kernel.table import Table
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.battle import call_off, check_victory, next_battle, next_scouting
from banneret.rulebooks.stacks.deploy import deploy
from banneret.rulebooks.stacks.exchange import exchange
from banneret.rulebooks.stacks.guard import guard
from banneret.rulebooks.stacks.losses import losses
from banneret.rulebooks.stacks.moving import move
from banneret.rulebooks.stacks.paralyze import paralyze
from banneret.rulebooks.stacks.recruit import recruit
from banneret.rulebooks.stacks.respite import respite
from banneret.rulebooks.stacks.retreat import retreat
from banneret.rulebooks.stacks.reveal import reveal
from banneret.rulebooks.stacks.roll import roll
from banneret.rulebooks.stacks.scout import devour, look, steal
from banneret.rulebooks.stacks.setup import set_up
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.strike import strike
from banneret.rulebooks.stacks.support import support
from banneret.rulebooks.stacks.turn import end_phase
from banneret.rulebooks.stacks.withdraw import withdraw

Step = Callable[[State, Table], None]

STEPS: Final[dict[int, Step]] = {
    stages.SETUP: set_up,
    stages.RECRUIT: recruit,
    stages.DEPLOY: deploy,
    stages.EXCHANGE: exchange,
    stages.MOVE: move,
    stages.SCOUT: next_scouting,
    stages.LOOK: look,
    stages.STEAL: steal,
    stages.DEVOUR: devour,
    stages.BATTLE: next_battle,
    stages.REVEAL: reveal,
    stages.RETREAT: retreat,
    stages.WITHDRAW: withdraw,
    stages.GUARD: guard,
    stages.PARALYZE: paralyze,
    stages.SUPPORT: support,
    stages.ROLL: roll,
    stages.STRIKE: strike,
    stages.LOSSES: losses,
    stages.RESPITE: respite,
    stages.VICTORY: check_victory,
    stages.CALLOFF: call_off,
    stages.END: end_phase,
}


def play_step(state: State, table: Table) -> None:
    """Play the step of the present stage. Rule: stacks:battle.segments, stacks:turn.phases."""
    STEPS[state.stage](state, table)


def outcome_of(state: State) -> Outcome | None:
    """How the battle ended, None while it goes on."""
    return state.outcome
