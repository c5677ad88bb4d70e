"""The rulebook `stacks`: which step is played at which stage, and the doors to everything else it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player
from banneret.kernel.rulebook import Outcome, Rulebook, Scenario, Thinking
from banneret.kernel.scene import Change, Question, Scene
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
from banneret.rulebooks.stacks.scene import PHASE_NAMES
from banneret.rulebooks.stacks.scout import devour, look, steal
from banneret.rulebooks.stacks.setup import new_state, set_up
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.strike import strike
from banneret.rulebooks.stacks.support import support
from banneret.rulebooks.stacks.turn import end_phase
from banneret.rulebooks.stacks.withdraw import withdraw

if TYPE_CHECKING:
    from banneret.rulebooks.stacks.greedy import Counsel

AT_ONCE: Final = Thinking(horizon=0)
PLAYED_ON: Final = Thinking(horizon=30, greed=1.0, most=8)

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


class Stacks(Rulebook[State]):
    """Battles of hidden chits on a hex map. Rule: stacks:battle.segments, stacks:turn.phases."""

    id = "stacks"
    folder = Path(__file__).parent
    phases = tuple(names for stage, names in PHASE_NAMES.items() if stage not in (stages.SETUP, stages.OVER))

    # ------------------------------------------------------------------ set-up

    def scenarios(self) -> dict[str, Scenario]:
        """The five scenarios and the ready-made battles, by id."""
        from banneret.rulebooks.stacks import scenarios

        return scenarios.shipped()

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario or battle from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.stacks import scenarios

        return scenarios.read_scenario(data, where)

    def new(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        return new_state(scenario, options)

    # ------------------------------------------------------------------ playing

    def step(self, state: State, table: Table) -> None:
        """Play the step of the present stage."""
        STEPS[state.stage](state, table)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, None while it goes on."""
        return state.outcome

    def copy(self, state: State) -> State:
        """An independent copy; the setting is shared."""
        return state.copy()

    def dump(self, state: State) -> bytes:
        """The state as bytes: equal states give equal bytes."""
        from banneret.rulebooks.stacks.codec import dump

        return dump(state)

    def load(self, data: bytes, like: State) -> State:
        """The state that `dump` wrote, with the setting of `like`."""
        from banneret.rulebooks.stacks.codec import load

        return load(data, like.setting)

    def invariants(self, state: State) -> list[str]:
        """What is wrong with the state, as sentences."""
        from banneret.rulebooks.stacks.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ what a seat may see

    def scene(self, state: State, side: int) -> Scene:
        """What a side may see."""
        from banneret.rulebooks.stacks.scene import scene

        return scene(state, side)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision as the owing side reads it."""
        from banneret.rulebooks.stacks.questions import question

        return question(state, decision)

    def lens(self, state: State, side: int) -> Any:
        """A window on the state for a computer player of the side."""
        from banneret.rulebooks.stacks.lens import Lens

        return Lens(state, side)

    def imagine(self, state: State, side: int, chance: Chance, present: State) -> State:
        """A full state that the side cannot tell from the true one."""
        from banneret.rulebooks.stacks.imagine import imagine

        return imagine(state, side, chance, present)

    def canaries(self, state: State, side: int) -> tuple[State, list[str]]:
        """For the kit: a copy in which all that the side may not know bears a unique token, and the tokens."""
        from banneret.rulebooks.stacks.canary import canaries

        return canaries(state, side)

    # ------------------------------------------------------------------ the referee's hand

    def changes(self, state: State) -> list[Change]:
        """What a referee may change now."""
        from banneret.rulebooks.stacks.referee import changes

        return changes(state)

    def change(self, state: State, order: Order) -> None:
        """Change the state as a referee orders; raises `IllegalOrder`."""
        from banneret.rulebooks.stacks.referee import change

        change(state, order)

    # ------------------------------------------------------------------ odds and armies

    def matchup(self, first: str, second: str) -> Scenario:
        """The single battle of two lists of units, the first attacking."""
        from banneret.rulebooks.stacks import scenarios

        return scenarios.read_battle(first, second)

    def odds(self, first: str, second: str, flags: Mapping[str, str]) -> Any:
        """The odds of a list of units that attacks another; `banneret odds` prints them."""
        from banneret.rulebooks.stacks.odds.command import asked

        return asked(first, second, flags)

    # ------------------------------------------------------------------ computer players

    def greedy(self, chance: Chance) -> Player:
        """The instant player that knows how to fight."""
        from banneret.rulebooks.stacks.greedy import GreedyPlayer

        return GreedyPlayer(chance)

    @cached_property
    def _counsel(self) -> Counsel:
        """What the greedy player lends to tree search."""
        from banneret.rulebooks.stacks.greedy import Counsel

        return Counsel()

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return self._counsel.candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """How good a state looks for a side, from 0 to 1."""
        return self._counsel.judge(state, side)

    def thinking(self, lens: Any) -> Thinking:
        """A single battle is judged at once; a game is played on by greedy players to about the end of the enemy's turn."""
        return AT_ONCE if lens.setting.battle_only else PLAYED_ON


RULEBOOK: Final = Stacks()
