"""What a side may know of a battle."""

from __future__ import annotations

from typing import Any

from banneret.kernel.abilities.sight import Sight
from banneret.kernel.dice import Chance
from banneret.kernel.viewer import Viewer
from banneret_fenlight.ai.lens import Lens
from banneret_fenlight.hidden.canary import canaries
from banneret_fenlight.hidden.imagine import imagine
from banneret_fenlight.state import State


class FenlightSight(Sight[State]):
    """Bands in the reeds are hidden from the enemy. Rule: fenlight:hide.known."""

    def lens(self, state: State, side: int) -> Lens:
        """The window of a computer player."""
        return Lens(state, side)

    def imagine(self, state: State, viewer: Viewer, chance: Chance, present: Any) -> State:
        """The state with hidden bands dealt again; a round asks only at its beginning, so nothing was learnt since."""
        return imagine(state, viewer, chance)

    def canaries(self, state: State, viewer: Viewer) -> tuple[State, list[str]]:
        """A copy with made-up strengths, and what they are."""
        return canaries(state, viewer)
