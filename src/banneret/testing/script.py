"""A scripted table for a single step: orders and dice in the order in which they are needed."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table


class Refused(AssertionError):
    """An order of the script was not legal; `refusal` says why."""

    def __init__(self, order: Order, refusal: Refusal, decision: Decision) -> None:
        super().__init__(f"{order}: {refusal}; there are {decision.orders()[:20]}")
        self.refusal = refusal


class NotScripted(AssertionError):
    """Raised when the rules need an order or a die that the script does not have."""


class Script(Table):
    """Orders and dice from lists. Where an order is None, or the list has ended, the default is taken; every order is checked.

    `strict`: what is not scripted is an error. `telling=False` plays as fast tables do, without news. `asked` are the decisions
    that were put, `events` the news, `rolled` the dice that fell: faces, why, for whom, who sees them.

    >>> from banneret.kernel.decision import Choice
    >>> table = Script(dice=[4], orders=[("calloff",)])
    >>> table.ask(Choice("calloff", 0, "stacks:end.calloff", [("continue",), ("calloff",)]))
    ('calloff',)
    >>> table.die(6, "battle roll"), table.kinds, table.rolled_for
    (4, ['calloff'], ['battle roll'])
    >>> table.finish()
    """

    def __init__(
        self,
        dice: Sequence[int] | None = None,
        orders: Sequence[Order | None] | None = None,
        *,
        telling: bool = True,
        strict: bool = False,
    ) -> None:
        self.telling = telling
        self.strict = strict
        self.values = list(dice or ())
        self.orders = list(orders or ())
        self.asked: list[Decision] = []
        self.events: list[Event] = []
        self.rolled: list[tuple[int, str, int, int]] = []

    def ask(self, decision: Decision) -> Order:
        """The next order of the script, else the default."""
        if self.strict and not self.orders:
            raise NotScripted(f"no order is left for '{decision.kind}' of side {decision.side}")
        self.asked.append(decision)
        order = self.orders.pop(0) if self.orders else None
        if order is None:
            order = decision.default()
        refusal = decision.check(order)
        if refusal is not None:
            raise Refused(order, refusal, decision)
        return order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The next order for each."""
        if self.strict and len(self.orders) < len(decisions):
            raise NotScripted(f"no order is left for '{decisions[0].kind}'")
        self.first = decisions[0].side
        return [self.ask(decision) for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """The next die of the script."""
        if not self.values:
            raise NotScripted(f"no die is left for '{why}'")
        value = self.values.pop(0)
        if not 1 <= value <= faces:
            raise NotScripted(f"a die of {faces} faces cannot show {value} ('{why}')")
        self.rolled.append((faces, why, side, to))
        return value

    def tell(self, event: Event) -> None:
        """Keep the news."""
        self.events.append(event)

    def finish(self) -> None:
        """Check that all orders and dice of the script were used."""
        if self.values or self.orders:
            raise NotScripted(f"left over: dice {self.values}, orders {self.orders}")

    @property
    def kinds(self) -> list[str]:
        """The kinds of the decisions that were put."""
        return [decision.kind for decision in self.asked]

    @property
    def rolled_for(self) -> list[str]:
        """The purpose of each die that fell."""
        return [why for _, why, _, _ in self.rolled]

    @property
    def news(self) -> str:
        """The news as one text, a line each."""
        return "\n".join(event.text for event in self.events)
