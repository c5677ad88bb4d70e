"""The state before anything was asked."""

from __future__ import annotations

from banneret_fenlight import stages
from banneret_fenlight.setup.placement import begin
from banneret_fenlight.state import Band, State
from banneret_fenlight.tables.marsh import Marsh


def new_state(marsh: Marsh) -> State:
    """A marsh before the placement; where the scenario itself has placed the bands, before the first round."""
    bands = [Band(side, *post) for side, posts in enumerate(marsh.bands) for post in posts]
    state = State(marsh, stages.PLACEMENT, 0, bands, [], 0, [0, 0], [0, 0], [0, 0])
    if bands:
        begin(state)
    return state
