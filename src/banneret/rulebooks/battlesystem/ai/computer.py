"""The computer players of the rulebook, and what it lends to tree search."""

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
        """The value of a state for a side, from 0 to 1."""
        return judge(state, side, self._learned.get(self.kind(state)) if self._learned else None)

    def weighed(self, state: State, side: int) -> list[float]:
        """All that speaks for a side."""
        return terms(state, side)

    def kind(self, state: State) -> str:
        """A battle of two sides by the parent game of the rulebook, no stands on the table."""
        setting = state.setting
        return "" if len(setting.names) != 2 or setting.flags.dnd or setting.flags.stands else "field"

    def judging(self, learned: dict[str, Learned]) -> Computer[State]:
        """The same computer players with these learned judgements."""
        return BattlesystemComputer(learned)

    def thinking(self, lens: Any) -> Thinking:
        """An order is played on by greedy players until melees have begun twice, then judged by what these promise.

        Sooner it does not show what a charge suffered or an enemy drawn out is worth. Postures tell less in the same time.
        """
        return PLAYED_ON

    def turns(self, state: State, side: int) -> int:
        """The rounds in which all have moved and melees begin: what these promise is counted, not rolled for."""
        if stages.is_fighting(state.stage) or state.stage in (stages.ROUND_END, stages.INITIATIVE):
            return state.round
        return max(0, state.round - 1)
