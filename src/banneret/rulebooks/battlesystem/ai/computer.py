"""The computer players of the rulebook, and what it lends to tree search."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.player import Player
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.greedy import GreedyPlayer, candidates
from banneret.rulebooks.battlesystem.ai.judgement import judge
from banneret.rulebooks.battlesystem.ai.postures import POSTURES
from banneret.rulebooks.battlesystem.state import State

PLAYED_ON: Final = Thinking(
    horizon=60, greed=1.0, most=10, loyalty=1.0, depth=1, explore=0.3, weighing=0.0, reach=80
)


class BattlesystemComputer(Computer[State]):
    """Fights with regiments."""

    postures = tuple(POSTURES)

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The instant player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, POSTURES[posture]) if posture else GreedyPlayer(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The value of a state for a side, from 0 to 1."""
        return judge(state, side)

    def thinking(self, lens: Any) -> Thinking:
        """An order is played on by greedy players for two or three rounds, then judged by what the melees promise.

        Sooner it does not show what a charge suffered or an enemy drawn out is worth. Postures tell less in the same time.
        """
        return PLAYED_ON

    def is_quiet(self, state: State) -> bool:
        """True when all have moved and melees are about to begin: what these promise is counted, not rolled for."""
        return state.stage == stages.ASSIGNMENT
