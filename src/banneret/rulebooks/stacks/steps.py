"""The sequence of play: which step is played at which stage of a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.kernel.table import Table
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.battle.ending import call_off, check_victory
from banneret.rulebooks.stacks.battle.guard import guard
from banneret.rulebooks.stacks.battle.losses import losses
from banneret.rulebooks.stacks.battle.paralyze import paralyze
from banneret.rulebooks.stacks.battle.queue import next_battle
from banneret.rulebooks.stacks.battle.respite import respite
from banneret.rulebooks.stacks.battle.retreat import retreat
from banneret.rulebooks.stacks.battle.reveal import reveal
from banneret.rulebooks.stacks.battle.roll import roll
from banneret.rulebooks.stacks.battle.strike import strike
from banneret.rulebooks.stacks.battle.support import support
from banneret.rulebooks.stacks.battle.withdraw import withdraw
from banneret.rulebooks.stacks.leaving.victory import LEFT_TO
from banneret.rulebooks.stacks.scouting.devour import devour
from banneret.rulebooks.stacks.scouting.look import look
from banneret.rulebooks.stacks.scouting.queue import next_scouting
from banneret.rulebooks.stacks.scouting.steal import steal
from banneret.rulebooks.stacks.setup.first_step import set_up
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text.wording import sides_verb
from banneret.rulebooks.stacks.turn.deploy import deploy
from banneret.rulebooks.stacks.turn.end_phase import end_phase
from banneret.rulebooks.stacks.turn.exchange import exchange
from banneret.rulebooks.stacks.turn.move import move
from banneret.rulebooks.stacks.turn.recruit import recruit

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
    """The outcome of the battle in words; None while it goes on.

    The state keeps the words in which it was written, so that old records replay to the same bytes.
    """
    found = state.outcome
    if found is None or not found.reason.startswith(LEFT_TO):
        return found
    name = found.reason.removeprefix(LEFT_TO)
    return Outcome(found.winners, f"{name} {sides_verb(name, 'has', 'have')} nobody left", found.rule)
