"""The instant player: a layer over the rulebook's greedy player that tries a few orders out before it answers, in a blink.

At a question it has a handful of plans: the greedy player's order; that of each posture, which then leads for the rest of the play;
the rulebook's candidates and the default, after which the greedy player goes on (`banneret.players.search.planning`). The greedy player's
order is given unless another is clearly ahead of it. Where the rulebook's own odds say more than plays (`Computer.reply`) nothing is played.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.players.search.planning import Planner, best_of, is_one

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

CAP: Final = 0.14  # seconds
CANDIDATES: Final = 6


@mypyc_attr(allow_interpreted_subclasses=True)
class InstantPlayer(Player):
    """Tries its plans in `plays` plays a question; 0: as many as the rulebook advises (`Computer.plays`).

    `seconds` caps the time that a question takes; with 0 there is no cap, and the player is reproducible.
    What it learns of its opponents it keeps from question to question: make a new player for each battle.
    """

    def __init__(
        self,
        rulebook: Rulebook[Any],
        chance: Chance,
        plays: int = 0,
        seconds: float = CAP,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.name = "instant"
        self.imagines = True
        self.plays: int = plays or rulebook.computer.plays
        self.seconds: float = seconds
        self.clock: Callable[[], float] = clock
        self.planner: Planner = Planner(rulebook, chance, clock)

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The order of the best plan."""
        planner = self.planner
        planner.deadline = self.clock() + self.seconds if self.seconds > 0.0 else 0.0
        if decision.listed:
            options = decision.orders()
            if len(options) == 1:
                return options[0]
        reply: Order | None = planner.computer.reply(decision, seat.lens)
        if reply is not None:
            return reply
        if len(planner.ways) > 1:
            planner.observe(seat)
        if decision.kind in planner.computer.untried:
            return planner.ways[0].choose(decision, seat)
        plans, plays = planner.in_time(planner.plans(decision, seat, CANDIDATES), self.plays)
        order = plans[0].order
        if not is_one(plans):
            planner.try_out(plans, decision.kind, seat, plays)
            planner.prefer(plans, planner.computer.kept_postures)
            order = best_of(plans, planner.computer.loyalty).order
        planner.remember(decision.kind, order, seat)
        return order
