"""The odds of companies: of one volley or of whole battles, and the battle that two short lists make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from banneret.kernel.abilities.odds import Answer, Assumed, Odds, read_assumed
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.companies.odds.command import asked
from banneret.rulebooks.companies.odds.matchups import meeting
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.officers import officers


class CompaniesOdds(Odds):
    """The odds of volleys and tests, counted exactly, and of battles, fought many times."""

    def __init__(self, rulebook: Rulebook[State]) -> None:
        self.rulebook = rulebook

    @cached_property
    def assumed(self) -> Assumed:
        """The assumptions of `data/odds.toml`."""
        return read_assumed(self.rulebook.folder / "data" / "odds.toml")

    def units(self) -> Sequence[str]:
        """The ids of the officers, as lists name them."""
        return list(officers())

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two companies on the ford, the first attacking."""
        return meeting(first, second)

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of two companies or of a test, as `banneret odds` prints them; see `asked`."""
        return asked(self.rulebook, first, second, flags)
