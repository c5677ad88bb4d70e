"""The computer players of the rulebook, and what it lends to tree search."""

from __future__ import annotations

from typing import Any, Final

from banneret.kernel.abilities.computer import Computer, Payoffs, Thinking
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.judgement import Learned
from banneret.kernel.order import Order
from banneret.kernel.player import Player
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.ai.greedy import GreedyPlayer, candidates
from banneret.rulebooks.companies.ai.judgement import TERMS, judge, terms
from banneret.rulebooks.companies.ai.payoffs import TRUST, payoffs
from banneret.rulebooks.companies.ai.postures import POSTURES
from banneret.rulebooks.companies.ai.replies import reply
from banneret.rulebooks.companies.exchange.buying.spending import Spend
from banneret.rulebooks.companies.exchange.script import Script
from banneret.rulebooks.companies.state import Flags, State

THINKING: Final = Thinking(
    horizon=1, greed=1.0, most=8, loyalty=3.0, depth=1, weighing=0.0, reach=1, resolve=2.0
)
SURE: Final = ("aim", "concede", "fall-back", "fate", "lead", "retarget", "shot", "tie", "urge")
"""Questions decided by worths and odds alone, as spendings are: simulations of their orders differ mostly by chance."""


class CompaniesComputer(Computer[State]):
    """The computer players of companies: the greedy ones, and what tree search asks for."""

    postures = tuple(POSTURES)
    by_default = ("concede",)
    plays = 128
    terms = TERMS

    def __init__(self, learned: dict[str, Learned] | None = None, usual: Flags | None = None) -> None:
        self._learned: dict[str, Learned] = learned or {}
        self._usual: Flags | None = usual

    def greedy(self, chance: Chance, posture: str = "") -> Player:
        """The greedy player, in its own way or in one of `postures`."""
        return GreedyPlayer(chance, POSTURES[posture]) if posture else GreedyPlayer(chance)

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        return candidates(decision, lens, most)

    def payoffs(self, decision: Decision, lens: Any) -> Payoffs | None:
        """The matrix game of a decision, for tree search; None if simulations decide it.

        A script is set against the enemy's scripts by the exact odds of the volleys. For a spending, and for the questions in `SURE`, the
        best order is the only one. Rule: companies:script.secret.
        """
        if isinstance(decision, Script):
            return payoffs(lens.seen(), decision)
        if isinstance(decision, Spend) or decision.kind in SURE:
            return Payoffs(candidates(decision, lens, 1), decision.side, [], [], TRUST)
        return None

    def reply(self, decision: Decision, lens: Any) -> Order | None:
        """The script that best answers those that greedy players write; for other decisions the best order of `payoffs`, if any.

        Rule: companies:script.secret.
        """
        if isinstance(decision, Script):
            return reply(lens.seen(), decision)
        found = self.payoffs(decision, lens)
        return None if found is None else found.mine[0]

    def judge(self, state: State, side: int) -> float:
        """The outlook of a side, from 0 to 1."""
        return judge(state, side, self._learned.get(self.kind(state)) if self._learned else None)

    def weighed(self, state: State, side: int) -> list[float]:
        """The terms of a position for a side, in the order of `TERMS`."""
        return terms(state, side)

    def kind(self, state: State) -> str:
        """The kind of battle that a judgement was learned from: "two" for two sides by the usual options, else empty."""
        setting = state.setting
        return "" if len(setting.names) != 2 or setting.alliances or setting.flags != self._usual else "two"

    def judging(self, learned: dict[str, Learned]) -> Computer[State]:
        """The same computer players with these learned judgements."""
        return CompaniesComputer(learned, self._usual)

    def thinking(self, lens: Any) -> Thinking:
        """The settings of tree search: greedy players play the exchange to its end, then it is judged."""
        return THINKING

    def turns(self, state: State, side: int) -> int:
        """The number of exchanges that have begun."""
        return state.exchange if state.stage >= stages.SCRIPT else 0
