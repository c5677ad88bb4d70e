"""The computer players of the rulebook, and what tree search needs from it."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.judgement import Learned
from banneret.kernel.player import Player
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.greedy import GreedyPlayer, candidates
from banneret.rulebooks.battlesystem.ai.judgement import TERMS, judge, terms
from banneret.rulebooks.battlesystem.ai.postures import POSTURES
from banneret.rulebooks.battlesystem.state import State

PLAYED_ON: Final = Thinking(
    horizon=2, greed=1.0, most=10, loyalty=1.0, depth=1, explore=0.3, weighing=0.0, reach=2
)


class BattlesystemComputer(Computer[State]):
    """Fights with regiments."""

    postures = tuple(POSTURES)
    by_default = ("bouts", "combat", "declare", "ends", "front", "losses", "rearm")
    kept_postures = 2
    plan_horizon = 3
    loyalty = 0.5
    untried = ("first", "follow", "place", "rally")
    terms = TERMS

    def __init__(self, learned: dict[str, Learned] | None = None) -> None:
        self._learned: dict[str, Learned] = learned or {}

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The instant player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, POSTURES[posture]) if posture else GreedyPlayer(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The chances of a side in a state, from 0 to 1, by the learned judgement for its kind if there is one."""
        return judge(state, side, self._learned.get(self.kind(state)) if self._learned else None)

    def weighed(self, state: State, side: int) -> list[float]:
        """The terms of a judgement for a side, in the order of `TERMS`."""
        return terms(state, side)

    def kind(self, state: State) -> str:
        """The kind of judgement learned for a battle: "field" for two sides, AD&D and no stands; "" for none."""
        setting = state.setting
        return "" if len(setting.names) != 2 or setting.flags.dnd or setting.flags.stands else "field"

    def judging(self, learned: dict[str, Learned]) -> Computer[State]:
        """The same computer players with these learned judgements."""
        return BattlesystemComputer(learned)

    def thinking(self, lens: Any) -> Thinking:
        """The depth of search: greedy players play on after an order until melees have begun twice; then the state is judged.

        Sooner, the worth of a charge received or of an enemy drawn out does not show. Searching over postures as well gains less in
        the same time.
        """
        return PLAYED_ON

    def turns(self, state: State, side: int) -> int:
        """The number of rounds in which all have moved, so that melees begin: what they promise is judged, not played out."""
        if stages.is_fighting(state.stage) or state.stage in (stages.ROUND_END, stages.INITIATIVE):
            return state.round
        return max(0, state.round - 1)
