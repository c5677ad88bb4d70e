"""Moments: a battle as one viewer was shown it, numbered without regard to what that viewer was not shown.

Entries of the record are no numbers for players: they grow with every order and die that nobody else sees, and how many there were
is as secret as what they were. A viewer's moments grow with its news, with its own side's orders, and when others must decide than
before, which everybody sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.kernel.battle.course import Course
    from banneret.kernel.battle.play import Play
    from banneret.kernel.viewer import Viewer

ANSWERS = ("order", "passed", "die", "force")  # the kinds of entries that answer what the rules ask


class Moments:
    """The moments of each viewer, and their places in the record."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._known: tuple[Course, int, list[int]] | None = None

    def of(self, viewer: Viewer) -> list[int]:
        """For each moment of a viewer, from 0, the last entry up to which the viewer saw the battle like that."""
        entries, course = self._answers(), self._play.course
        return [*(entries[at - 1] - 1 for at in course.shown_to(viewer)), self._play.record.count]

    def _answers(self) -> list[int]:
        """The numbers of the entries that answer, as far as they stand."""
        course, count = self._play.course, self._play.record.count
        if self._known is None or self._known[:2] != (course, count):
            record = self._play.record
            stands = [number for number in record.history.standing() if record.entry(number).kind in ANSWERS]
            self._known = (course, count, stands)
        return self._known[2]
