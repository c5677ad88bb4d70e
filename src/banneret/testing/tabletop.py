"""A scripted battle from any position: say what the sides do and what the dice show, and look at what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.decision import Decision, IllegalOrder, Refusal
from banneret.kernel.dice import Chance, NoDice
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.naming.match import Unclear
from banneret.kernel.naming.reading import read_named
from banneret.kernel.order import Order, plain_order, write_order
from banneret.kernel.player import Seat
from banneret.kernel.table import Answer, Pending, Roll, StepTable
from banneret.kernel.viewer import WATCHERS, Viewer, viewer_of
from banneret.muster.matchup import matchup
from banneret.testing.policies import Policy, declines

if TYPE_CHECKING:
    from banneret.kernel.event import Event
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Outcome, Scenario
    from banneret.kernel.scene import Question, Scene
    from banneret.kernel.tally import Tally

MOST_QUESTIONS = 2_000
MOST_QUIET_STEPS = 10_000


class Tabletop:
    """A battle of a rulebook from any state, played by script.

    Sides go by their id or their number. A side without instructions decides by `policy` (default: `declines`). Every state
    between steps is checked for the rulebook's invariants (`checked`), every order for being legal. Dice are those of `dice`;
    none is rolled by itself.

    `asked` are the kinds of decisions that were put, each with its side; `events` the news of all steps.
    """

    def __init__(
        self, rulebook: Rulebook[Any] | str, state: Any, policy: Policy = declines, *, checked: bool = True
    ) -> None:
        self.rulebook: Rulebook[Any] = rulebooks.get(rulebook) if isinstance(rulebook, str) else rulebook
        self.checkpoint = state
        self.state = state
        self.policy = policy
        self.checked = checked
        self.decisions: list[Decision] = []
        self.wanted: Roll | None = None
        self.asked: list[tuple[str, int]] = []
        self.events: list[Event] = []
        self._answers: list[Answer] = []
        self._finished: list[Event] = []
        self._still_asked: set[int] = set()  # sides whose part of a simultaneous question has been counted
        self._run()

    # ------------------------------------------------------------------ setting up

    @classmethod
    def start(
        cls,
        rulebook: Rulebook[Any] | str,
        scenario: Scenario | str | Mapping[str, Any],
        options: Mapping[str, str] | None = None,
        policy: Policy = declines,
    ) -> Tabletop:
        """A scenario from its beginning: by id, as it is, or as the plain data of a scenario's file."""
        book = rulebooks.get(rulebook) if isinstance(rulebook, str) else rulebook
        if isinstance(scenario, str):
            scenario = book.scenario(scenario)
        elif isinstance(scenario, Mapping):
            scenario = book.read_scenario(scenario, "scenario of the test")
        return cls(book, book.new(scenario, book.options(options)), policy)

    @classmethod
    def fight(
        cls,
        rulebook: Rulebook[Any] | str,
        first: str,
        second: str,
        options: Mapping[str, str] | None = None,
        policy: Policy = declines,
    ) -> Tabletop:
        """The single battle of two short lists such as "2 Knights, Archers", the first attacking."""
        book = rulebooks.get(rulebook) if isinstance(rulebook, str) else rulebook
        return cls.start(book, matchup(book, first, second), options, policy)

    def change(self, *orders: str) -> None:
        """Change the position as a referee may, between steps: "add elves groves C3". Raises `IllegalOrder`."""
        if self._answers:
            raise AssertionError("something was answered in the running step: change the table before")
        state = self.rulebook.copy(self.checkpoint)
        referee = self.rulebook.referee
        assert referee is not None, f"{self.rulebook.id} has nothing that a referee may change"
        for order in orders:
            referee.change(state, plain_order(order))
        self.checkpoint = self.state = state
        self._check()
        self._again()

    def arrange(self, change: Callable[[Any], None]) -> None:
        """Change the state with a function of it, between steps."""
        change(self.checkpoint)
        self._check()
        self._again()

    @contextmanager
    def arranging(self) -> Iterator[Any]:
        """The state between steps, to be changed at will in a `with` block; then the decisions are put again.

        >>> from banneret.testing import Tabletop
        >>> table = Tabletop.fight("stacks", "Elves, Ents", "Dwarves")
        >>> with table.arranging() as state:
        ...     state.units[0].held_turns = 1
        >>> table.until("reveal", "attacker").orders()
        [('reveal', 1)]
        """
        yield self.checkpoint
        self._check()
        self._again()

    def _again(self) -> None:
        asked = len(self.asked)
        self._run()
        del self.asked[asked:]

    def fork(self) -> Tabletop:
        """An independent table in the same position: what is done there changes nothing here."""
        other = Tabletop.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.checkpoint = self.rulebook.copy(self.checkpoint)
        other.asked = list(self.asked)
        other._answers = [Answer(a.side, a.order, a.faces, a.value, a.to) for a in self._answers]
        other._finished = list(self._finished)
        other._again()
        return other

    def peek(self, side: str | int, *texts: str | Order) -> Tabletop:
        """A copy of the table after these orders of a side; this table does not change."""
        other = self.fork()
        other.say(side, *texts)
        return other

    # ------------------------------------------------------------------ who must decide what

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in order."""
        return tuple([side.id for side in self.rulebook.view.scene(self.state, WATCHERS["spectator"]).sides])

    def _side(self, side: str | int) -> int:
        if isinstance(side, int):
            return side
        if side not in self.sides:
            raise AssertionError(f"there is no side {side!r}; there are {', '.join(self.sides)}")
        return self.sides.index(side)

    @property
    def waiting_for(self) -> list[str]:
        """The ids of the sides that must decide now."""
        return [self.sides[decision.side] for decision in self.decisions]

    def decision(self, side: str | int) -> Decision | None:
        """The decision of a side, None where it has nothing to decide."""
        index = self._side(side)
        return next((decision for decision in self.decisions if decision.side == index), None)

    def question(self, side: str | int) -> Question:
        """The decision of a side in words, with all its options."""
        decision = self.decision(side)
        assert decision is not None, f"side {side} has nothing to decide"
        return self.rulebook.view.question(self.state, decision)

    def order_of(self, decision: Decision, text: str | Order) -> Order | Refusal:
        """The legal order that a text or tuple stands for, canonical or by name, or why it is none."""
        refusal: Refusal | None = None
        try:
            order = plain_order(text)
            refusal = decision.check(order)
            if refusal is None:
                return order
        except BadInput as error:
            refusal = Refusal(str(error), "table:order")
        if not isinstance(text, str):
            return refusal
        try:
            named = read_named(
                text,
                self.rulebook.view.question(self.state, decision),
                self.scene(decision.side),
                self._checker(decision),
            )
        except Unclear as unclear:
            return Refusal(str(unclear), "table:order") if unclear.found else refusal
        order = plain_order(named)
        return decision.check(order) or order

    @staticmethod
    def _checker(decision: Decision) -> Callable[[str], bool]:
        return lambda text: decision.check(plain_order(text)) is None

    def offers(self, side: str | int, kind: str) -> list[str]:
        """Play on to the question of that kind for the side: the labels of its options and items; [] if it is not asked."""
        if self.until(kind, side) is None:
            return []
        question = self.question(side)
        items = question.form.items if question.form is not None else ()
        return [option.label for option in question.options] + [item.label for item in items]

    def refusal(self, side: str | int, kind: str, order: str | Order) -> Refusal | None:
        """Play on to the question of that kind: the refusal of an order there, None if it may be given."""
        decision = self.until(kind, side)
        assert decision is not None, f"side {side} is not asked for '{kind}'"
        found = self.order_of(decision, order)
        return found if isinstance(found, Refusal) else None

    # ------------------------------------------------------------------ playing

    def give(self, side: str | int, order: str | Order) -> None:
        """Give an order for the decision that a side must take now; raises `IllegalOrder`."""
        decision = self.decision(side)
        assert decision is not None, f"side {side} has nothing to decide; {self._moment()}"
        found = self.order_of(decision, order)
        if isinstance(found, Refusal):
            raise IllegalOrder(found)
        self._still_asked = {other.side for other in self.decisions if other.side != decision.side}
        self._answers.append(Answer(decision.side, found))
        self._run()
        self._still_asked = set()

    def answer(
        self,
        *orders: str | Order,
        dice: Sequence[int] = (),
        luck: Callable[[Roll], int] | None = None,
    ) -> None:
        """Give these orders, each to the first decision on the table when its turn comes, and go on to the next decision.

        Where dice are expected these are shown, then those of `luck`. All orders and dice must be used.

        >>> from banneret.testing import Tabletop
        >>> table = Tabletop.fight("stacks", "Dwarves", "Goblins")
        >>> _ = table.until("support")
        >>> table.answer("support", "support", dice=[1, 6])
        >>> table.waiting_for, table.last("roll").data["totals"]
        (['attacker'], [6, 10])
        """
        left, rest = list(orders), list(dice)
        while not self.is_over:
            if self.wanted is not None and (rest or luck is not None):
                self.dice(rest.pop(0) if rest or luck is None else luck(self.wanted))
            elif self.decisions and left:
                self.give(self.decisions[0].side, left.pop(0))
            else:
                break
        assert not left, f"orders that nobody asked for: {left}; {self._moment()}"
        assert not rest, f"dice that nobody wanted: {rest}; {self._moment()}"

    def say(self, side: str | int, *orders: str | Order, stop: Callable[[Any], bool] | None = None) -> None:
        """Play on by the policy until the side can give each of these orders, and give it.

        No die is rolled for it: where one is wanted before, that is an error. So it is where `stop` of the state holds before.

        >>> from banneret.testing import Tabletop
        >>> table = Tabletop.fight("stacks", "Elves, Ents", "Dwarves")
        >>> table.say("attacker", "reveal Ents", stop=lambda state: state.fight is not None and state.fight.round > 1)
        >>> table.waiting_for
        ['defender']
        """
        index = self._side(side)
        for order in orders:
            self._say(index, order, stop)

    def _say(self, side: int, order: str | Order, stop: Callable[[Any], bool] | None) -> None:
        passed: list[str] = []
        for _ in range(MOST_QUESTIONS):
            if not self.decisions:
                text = order if isinstance(order, str) else write_order(order)
                raise AssertionError(f"'{text}' was never possible, after {passed[-8:]}; {self._moment()}")
            decision = self.decision(side)
            if decision is not None:
                found = self.order_of(decision, order)
                if not isinstance(found, Refusal):
                    self.give(side, found)
                    return
            if stop is not None and stop(self.state):
                break
            passed.append(f"{self.decisions[0].kind} of side {self.decisions[0].side}")
            self.let_decide()
        raise AssertionError(f"'{order}' was not possible, after {passed[-8:]}")

    def let_decide(self, policy: Policy | None = None) -> None:
        """Answer the first decision on the table by the policy."""
        decision = self.decisions[0]
        self.give(decision.side, (policy or self.policy)(decision, self._seat(decision.side)))

    def _seat(self, side: int) -> Seat:
        seat = Seat(self.rulebook.sight, side, self.state)
        seat.attach(self.checkpoint, [answer.seen_from(side) for answer in self._answers])
        return seat

    def dice(self, *values: int) -> None:
        """Play on by the policy, with these dice in the order in which they are rolled."""
        for value in values:
            self.until_dice()
            wanted = self.wanted
            assert wanted is not None, f"no die is needed for the {value}; {self._moment()}"
            assert 1 <= value <= wanted.faces, f"a die of {wanted.faces} cannot show {value} ('{wanted.why}')"
            self._answers.append(Answer(wanted.side, None, wanted.faces, value, wanted.to))
            self._run()

    def until_dice(self) -> None:
        """Play on by the policy until a die is needed or the battle is over."""
        for _ in range(MOST_QUESTIONS):
            if not self.decisions:
                return
            self.let_decide()
        raise AssertionError(f"no die is needed; {self._moment()}")

    def until(
        self, kind: str, side: str | int | None = None, stop: Callable[[Any], bool] | None = None
    ) -> Decision | None:
        """Play on by the policy to the decision of that kind; None where a die, the end, or `stop` of the state comes before."""
        index = None if side is None else self._side(side)
        for _ in range(MOST_QUESTIONS):
            for decision in self.decisions:
                if decision.kind == kind and index in (None, decision.side):
                    return decision
            if not self.decisions or (stop is not None and stop(self.state)):
                return None
            self.let_decide()
        raise AssertionError(f"'{kind}' was never asked; {self._moment()}")

    def play_on(
        self,
        policy: Policy | None = None,
        *,
        dice: Sequence[int] = (),
        chance: int | None = None,
        until: Callable[[Any], bool] | None = None,
    ) -> None:
        """Play on by a policy, with these dice, then with those of `chance` (a seed), to the end or until `until` of the state holds.

        Without dice it ends where one is wanted.
        """
        rest = list(dice)
        source = Chance(chance) if chance is not None else None
        for _ in range(100 * MOST_QUESTIONS):
            if self.is_over or (until is not None and until(self.state)):
                return
            if self.decisions:
                self.let_decide(policy)
                continue
            assert self.wanted is not None
            if not rest and source is None:
                return
            self.dice(rest.pop(0) if rest else _die(source, self.wanted.faces))
        raise AssertionError(f"no end; {self._moment()}")

    def finish(self, *dice: int) -> None:
        """Play on by the policy to the end, with these dice and no others."""
        self.dice(*dice)
        self.until_dice()
        assert self.is_over, f"a die is needed; {self._moment()}"

    def every_die(self, most: int = 1_000_000) -> Iterator[tuple[Fraction, Tabletop]]:
        """Every result of the dice that are needed now, up to the next decision or the end: its chance, and the table.

        >>> from banneret.testing import Tabletop
        >>> table = Tabletop.fight("stacks", "Dwarves", "Goblins")
        >>> table.until_dice()
        >>> sum(chance for chance, after in table.every_die() if "Attacker won the round." in after.news()[-1])
        Fraction(7, 12)
        """
        left = [(Fraction(1), self.fork())]
        count = 0
        while left:
            chance, table = left.pop()
            wanted = table.wanted
            if wanted is None:
                yield chance, table
                continue
            count += wanted.faces
            if count > most:
                raise AssertionError(f"more than {most} ways")
            for value in range(wanted.faces, 0, -1):
                other = table.fork()
                other.dice(value)
                left.append((chance / wanted.faces, other))

    # ------------------------------------------------------------------ what came of it

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while the battle goes on."""
        return self.rulebook.outcome(self.checkpoint)

    @property
    def is_over(self) -> bool:
        """True if the battle has ended."""
        return self.outcome is not None

    @property
    def winners(self) -> list[str]:
        """The ids of the sides that won; none while it goes on and in a draw."""
        outcome = self.outcome
        return [self.sides[side] for side in outcome.winners] if outcome is not None else []

    def _viewer(self, name: str | int | Viewer) -> Viewer:
        if isinstance(name, Viewer):
            return name
        return WATCHERS[name] if isinstance(name, str) and name in WATCHERS else viewer_of(self._side(name))

    def scene(self, viewer: str | int | Viewer = "referee") -> Scene:
        """The table as a side, "referee", "spectator" or any viewer sees it."""
        return self.rulebook.view.scene(self.state, self._viewer(viewer))

    def news(self, viewer: str | int | Viewer = "referee") -> list[str]:
        """The news as a side, "referee", "spectator" or any viewer reads them."""
        watching = self._viewer(viewer)
        return [event.text for event in self.events if event.seen_by(watching)]

    @property
    def kinds_of_news(self) -> list[str]:
        """The kinds of all news so far."""
        return [event.kind for event in self.events]

    def last(self, kind: str) -> Event:
        """The latest news of a kind."""
        found = next((event for event in reversed(self.events) if event.kind == kind), None)
        assert found is not None, f"there was no '{kind}'; there were {self.kinds_of_news[-20:]}"
        return found

    def tally(self, kind: str, number: int = 0) -> Tally:
        """A sum in the latest news of a kind."""
        return self.last(kind).tallies[number]

    def _moment(self) -> str:
        if self.is_over:
            return "the battle is over"
        if self.wanted is not None:
            return f"a die of {self.wanted.faces} is needed for '{self.wanted.why}'"
        return "waiting for " + ", ".join(f"'{one.kind}' of side {one.side}" for one in self.decisions)

    # ------------------------------------------------------------------ the engine

    def _run(self) -> None:
        """Run steps until a decision or a die is needed, or the battle is over."""
        self.decisions, self.wanted = [], None
        for _ in range(MOST_QUIET_STEPS):
            if self.rulebook.outcome(self.checkpoint) is not None:
                self.state = self.checkpoint
                self.events = list(self._finished)
                return
            work = self.rulebook.copy(self.checkpoint)
            table = StepTable(self._answers, NoDice())
            try:
                self.rulebook.step(work, table)
            except Pending as pending:
                self.state = work
                self.wanted, self.decisions = pending.roll, pending.decisions
                self.events = self._finished + [event for _, event in table.events]
                fresh = [one for one in pending.decisions if one.side not in self._still_asked]
                self.asked += [(one.kind, one.side) for one in fresh]
                return
            self._finished = self._finished + [event for _, event in table.events]
            self.checkpoint = self.state = work
            self._answers = []
            self._check()
        raise BrokenRules(f"{self.rulebook.id}: nothing was asked in {MOST_QUIET_STEPS} steps")

    def _check(self) -> None:
        if self.checked:
            faults = self.rulebook.invariants(self.checkpoint)
            assert not faults, faults


def _die(source: Chance | None, faces: int) -> int:
    assert source is not None
    return source.die(faces)
