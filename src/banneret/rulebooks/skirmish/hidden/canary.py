"""Canaries: numbers of cards that do not exist, put into the hands of others. Rule: skirmish:info.public."""

from __future__ import annotations

from typing import Final

from banneret.kernel.viewer import Viewer
from banneret.rulebooks.skirmish.state import State

FIRST: Final = 710_077
"""The first canary, a number that no state has otherwise."""
STRIDE: Final = 1_013
"""The distance of one canary to the next."""


def canaries(state: State, viewer: Viewer) -> tuple[State, list[str]]:
    """A copy in which each hand that the viewer does not own holds a canary, and their numbers as text."""
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
