"""The odds of war cards: of two units or two armies, and the battle that two short lists make."""

from __future__ import annotations

from collections.abc import Mapping

from banneret.kernel.abilities.odds import Odds
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.warcards.army.lists import matchup
from banneret.rulebooks.warcards.odds.answers import Answer
from banneret.rulebooks.warcards.odds.command import asked
from banneret.rulebooks.warcards.state import State


class WarcardsOdds(Odds):
    """Counts what one list may do to another."""

    def __init__(self, rulebook: Rulebook[State]) -> None:
        self.rulebook = rulebook

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two lists of units on open ground, or of ships on deep water, the first attacking."""
        return matchup(first, second)

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of a unit or army that attacks another; `banneret odds` prints them."""
        return asked(self.rulebook, first, second, flags)
