"""The computer players of the rulebook, and what it lends to tree search."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.judgement import Learned
from banneret.kernel.player import Player
from banneret.rulebooks.skirmish.ai.greedy import GreedyPlayer, candidates
from banneret.rulebooks.skirmish.ai.judgement import TERMS, judge, terms
from banneret.rulebooks.skirmish.ai.postures import LEADS, OWN, POSTURES
from banneret.rulebooks.skirmish.army.options import flags_of
from banneret.rulebooks.skirmish.flags import Flags
from banneret.rulebooks.skirmish.state import State

THINKING: Final = Thinking(
    horizon=1, greed=1.0, most=8, loyalty=1.0, depth=1, explore=0.5, weighing=0.0, answers=2, paired=True
)


class SkirmishComputer(Computer[State]):
    """The computer players of skirmish: the greedy ones, and what tree search asks for."""

    postures = tuple(POSTURES)
    plays = 16
    brisk = ("answer", "window")
    terms = TERMS

    def __init__(self, learned: dict[str, Learned] | None = None) -> None:
        self._learned: dict[str, Learned] = learned or {}
        self._usual: Flags = flags_of({})

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The greedy player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, LEADS.get(posture, OWN))

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """The outlook of a side, from 0 to 1."""
        return judge(state, side, self._learned.get(self.kind(state)) if self._learned else None)

    def weighed(self, state: State, side: int) -> list[float]:
        """The terms of a position for the team of a side, in the order of `TERMS`."""
        return terms(state, side)

    def kind(self, state: State) -> str:
        """The kind of battle that a judgement was learned from: "decks" for whole decks by the usual options, else empty."""
        setting = state.setting
        return "" if any(setting.standing) or setting.flags != self._usual else "decks"

    def judging(self, learned: dict[str, Learned]) -> Computer[State]:
        """The same computer players with these learned judgements."""
        return SkirmishComputer(learned)

    def thinking(self, lens: Any) -> Thinking:
        """The settings of tree search: greedy players play on until the side's next turn, then the state is judged."""
        return THINKING

    def turns(self, state: State, side: int) -> int:
        """The number of turns of a side that have begun."""
        count = len(state.armies)
        first = (state.active - state.turn + 1) % count
        return max(0, (state.turn - 1 - (side - first) % count) // count + 1)
