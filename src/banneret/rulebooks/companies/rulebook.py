"""The rulebook: its scenarios, its steps, and the doors to everything else it offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Outcome, Scenario
from banneret.rulebooks.companies.rounds import play_step
from banneret.rulebooks.companies.state import State

if TYPE_CHECKING:
    from banneret.kernel.abilities.campaign import Campaign
    from banneret.kernel.abilities.computer import Computer
    from banneret.kernel.abilities.muster import Muster
    from banneret.kernel.abilities.odds import Odds
    from banneret.kernel.abilities.referee import Referee
    from banneret.kernel.abilities.sight import Sight
    from banneret.kernel.abilities.view import View
    from banneret.kernel.codec import Codec


class Companies(Rulebook[State]):
    """Three actions, written in secret and revealed volley by volley. Rule: companies:volley.sequence."""

    id = "companies"
    folder = Path(__file__).parent
    concession = "companies:end.concede"

    # ------------------------------------------------------------------ scenarios

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data, checked."""
        from banneret.rulebooks.companies.army.scenarios import read_scenario

        return read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """The companies of each side in a line."""
        from banneret.rulebooks.companies.army.companies import line_of
        from banneret.rulebooks.companies.army.scenarios import new_state

        forces = new_state(scenario, self.options({})).setting.forces
        return tuple(
            [
                "; ".join([line_of(force) for force in forces if force.side == side])
                for side in range(len(scenario.sides))
            ]
        )

    def opponents(self, scenario: Scenario, side: int) -> tuple[int, ...]:
        """The sides that are not allied with this one. Rules: companies:end.concede, companies:multi.alliances."""
        from banneret.rulebooks.companies.army.scenarios import new_state
        from banneret.rulebooks.companies.board.sides import alliance

        state = new_state(scenario, self.options({}))
        own = alliance(state, side)
        return tuple([other for other in range(len(scenario.sides)) if alliance(state, other) != own])

    # ------------------------------------------------------------------ playing

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        from banneret.rulebooks.companies.army.scenarios import new_state

        state = new_state(scenario, options)
        state.setting.flags.version = self.version
        return state

    def of_version(self, version: int) -> Companies:
        """The rulebook as versions 1 to 6 had it, for records of battles that began by it; else this one."""
        return EARLIER.get(version, self)

    step = staticmethod(play_step)

    def outcome(self, state: State) -> Outcome | None:
        """The end of the battle, None while it goes on."""
        return state.outcome

    @property
    def codec(self) -> Codec[State]:
        """The way its states are written as bytes."""
        from banneret.rulebooks.companies.codec import CODEC

        return CODEC

    def invariants(self, state: State) -> list[str]:
        """The faults of the state, as sentences."""
        from banneret.rulebooks.companies.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ abilities

    @cached_property
    def view(self) -> View[State]:
        """The view for people."""
        from banneret.rulebooks.companies.view.view import CompaniesView

        return CompaniesView()

    @cached_property
    def sight(self) -> Sight[State]:
        """The knowledge of a side."""
        from banneret.rulebooks.companies.ai.sight import CompaniesSight

        return CompaniesSight()

    @cached_property
    def computer(self) -> Computer[State]:
        """Computer players."""
        from banneret.kernel.judgement import read_learned
        from banneret.rulebooks.companies.ai.computer import CompaniesComputer
        from banneret.rulebooks.companies.state import flags_of

        learned = read_learned(self.folder / "data" / "judgement.toml", CompaniesComputer.terms)
        return CompaniesComputer(learned, flags_of(self.options()))

    @cached_property
    def referee(self) -> Referee[State]:
        """The referee's hand."""
        from banneret.rulebooks.companies.referee import CompaniesReferee

        return CompaniesReferee()

    @cached_property
    def odds(self) -> Odds:
        """The odds of a volley and of battles."""
        from banneret.rulebooks.companies.odds.odds import CompaniesOdds

        return CompaniesOdds(self)

    @property
    def muster(self) -> Muster:
        """Companies that people raise."""
        from banneret.rulebooks.companies.army.muster import MUSTER

        return MUSTER

    @cached_property
    def campaign(self) -> Campaign[State]:
        """The next battle, from one that is over."""
        from banneret.rulebooks.companies.army.campaign import CompaniesCampaign

        return CompaniesCampaign()


HORSE_HIGH: Final = 3
"""From this version mounted troops stand higher than others of their stock."""
OWN_COURIERS: Final = 4
"""From this version couriers of irregular companies may use further skills."""


class EarlierCompanies(Companies):
    """An earlier version of the rules, by which old records replay. The changelog lists the differences."""

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked.

        By versions 1 and 2 mounted troops stand no higher than others of their stock, by 1 to 3 the couriers of irregular companies have
        the skills of their stock alone.
        """
        from banneret.rulebooks.companies.tables.troops import stocks

        state = super().open(scenario, options)
        for force in state.setting.forces:
            if self.version < OWN_COURIERS:
                force.couriers = stocks()[force.stock].couriers
            if self.version < HORSE_HIGH:
                force.size = stocks()[force.stock].size
        return state


RULEBOOK: Final = Companies()
"""The rulebook."""
EARLIER: Final = {version: EarlierCompanies(version) for version in range(1, 7)}
"""The rulebook as it was by versions 1 to 6, by number."""
