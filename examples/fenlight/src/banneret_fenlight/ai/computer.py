"""The computer players of the rulebook, and what it lends to tree search."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.player import Player
from banneret_fenlight.ai.greedy import GreedyPlayer, candidates
from banneret_fenlight.ai.judgement import judge
from banneret_fenlight.ai.posture import POSTURES
from banneret_fenlight.state import State

THINKING: Final = Thinking(horizon=2, greed=1.0, most=10, depth=1, weighing=0.3, reach=6)


class FenlightComputer(Computer[State]):
    """Knows how to hunt lights."""

    postures = tuple(POSTURES)

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The instant player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, POSTURES[posture]) if posture else GreedyPlayer(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The outlook of a side, from 0 to 1."""
        return judge(state, side)

    def thinking(self, lens: Any) -> Thinking:
        """A few rounds are played on by greedy players, and then judged."""
        return THINKING

    def turns(self, state: State, side: int) -> int:
        """The rounds that have begun."""
        return state.round
