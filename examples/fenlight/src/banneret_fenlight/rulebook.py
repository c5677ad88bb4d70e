"""The rulebook: its scenarios, its steps, and the doors to everything else it offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from banneret.kernel.abilities.computer import Computer
from banneret.kernel.abilities.odds import Odds
from banneret.kernel.abilities.referee import Referee
from banneret.kernel.abilities.sight import Sight
from banneret.kernel.abilities.view import View
from banneret.kernel.codec import Codec
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Outcome, Scenario
from banneret_fenlight.ai.computer import FenlightComputer
from banneret_fenlight.ai.sight import FenlightSight
from banneret_fenlight.army.scenarios import flags_of, marsh_of, read_scenario
from banneret_fenlight.codec import CODEC
from banneret_fenlight.invariants import faults
from banneret_fenlight.odds.odds import FenlightOdds
from banneret_fenlight.referee import FenlightReferee
from banneret_fenlight.rounds import play_step
from banneret_fenlight.setup.new_state import new_state
from banneret_fenlight.state import State
from banneret_fenlight.view.view import FenlightView


class Fenlight(Rulebook[State]):
    """Two clans hunt lights in a marsh. Rule: fenlight:round.sequence."""

    id = "fenlight"
    folder = Path(__file__).parent

    # ------------------------------------------------------------------ scenarios

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data, checked."""
        return read_scenario(data, where)

    # ------------------------------------------------------------------ playing

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was asked."""
        return new_state(marsh_of(scenario, flags_of(options)))

    step = staticmethod(play_step)

    def outcome(self, state: State) -> Outcome | None:
        """The end of the battle, None while it goes on."""
        return state.outcome

    @property
    def codec(self) -> Codec[State]:
        """The way its states are written as bytes."""
        return CODEC

    def invariants(self, state: State) -> list[str]:
        """The faults of the state, as sentences."""
        return faults(state)

    # ------------------------------------------------------------------ abilities

    @cached_property
    def view(self) -> View[State]:
        """What people see."""
        return FenlightView()

    @cached_property
    def sight(self) -> Sight[State]:
        """What a side may know."""
        return FenlightSight()

    @cached_property
    def computer(self) -> Computer[State]:
        """Computer players."""
        return FenlightComputer()

    @cached_property
    def referee(self) -> Referee[State]:
        """The referee's hand."""
        return FenlightReferee()

    @cached_property
    def odds(self) -> Odds:
        """The odds of a clash."""
        return FenlightOdds()


RULEBOOK: Final = Fenlight()
