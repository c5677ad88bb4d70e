"""The knowledge of a side."""

from __future__ import annotations

from banneret.kernel.abilities.sight import Sight
from banneret.kernel.dice import Chance
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.companies.ai.lens import Lens
from banneret.rulebooks.companies.hidden.imagine import canaries, imagine
from banneret.rulebooks.companies.state import State


class CompaniesSight(Sight[State]):
    """The volleys of the enemy's script are sealed until they are revealed. Rule: companies:map.hidden."""

    def lens(self, state: State, side: int) -> Lens:
        """The window of a computer player."""
        return Lens(state, side)

    def imagine(self, state: State, viewer: Viewer, chance: Chance, present: State) -> State:
        """The state with sealed volleys dealt again; a step reveals one volley before it asks, and no other."""
        return imagine(state, viewer, chance)

    def canaries(self, state: State, viewer: Viewer) -> tuple[State, list[str]]:
        """A copy with made-up numbers in the sealed volleys, and these numbers."""
        return canaries(state, viewer)
