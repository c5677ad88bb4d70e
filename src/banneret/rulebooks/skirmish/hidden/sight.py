"""The knowledge of a side: what it may know of a battle."""

from __future__ import annotations

from banneret.kernel.abilities.sight import Sight
from banneret.kernel.dice import Chance
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.skirmish.hidden.canary import canaries
from banneret.rulebooks.skirmish.hidden.imagine import imagine
from banneret.rulebooks.skirmish.hidden.lens import Lens
from banneret.rulebooks.skirmish.state import State


class SkirmishSight(Sight[State]):
    """The knowledge of a side: the hands of others are hidden, and decks lie in no known order. Rule: skirmish:info.public."""

    def lens(self, state: State, side: int) -> Lens:
        """The window of a computer player."""
        return Lens(state, side)

    def imagine(self, state: State, viewer: Viewer, chance: Chance, present: State) -> State:
        """The state with the cards of others dealt again; what was played since was in hand, or was drawn."""
        return imagine(state, viewer, chance, present)

    def canaries(self, state: State, viewer: Viewer) -> tuple[State, list[str]]:
        """A copy with made-up cards in the hands of others, and the numbers of these."""
        return canaries(state, viewer)
