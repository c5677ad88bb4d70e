"""Asking: when a side wants to be asked, in a rulebook whose windows open more often than a person wants to answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from banneret.kernel.decision import Decision
    from banneret.kernel.order import Order
    from banneret.kernel.scene import AskedChoice

S = TypeVar("S")


class Asking(ABC, Generic[S]):
    """Knows the times at which a side may want to be asked, and passes for it at others.

    The rules ask by what everyone knows, whatever a side wants; a pass that follows from what it wants is an order like any other.
    It reads nothing that is hidden from anyone, so that no such pass tells what a side holds.
    """

    @abstractmethod
    def choices(self, state: S, side: int) -> tuple[AskedChoice, ...]:
        """The times that a side may choose from; the first is in force where it has chosen none."""

    @abstractmethod
    def words(self, state: S, side: int, word: str) -> Order:
        """The choice of a side as it stands in the record, with the moment at which it lapses if it does: `("turn", 7)`."""

    @abstractmethod
    def in_force(self, state: S, side: int, words: Order) -> str:
        """The word of the choice that is in force now, after these words of the record (none: it has chosen nothing)."""

    @abstractmethod
    def answer(self, state: S, decision: Decision, word: str) -> Order | None:
        """The order by which a side passes a decision that it does not want to be asked, by the choice in force; None where it is asked."""
