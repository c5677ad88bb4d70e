"""The rulebook `skirmish`: its scenarios, its steps, and the doors to everything else it offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Outcome, Scenario
from banneret.rulebooks.skirmish.rounds import play_step
from banneret.rulebooks.skirmish.state import USUAL, State, are_foes

if TYPE_CHECKING:
    from banneret.kernel.abilities.asking import Asking
    from banneret.kernel.abilities.boards import Boards
    from banneret.kernel.abilities.computer import Computer
    from banneret.kernel.abilities.muster import Muster
    from banneret.kernel.abilities.odds import Odds
    from banneret.kernel.abilities.referee import Referee
    from banneret.kernel.abilities.sight import Sight
    from banneret.kernel.abilities.view import View
    from banneret.kernel.codec import Codec


class Skirmish(Rulebook[State]):
    """Two factions of creatures and action cards on a board of squares. Rules: skirmish:setup.steps, skirmish:turn.sequence."""

    id = "skirmish"
    folder = Path(__file__).parent
    concession = "skirmish:end.concede"

    # ------------------------------------------------------------------ scenarios

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.skirmish.army.scenarios import read_scenario

        return read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """The decks of each side: "12 creatures, 26 action cards"."""
        from banneret.rulebooks.skirmish.army.scenarios import setting_of

        setting = setting_of(scenario, {})
        return tuple(
            [
                f"{len(creatures)} creatures, {len(actions)} action cards"
                for creatures, actions in zip(setting.creatures, setting.actions, strict=True)
            ]
        )

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        from banneret.rulebooks.skirmish.army.scenarios import open_battle

        state = open_battle(scenario, options)
        state.setting.flags.version = self.version
        return state

    def of_version(self, version: int) -> Skirmish:
        """The rulebook of an earlier version, for records of battles that began by it; this one for any other."""
        return EARLIER.get(version, self)

    # ------------------------------------------------------------------ playing

    # Asked for at every step: the function itself, which is compiled where this class is not.
    step = staticmethod(play_step)

    def outcome(self, state: State) -> Outcome | None:
        """The outcome of the battle; None while it goes on."""
        return state.outcome

    def opponents(self, scenario: Scenario, side: int) -> tuple[int, ...]:
        """The sides of the other team, which win if this side gives up. Rules: skirmish:end.concede, skirmish:team.sides."""
        return tuple(other for other in range(len(scenario.sides)) if are_foes(side, other))

    @property
    def codec(self) -> Codec[State]:
        """The way its states are written as bytes."""
        from banneret.rulebooks.skirmish.codec import CODEC

        return CODEC

    def invariants(self, state: State) -> list[str]:
        """The faults of the state, as sentences."""
        from banneret.rulebooks.skirmish.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ abilities

    @cached_property
    def view(self) -> View[State]:
        """The ability to show states to people."""
        from banneret.rulebooks.skirmish.view.view import SkirmishView

        return SkirmishView()

    @cached_property
    def sight(self) -> Sight[State]:
        """The knowledge of a side: hands are hidden, and so is what decks hold."""
        from banneret.rulebooks.skirmish.hidden.sight import SkirmishSight

        return SkirmishSight()

    @cached_property
    def computer(self) -> Computer[State]:
        """Computer players."""
        from banneret.kernel.judgement import read_learned
        from banneret.rulebooks.skirmish.ai.computer import SkirmishComputer

        return SkirmishComputer(read_learned(self.folder / "data" / "judgement.toml", SkirmishComputer.terms))

    @cached_property
    def referee(self) -> Referee[State]:
        """The referee's hand."""
        from banneret.rulebooks.skirmish.referee import SkirmishReferee

        return SkirmishReferee()

    @cached_property
    def odds(self) -> Odds:
        """The outcomes of fights of creatures."""
        from banneret.rulebooks.skirmish.odds.odds import SkirmishOdds

        return SkirmishOdds(self.computer)

    @cached_property
    def muster(self) -> Muster:
        """Decks that people build."""
        from banneret.rulebooks.skirmish.army.muster import Decks

        return Decks()

    @cached_property
    def boards(self) -> Boards:
        """Boards that people join from tiles."""
        from banneret.rulebooks.skirmish.army.grounds import Grounds

        return Grounds()

    @cached_property
    def asking(self) -> Asking[State] | None:
        """The windows in which a side wants to be asked."""
        from banneret.rulebooks.skirmish.view.asked import SkirmishAsking

        return SkirmishAsking()


class FirstSkirmish(Skirmish):
    """Version 1 of the rules, by which the oldest records replay: a side said in its orders when it wants to be asked."""

    asking = None

    def open(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        state = super().open(scenario, options)
        for army in state.armies:
            army.asks = USUAL
        return state


RULEBOOK: Final = Skirmish()
"""The rulebook."""
FIRST: Final = FirstSkirmish(1)
"""The rulebook as it was by version 1."""
SECOND: Final = Skirmish(2)
"""The rulebook as it was by version 2."""
EARLIER: Final = {1: FIRST, 2: SECOND, 3: Skirmish(3), 4: Skirmish(4), 5: Skirmish(5)}
"""Earlier versions of the rulebook, by number; `mended`, `dodges_once`, `strikes_once` and `counts_points` of `Flags` say what they did otherwise."""
