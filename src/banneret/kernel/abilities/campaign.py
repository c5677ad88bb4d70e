"""Campaigns: what a battle that is over leaves to the next one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from banneret.kernel.scenario import Outcome, Scenario

S = TypeVar("S")


class Campaign(ABC, Generic[S]):
    """Knows the next battle of a campaign. `outcome` is how the battle ended, given up or not; `ended` its last state."""

    @abstractmethod
    def next_battle(self, scenario: Scenario, ended: S, outcome: Outcome) -> Scenario:
        """The next battle, with what goes on into it. Raises `BadInput` where nobody is left to fight it."""

    @abstractmethod
    def goes_on(self, scenario: Scenario, ended: S, outcome: Outcome) -> list[str]:
        """The sentences that tell people what goes on into the next battle; none where there is no next battle."""
