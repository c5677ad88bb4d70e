"""The rulebook `stacks`: its scenarios, its steps (in `steps`), and the doors to everything else it offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.setup.new_state import new_state
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.steps import outcome_of, play_step

if TYPE_CHECKING:
    from banneret.kernel.abilities.computer import Computer
    from banneret.kernel.abilities.muster import Muster
    from banneret.kernel.abilities.odds import Odds
    from banneret.kernel.abilities.referee import Referee
    from banneret.kernel.abilities.sight import Sight
    from banneret.kernel.abilities.view import View
    from banneret.kernel.codec import Codec


class Stacks(Rulebook[State]):
    """Battles of hidden chits on a hex map. Rule: stacks:battle.segments, stacks:turn.phases."""

    id = "stacks"
    folder = Path(__file__).parent

    # ------------------------------------------------------------------ scenarios

    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios and the ready-made battles, by id."""
        from banneret.rulebooks.stacks.army.shipped import shipped

        return shipped()

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario or battle from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.stacks.army.scenarios import read_scenario

        return read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """The units each side begins with: "8 units: Elves, Sylvan Knights, Ents, Ranger, Centaurs"."""
        from banneret.rulebooks.stacks.army.scenarios import armies

        return armies(scenario)

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        return new_state(scenario, options)

    # ------------------------------------------------------------------ playing

    # Asked for at every step: the functions themselves, which are compiled where this class is not.
    step = staticmethod(play_step)
    outcome = staticmethod(outcome_of)

    @property
    def codec(self) -> Codec[State]:
        """The way its states are written as bytes."""
        from banneret.rulebooks.stacks.codec import CODEC

        return CODEC

    def invariants(self, state: State) -> list[str]:
        """The faults of the state, as sentences."""
        from banneret.rulebooks.stacks.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ abilities

    @cached_property
    def view(self) -> View[State]:
        """The ability to show states to people."""
        from banneret.rulebooks.stacks.view.view import StacksView

        return StacksView()

    @cached_property
    def sight(self) -> Sight[State]:
        """The ability to say what a side may know."""
        from banneret.rulebooks.stacks.ai.sight import StacksSight

        return StacksSight()

    @cached_property
    def computer(self) -> Computer[State]:
        """Computer players."""
        from banneret.kernel.judgement import read_learned
        from banneret.rulebooks.stacks.ai.computer import StacksComputer

        return StacksComputer(read_learned(self.folder / "data" / "judgement.toml", StacksComputer.terms))

    @cached_property
    def referee(self) -> Referee[State]:
        """The referee's hand."""
        from banneret.rulebooks.stacks.referee import StacksReferee

        return StacksReferee()

    @cached_property
    def odds(self) -> Odds:
        """The odds of a list of units that attacks another."""
        from banneret.rulebooks.stacks.odds.odds import StacksOdds

        return StacksOdds(self)

    @cached_property
    def muster(self) -> Muster:
        """Armies for single battles, priced in points."""
        from banneret.rulebooks.stacks.army.muster import MUSTER

        return MUSTER


RULEBOOK: Final = Stacks()
