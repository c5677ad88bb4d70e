"""The stages of a battle, by which the next step is chosen. Rules: skirmish:setup.steps, skirmish:turn.sequence."""

from __future__ import annotations

from typing import Final

STARTING: Final = 0
"""Starting creatures are chosen and placed."""
HANDS: Final = 1
"""Opening hands are drawn."""
STARTING_READY: Final = 2
"""Ready of starting creatures, one after the other."""
FIRST_PLAYER: Final = 3
"""The side that goes first is determined."""
TURN_START: Final = 4
"""The effects at the start of the turn are gathered."""
EFFECTS: Final = 5
"""Effects at the start of the turn, one after the other."""
REFRESH: Final = 6
"""The Refresh Phase."""
BEFORE_ACTIONS: Final = 7
"""The open window at the start of the Action Phase."""
ACTIONS: Final = 8
"""A creature is chosen, or the one that is activated does something."""
AFTER_ACTIVATION: Final = 9
"""The open window at the end of an activation."""
DEPLOY: Final = 10
"""Creatures are deployed, and the hand is filled."""
BEFORE_END: Final = 11
"""The open window at the end of the turn."""
DISCARD: Final = 12
"""Cards above the limit of the hand are discarded."""
TURN_END: Final = 13
"""Nimble creatures untap; the battle ends, or the next turn begins."""
OVER: Final = 14

NAMES: Final = {
    STARTING: ("Setup", "starting creatures"),
    HANDS: ("Setup", "opening hands"),
    STARTING_READY: ("Setup", "Ready"),
    FIRST_PLAYER: ("Setup", "first player"),
    TURN_START: ("Refresh", ""),
    EFFECTS: ("Refresh", "effects at the start of the turn"),
    REFRESH: ("Refresh", ""),
    BEFORE_ACTIONS: ("Action", "before the first activation"),
    ACTIONS: ("Action", "activations"),
    AFTER_ACTIVATION: ("Action", "after an activation"),
    DEPLOY: ("Deploy", ""),
    BEFORE_END: ("End of turn", ""),
    DISCARD: ("End of turn", "discarding"),
    TURN_END: ("End of turn", ""),
    OVER: ("Over", ""),
}
"""Phase and segment of each stage as people read them."""
PHASES: Final = ("Setup", "Refresh", "Action", "Deploy", "End of turn")
