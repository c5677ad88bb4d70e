"""The course of a battle: runs the steps of a rulebook, suspends and resumes them.

A course knows answers, not entries: its owner (a `Battle`) writes down what it draws from its dice.
"""

from __future__ import annotations

from array import array
from collections import deque
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from banneret.kernel.battle.luck import Ledger
from banneret.kernel.decision import Decision, IllegalOrder, Refusal
from banneret.kernel.dice import Chance, Dice, NoDice
from banneret.kernel.errors import BrokenRules, WrongWorld
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Answer, Pending, RecordMismatch, Roll, StepTable
from banneret.kernel.viewer import REFEREE, SPECTATOR, Viewer, viewer_of

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Outcome
    from banneret.kernel.scene import Luck

CHANGE = "table:change"
IN_THE_WAY = "Orders that were given in this step would not be possible then. Take them back first, or wait until the step is over."
KEPT_NEWS = 100
MOST_QUIET_STEPS = 100_000


class Log:
    """The latest news, for each viewer apart: numbered from the beginning, so that what one may not know leaves no gap."""

    def __init__(self, sides: int) -> None:
        self.sides = range(sides)
        self.viewers: list[Viewer] = [*[viewer_of(side) for side in range(sides)], REFEREE, SPECTATOR]
        self._kept: dict[Viewer, deque[Event]] = {one: deque(maxlen=KEPT_NEWS) for one in self.viewers}
        self._told: dict[Viewer, int] = dict.fromkeys(self.viewers, 0)
        self._luck = {viewer: Ledger() for viewer in self.viewers}
        # For each viewer, after how many answers of the battle it was shown something: news, who must decide, its side's own orders.
        self._shown: dict[Viewer, array[int]] = {one: array("I") for one in self.viewers}
        self._latest: dict[Viewer, int] = dict.fromkeys(self.viewers, 0)  # the greatest of these
        self._orders = [0] * sides
        self._asks = 0

    def add(self, events: list[tuple[int, Event]]) -> None:
        """Keep what was told in a finished step, with the answers of the whole battle before each."""
        if not events:
            return
        open_to_all = all(event.to is None and event.besides < 0 for _, event in events)
        seen = [event for _, event in events]
        moments = dict.fromkeys([at for at, _ in events])
        for viewer, kept in self._kept.items():
            if not open_to_all:
                told = [(at, event) for at, event in events if event.seen_by(viewer)]
                seen = [event for _, event in told]
                moments = dict.fromkeys([at for at, _ in told])
            kept.extend(seen)
            self._told[viewer] += len(seen)
            self._luck[viewer].add(seen)
            for at in moments:
                self._show(viewer, at)

    def ordered(self, side: int, at: int) -> None:
        """A side has ordered, and knows it: that was answer number `at`."""
        self._show(viewer_of(side), at)
        self._orders[side] += 1

    def asked(self, at: int) -> None:
        """Other sides must decide than before, which everybody sees: after `at` answers."""
        self._asks += 1
        for viewer in self.viewers:
            self._show(viewer, at)

    def _show(self, viewer: Viewer, at: int) -> None:
        self._shown[viewer].append(at)
        if at > self._latest[viewer]:
            self._latest[viewer] = at

    def measure(self, viewer: Viewer, running: list[tuple[int, Event]]) -> tuple[int, int, int]:
        """A measure of what a viewer was shown: if it has changed, the viewer was shown something since."""
        told = self._told[viewer]
        for _, event in running:
            if event.seen_by(viewer):
                told += 1
        return told, self._asks, self._orders[viewer.side] if viewer.is_side else 0

    def shown(self, viewer: Viewer, running: list[tuple[int, Event]]) -> list[int]:
        """After which answers a viewer was shown something, in order; `running`: news of the step under way."""
        fresh = {at for at, event in running if event.seen_by(viewer)}
        return sorted(fresh.union(self._shown[viewer]) - {0})

    def last_shown(self, viewer: Viewer, running: list[tuple[int, Event]], begun: int) -> int:
        """After which answer a viewer was last shown something; 0: after none. The end of `shown`, without all before it.

        `begun`: answers of the battle before the step under way.
        """
        latest = self._latest[viewer]
        for at, event in running:
            if begun + at > latest and event.seen_by(viewer):
                latest = begun + at
        return latest

    def told(self, viewer: Viewer) -> int:
        """The number of news that a viewer has received in finished steps, from the beginning."""
        return self._told[viewer]

    def since(self, viewer: Viewer, number: int) -> list[tuple[int, Event]]:
        """The news that a viewer received after that number, as far as they are kept, with their numbers."""
        kept, told = self._kept[viewer], self._told[viewer]
        fresh = min(told - number, len(kept))
        return list(enumerate(islice(kept, len(kept) - fresh, None), told - fresh + 1))

    def luck(self, viewer: Viewer, running: list[tuple[int, Event]]) -> tuple[Luck, ...]:
        """The luck of a viewer: for each measure a line a side, of all dice of the battle that the viewer knows of."""
        return self._luck[viewer].lines([event for _, event in running if event.seen_by(viewer)])

    def ledger(self, viewer: Viewer, running: list[Event]) -> Ledger:
        """The dice of the whole battle that a viewer knows of, and what they brought."""
        return self._luck[viewer].with_more(event for event in running if event.seen_by(viewer))


class Course:
    """A battle under way. `present` is the state as it stands, `checkpoint` the state at the beginning of the running step.

    After each call either `outcome` is set, or `decisions` are open, or a `roll` is wanted from people. Where a call raises,
    the course is broken, and its owner begins a new one from the record.
    """

    def __init__(self, rulebook: Rulebook[Any], state: Any, dice: Dice, sides: int) -> None:
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
        self._asked: list[int] = []  # the sides that had to decide at the last question
        self.sealed = False  # the decisions are part of a secret simultaneous choice
        self.question_at = 0  # answers of the running step before the pending question
        self.log = Log(sides)
        self.running: list[tuple[int, Event]] = []  # news of the running step, with the answers before each
        self.asides: list[tuple[int, Event]] = []  # what the referee did in the running step, likewise
        self.revealed = array("I")  # answers before each news of finished steps that showed something hidden

    def order(self, side: int, order: Order) -> None:
        """Apply a legal order of a side that must decide, and run on."""
        self.answers.append(Answer(side, order))
        self.count += 1
        self.log.ordered(side, self.count)
        if self.sealed and len(self.decisions) > 1:
            self._wait_for_others(side)
        else:
            self.run()

    def rolled(self, value: int) -> None:
        """Take the die that people rolled, and run on."""
        roll = self.roll
        assert roll is not None
        answer = Answer(roll.side, None, roll.faces, value, roll.to)
        self.answers.append(answer)
        self.count += 1
        self.fresh.append(answer)
        self.run()

    def changed(self, words: Order) -> Any:
        """The checkpoint as it would be after a referee's change; raises `IllegalOrder`. Nothing changes.

        What was already answered in the running step must still hold then, and everybody must be able to look at the table.
        """
        state = self.rulebook.copy(self.checkpoint)
        referee = self.rulebook.referee
        if referee is None:
            nothing = f"{self.rulebook.title} has nothing that a referee may change."
            raise IllegalOrder(Refusal(nothing, CHANGE))
        referee.change(state, words)
        faults = self.rulebook.invariants(state)
        if faults:
            raise IllegalOrder(Refusal(f"The table would be impossible: {faults[0]}.", CHANGE))
        answers = [Answer(a.side, a.order, a.faces, a.value, a.to) for a in self.answers]
        work = self.rulebook.copy(state)
        table = CheckedTable(answers, NoDice())
        try:
            if self.rulebook.outcome(state) is None:
                self.rulebook.step(work, table)
        except Pending:
            pass
        except RecordMismatch:
            table.at = -1
        if table.at != len(answers):
            raise IllegalOrder(Refusal(IN_THE_WAY, CHANGE))
        for viewer in self.log.viewers:
            self.rulebook.view.scene(work, viewer)
        for side in self.log.sides:
            with suppress(WrongWorld):  # then computer players decide without
                self.rulebook.sight.imagine(state, viewer_of(side), Chance(1), work)
        return state

    def change(self, state: Any, event: Event) -> None:
        """Go on from a changed checkpoint, and say so."""
        self.checkpoint = state
        self.tell(event)
        self.run()

    def tell(self, event: Event) -> None:
        """News of the table's own, between those of the rules."""
        self.asides.append((len(self.answers), event))
        self.running = sorted([*self.running, self.asides[-1]], key=_at)

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
                self._ask([decision.side for decision in pending.decisions])
                return
            self._note(before, table)
            self._finish(work)
        raise BrokenRules(f"{self.rulebook.id}: nothing was asked in {MOST_QUIET_STEPS} steps")

    def _wait_for_others(self, side: int) -> None:
        """One of several secret choices is in: until all are, the step would come to the same question, and nothing stands otherwise."""
        self.decisions = [decision for decision in self.decisions if decision.side != side]
        self._ask([decision.side for decision in self.decisions])

    def _ask(self, sides: list[int]) -> None:
        """Note that these sides must decide now. Dice that people roll are left out: some of them only one side may know of."""
        if sides and sides != self._asked:
            self._asked = sides
            self.log.asked(self.count)

    def _note(self, before: int, table: StepTable) -> None:
        """Keep the dice that the run drew, and its news."""
        if len(self.answers) > before:
            drawn = self.answers[before:]
            self.fresh.extend(drawn)
            self.count += len(drawn)
        self.running = sorted([*table.events, *self.asides], key=_at) if self.asides else table.events

    def _finish(self, state: Any) -> None:
        """The step is over: its end is the next checkpoint."""
        if self.running:
            placed = self._placed()
            self.revealed.extend([at for at, event in placed if event.reveals])
            self.log.add(placed)
        self.running = []
        self.asides = []
        self.checkpoint = state
        self.answers = []

    def _placed(self) -> list[tuple[int, Event]]:
        """The news of the running step, with the answers of the whole battle before each."""
        begun = self.count - len(self.answers)
        return [(begun + at, event) for at, event in self.running]

    def shown_to(self, viewer: Viewer) -> list[int]:
        """After which answers of the battle (from 1) a viewer was shown something, in order.

        That is news, that others must decide than before, and its own side's orders.
        """
        return self.log.shown(viewer, self._placed())

    def last_shown_to(self, viewer: Viewer) -> int:
        """After which answer of the battle (from 1) a viewer was last shown something; 0: after none."""
        return self.log.last_shown(viewer, self.running, self.count - len(self.answers))

    def has_shown_at(self, count: int) -> bool:
        """True if something hidden was shown upon the answer of that number (from 1), before the next one."""
        begun = self.count - len(self.answers)
        return (
            any(event.reveals and begun + at == count for at, event in self.running) or count in self.revealed
        )

    def running_news(self, viewer: Viewer) -> list[tuple[int, Event]]:
        """The news of the step under way as a viewer may know them, oldest first, numbered on from those before."""
        if not self.running:
            return []
        seen = [event for _, event in self.running if event.seen_by(viewer)]
        return list(enumerate(seen, self.log.told(viewer) + 1))

    def measure(self, viewer: Viewer) -> tuple[int, int, int]:
        """A measure of what a viewer was shown: if it has changed, the viewer was shown something since."""
        return self.log.measure(viewer, self.running)

    def luck(self, viewer: Viewer) -> tuple[Luck, ...]:
        """Each side's dice against what they should have been, as far as a viewer knows them."""
        return self.log.luck(viewer, self.running)

    def ledger(self, viewer: Viewer) -> Ledger:
        """All dice so far and what they brought, as far as a viewer knows them."""
        return self.log.ledger(viewer, [event for _, event in self.running])


class CheckedTable(StepTable):
    """Runs a step again after something was changed: every order given before must still be legal."""

    def ask(self, decision: Decision) -> Order:
        """The next answer, if it still fits."""
        self._check([decision], 1)
        return super().ask(decision)

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The next answers, if they still fit."""
        self._check(decisions, len(decisions))
        return super().ask_all(decisions)

    def _check(self, decisions: list[Decision], most: int) -> None:
        for answer in self.answers[self.at : self.at + most]:
            for decision in decisions:
                if answer.order is not None and answer.side == decision.side and decision.check(answer.order):
                    raise RecordMismatch("an order that was given is not legal any more")


def _at(told: tuple[int, Event]) -> int:
    return told[0]
