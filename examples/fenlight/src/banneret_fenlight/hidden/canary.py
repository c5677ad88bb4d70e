"""Canaries: strengths that must never reach a viewer. Rule: fenlight:hide.known."""

from __future__ import annotations

from banneret.kernel.viewer import Viewer
from banneret_fenlight.state import State

FIRST = 710_077
STRIDE = 1_013


def canaries(state: State, viewer: Viewer) -> tuple[State, list[str]]:
    """A copy in which every band that the viewer knows nothing of has a strength nobody else has, and these numbers."""
    world = state.copy()
    tokens: list[str] = []
    for band in world.bands:
        if not band.is_known and not viewer.owns(band.side):
            band.warriors = FIRST + STRIDE * len(tokens)
            tokens.append(str(band.warriors))
    return world, tokens
