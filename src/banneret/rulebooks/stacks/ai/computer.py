"""The computer players of the rulebook, and what it lends to tree search."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.player import Player
from banneret.rulebooks.stacks.ai.greedy import Counsel, GreedyPlayer
from banneret.rulebooks.stacks.ai.postures import POSTURES
from banneret.rulebooks.stacks.state import State

HORIZON: Final = 250  # questions; 30 and 100 are weaker with greater armies: docs/figures.md
TO_THE_END: Final = 2000  # questions; the longest games have half as many
AT_ONCE: Final = Thinking(horizon=0, greed=1.0, depth=1, weighing=0.0)
PLAYED_ON: Final = Thinking(
    horizon=HORIZON, greed=1.0, most=8, depth=1, weighing=0.25, reach=TO_THE_END, resolve=2.0
)


class StacksComputer(Computer[State]):
    """Fights with hidden chits."""

    postures = tuple(POSTURES)

    def __init__(self) -> None:
        self._counsel = Counsel()

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The instant player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, POSTURES[posture]) if posture else GreedyPlayer(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return self._counsel.candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The value of a state for a side, from 0 to 1."""
        return self._counsel.judge(state, side)

    def thinking(self, lens: Any) -> Thinking:
        """A single battle is judged at once; a game is played on by greedy players for some turns."""
        return AT_ONCE if lens.setting.battle_only else PLAYED_ON
