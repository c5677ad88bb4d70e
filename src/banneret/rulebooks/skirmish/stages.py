"""The stages of a battle: which step comes next. Rules: skirmish:setup.steps, skirmish:turn.sequence."""

from __future__ import annotations

from typing import Final

STARTING: Final = 0
"""Starting creatures are chosen and placed."""
OPENING: Final = 1
"""Decks are shuffled, hands are drawn, Ready is used, the first player is found."""
TURN_START: Final = 2
"""Effects at the start of a turn, one after the other, and the Refresh Phase."""
BEFORE_ACTIONS: Final = 3
"""The open window at the start of the Action Phase."""
ACTIONS: Final = 4
"""A creature is chosen, or the one that is activated does something."""
AFTER_ACTIVATION: Final = 5
"""The open window at the end of an activation."""
DEPLOY: Final = 6
"""Creatures are deployed, and the hand is filled."""
BEFORE_END: Final = 7
"""The open window at the end of the turn."""
TURN_END: Final = 8
"""Nimble creatures untap; the battle ends, or the next turn begins."""
OVER: Final = 9
