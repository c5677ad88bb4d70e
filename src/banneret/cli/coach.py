"""The coach of a lesson in the terminal: its cards, before the questions that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.lesson import Progress, lesson_of
from banneret.render.ink import wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.battle import Battle
    from banneret.kernel.lesson import Lesson
    from banneret.kernel.scene import Scene
    from banneret.render.ink import Ink


class Coach:
    """Shows each card of a lesson once, and says after the last one how to go on."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.progress = Progress(lesson)
        self._begun = False
        self._ended = False
        self._order = ""

    def tells(self, text: str) -> bool:
        """True if that is the order of the last card."""
        return bool(self._order) and text.strip().lower() == self._order.lower()

    def lines(self, scene: Scene, width: int, ink: Ink) -> list[str]:
        """The card for the question of a scene; nothing where it belongs to none."""
        step = self.progress.meet(scene)
        found: list[str] = []
        self._order = step.order if step else ""
        if step is not None:
            number = self.lesson.steps.index(step) + 1
            found += ["", ink.strong(f"Lesson, {number} of {len(self.lesson.steps)}: {step.title}")]
            if not self._begun:
                found += wrap(f"Goal: {self.lesson.goal}", width)
            found += wrap(step.sentence, width)
            found += wrap(step.why, width) if step.why else []
            found += wrap(f"Type: {step.order}", width, "> ")
            if not self._begun:
                found += wrap(
                    "Any other legal order is also good. 'skip' ends the lesson; the battle goes on.", width
                )
            self._begun = True
        elif self.progress.is_over and not self._ended:
            self._ended = True
            found += [
                "",
                ink.strong(f"Lesson: {self.lesson.after.title}"),
                *wrap(self.lesson.after.sentence, width),
            ]
        return found


def coach_for(battle: Battle, people: Sequence[str]) -> Coach | None:
    """The coach of a battle that is a lesson, where one person plays its side; None for any other battle."""
    lesson = lesson_of(battle.rulebook)
    if lesson is None or list(people) != [lesson.side] or not lesson.teaches(battle):
        return None
    return Coach(lesson)
