"""Canaries: cards that nobody has, in the hands of others. Rule: skirmish:info.public."""

from __future__ import annotations

from typing import Final

from banneret.kernel.viewer import Viewer
from banneret.rulebooks.skirmish.state import State

FIRST: Final = 710_077
STRIDE: Final = 1_013


def canaries(state: State, viewer: Viewer) -> tuple[State, list[str]]:
    """A copy in which the hands of all whom the viewer does not own hold one more card each, and the numbers of these."""
    world = state.copy()
    world.chain = state.chain
    tokens: list[str] = []
    for side, army in enumerate(world.armies):
        if viewer.owns(side):
            continue
        for hand, known in ((army.action_hand, len(army.known)), (army.creature_hand, 0)):
            if len(hand) > known:
                hand.append(FIRST + STRIDE * len(tokens))
                tokens.append(str(hand[-1]))
    return world, tokens
