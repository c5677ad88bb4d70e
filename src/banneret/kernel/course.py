"""The course of a battle: runs the steps of a rulebook, puts them aside and takes them up again.

A course knows answers, not entries: whoever owns it (a `Battle`) writes down what it draws from its dice.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Dice
from banneret.kernel.errors import BrokenRules
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Answer, Pending, Roll, StepTable

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Outcome, Rulebook

KEPT_NEWS = 150
MOST_QUIET_STEPS = 100_000


class Course:
    """A battle on its way. `present` is the state as it stands, `checkpoint` the state at the beginning of the running step.

    After each call either `outcome` is set, or `decisions` are owed, or a `roll` is wanted from people.
    """

    def __init__(self, rulebook: Rulebook[Any], state: Any, dice: Dice) -> None:
        self.rulebook = rulebook
        self.checkpoint = state
        self.present = state
        self.dice = dice
        self.answers: list[Answer] = []  # of the running step
        self.count = 0  # answers in the whole course
        self.fresh: list[Answer] = []  # dice drawn since the owner last took them
        self.outcome: Outcome | None = None
        self.decisions: list[Decision] = []
        self.roll: Roll | None = None
        self.sealed = False  # the decisions are part of a secret simultaneous choice
        self.question_at = 0  # answers of the running step before the pending question
        self.news: deque[tuple[int, int, Event]] = deque(maxlen=KEPT_NEWS)
        self.told = 0  # news of finished steps
        self.running: list[tuple[int, int, Event]] = []  # news of the running step

    def order(self, side: int, order: Order) -> None:
        """Take a legal order of a side that owes one, and run on."""
        self.answers.append(Answer(side, order))
        self.count += 1
        self.run()

    def rolled(self, value: int) -> None:
        """Take the die that people rolled, and run on."""
        roll = self.roll
        assert roll is not None
        answer = Answer(roll.side, None, roll.faces, value)
        self.answers.append(answer)
        self.count += 1
        self.fresh.append(answer)
        self.run()

    def run(self) -> None:
        """Run steps until something is missing or the battle is over."""
        self.decisions, self.roll, self.sealed = [], None, False
        for _ in range(MOST_QUIET_STEPS):
            self.outcome = self.rulebook.outcome(self.checkpoint)
            if self.outcome is not None:
                self.present = self.checkpoint
                return
            work = self.rulebook.copy(self.checkpoint)
            table = StepTable(self.answers, self.dice)
            before = len(self.answers)
            try:
                self.rulebook.step(work, table)
            except Pending as pending:
                self._note(before, table)
                self.decisions, self.roll, self.sealed = pending.decisions, pending.roll, pending.sealed
                self.question_at = table.question_at
                self.present = work
                return
            self._note(before, table)
            self.news.extend(self.running)
            self.told += len(self.running)
            self.running = []
            self.checkpoint = work
            self.answers = []
        raise BrokenRules(f"{self.rulebook.id}: nothing was asked in {MOST_QUIET_STEPS} steps")

    def _note(self, before: int, table: StepTable) -> None:
        """Keep the dice that the run drew, and its news (place in the log, answers before it, event)."""
        drawn = self.answers[before:]
        self.fresh.extend(drawn)
        self.count += len(drawn)
        begun = self.count - len(self.answers)
        self.running = [
            (self.told + index, begun + at, event) for index, (at, event) in enumerate(table.events, 1)
        ]

    def all_news(self) -> list[tuple[int, int, Event]]:
        """The news that are kept, oldest first: place in the log, answers given before it, event."""
        return [*self.news, *self.running]
