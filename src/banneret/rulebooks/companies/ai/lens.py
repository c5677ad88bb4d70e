"""The window of a computer player: everything but the enemy's sealed volleys. Rule: companies:map.hidden."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.exchange.buying.spending import Spend
from banneret.rulebooks.companies.hidden.imagine import without_secrets
from banneret.rulebooks.companies.state import State


class Lens:
    """The battle as one side sees it. It follows the state as the battle goes on."""

    def __init__(self, state: State, side: int) -> None:
        self._state = state
        self.side: int = side

    def company(self, decision: Decision) -> int:
        """The company that a decision is about, else the first of the side."""
        if isinstance(decision, CompanyChoice | Spend):
            return decision.company
        return next(n for n, force in enumerate(self._state.setting.forces) if force.side == self.side)

    def seen(self) -> State:
        """The battle as the side sees it: a copy from which what is sealed is taken out."""
        return without_secrets(self._state, viewer_of(self.side))
