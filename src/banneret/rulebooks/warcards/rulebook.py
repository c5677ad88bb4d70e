"""The rulebook `warcards`: its scenarios, its steps, and the doors to everything else it offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.abilities.sight import OpenSight, Sight
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Outcome, Scenario
from banneret.rulebooks.warcards.ai.lens import Lens
from banneret.rulebooks.warcards.rounds import play_step
from banneret.rulebooks.warcards.state import State

if TYPE_CHECKING:
    from banneret.kernel.abilities.computer import Computer
    from banneret.kernel.abilities.muster import Muster
    from banneret.kernel.abilities.odds import Odds
    from banneret.kernel.abilities.view import View
    from banneret.kernel.codec import Codec


class Warcards(Rulebook[State]):
    """Two armies of company cards on fifteen areas. Rules: warcards:setup.order, warcards:round.sequence."""

    id = "warcards"
    folder = Path(__file__).parent

    # ------------------------------------------------------------------ scenarios

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.warcards.army.scenarios import read_scenario

        return read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """The armies at the beginning: "5 units: 2 Infantry, Irregulars, Archers, Cavalry"."""
        from banneret.rulebooks.warcards.army.scenarios import armies

        return armies(scenario)

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        from banneret.rulebooks.warcards.army.scenarios import new_state

        return new_state(scenario, options, self.version)

    # ------------------------------------------------------------------ playing

    def of_version(self, version: int) -> Warcards:
        """The rulebook as an earlier version had it, for records of battles that began by it; else this one."""
        return EARLIER.get(version, self)

    # Asked for at every step: the function itself, which is compiled where this class is not.
    step = staticmethod(play_step)

    def outcome(self, state: State) -> Outcome | None:
        """The end of the battle, None while it goes on."""
        return state.outcome

    @property
    def codec(self) -> Codec[State]:
        """The way its states are written as bytes."""
        from banneret.rulebooks.warcards.codec import CODEC

        return CODEC

    def invariants(self, state: State) -> list[str]:
        """The faults of the state, as sentences."""
        from banneret.rulebooks.warcards.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ abilities

    @cached_property
    def view(self) -> View[State]:
        """The ability to show states to people."""
        from banneret.rulebooks.warcards.view.view import WarcardsView

        return WarcardsView()

    @cached_property
    def sight(self) -> Sight[State]:
        """The sight of a side, which is all: a secret choice is in no state before it is revealed."""
        return OpenSight(Lens, State.copy)

    @cached_property
    def computer(self) -> Computer[State]:
        """Computer players."""
        from banneret.kernel.judgement import read_learned
        from banneret.rulebooks.warcards.ai.computer import WarcardsComputer

        return WarcardsComputer(read_learned(self.folder / "data" / "judgement.toml", WarcardsComputer.terms))

    @cached_property
    def odds(self) -> Odds:
        """The odds of a unit or army that attacks another."""
        from banneret.rulebooks.warcards.odds.odds import WarcardsOdds

        return WarcardsOdds(self)

    @cached_property
    def muster(self) -> Muster:
        """Armies and fleets, priced in gold bars."""
        from banneret.rulebooks.warcards.army.muster import MUSTER

        return MUSTER


RULEBOOK: Final = Warcards()
EARLIER: Final = {version: Warcards(version) for version in range(1, 3)}
"""Earlier versions of the rulebook, by number; the changelog lists the differences."""
