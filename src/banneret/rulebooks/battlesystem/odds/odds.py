"""The odds of regiments: of a melee of two units, of battles of lists, and the battle that two short lists make."""

from __future__ import annotations

from collections.abc import Mapping

from banneret.kernel.abilities.odds import Answer, Odds
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.battlesystem.army.matchups import matchup
from banneret.rulebooks.battlesystem.odds.command import asked
from banneret.rulebooks.battlesystem.state import State


class BattlesystemOdds(Odds):
    """Counts what one list may do to another."""

    def __init__(self, rulebook: Rulebook[State]) -> None:
        self.rulebook = rulebook

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two lists of units, drawn up at opposite edges of an open table."""
        return matchup(first, second)

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of a melee of two units, or of a battle of two lists; `banneret odds` prints them."""
        return asked(self.rulebook, first, second, flags)
