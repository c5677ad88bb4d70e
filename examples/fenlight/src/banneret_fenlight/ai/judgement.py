"""What a state is worth to a side, for search that stops early."""

from __future__ import annotations

from math import exp
from typing import Final

from banneret_fenlight.resolution.ending import warriors_of
from banneret_fenlight.state import State

BORNE: Final = 0.7  # of what a light at home is worth
WARRIOR: Final = 0.15
NEAR: Final = 0.3  # a free light, for whoever stands next to it
STEEP: Final = 1.3


def judge(state: State, side: int) -> float:
    """The outlook of a side, from 0 (lost) to 1 (won)."""
    if state.outcome is not None:
        return 0.5 if not state.outcome.winners else float(side in state.outcome.winners)
    worth = _worth(state, side) - _worth(state, 1 - side)
    told = STEEP * (1 + state.round / state.marsh.rounds)
    return 1 / (1 + exp(-told * worth))


def _worth(state: State, side: int) -> float:
    """What a side has, in lights brought home."""
    worth = state.home[side] + WARRIOR * warriors_of(state, side)
    distance = state.marsh.grid.distance
    own = [band for band in state.bands if band.side == side]
    for band in own:
        way = min(distance(band.place, home) for home in state.marsh.homes[side])
        worth += band.lights * (BORNE - 0.05 * way)
    for light in state.lights:
        way = min([distance(band.place, light) for band in own], default=9)
        worth += NEAR / (1 + way)
    return worth
