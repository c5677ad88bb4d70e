"""The referee's hand: what may be changed on the table in the middle of a battle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from banneret.kernel.decision import IllegalOrder, Refusal

if TYPE_CHECKING:
    from banneret.kernel.order import Order
    from banneret.kernel.scene import Change

S = TypeVar("S")
RULE = "table:change"


def refused(reason: str) -> IllegalOrder:
    """The error to raise for a change that cannot be made."""
    return IllegalOrder(Refusal(reason, RULE))


class Referee(ABC, Generic[S]):
    """Changes states as a referee orders.

    `verbs` are the kinds of change: for each the number of words after the verb, and the function of state and words that carries
    it out or raises `refused`.
    """

    verbs: ClassVar[Mapping[str, tuple[int, Callable[[Any, Order], None]]]] = {}

    @abstractmethod
    def changes(self, state: S) -> list[Change]:
        """The changes that a referee may make now, each with the words that its order takes; for the referee's panel."""

    def change(self, state: S, order: Order) -> None:
        """Change `state`; raises `IllegalOrder` with a reason.

        `order` is any plain order. The kernel gives a copy, and refuses as well what leaves an invariant broken.
        """
        verb = order[0] if order else ""
        work = self.verbs.get(verb) if isinstance(verb, str) else None
        if work is None:
            raise refused(f"A change begins with one of {', '.join(self.verbs)}.")
        count, act = work
        if len(order) != count + 1:
            raise refused(f"'{verb}' takes {count} words.")
        act(state, order[1:])
