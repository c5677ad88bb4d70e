"""The rulebook `stacks`: the doors to everything it offers. Its steps stand in `steps`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.abilities.computer import Thinking
from banneret.kernel.abilities.muster import Muster
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Change, Question, Scene
from banneret.rulebooks.stacks import stages
from banneret.rulebooks.stacks.posture import POSTURES
from banneret.rulebooks.stacks.scene import PHASE_NAMES
from banneret.rulebooks.stacks.setup import new_state
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.steps import outcome_of, play_step

if TYPE_CHECKING:
    from banneret.rulebooks.stacks.greedy import Counsel

HORIZON: Final = 250  # questions; 30 and 100 are weaker with greater armies: docs/figures.md
TO_THE_END: Final = 2000  # questions; the longest games have half as many
AT_ONCE: Final = Thinking(horizon=0, greed=1.0, depth=1, weighing=0.0)
PLAYED_ON: Final = Thinking(
    horizon=HORIZON, greed=1.0, most=8, depth=1, weighing=0.25, reach=TO_THE_END, resolve=2.0
)


class Stacks(Rulebook[State]):
    """Battles of hidden chits on a hex map. Rule: stacks:battle.segments, stacks:turn.phases."""

    id = "stacks"
    folder = Path(__file__).parent
    phases = tuple(names for stage, names in PHASE_NAMES.items() if stage not in (stages.SETUP, stages.OVER))
    postures = tuple(POSTURES)

    # ------------------------------------------------------------------ set-up

    def scenarios(self) -> dict[str, Scenario]:
        """The five scenarios and the ready-made battles, by id."""
        from banneret.rulebooks.stacks import scenarios

        return scenarios.shipped()

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario or battle from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.stacks import scenarios

        return scenarios.read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """What each side begins with: "8 units: Elves, Sylvan Knights, Ents, Ranger, Centaurs"."""
        from banneret.rulebooks.stacks import scenarios

        return scenarios.armies(scenario)

    def new(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        return new_state(scenario, options)

    # ------------------------------------------------------------------ playing

    # Asked for at every step: the functions themselves, which are compiled where this class is not.
    step = staticmethod(play_step)
    outcome = staticmethod(outcome_of)

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

    @property
    def muster(self) -> Muster:
        """Armies for single battles, priced in points."""
        from banneret.rulebooks.stacks.muster import MUSTER

        return MUSTER

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

    def greedy_in(self, posture: str, chance: Chance) -> Player:
        """The instant player in one of `postures`."""
        from banneret.rulebooks.stacks.greedy import GreedyPlayer

        return GreedyPlayer(chance, POSTURES[posture])

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
        """A single battle is judged at once; a game is played on by greedy players for some turns."""
        return AT_ONCE if lens.setting.battle_only else PLAYED_ON


RULEBOOK: Final = Stacks()
