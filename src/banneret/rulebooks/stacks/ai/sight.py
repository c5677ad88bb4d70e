"""The knowledge of a side in a battle, for computer players."""

from __future__ import annotations

from banneret.kernel.abilities.sight import Sight
from banneret.kernel.dice import Chance
from banneret.kernel.scenario import Scenario
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.stacks.ai.lens import Lens
from banneret.rulebooks.stacks.hidden.canary import canaries
from banneret.rulebooks.stacks.hidden.imagine import imagine
from banneret.rulebooks.stacks.hidden.lists import as_known
from banneret.rulebooks.stacks.state import State


class StacksSight(Sight[State]):
    """Lenses, imagined states and canaries: what is hidden from whom. Rule: stacks:hidden.stack, stacks:hidden.views."""

    def lens(self, state: State, side: int) -> Lens:
        """A window on the state for a computer player of the side."""
        return Lens(state, side)

    def imagine(self, state: State, viewer: Viewer, chance: Chance, present: State) -> State:
        """A full state that the viewer cannot tell from the true one."""
        return imagine(state, viewer, chance, present)

    def known_scenario(self, scenario: Scenario, viewer: Viewer) -> Scenario:
        """The scenario without the places where other sides' units begin."""
        return as_known(scenario, viewer)

    def canaries(self, state: State, viewer: Viewer) -> tuple[State, list[str]]:
        """Return, for tests, a copy in which all that the viewer may not know bears a unique token, and the tokens."""
        return canaries(state, viewer)
