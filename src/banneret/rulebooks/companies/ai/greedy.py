"""The greedy player: solves each volley as a game of eight against eight actions, and buys what is worth most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.player import Player, Seat
from banneret.rulebooks.companies.ai.choices import choose
from banneret.rulebooks.companies.ai.scripting import pressed, scripts, write
from banneret.rulebooks.companies.ai.shopping import buy
from banneret.rulebooks.companies.exchange.buying.spending import Spend
from banneret.rulebooks.companies.exchange.script import Script
from banneret.rulebooks.companies.odds.prospects import OWN, Posture
from banneret.rulebooks.companies.odds.worths import LEARNT

if TYPE_CHECKING:
    from banneret.kernel.order import Order
    from banneret.rulebooks.companies.ai.lens import Lens
    from banneret.rulebooks.companies.state import State


class GreedyPlayer(Player):
    """Decides at once, in a posture."""

    def __init__(self, chance: Chance, posture: Posture = OWN) -> None:
        self.name = "greedy"
        self.imagines = False
        self.chance: Chance = chance
        self.posture: Posture = posture

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """A script drawn from the best mix, the best spending, and sensible choices."""
        lens: Lens = seat.lens
        if isinstance(decision, Script):
            return write(lens.seen(), decision, self.posture, self.chance)
        if isinstance(decision, Spend):
            return bought(lens.seen(), decision, self.posture)
        return choose(decision, lens.seen(), lens.company(decision), self.chance)


def bought(state: State, decision: Spend, posture: Posture) -> Order:
    """The best spending in a posture, as the battle stands."""
    return buy(state, decision, pressed(state, decision.company, posture) if posture.tilt else posture)


def candidates(decision: Decision, lens: Any, most: int) -> list[Order]:
    """The orders worth thinking about, best first."""
    if isinstance(decision, Script):
        return scripts(lens.seen(), decision, LEARNT, most)
    if isinstance(decision, Spend):
        best = bought(lens.seen(), decision, LEARNT)
        return [best, *[order for order in decision.orders() if order != best]][:most]
    best = choose(decision, lens.seen(), lens.company(decision), None)
    return [best, *[order for order in decision.orders() if order != best]][:most]
