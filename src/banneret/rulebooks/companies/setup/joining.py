"""Joining a new position to nodes of the ground. Rule: companies:position.new-edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.order import Order

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

VERB: Final = "join"
RULE: Final = "companies:position.new-edges"
MOST_ROADS: Final = 3


class Join(Decision):
    """The choice of one to three nodes that a new position is joined to, in the order of `nodes`: `join west-bank island`.

    Attributes:
        name: The name of the new position.
        nodes: The names of the nodes that it may be joined to.
    """

    def __init__(self, side: int, name: str, nodes: tuple[str, ...]) -> None:
        super().__init__("join", side, RULE)
        self.name: str = name
        self.nodes: tuple[str, ...] = nodes

    def default(self) -> Order:
        """The first two nodes."""
        return (VERB, *self.nodes[:2])

    def orders(self) -> list[Order]:
        """The default, and every node alone."""
        return [self.default(), *[(VERB, node) for node in self.nodes]]

    def sample(self, chance: Chance) -> Order:
        """Up to three nodes."""
        drawn = [chance.below(len(self.nodes)) for _ in range(1 + chance.below(MOST_ROADS))]
        return (VERB, *[node for number, node in enumerate(self.nodes) if number in drawn])

    def check(self, order: Order) -> Refusal | None:
        """None for one to three nodes, each once and in their order."""
        names = order[1:]
        known = [node for node in self.nodes if node in names]
        if not order or order[0] != VERB or not 1 <= len(names) <= MOST_ROADS or list(names) != known:
            reason = f"Say '{VERB}' and one to {MOST_ROADS} of these places, in this order: {', '.join(self.nodes)}."
            nearest: Order = (VERB, *known[:MOST_ROADS]) if known else self.default()
            return Refusal(reason, RULE, nearest)
        return None
