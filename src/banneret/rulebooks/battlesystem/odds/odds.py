"""The ability of the rulebook to answer questions for odds: of melees of two units, of battles of lists, of individuals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from banneret.kernel.abilities.odds import Answer, Assumed, Odds, read_assumed
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.battlesystem.army.duellists import is_worded
from banneret.rulebooks.battlesystem.army.matchups import is_units, matchup, printed_units, units_of
from banneret.rulebooks.battlesystem.odds.command import asked
from banneret.rulebooks.battlesystem.state import State

OF_INDIVIDUALS: Final = 3000  # fights of individuals that take about a second, counted by individual


class BattlesystemOdds(Odds):
    """The odds of one list against another."""

    def __init__(self, rulebook: Rulebook[State]) -> None:
        self.rulebook = rulebook

    @cached_property
    def assumed(self) -> Assumed:
        """The assumptions of `data/odds.toml`."""
        return read_assumed(self.rulebook.folder / "data" / "odds.toml")

    def work(self, flags: Mapping[str, str]) -> int:
        """The work that takes about a second, as `Odds.work` counts it: individual combats are short, battles long."""
        return OF_INDIVIDUALS if flags.get("duel") == "yes" else self.assumed.work

    def fights(self, flags: Mapping[str, str]) -> bool:
        """True for lists of units."""
        return flags.get("duel") != "yes"

    def units(self) -> Sequence[str]:
        """The units of the scenarios, as lists name them."""
        return printed_units()

    def is_duel(self, first: str, second: str) -> bool:
        """True if these are one unit against one: their melee, and the duel that it becomes; or individuals by class and level."""
        if not (is_units(first) and is_units(second)) and is_worded(first) and is_worded(second):
            return True
        return len(units_of(first, "attacker")) == len(units_of(second, "defender")) == 1

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two lists of units, drawn up at opposite edges of an open table."""
        return matchup(first, second)

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of a melee of two units, or of a battle of two lists; `banneret odds` prints them."""
        return asked(self.rulebook, first, second, flags)
