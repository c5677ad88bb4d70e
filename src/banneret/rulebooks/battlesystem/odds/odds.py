"""The odds of regiments: of a melee of two units, of battles of lists, and the battle that two short lists make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from banneret.kernel.abilities.odds import Answer, Assumed, Odds, read_assumed
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.battlesystem.army.matchups import matchup, printed_units, units_of
from banneret.rulebooks.battlesystem.odds.command import asked
from banneret.rulebooks.battlesystem.state import State


class BattlesystemOdds(Odds):
    """Counts what one list may do to another."""

    def __init__(self, rulebook: Rulebook[State]) -> None:
        self.rulebook = rulebook

    @cached_property
    def assumed(self) -> Assumed:
        """The assumptions of `data/odds.toml`."""
        return read_assumed(self.rulebook.folder / "data" / "odds.toml")

    def units(self) -> Sequence[str]:
        """The units of the scenarios, as lists name them."""
        return printed_units()

    def is_duel(self, first: str, second: str) -> bool:
        """True if these are one unit against one: their melee, and the duel that it becomes."""
        return len(units_of(first, "attacker")) == len(units_of(second, "defender")) == 1

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two lists of units, drawn up at opposite edges of an open table."""
        return matchup(first, second)

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of a melee of two units, or of a battle of two lists; `banneret odds` prints them."""
        return asked(self.rulebook, first, second, flags)
