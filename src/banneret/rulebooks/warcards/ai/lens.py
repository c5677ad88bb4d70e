"""The window of a computer player. In this rulebook everything lies open once it is chosen: the whole field may be read.

What is chosen in secret (terrain, visibility, and attacks where the option says so) is chosen within one question, and stands in
no state before both sides have answered.
"""

from __future__ import annotations

from banneret.rulebooks.warcards.state import State


class Lens:
    """The view of one side: the battle, which is not to be changed."""

    def __init__(self, state: State, side: int) -> None:
        self.battle: State = state
        self.side: int = side
