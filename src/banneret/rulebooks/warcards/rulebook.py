"""The rulebook `warcards`: the doors to everything it offers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from banneret.kernel.abilities.muster import Muster
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.player import Player
from banneret.kernel.rulebook import Outcome, Rulebook, Scenario, Thinking
from banneret.kernel.scene import Question, Scene
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.ai.posture import POSTURES
from banneret.rulebooks.warcards.rounds import play_step
from banneret.rulebooks.warcards.state import State

MOST_OPENINGS: Final = 16  # kept for the next battle of the same scenario
TO_THE_END: Final = 1000  # orders; what waiting gains shows late, and no judgement foresees it
WEIGHING: Final = 0.25  # of the thinking: battles played to their end take long
PLACING: Final = Thinking(
    horizon=30, greed=1.0, most=8, loyalty=1.0, depth=1, explore=1.0, weighing=WEIGHING, reach=TO_THE_END
)
PLAYED_ON: Final = Thinking(
    horizon=14, greed=1.0, most=10, loyalty=1.0, depth=1, explore=0.3, weighing=WEIGHING, reach=TO_THE_END
)


class Warcards(Rulebook[State]):
    """Two armies of company cards on fifteen areas. Rules: warcards:setup.order, warcards:round.sequence."""

    id = "warcards"
    folder = Path(__file__).parent
    phases = stages.PHASES
    postures = tuple(POSTURES)

    def __init__(self) -> None:
        self._openings: dict[int, tuple[Scenario, dict[str, str], State]] = {}

    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios that come with the rulebook, by id."""
        from banneret.rulebooks.warcards.army import scenarios

        return scenarios.shipped()

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.warcards.army import scenarios

        return scenarios.read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """The armies at the beginning: "5 units: 2 Infantry, Irregulars, Archers, Cavalry"."""
        from banneret.rulebooks.warcards.army import scenarios

        return scenarios.armies(scenario)

    def new(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        from banneret.rulebooks.warcards.army.scenarios import new_state

        # Building forty units takes longer than many a battle: the opening is built once, and given out in copies.
        kept = self._openings.get(id(scenario))
        if kept is None or kept[0] is not scenario or kept[1] != options:
            if len(self._openings) >= MOST_OPENINGS:
                self._openings.clear()
            kept = scenario, dict(options), new_state(scenario, options)
            self._openings[id(scenario)] = kept
        return kept[2].copy()

    @property
    def muster(self) -> Muster:
        """Armies and fleets, priced in gold bars."""
        from banneret.rulebooks.warcards.army.muster import MUSTER

        return MUSTER

    # ------------------------------------------------------------------ playing

    def step(self, state: State, table: Table) -> None:
        """Play the step of the present stage. Rules: warcards:setup.order, warcards:round.sequence, warcards:attack.order."""
        play_step(state, table)

    def outcome(self, state: State) -> Outcome | None:
        """The end of the battle, None while it goes on."""
        return state.outcome

    def copy(self, state: State) -> State:
        """An independent copy; the setting is shared."""
        return state.copy()

    def dump(self, state: State) -> bytes:
        """The state as bytes: equal states give equal bytes."""
        from banneret.rulebooks.warcards.codec import dump

        return dump(state)

    def load(self, data: bytes, like: State) -> State:
        """The state that `dump` wrote, with the setting of `like`."""
        from banneret.rulebooks.warcards.codec import load

        return load(data, like.setting)

    def invariants(self, state: State) -> list[str]:
        """The faults of the state, as sentences."""
        from banneret.rulebooks.warcards.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ what a seat may see

    def scene(self, state: State, side: int) -> Scene:
        """The battle as a side may see it."""
        from banneret.rulebooks.warcards.view.scene import scene

        return scene(state, side)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision as the side to decide reads it."""
        from banneret.rulebooks.warcards.view.questions import question

        return question(state, decision)

    def lens(self, state: State, side: int) -> Any:
        """A window on the state for a computer player of the side."""
        from banneret.rulebooks.warcards.ai.lens import Lens

        return Lens(state, side)

    def imagine(self, state: State, side: int, chance: Chance, present: State) -> State:
        """A copy: nothing of a state is hidden. What is chosen in secret stands in no state before it is open."""
        return state.copy()

    # ------------------------------------------------------------------ armies and odds

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two lists of units on open ground, or of ships on deep water, the first attacking."""
        from banneret.rulebooks.warcards.army.lists import matchup

        return matchup(first, second)

    def odds(self, first: str, second: str, flags: Mapping[str, str]) -> Any:
        """The odds of a unit or army that attacks another; `banneret odds` prints them."""
        from banneret.rulebooks.warcards.odds.command import asked

        return asked(self, first, second, flags)

    # ------------------------------------------------------------------ computer players

    def greedy(self, chance: Chance) -> Player:
        """The instant player that knows how to fight."""
        from banneret.rulebooks.warcards.ai.greedy import GreedyPlayer

        return GreedyPlayer(chance)

    def greedy_in(self, posture: str, chance: Chance) -> Player:
        """The instant player in one of `postures`."""
        from banneret.rulebooks.warcards.ai.greedy import GreedyPlayer

        return GreedyPlayer(chance, POSTURES[posture])

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        from banneret.rulebooks.warcards.ai.greedy import candidates

        return candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The outlook of a state for a side, from 0 to 1."""
        from banneret.rulebooks.warcards.ai.outlook import judge

        return judge(state, side)

    def thinking(self, lens: Any) -> Thinking:
        """Played on by greedy players until the attacks begin, and most often to those of the next round; then judged.

        How a placement does shows only some rounds later. Postures are played on to the end of the battle.
        """
        return PLACING if stages.PLACEMENT < lens.battle.stage < stages.INITIATIVE else PLAYED_ON

    def is_quiet(self, state: State) -> bool:
        """True when all have moved and the attacks begin: what these promise is counted, not rolled for."""
        return state.stage == stages.STATIONARY


RULEBOOK: Final = Warcards()
