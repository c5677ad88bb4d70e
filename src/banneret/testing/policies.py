"""Policies: the orders of sides without instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order

if TYPE_CHECKING:
    from banneret.kernel.player import Seat
    from banneret.kernel.rulebook import Rulebook

Policy = Callable[[Decision, "Seat"], Order]

DECLINING: Final[tuple[Order, ...]] = (
    ("none",),
    ("done",),
    ("stay",),
    ("accept",),
    ("continue",),
    ("decline",),
)


def declines(decision: Decision, _seat: Seat) -> Order:
    """As little as possible: an order such as none, done or stay, an empty form, else the first order of the list, or the default."""
    for order in (*DECLINING, (decision.kind,)):
        if decision.check(order) is None:
            return order
    orders = decision.orders() if decision.listed else []
    return orders[0] if orders else decision.default()


def defaults(decision: Decision, _seat: Seat) -> Order:
    """The default of every decision."""
    return decision.default()


def at_random(seed: int = 1) -> Policy:
    """Any legal order, the same ones for a seed."""
    chance = Chance(seed)
    return lambda decision, _seat: decision.sample(chance)


def greedy(rulebook: Rulebook[Any], seed: int = 1) -> Policy:
    """The order of the rulebook's greedy player."""
    player = rulebook.computer.greedy(Chance(seed))
    return player.choose
