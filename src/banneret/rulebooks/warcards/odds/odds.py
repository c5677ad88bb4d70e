"""The odds of war cards: of two units or two armies, and the battle that two short lists make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from banneret.kernel.abilities.odds import Assumed, Odds, read_assumed
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.warcards.army.lists import matchup, names, read_army
from banneret.rulebooks.warcards.odds.answers import Answer
from banneret.rulebooks.warcards.odds.command import asked
from banneret.rulebooks.warcards.state import State


class WarcardsOdds(Odds):
    """The odds of one list of units against another."""

    def __init__(self, rulebook: Rulebook[State]) -> None:
        self.rulebook = rulebook

    @cached_property
    def assumed(self) -> Assumed:
        """The assumptions of `data/odds.toml`."""
        return read_assumed(self.rulebook.folder / "data" / "odds.toml")

    def units(self) -> Sequence[str]:
        """All units and ships, as lists name them."""
        return names()

    def is_duel(self, first: str, second: str) -> bool:
        """True if each list has one unit, so that the odds are counted exactly."""
        return len(read_army(first, "attacker")) == len(read_army(second, "defender")) == 1

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two lists of units on open ground, or of ships on deep water, the first attacking."""
        return matchup(first, second)

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of a unit or army that attacks another; `banneret odds` prints them."""
        return asked(self.rulebook, first, second, flags)
