"""Questions to the leaders of companies, of which a side may have several. Rule: companies:force.more."""

from __future__ import annotations

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.state import State


class CompanyChoice(Choice):
    """A choice of the leader of one company."""

    def __init__(
        self, kind: str, state: State, company: int, rule: str, options: list[Order], preset: int = 0
    ) -> None:
        super().__init__(kind, state.setting.forces[company].side, rule, options, preset)
        self.company: int = company


def ask_leaders(table: Table, decisions: list[Decision]) -> list[Order]:
    """The orders of several leaders, in the order of their decisions.

    Different sides are asked together; the companies of one side decide one after the other. Rule: companies:force.more.
    """
    sides = [decision.side for decision in decisions]
    if len(set(sides)) == len(sides):
        return table.ask_all(decisions)
    found: list[Order] = [()] * len(decisions)
    waiting = list(range(len(decisions)))
    while waiting:
        now: list[int] = []
        for number in waiting:
            if sides[number] not in [sides[other] for other in now]:
                now.append(number)
        for number, order in zip(now, table.ask_all([decisions[one] for one in now]), strict=True):
            found[number] = order
        waiting = [number for number in waiting if number not in now]
    return found
