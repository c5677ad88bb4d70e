"""The window of a computer player. Nothing of the Basic Game is hidden: the whole field may be read.

Where the sides set up in secret, they do so within one question: no state shows a placement that is not open yet.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import State


class Lens:
    """The battle as one side sees it, which is not to be changed."""

    def __init__(self, state: State, side: int) -> None:
        self.battle: State = state
        self.side: int = side
