"""The table: the only thing that rules may turn to. It asks, rolls and tells.

Rules are written once against `Table`. Who answers is the table's business: computer players at once (`DirectTable`),
or a record that is fed back and stops where an answer is missing (`StepTable`).
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from banneret.kernel.decision import Decision
from banneret.kernel.dice import MAX_FACES, Dice
from banneret.kernel.errors import BrokenRules
from banneret.kernel.event import Event
from banneret.kernel.order import Order


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The table as rules see it: ask, roll, draw, tell.

    `telling` is False when nobody listens; rules then need not make up their events. `first` is the side whose order came in first
    when all were last asked together (-1: none was); computer players that decide at once come in the order of the decisions.
    """

    telling: bool = False
    first: int = -1

    def ask(self, decision: Decision) -> Order:
        """Put a question to one side and get its order, which is legal."""
        raise NotImplementedError

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """Secret simultaneous questions, at most one a side; no order is shown before all are in."""
        raise NotImplementedError

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """Roll one die of `faces` faces for `side` (-1: nobody's). `to`: the one side that sees it (-1: everybody)."""
        raise NotImplementedError

    def draw(self, count: int, why: str, side: int = -1, to: int = -1) -> int:
        """Draw blindly one of `count` things: an index from 0 to `count - 1`, all equally likely."""
        return self.die(count, why, side, to) - 1 if count > 1 else 0

    def tell(self, event: Event) -> None:
        """Say what happened."""

    def dice(self, count: int, faces: int, why: str, side: int = -1) -> list[int]:
        """Roll several dice, one after the other."""
        return [self.die(faces, why, side) for _ in range(count)]

    def shuffled(self, items: list[int], why: str, side: int = -1, to: int = -1) -> list[int]:
        """The items in random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.draw(last + 1, why, side, to)
            result[last], result[other] = result[other], result[last]
        return result


class Roll:
    """A die that people are to roll: the side that rolls it, its faces, the reason, and the side that sees it (-1: everyone)."""

    __slots__ = ("faces", "side", "to", "why")

    def __init__(self, faces: int, why: str, side: int, to: int) -> None:
        self.faces = faces
        self.why = why
        self.side = side
        self.to = to


class Answer:
    """Something that came to the table during a step: an order of a side, or a die.

    `side` is the side that ordered, or for whom was rolled (-1: nobody's). `faces` is 0 for an order. `to` is the one side that
    sees the die (-1: everyone). A die of value 0 is one that only another side saw: it is rolled again.
    """

    __slots__ = ("faces", "order", "side", "to", "value")

    def __init__(self, side: int, order: Order | None, faces: int = 0, value: int = 0, to: int = -1) -> None:
        self.side = side
        self.order = order
        self.faces = faces
        self.value = value
        self.to = to

    def seen_from(self, side: int) -> Answer:
        """The answer as a side knows it: a die that another side alone saw loses its value."""
        if self.faces == 0 or self.to < 0 or self.to == side:
            return self
        return Answer(self.side, None, self.faces, 0, self.to)


class Pending(Exception):  # not an error: the step waits
    """The step is suspended: it waits for these decisions, or for this roll."""

    def __init__(self, decisions: list[Decision], roll: Roll | None = None, sealed: bool = False) -> None:
        super().__init__("waiting")
        self.decisions = decisions
        self.roll = roll
        self.sealed = sealed


@mypyc_attr(allow_interpreted_subclasses=True)
class StepTable(Table):
    """Runs one step again with the answers so far, and suspends it where the next is missing.

    `answers` is shared with the caller: dice that the source provides are appended to it (or put where the value of a
    die is 0: another side saw it). A source that shows 0 has no die
    at hand (people roll): the step is then suspended as for a missing order. `question_at` tells how many answers came
    before the question that is pending; `events` are the news, each with the number of answers it came after.
    """

    def __init__(self, answers: list[Answer], source: Dice, telling: bool = True) -> None:
        self.telling = telling
        self.answers = answers
        self.source = source
        self.at = 0
        self.question_at = 0
        self.events: list[tuple[int, Event]] = []

    def ask(self, decision: Decision) -> Order:
        """The next answer; suspends the step where it is missing."""
        self.question_at = self.at
        if self.at == len(self.answers):
            raise Pending([decision])
        answer = self.answers[self.at]
        if answer.order is None or answer.side != decision.side:
            raise RecordMismatch(
                f"answer {self.at + 1} of the step does not fit the question '{decision.kind}'"
            )
        self.at += 1
        return answer.order

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The next answers, one of each side, in whatever order they came; suspends the step where one is missing."""
        self.question_at = self.at
        asked = {decision.side for decision in decisions}
        given: dict[int, Order] = {}
        while self.at < len(self.answers) and len(given) < len(decisions):
            answer = self.answers[self.at]
            if answer.order is None or answer.side in given or answer.side not in asked:
                raise RecordMismatch(f"answer {self.at + 1} of the step does not fit '{decisions[0].kind}'")
            given[answer.side] = answer.order
            self.at += 1
        missing = [decision for decision in decisions if decision.side not in given]
        if missing:
            raise Pending(missing, sealed=len(decisions) > 1)
        self.first = next(iter(given))  # they stand in the order in which they came
        return [given[decision.side] for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """The next answer, else the next die of the source; suspends the step where people are to roll."""
        if not 1 <= faces <= MAX_FACES:
            raise BrokenRules(f"a die of {faces} faces is needed for '{why}'")
        known = self.at < len(self.answers)
        if known:
            answer = self.answers[self.at]
            if answer.order is not None or answer.faces != faces or answer.side != side:
                raise RecordMismatch(
                    f"answer {self.at + 1} of the step is not a die of {faces} faces for '{why}'"
                )
            answer.to = to
            if answer.value:
                self.at += 1
                return answer.value
        value = self.source.die(faces)
        if value == 0:
            self.question_at = self.at
            raise Pending([], Roll(faces, why, side, to))
        if known:
            self.answers[self.at] = Answer(side, None, faces, value, to)
        else:
            self.answers.append(Answer(side, None, faces, value, to))
        self.at += 1
        return value

    def tell(self, event: Event) -> None:
        """Keep the news, with the number of answers before it."""
        self.events.append((self.at, event))


class RecordMismatch(ValueError):
    """The answers of a record do not fit what the rules ask."""
