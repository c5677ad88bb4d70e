"""The rulebook `battlesystem`: its scenarios, its steps (in `rounds`), and access to everything else it offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.abilities.sight import OpenSight, Sight
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Outcome, Scenario
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.rounds import play_step
from banneret.rulebooks.battlesystem.state import State, is_mended

if TYPE_CHECKING:
    from banneret.kernel.abilities.computer import Computer
    from banneret.kernel.abilities.muster import Muster
    from banneret.kernel.abilities.odds import Odds
    from banneret.kernel.abilities.referee import Referee
    from banneret.kernel.abilities.view import View
    from banneret.kernel.codec import Codec


class Battlesystem(Rulebook[State]):
    """Regiments on the plane. Rules: battlesystem:1.0, battlesystem:1.0d."""

    id = "battlesystem"
    folder = Path(__file__).parent

    # ------------------------------------------------------------------ scenarios

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.battlesystem.army.scenarios import read_scenario

        return read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """The army of each side at the start: "4 units, 50 figures: Twin Blades (12), ..."."""
        from banneret.rulebooks.battlesystem.army.scenarios import armies

        return armies(scenario)

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        from banneret.rulebooks.battlesystem.army.rosters.chiefs import equip
        from banneret.rulebooks.battlesystem.army.scenarios import new_state
        from banneret.rulebooks.battlesystem.space.field import under_bridges, with_open_edges

        state = new_state(scenario, options)
        setting = state.setting
        setting.flags.version = self.version
        if is_mended(state, 15):
            setting.terrain = under_bridges(setting.terrain)
        if is_mended(state, 16):
            setting.terrain = with_open_edges(setting.terrain, self.version)
        if is_mended(state, 17):
            equip(setting)
        return state

    def of_version(self, version: int) -> Battlesystem:
        """The rulebook by an earlier version of the rules, for battles that began by it; this one for any other version."""
        return EARLIER.get(version, self)

    # ------------------------------------------------------------------ playing

    # Called at every step: the function itself, since it is compiled and this class is not.
    step = staticmethod(play_step)

    def outcome(self, state: State) -> Outcome | None:
        """The end of the battle, None while it goes on."""
        return state.outcome

    @property
    def codec(self) -> Codec[State]:
        """The way its states are written as bytes."""
        from banneret.rulebooks.battlesystem.codec import CODEC

        return CODEC

    def invariants(self, state: State) -> list[str]:
        """The faults of the state, as sentences."""
        from banneret.rulebooks.battlesystem.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ abilities

    @cached_property
    def view(self) -> View[State]:
        """The ability to show states to people."""
        from banneret.rulebooks.battlesystem.view.view import BattlesystemView

        return BattlesystemView()

    @cached_property
    def sight(self) -> Sight[State]:
        """The sight of a side, from which nothing is hidden: what is placed in secret enters no state before it is revealed."""
        return OpenSight(Lens, State.copy)

    @cached_property
    def computer(self) -> Computer[State]:
        """Computer players."""
        from banneret.kernel.judgement import read_learned
        from banneret.rulebooks.battlesystem.ai.computer import BattlesystemComputer

        return BattlesystemComputer(
            read_learned(self.folder / "data" / "judgement.toml", BattlesystemComputer.terms)
        )

    @cached_property
    def referee(self) -> Referee[State]:
        """The changes that a referee may make."""
        from banneret.rulebooks.battlesystem.referee import BattlesystemReferee

        return BattlesystemReferee()

    @cached_property
    def odds(self) -> Odds:
        """The odds of a melee, or of a battle of two lists."""
        from banneret.rulebooks.battlesystem.odds.odds import BattlesystemOdds

        return BattlesystemOdds(self)

    @cached_property
    def muster(self) -> Muster:
        """Armies of units and commanders, priced in points."""
        from banneret.rulebooks.battlesystem.army.muster.armies import MUSTER

        return MUSTER


RULEBOOK: Final = Battlesystem()
EARLIER: Final = {version: Battlesystem(version) for version in range(1, 20)}
"""The rulebook by each earlier version of the rules: see `state.is_mended`."""
