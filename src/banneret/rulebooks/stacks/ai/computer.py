"""The computer players of the rulebook, and what tree search needs from it."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.judgement import Learned
from banneret.kernel.player import Player
from banneret.rulebooks.stacks.ai.greedy import Counsel, GreedyPlayer
from banneret.rulebooks.stacks.ai.judgement import TERMS, kind_of
from banneret.rulebooks.stacks.ai.postures import POSTURES
from banneret.rulebooks.stacks.state import State

AT_ONCE: Final = Thinking(horizon=0, greed=1.0, depth=1, weighing=0.0)
PLAYED_ON: Final = Thinking(horizon=1, greed=1.0, most=8, depth=1, weighing=0.25, reach=1, resolve=2.0)


class StacksComputer(Computer[State]):
    """The computer players of Stacks."""

    postures = tuple(POSTURES)
    plays = 128

    terms = TERMS

    def __init__(self, learned: dict[str, Learned] | None = None) -> None:
        self._counsel = Counsel(learned or {})

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The greedy player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, POSTURES[posture]) if posture else GreedyPlayer(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return self._counsel.candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The chances of a side in a state, from 0 to 1."""
        return self._counsel.judge(state, side)

    def weighed(self, state: State, side: int) -> list[float]:
        """The terms of a judgement for a side in a game on the map, in the order of `TERMS`."""
        return self._counsel.terms(state, side)

    def kind(self, state: State) -> str:
        """The kind of judgement learned for a battle: the goal of a game on the map between two sides, "" for others."""
        return kind_of(state)

    def judging(self, learned: dict[str, Learned]) -> Computer[State]:
        """The same computer players with these learned judgements."""
        return StacksComputer(learned)

    def thinking(self, lens: Any) -> Thinking:
        """A single battle is judged at once; a game is played on by greedy players until the side's next turn."""
        return AT_ONCE if lens.setting.battle_only else PLAYED_ON

    def turns(self, state: State, side: int) -> int:
        """The turns of a side that have begun."""
        sides = state.setting.sides
        late = (side - state.begun) % sides > (state.active - state.begun) % sides
        return state.turn - 1 if late else state.turn
