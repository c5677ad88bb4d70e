"""The odds of stacks: of two lists of units, and the single battle that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from banneret.kernel.abilities.odds import Assumed, Odds, read_assumed
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.single_battles import read_battle
from banneret.rulebooks.stacks.odds.answers import Answer
from banneret.rulebooks.stacks.odds.command import asked
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.tables.facts import facts


class StacksOdds(Odds):
    """Counts what one list may do to another."""

    def __init__(self, rulebook: Rulebook[State]) -> None:
        self.rulebook = rulebook

    @cached_property
    def assumed(self) -> Assumed:
        """The assumptions of `data/odds.toml`."""
        return read_assumed(self.rulebook.folder / "data" / "odds.toml")

    def units(self) -> Sequence[str]:
        """All units, as lists name them."""
        return [unit.name for unit in facts().units]

    def matchup(self, first: str, second: str) -> Scenario:
        """The single battle of two lists of units, the first attacking."""
        return read_battle(first, second)

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of a list of units that attacks another; `banneret odds` prints them."""
        return asked(self.rulebook, first, second, flags)
