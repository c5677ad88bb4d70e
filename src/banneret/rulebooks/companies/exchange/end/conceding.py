"""Giving up at the end of a volley. Rule: companies:end.concede."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sides import PAIR, alliances_standing
from banneret.rulebooks.companies.exchange.asking import CompanyChoice, ask_leaders
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.state import State

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

CONCEDE: Final[Order] = ("concede",)
RARE: Final = 12
"""Of so many random answers one gives up."""


class Concession(CompanyChoice):
    """The choice to fight on or give up; random answers seldom give up."""

    def __init__(self, state: State, company: int) -> None:
        super().__init__("concede", state, company, "companies:end.concede", [("fight-on",), CONCEDE])

    def sample(self, chance: Chance) -> Order:
        """A random order: to give up once in `RARE` times."""
        return CONCEDE if chance.below(RARE) == 0 else self.options[0]


def ask_to_concede(state: State, table: Table, efforts: list[Effort]) -> list[int]:
    """The companies that give up; asked are those that lost Disposition in the volley and still stand. Rule: companies:end.concede."""
    asked = [
        effort.company for effort in efforts if effort.losses and not state.companies[effort.company].fallen
    ]
    decisions: list[Decision] = [Concession(state, number) for number in asked]
    if not decisions or len(alliances_standing(state)) < PAIR:
        return []
    orders = ask_leaders(table, decisions)
    return [number for number, order in zip(asked, orders, strict=True) if order == CONCEDE]
