"""The computer players of war cards: the greedy ones, and what tree search needs."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.judgement import Learned
from banneret.kernel.player import Player
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.ai.greedy import GreedyPlayer, candidates
from banneret.rulebooks.warcards.ai.judgement import TERMS, judge, terms
from banneret.rulebooks.warcards.ai.postures import POSTURES
from banneret.rulebooks.warcards.army.options import flags_of
from banneret.rulebooks.warcards.state import Flags, State

TO_THE_END: Final = 1000
"""The rounds for which postures are played on: to the end, for the gain from waiting shows late and no judgement foresees it."""
WEIGHING: Final = 0.25
"""The share of the thinking that weighing postures may take; battles played to their end take long."""
PLACING: Final = Thinking(
    horizon=3, greed=1.0, most=8, loyalty=1.0, depth=1, explore=1.0, weighing=WEIGHING, reach=TO_THE_END
)
PLAYED_ON: Final = Thinking(
    horizon=2, greed=1.0, most=10, loyalty=1.0, depth=1, explore=0.3, weighing=WEIGHING, reach=TO_THE_END
)


class WarcardsComputer(Computer[State]):
    """The computer players of war cards, by the built-in judgement or by learned ones."""

    postures = tuple(POSTURES)
    by_default = ("charge", "leave", "melee")
    plays = 256

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The greedy player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, POSTURES[posture]) if posture else GreedyPlayer(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return candidates(decision, lens, most)

    terms = TERMS

    def __init__(self, learned: dict[str, Learned] | None = None) -> None:
        self._learned: dict[str, Learned] = learned or {}
        self._usual: Flags = flags_of({})

    def judge(self, state: State, side: int) -> float:
        """The outlook of a state for a side, from 0 to 1."""
        return judge(state, side, self._learned.get(self.kind(state)) if self._learned else None)

    def weighed(self, state: State, side: int) -> list[float]:
        """The terms of a position for a side, in the order of `TERMS`."""
        found = terms(state)
        return found if side == 0 else [-value for value in found]

    def kind(self, state: State) -> str:
        """The kind of battle, for learned judgements: `land` for one on land by the usual options, else empty."""
        return "" if state.setting.sea or state.setting.flags != self._usual else "land"

    def judging(self, learned: dict[str, Learned]) -> Computer[State]:
        """The same computer players with these learned judgements."""
        return WarcardsComputer(learned)

    def thinking(self, lens: Any) -> Thinking:
        """The settings of tree search: greedy players play on until the attacks begin for the second time; then the state is judged.

        A placement is played on longer, for its effect shows only some rounds later. Postures are played on to the end of the battle.
        """
        return PLACING if stages.PLACEMENT < lens.battle.stage < stages.INITIATIVE else PLAYED_ON

    def turns(self, state: State, side: int) -> int:
        """The number of rounds in which all have moved and the attacks begin; what these promise is reckoned, not rolled for."""
        if state.stage >= stages.STATIONARY or state.stage == stages.INITIATIVE:
            return state.round
        return max(0, state.round - 1)
