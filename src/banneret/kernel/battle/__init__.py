"""A battle at the table: its course, play, undo, computer players and views."""

from banneret.kernel.battle.battle import Battle
from banneret.kernel.battle.play import NO_ONE_PLAYS

__all__ = ["NO_ONE_PLAYS", "Battle"]
