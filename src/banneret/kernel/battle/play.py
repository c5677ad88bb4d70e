"""Play: a record and the course it leads. Orders, dice and the referee's hand, each entered before it has its effects.

Where a method raises, nothing has changed.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from banneret.kernel.battle.course import Course
from banneret.kernel.decision import Decision, IllegalOrder, Refusal, RollCall
from banneret.kernel.dice import Dice, ScriptedDice, new_seed
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.event import Event
from banneret.kernel.naming.sides import side_called
from banneret.kernel.order import Order, plain_order, write_order
from banneret.kernel.record.entry import ENDING, NOBODY, TABLE, Entry
from banneret.kernel.record.history import FEEDING, NEW_EPOCH, TableDice, seeded_after
from banneret.kernel.record.seal import new_salt, seal
from banneret.kernel.scenario import Outcome
from banneret.kernel.table import RecordMismatch
from banneret.kernel.viewer import SPECTATOR, WATCHERS, Viewer, viewer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from banneret.kernel.record.record import Record
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario
    from banneret.kernel.table import Roll

NO_ONE_PLAYS = "none"


class Play:
    """The engine behind a `Battle`: it owns the record, runs the course, and knows who must decide what.

    `specs` says which sides the computer plays now, and as what; `made` how many players a side had before; `secret` is the root of
    the computer players' own randomness and of salts; `taken_back` is drawn again with every order that is taken back; `generation`
    grows where computer players must be made again.
    """

    def __init__(
        self,
        rulebook: Rulebook[Any],
        record: Record,
        scenario: Scenario,
        options: dict[str, str],
        script: Sequence[int],
        locked: str,
        patience: float = 0.0,
    ) -> None:
        self.rulebook = rulebook
        self.scenario = scenario
        self.sides: tuple[str, ...] = scenario.sides  # their ids, in order
        self.record = record
        self.options = options
        self.locked = locked
        self.secret = record.seeds[-1] if record.seed else new_seed()
        self.specs: dict[int, str] = {}
        self.made: dict[int, int] = {}
        self.generation = 0
        self.taken_back = ""
        self.ended: Outcome | None = None  # by the referee
        self.binding = False  # the last order was the last of a secret simultaneous choice
        # When each side wants to be asked, as it has said: the number of the entry and its words, and how often it has said so.
        self.asked: dict[int, tuple[int, Order]] = {}
        self.times_asked: dict[int, int] = {}
        self._script = tuple(script)
        self._titles: dict[str, str] = {}  # of the sides
        self._viewers: dict[str, Viewer] = {}  # of the names that were asked for
        if len(record.seeds) < len(record.commitments) and not locked:
            self.locked = "the seed of its dice is not in the record"
        if record.damage and not self.locked:
            record.fork_where_cut()
            record.append(Entry(TABLE, ("mended", line_of(record.damage))))
        self.rebuild(patience)

    # ------------------------------------------------------------------ reading the record

    def rebuild(self, patience: float = 0.0) -> None:
        """Run the whole record from the beginning. Raises `BadInput` where it takes longer than `patience` (seconds; 0: any time)."""
        numbered = list(enumerate(self.record.entries, 1))
        stands = [numbered[number - 1] for number in self.record.history.standing()]
        self.dice = TableDice(stands, self._next_dice(numbered))
        state = self.rulebook.new(self.scenario, self.options)
        self.course = Course(self.rulebook, state, self.dice, len(self.sides))
        self.binding = False  # the last order was the last of a secret simultaneous choice
        self.ended = None
        self.read_specs()
        self.asked, self.times_asked = {}, {}
        self.read_asked(numbered)
        feed = self.dice.feed
        number = 0
        until = time.thread_time() + patience
        try:
            self.course.run()
            while feed:
                if patience and time.thread_time() > until:
                    raise BadInput(
                        f"playing it again takes longer than {patience:g} s", where=f"after entry {number}"
                    )
                number, entry = feed.popleft()
                self.feed(number, entry)
        except RecordMismatch as error:
            raise BadInput(str(error), where=f"after entry {number}") from None
        except (BadInput, BrokenRules):
            raise
        except Exception as error:
            raise self.broken(error, f"after entry {number}") from error
        fed = len(self.dice.fed)
        self.dice.check_owners(self.course.fresh[:fed], self.sides)
        del self.course.fresh[:fed]  # these stand in the record
        self.settle()

    def _next_dice(self, numbered: Sequence[tuple[int, Entry]]) -> Dice | None:
        """The source of dice that are not in the record yet."""
        header = self.record.header
        if self.record.seed and len(self.record.seeds) == len(self.record.commitments):
            return seeded_after(numbered, self.record.seeds, header.after)
        if self._script:
            rolled = sum(1 for number, entry in numbered if entry.faces and number > header.after)
            return ScriptedDice(list(self._script[rolled:]))
        return None

    def feed(self, number: int, entry: Entry) -> None:
        """Feed the rules with an entry of the record; raises `BadInput` for one that does not fit."""
        where = f"entry {number}"
        if self.is_over:
            raise BadInput(f"the battle was over before '{entry}'", where=where)
        if entry.kind in ENDING:
            self.ended = self.ending_of(entry)
            return
        if entry.kind == "change":
            self._feed_change(entry, where)
            return
        if entry.kind == "die":
            raise BadInput(f"'{entry}' fits no decision: no die is needed", where=where)
        given = entry.kind in ("force", "passed")
        who, words = (entry.words[1], entry.words[2]) if given else (entry.who, entry.words)
        decision = next((d for d in self.course.decisions if self.sides[d.side] == who), None)
        if decision is None:
            raise BadInput(f"{who} has nothing to decide here", where=where)
        if entry.seat and self.record.header.seats.get(entry.seat) != who:
            raise BadInput(f"seat {entry.seat} is none of {who}", where=where)
        refusal = decision.check(words)
        if refusal is not None:
            raise BadInput(str(refusal), where=where)
        self.take(decision.side, words, self._forced(entry) if entry.kind == "force" else None)

    def _feed_change(self, entry: Entry, where: str) -> None:
        if self.course.roll is not None and self.record.header.commitment:
            raise BadInput("a die is missing", where=where)
        try:
            state = self.course.changed(entry.words[1])
        except IllegalOrder as error:
            raise BadInput(str(error.refusal), where=where) from None
        self._change(state, entry)

    def _change(self, state: Any, entry: Entry) -> None:
        reason = entry.words[2]
        self.course.change(
            state, Event("referee", f"The referee changed the table: {reason}", "table:change")
        )

    def _forced(self, entry: Entry) -> Event:
        _, side, _, reason = entry.words
        return Event(
            "referee",
            f"The referee ordered for {self.title(side)}: {reason}",
            "table:force",
            side=self.side_of(side),
        )

    def take(self, side: int, words: Order, event: Event | None = None) -> None:
        """Carry out an order; `event` says that it was forced."""
        if event is not None:
            self.course.tell(event)
        self.binding = self.course.sealed and len(self.course.decisions) == 1
        self.course.order(side, words)

    def read_specs(self) -> None:
        """Read from the record which side is played by which computer player now, and how many it had before."""
        specs = dict(self.record.header.players)
        self.made = {}
        self.generation = 0
        history = self.record.history
        stand = set(history.players())
        for number in history.player_entries:
            side, spec = self.record.entry(number).words[1:3]
            self.made[self.side_of(side)] = self.made.get(self.side_of(side), 0) + 1
            if number in stand:
                specs[side] = spec
        self.specs = {self.side_of(side): spec for side, spec in specs.items() if spec != NO_ONE_PLAYS}

    def read_asked(self, numbered: Sequence[tuple[int, Entry]]) -> None:
        """Read from new entries of the record when each side wants to be asked."""
        for number, entry in numbered:
            if entry.kind == "asked":
                side = self.side_of(entry.words[1])
                self.asked[side] = (number, entry.words[2])
                self.times_asked[side] = self.times_asked.get(side, 0) + 1

    # ------------------------------------------------------------------ who must decide what

    def title(self, name: str) -> str:
        """The name of a side in sentences; other names (of seats) as they are."""
        return self.titles.get(name, name)

    @property
    def titles(self) -> dict[str, str]:
        """The names of the sides, by id."""
        if not self._titles:
            views = self.rulebook.view.scene(self.course.present, SPECTATOR).sides
            self._titles = {view.id: view.name for view in views}
        return self._titles

    def called(self, name: str) -> str:
        """The id of the side that has this name; ids, seats and watchers as they are, and what nothing is called too."""
        if name in self.sides or name in self.record.header.seats or name in WATCHERS:
            return name
        found = side_called(name, self.titles)
        return name if found is None else found

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while the battle goes on."""
        return self.ended or self.course.outcome

    @property
    def is_over(self) -> bool:
        """True if the battle has ended."""
        return self.ended is not None or self.course.outcome is not None

    @property
    def decisions(self) -> list[Decision]:
        """The decisions that are open now; a die that people are to roll is one too (`RollCall`)."""
        if self.ended:
            return []
        roll = self.roll_wanted
        return [RollCall(self.roller_of(roll), roll.faces, roll.why)] if roll else self.course.decisions

    @property
    def waiting_for(self) -> list[str]:
        """The ids of the sides that must decide now."""
        return [self.sides[decision.side] for decision in self.decisions]

    @property
    def roll_wanted(self) -> Roll | None:
        """The die that people are to roll now, when dice are typed."""
        return None if self.ended or self.locked else self.course.roll

    def roller_of(self, roll: Roll) -> int:
        """The side whose people roll the die: its own where people play it, else the first that people play."""
        people = [side for side in range(len(self.sides)) if side not in self.specs] or [0]
        return roll.side if roll.side in people else people[0]

    def decision(self, side: str) -> Decision | None:
        """The decision of a side (or of a seat of it), None where it has nothing to decide."""
        index = self.viewer_of(side).side
        return next((decision for decision in self.decisions if decision.side == index), None)

    def side_of(self, name: str) -> int:
        """The index of a side; raises `BadInput` with the ids there are."""
        if name not in self.sides:
            raise BadInput(f"there is no side {name!r}", hint="one of " + ", ".join(self.sides))
        return self.sides.index(name)

    def viewer_of(self, name: str) -> Viewer:
        """The viewer of a seat, of a side by its id or name, "referee" or "spectator"."""
        found = self._viewers.get(name)
        if found is None:
            side = self.record.header.seats.get(name, name)
            found = WATCHERS[side] if side in WATCHERS else viewer_of(self.side_of(self.called(side)))
            self._viewers[name] = found
        return found

    # ------------------------------------------------------------------ orders and dice

    def judge(self, seat: str, order: object) -> tuple[Decision, Order] | Refusal:
        """The decision that an order of a seat answers and the plain order, or why it is refused."""
        viewer = self.viewer_of(seat)
        decision = next((decision for decision in self.decisions if decision.side == viewer.side), None)
        refusal = self.closed("table:turn")
        if refusal is not None:
            return refusal
        if not viewer.is_side:
            return Refusal(f"{seat} plays no side and gives no orders.", "table:turn")
        if decision is None:
            others = " and ".join(map(self.title, self.waiting_for)) or "a roll"
            return Refusal(
                f"{self.title(seat)} has nothing to decide now: waiting for {others}.", "table:turn"
            )
        try:
            words = plain_order(order)
        except BadInput as error:
            return Refusal(f"The order cannot be read: {error}.", "table:order", decision.default())
        refusal = decision.check(words)
        return (decision, words) if refusal is None else refusal

    def is_legal(self, decision: Decision, text: str) -> bool:
        """True if the text is a legal order of the decision."""
        try:
            return decision.check(plain_order(text)) is None
        except BadInput:
            return False

    def closed(self, rule: str) -> Refusal | None:
        """The reason why the battle takes nothing any more; None while it does."""
        if self.is_over:
            return Refusal("The battle is over; a fork of it can be played on.", rule)
        if self.locked:
            return Refusal(f"This battle can be looked at, not played on: {self.locked}.", rule)
        return None

    def open(self, rule: str) -> None:
        """Raise `IllegalOrder` where the battle takes nothing any more."""
        refusal = self.closed(rule)
        if refusal is not None:
            raise IllegalOrder(refusal)

    def give(self, seat: str, order: object) -> None:
        """Give an order for a side (or through a seat of that side); raises `IllegalOrder`, and then nothing has changed."""
        found = self.judge(seat, order)
        if isinstance(found, Refusal):
            raise IllegalOrder(found)
        self.give_judged(seat, *found)

    def give_judged(self, seat: str, decision: Decision, words: Order) -> None:
        """Give an order that was judged and may be given."""
        if isinstance(decision, RollCall):
            self.run(None, self.course.rolled, words[1])
        else:
            self.run(self._order_entry(decision.side, seat, words), self.take, decision.side, words)

    def _order_entry(self, side: int, seat: str, words: Order) -> Entry:
        """The entry of an order; a secret one bears the commitment that is published before the order is shown."""
        name = self.sides[side]
        named = seat if seat != name else ""
        if not self.course.sealed:
            return Entry(name, words, named)
        salt = new_salt(self.secret, self.record.hash, self.taken_back)
        return Entry(name, words, named, seal=seal(salt, name, write_order(words)), salt=salt)

    def force(self, side: str, order: object, reason: str) -> None:
        """The referee gives an order for a side. It must be legal; the record says that it was forced, and why."""
        found = self.judge(side, order)
        if isinstance(found, Refusal):
            raise IllegalOrder(found)
        decision, words = found
        if isinstance(decision, RollCall):
            raise IllegalOrder(Refusal("A die is rolled, not ordered.", "table:dice"))
        entry = Entry(TABLE, ("force", self.sides[decision.side], words, line_of(reason)))
        self.run(entry, self.take, decision.side, words, self._forced(entry))

    def change(self, order: object, reason: str) -> None:
        """The referee changes something on the table (`changes` lists what): an entry of the record, to be undone like any other.

        Raises `IllegalOrder` for what the rules cannot go on from, `BadInput` for what cannot be read; nothing has changed then.
        """
        self.open("table:change")
        words = plain_order(order)
        try:
            state = self.course.changed(words)
        except (IllegalOrder, BadInput):
            raise
        except Exception as error:
            reason = f"The rules cannot go on from there ({type(error).__name__}: {error})."
            raise IllegalOrder(Refusal(reason, "table:change")) from error
        entry = Entry(TABLE, ("change", words, line_of(reason)))
        self.run(entry, self._change, state, entry)

    def give_roll(self, value: object) -> None:
        """Enter the die that was rolled; raises `IllegalOrder` for a number that it cannot show."""
        if self.roll_wanted is None:
            raise IllegalOrder(self.closed("table:dice") or Refusal("No die is needed now.", "table:dice"))
        self.give(self.waiting_for[0], ("roll", value))

    def run(self, entry: Entry | None, act: Callable[..., None], *words: Any) -> None:
        """Add an entry and carry it out. If that fails, nothing has changed."""
        count = self.record.count
        if entry is not None:
            self.record.append(entry)
        try:
            act(*words)
            self.settle()
        except BaseException as error:
            self.record.cut(count)
            self.rebuild()
            if isinstance(error, (BadInput, BrokenRules)) or not isinstance(error, Exception):
                raise
            raise self.broken(error, f"at entry {count + 1}") from error

    def settle(self) -> None:
        """Write the dice that were rolled into the record; roll those that only computer players may see."""
        self._write_dice()
        roll = self.course.roll
        while roll is not None and not self.locked and self._is_private(roll):
            self.course.rolled(secrets.randbelow(roll.faces) + 1)
            self._write_dice()
            roll = self.course.roll

    def _is_private(self, roll: Roll) -> bool:
        """True if only a computer player may see the die, so that no person may type it in."""
        return roll.to in self.specs and len(self.specs) < len(self.sides)

    def _write_dice(self) -> None:
        for answer in self.course.fresh:
            who = NOBODY if answer.side < 0 else self.sides[answer.side]
            self.record.append(Entry(who, faces=answer.faces, value=answer.value))
        self.course.fresh.clear()

    def broken(self, error: Exception, where: str) -> BrokenRules:
        """An error of the rules, with the place in the record."""
        return BrokenRules(f"{self.rulebook.id} {where}: {type(error).__name__}: {error}")

    def note(self, text: str) -> None:
        """Write a note into the record."""
        self.open("table:note")
        self.record.append(Entry(TABLE, ("note", line_of(text))))

    def end(self, winners: Sequence[str], reason: str) -> None:
        """The referee ends the battle; no winners: a draw."""
        named = tuple(dict.fromkeys(names_of(winners, "winners")))
        self._end_by(Entry(TABLE, ("end", named, line_of(reason))))

    def ends_by_conceding(self, side: str) -> bool:
        """True if no two opponents of a side are enemies, so that nobody is left to fight when it gives up."""
        opponents, scenario = self.rulebook.opponents, self.scenario
        others = opponents(scenario, self.side_of(side))
        return not any(foe in others for other in others for foe in opponents(scenario, other))

    def concede(self, side: str) -> None:
        """A side gives up, which ends the battle."""
        self._end_by(Entry(TABLE, ("concede", side)))

    def _end_by(self, entry: Entry) -> None:
        self.open("table:turn")
        ended = self.ending_of(entry)
        self.record.append(entry)
        self.ended = ended

    def ending_of(self, entry: Entry) -> Outcome:
        """The outcome that an entry declares by which the referee ended the battle, or a side gave up."""
        if entry.kind == "end":
            return Outcome(tuple(map(self.side_of, entry.words[1])), entry.words[2], "table:referee")
        side = self.side_of(entry.words[1])
        opponents = self.rulebook.opponents(self.scenario, side)
        return Outcome(opponents, f"{self.title(self.sides[side])} gave up.", self.rulebook.concession)

    def follow(self, lines: Sequence[str]) -> None:
        """Take in the entries that another copy of this battle has written since. Raises `BadInput` where they do not fit."""
        count = self.record.count
        self.record.take_in(lines)
        fresh = list(enumerate(self.record.entries[count:], count + 1))
        if any(entry.kind in NEW_EPOCH for _, entry in fresh):
            self.generation += 1
            self.rebuild()
            return
        feed = self.dice.feed
        feed.extend((number, entry) for number, entry in fresh if entry.kind in FEEDING)
        while feed:
            number, entry = feed.popleft()
            if entry.faces and self.course.roll is not None:
                self.course.rolled(entry.value)
            else:
                self.feed(number, entry)
        self.course.fresh.clear()
        self.dice.fed.clear()
        self.read_asked(fresh)
        if any(entry.kind == "player" for _, entry in fresh):
            self.generation += 1
            self.read_specs()


def names_of(names: Iterable[object], what: str) -> tuple[str, ...]:
    """A tuple of names; a single text is a mistake."""
    given = list(names)
    found = tuple([name for name in given if isinstance(name, str)])
    if isinstance(names, str) or len(found) < len(given):
        raise BadInput(f"{what} is a list of names", where=what)
    return found


def line_of(text: str) -> str:
    """A text as a record may have it: one line, not too long."""
    return "".join(c if c.isprintable() else " " for c in str(text))[:300]
