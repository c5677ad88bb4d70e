"""The referee's hand: what may be changed on the table in the middle of a battle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from banneret.kernel.order import Order
    from banneret.kernel.scene import Change

S = TypeVar("S")


class Referee(ABC, Generic[S]):
    """Changes states as a referee orders."""

    @abstractmethod
    def changes(self, state: S) -> list[Change]:
        """What a referee may change on the table now, each with the words that its order takes; for the referee's panel."""

    @abstractmethod
    def change(self, state: S, order: Order) -> None:
        """Change `state`; raises `IllegalOrder` with a reason.

        `order` is any plain order. The kernel gives a copy, and refuses as well what leaves an invariant broken.
        """
