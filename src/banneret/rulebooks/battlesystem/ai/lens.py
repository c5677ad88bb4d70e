"""The window through which a computer player sees the battle. Nothing is hidden: the whole field may be read.

Sides that set up in secret do so within one decision: no state holds a placement that is not yet revealed.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import State


class Lens:
    """The battle as one side sees it; it is not to be changed."""

    def __init__(self, state: State, side: int) -> None:
        self.battle: State = state
        self.side: int = side
