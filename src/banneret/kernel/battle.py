"""A battle at the table: who owes what, orders, dice, undo, scenes and the record.

Start one, see who owes what, give an order:

>>> import banneret
>>> battle = banneret.start("stacks", "first_blood", seed=7)
>>> battle.owing
['attacker']
>>> battle.orders("attacker")
[('none',)]
>>> battle.give("attacker", "none")

An order that is not possible is refused with a reason, the rule, and the nearest one that is; nothing has changed then:

>>> battle.owing
['defender']
>>> refusal = battle.why_not("defender", "nothing")
>>> refusal.rule, refusal.nearest
('stacks:scout.look', ('none',))
>>> battle.give("defender", "nothing")
Traceback (most recent call last):
...
banneret.kernel.decision.IllegalOrder: Not possible. 'nothing' is not the one possible answer. (stacks:scout.look) Nearest: none

Take an order back, as long as nothing was rolled and nothing hidden was shown since:

>>> battle.undo("attacker")
('none',)
>>> battle.owing
['attacker']

What a seat may see is its scene, ready to be drawn; printed, it is a text:

>>> scene = battle.scene("attacker")
>>> scene.questions[0].text
'Do you look through the stack of the defender?'
>>> [side.name for side in scene.sides]
['Attacker', 'Defender']

Let computer players finish it:

>>> outcome = battle.play_out({"attacker": "random", "defender": "greedy"})
>>> battle.is_over, battle.outcome == outcome
(True, True)

The record is the battle. It replays to any entry, forks from any entry, and proves its dice:

>>> again = banneret.loads(battle.text)
>>> again.text == battle.text, again.winners == battle.winners
(True, True)
>>> str(battle.entries[0]), battle.at(1).owing
('! player attacker random', ['attacker'])
>>> battle.fork(1, seed=9).is_over
False
>>> banneret.verify(battle.text).ok
True

Dice can also be rolled by people and typed in. The roll is a question then:

>>> battle = banneret.start("stacks", "narrow_sea", dice="typed")
>>> battle.roll_wanted.faces, battle.roll_wanted.why, battle.owing
(6, 'who begins', ['west'])
>>> battle.give_roll(7)
Traceback (most recent call last):
...
banneret.kernel.decision.IllegalOrder: Not possible. A die of 6 faces shows 1 to 6, not 7. (table:dice) Nearest: roll 6
>>> battle.give_roll(1)
>>> str(battle.entries[0])
'west d6 1'
"""

from __future__ import annotations

import json
import os
import secrets
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.kernel.course import KEPT_NEWS, Course, Log
from banneret.kernel.decision import Decision, IllegalOrder, Refusal, RollCall
from banneret.kernel.dice import Chance, Dice, ScriptedDice, commitment, new_seed, player_chance
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.event import REFEREE, SPECTATOR, Event
from banneret.kernel.files import reason_of
from banneret.kernel.history import (
    FEEDING,
    NEW_EPOCH,
    TableDice,
    replacements,
    seeded_after,
    standing,
    taken_back,
)
from banneret.kernel.order import Order, plain_order, write_order
from banneret.kernel.player import DefaultPlayer, Player, RandomPlayer, Seat
from banneret.kernel.record import NOBODY, TABLE, Entries, Entry, Header, Record, is_seed
from banneret.kernel.rulebook import Outcome
from banneret.kernel.scene import Change, Ending, Form, News, OptionView, Preview, Question, Scene, encode
from banneret.kernel.seal import new_salt, seal
from banneret.kernel.table import RecordMismatch, Roll

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from banneret.kernel.rulebook import Rulebook, Scenario

    Maker = Callable[[str, Rulebook[Any], Chance], Player]

WATCHERS = {"referee": REFEREE, "spectator": SPECTATOR}
NO_ONE_PLAYS = "none"
LATEST = 40  # so many entries are looked through for seals to show


class Told:
    """What a viewer has been told in finished steps, ready to be shown, also as JSON: made once, since it never changes."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.news: deque[News] = deque(maxlen=KEPT_NEWS)
        self.json: deque[bytes] = deque(maxlen=KEPT_NEWS)
        self._last = 0  # number of the latest

    def take_in(self, viewer: int) -> None:
        """Add what has been told since the last time."""
        told = self.log.told(viewer)
        if told != self._last:
            fresh = [_news(number, event) for number, event in self.log.since(viewer, self._last)]
            self.news.extend(fresh)
            self.json.extend([encode(news) for news in fresh])
            self._last = told


class Battle:
    """One battle: a rulebook, a scenario, and a record that grows.

    Where a method raises, nothing has changed. `damage` tells what was wrong with the file the battle came from, `locked` why
    it can be looked at but not played on.
    """

    def __init__(
        self,
        rulebook: Rulebook[Any],
        record: Record,
        scenario: Scenario,
        maker: Maker | None = None,
        *,
        script: Sequence[int] = (),
        locked: str = "",
    ) -> None:
        self.rulebook = rulebook
        self.scenario = scenario
        self.record = record
        self.damage = record.damage
        self.locked = locked
        self._maker = maker
        self._script = tuple(script)
        self._private = (
            record.seeds[-1] if record.seed else new_seed()
        )  # of the computer players' own randomness
        self._players: dict[int, Player] = {}
        self._specs: dict[int, str] = {}  # of them, by side
        self._told: dict[int, Told] = {}  # by viewer
        self._titles: dict[str, str] = {}  # of the sides
        self._taken_back = ""
        _check_header(rulebook, scenario, record.header)
        if len(record.seeds) < len(record.commitments) and not locked:
            self.locked = "the seed of its dice is not in the record"
        if self.damage and not self.locked:
            record.fork_where_cut()
            record.append(Entry(TABLE, ("mended", _line(self.damage))))
        self._rebuild()

    # ------------------------------------------------------------------ beginning

    @classmethod
    def start(
        cls,
        rulebook: Rulebook[Any],
        scenario: Scenario | str,
        *,
        seed: int | str | None = None,
        options: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        seats: Mapping[str, str] | None = None,
        dice: str | Sequence[int] = "seeded",
        maker: Maker | None = None,
    ) -> Battle:
        """Begin a battle.

        `seats` maps names of seats to side ids, "referee" or "spectator" (default: one seat a side, named like it); `players`
        maps side ids to computer players; `dice` is "seeded", "typed" (people roll), or the list of what they are to show
        (tests). Raises `BadInput`.
        """
        if isinstance(scenario, str):
            scenario = rulebook.scenario(scenario)
        script: Sequence[int] = ()
        if not isinstance(dice, str):
            script, dice = list(dice), "scripted"
        elif dice not in ("seeded", "typed"):
            raise BadInput(f"dice cannot be {dice!r}", hint="seeded or typed")
        word = _seed_word(seed) if dice == "seeded" else ""
        header = Header(
            rulebook.id,
            rulebook.version,
            scenario.to_json(),
            rulebook.options(options),
            dict(seats) if seats else {side: side for side in scenario.sides},
            dict(players or {}),
            dice,
            commitment(word) if word else "",
        )
        if Header.parse(header.lines()) != header:
            raise BadInput("the scenario cannot be written into a record", where=scenario.id)
        battle = cls(rulebook, Record(header, word), scenario, maker, script=script)
        for side, spec in battle._specs.items():
            battle._players[side] = battle._make(side, spec)
        return battle

    @classmethod
    def from_record(cls, rulebook: Rulebook[Any], record: Record, maker: Maker | None = None) -> Battle:
        """Take up a battle from its record. Raises `BadInput` naming the entry that does not fit the rules."""
        plain = json.loads(record.header.scenario)
        scenario = rulebook.read_scenario(plain, "record, line 3")
        if scenario.to_json() != record.header.scenario:
            raise BadInput("the scenario is not written as Banneret writes it", where="line 3")
        battle = cls(rulebook, record, scenario, maker)
        battle._taken_back = new_seed()  # an order may have been sealed and taken back before
        return battle

    def _rebuild(self) -> None:
        """Run the whole record from the beginning."""
        numbered = list(enumerate(self.record.entries, 1))
        self._dice = TableDice(standing(numbered), self._next_dice(numbered))
        state = self.rulebook.new(self.scenario, self.record.header.options)
        self._course = Course(self.rulebook, state, self._dice, len(self.sides))
        self._binding = False  # the last order was the last of a secret simultaneous choice
        self._ended: Outcome | None = None
        self._read_specs()
        feed = self._dice.feed
        number = 0
        try:
            self._course.run()
            while feed:
                number, entry = feed.popleft()
                self._feed(number, entry)
        except RecordMismatch as error:
            raise BadInput(str(error), where=f"after entry {number}") from None
        except (BadInput, BrokenRules):
            raise
        except Exception as error:
            raise self._broken(error, f"after entry {number}") from error
        fed = len(self._dice.fed)
        self._dice.check_owners(self._course.fresh[:fed], self.sides)
        del self._course.fresh[:fed]  # these stand in the record
        self._settle()

    def _next_dice(self, numbered: Sequence[tuple[int, Entry]]) -> Dice | None:
        """Where dice come from that are not in the record yet."""
        header = self.record.header
        if self.record.seed and len(self.record.seeds) == len(self.record.commitments):
            return seeded_after(numbered, self.record.seeds, header.after)
        if self._script:
            rolled = sum(1 for number, entry in numbered if entry.faces and number > header.after)
            return ScriptedDice(list(self._script[rolled:]))
        return None

    def _feed(self, number: int, entry: Entry) -> None:
        where = f"entry {number}"
        if self.is_over:
            raise BadInput(f"the battle was over before '{entry}'", where=where)
        if entry.kind == "end":
            self._ended = self._ending(entry)
            return
        if entry.kind == "change":
            self._feed_change(entry, where)
            return
        if entry.kind == "die":
            raise BadInput(f"'{entry}' fits no question: no die is wanted", where=where)
        who, words = (entry.words[1], entry.words[2]) if entry.kind == "force" else (entry.who, entry.words)
        decision = next((d for d in self._course.decisions if self.sides[d.side] == who), None)
        if decision is None:
            raise BadInput(f"{who} owes no order here", where=where)
        if entry.seat and self.record.header.seats.get(entry.seat) != who:
            raise BadInput(f"seat {entry.seat} is none of {who}", where=where)
        refusal = decision.check(words)
        if refusal is not None:
            raise BadInput(str(refusal), where=where)
        self._take(decision.side, words, self._forced(entry) if entry.kind == "force" else None)

    def _feed_change(self, entry: Entry, where: str) -> None:
        if self._course.roll is not None and self.record.header.commitment:
            raise BadInput("a die is missing", where=where)
        try:
            state = self._course.changed(entry.words[1])
        except IllegalOrder as error:
            raise BadInput(str(error.refusal), where=where) from None
        self._change(state, entry)

    def _change(self, state: Any, entry: Entry) -> None:
        reason = entry.words[2]
        self._course.change(
            state, Event("referee", f"The referee changed the table: {reason}", "table:change")
        )

    def _forced(self, entry: Entry) -> Event:
        _, side, _, reason = entry.words
        return Event(
            "referee",
            f"The referee ordered for {self.title(side)}: {reason}",
            "table:force",
            side=self._side(side),
        )

    def _take(self, side: int, words: Order, event: Event | None = None) -> None:
        if event is not None:
            self._course.tell(event)
        self._binding = self._course.sealed and len(self._course.decisions) == 1
        self._course.order(side, words)

    def _read_specs(self) -> None:
        """Which side is played by which computer player now, and how many it had before."""
        specs = dict(self.record.header.players)
        self._made: dict[int, int] = {}
        numbered = list(enumerate(self.record.entries, 1))
        stand = set(replacements(numbered))
        for number, entry in numbered:
            if entry.kind == "player":
                side, spec = entry.words[1:3]
                self._made[self._side(side)] = self._made.get(self._side(side), 0) + 1
                if number in stand:
                    specs[side] = spec
        before = self._specs
        self._specs = {self._side(side): spec for side, spec in specs.items() if spec != NO_ONE_PLAYS}
        for index in before:
            if self._specs.get(index) != before[index]:
                self._players.pop(index, None)

    # ------------------------------------------------------------------ who owes what

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in order."""
        return self.scenario.sides

    def title(self, name: str) -> str:
        """What a side is called in sentences; other names (of seats) as they are."""
        if not self._titles:
            views = self.rulebook.scene(self._course.present, SPECTATOR).sides
            self._titles = {view.id: view.name for view in views}
        return self._titles.get(name, name)

    @property
    def seats(self) -> dict[str, str]:
        """The seats: name to side id, "referee" or "spectator"."""
        return dict(self.record.header.seats)

    @property
    def players(self) -> dict[str, str]:
        """Which sides the computer plays now, and as what."""
        return {self.sides[side]: spec for side, spec in sorted(self._specs.items())}

    @property
    def state(self) -> Any:
        """The true state as it stands: for referees and tests."""
        return self._course.present

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on."""
        return self._ended or self._course.outcome

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended."""
        return self.outcome is not None

    @property
    def winners(self) -> list[str]:
        """The ids of the sides that won; none while it goes on and in a draw."""
        return [self.sides[side] for side in self.outcome.winners] if self.outcome else []

    @property
    def owed(self) -> list[Decision]:
        """The decisions that are owed now; a die that people are to roll is one too (`RollCall`)."""
        if self._ended:
            return []
        roll = self.roll_wanted
        return [RollCall(self._roller(roll), roll.faces, roll.why)] if roll else self._course.decisions

    @property
    def owing(self) -> list[str]:
        """The ids of the sides that owe an order now."""
        return [self.sides[decision.side] for decision in self.owed]

    @property
    def roll_wanted(self) -> Roll | None:
        """The die that people are to roll now, when dice are typed."""
        return None if self._ended or self.locked else self._course.roll

    def _roller(self, roll: Roll) -> int:
        """The side whose people roll the die: its own where people play it, else the first that people play."""
        people = [side for side in range(len(self.sides)) if side not in self._specs] or [0]
        return roll.side if roll.side in people else people[0]

    def decision(self, side: str) -> Decision | None:
        """What the side (or a seat of it) is asked now."""
        index = self._viewer(side)
        return next((decision for decision in self.owed if decision.side == index), None)

    def orders(self, side: str) -> list[Order]:
        """The legal orders of a side now: all of them, or examples where they are too many to list."""
        decision = self.decision(side)
        return list(decision.orders()) if decision else []

    def _side(self, name: str) -> int:
        if name not in self.sides:
            raise BadInput(f"there is no side {name!r}", hint="one of " + ", ".join(self.sides))
        return self.sides.index(name)

    def _viewer(self, name: str) -> int:
        """The side (or watcher) that a seat, side, "referee" or "spectator" looks from."""
        name = self.record.header.seats.get(name, name)
        return WATCHERS[name] if name in WATCHERS else self._side(name)

    # ------------------------------------------------------------------ orders and dice

    def why_not(self, seat: str, order: Order | str) -> Refusal | None:
        """Why a seat (or side) may not give an order now; None if it may. Changes nothing."""
        found = self._judge(seat, order)
        return found if isinstance(found, Refusal) else None

    def _judge(self, seat: str, order: object) -> tuple[Decision, Order] | Refusal:
        """The decision that the order answers and the plain order, or why it is refused."""
        viewer = self._viewer(seat)
        decision = next((decision for decision in self.owed if decision.side == viewer), None)
        refusal = self._closed("table:turn")
        if refusal is not None:
            return refusal
        if viewer < 0:
            return Refusal(f"{seat} plays no side and owes no orders.", "table:turn")
        if decision is None:
            waits = " and ".join(self.owing) or "a roll"
            return Refusal(f"{seat} owes no order now: the table waits for {waits}.", "table:turn")
        try:
            words = plain_order(order)
        except BadInput as error:
            return Refusal(f"The order cannot be read: {error}.", "table:order", decision.default())
        refusal = decision.check(words)
        return (decision, words) if refusal is None else refusal

    def preview(self, seat: str, order: Order | str) -> Preview | None:
        """What an order would do, for who owes one; None where there is nothing to show. Changes nothing, throws no dice."""
        viewer = self._viewer(seat)
        decision = next((one for one in self.owed if one.side == viewer or viewer == REFEREE), None)
        if decision is None or isinstance(decision, RollCall) or self._closed("table:turn"):
            return None
        try:
            words = plain_order(order)
        except BadInput as error:
            return Preview(refusal=f"The order cannot be read: {error}.", rule="table:order")
        return self.rulebook.preview(self._course.present, decision, words)

    def _closed(self, rule: str) -> Refusal | None:
        """Why the battle takes nothing any more."""
        if self.is_over:
            return Refusal("The battle is over; a fork of it can be played on.", rule)
        if self.locked:
            return Refusal(f"This battle can be looked at, not played on: {self.locked}.", rule)
        return None

    def give(self, seat: str, order: Order | str) -> None:
        """Give an order for a side (or through a seat of that side); raises `IllegalOrder`, and then nothing has changed."""
        found = self._judge(seat, order)
        if isinstance(found, Refusal):
            raise IllegalOrder(found)
        decision, words = found
        if isinstance(decision, RollCall):
            self._run(None, self._course.rolled, words[1])
        else:
            self._run(self._order_entry(decision.side, seat, words), self._take, decision.side, words)

    def _order_entry(self, side: int, seat: str, words: Order) -> Entry:
        """The entry of an order; a secret one bears the commitment that is published before the order is shown."""
        name = self.sides[side]
        named = seat if seat != name else ""
        if not self._course.sealed:
            return Entry(name, words, named)
        salt = new_salt(self._private, self.record.hash, self._taken_back)
        return Entry(name, words, named, seal=seal(salt, name, write_order(words)), salt=salt)

    @property
    def seals(self) -> list[tuple[str, str]]:
        """The commitments to the latest secret orders, oldest first: side and hash. Everybody may know them."""
        return [(entry.who, entry.seal) for entry in self.record.sealed(LATEST)]

    def force(self, side: str, order: Order | str, reason: str) -> None:
        """The referee gives an order for a side. It must be legal; the record says that it was forced, and why."""
        found = self._judge(side, order)
        if isinstance(found, Refusal):
            raise IllegalOrder(found)
        decision, words = found
        if isinstance(decision, RollCall):
            raise IllegalOrder(Refusal("A die is rolled, not ordered.", "table:dice"))
        entry = Entry(TABLE, ("force", self.sides[decision.side], words, _line(reason)))
        self._run(entry, self._take, decision.side, words, self._forced(entry))

    def changes(self) -> list[Change]:
        """What the referee may change on the table now; for a panel to pick from."""
        return [] if self._closed("table:change") else self.rulebook.changes(self._course.checkpoint)

    def change(self, order: Order | str, reason: str) -> None:
        """The referee changes something on the table (`changes` lists what): an entry of the record, to be undone like any other.

        Raises `IllegalOrder` for what the rules cannot go on from, `BadInput` for what cannot be read; nothing has changed then.
        """
        self._open("table:change")
        words = plain_order(order)
        try:
            state = self._course.changed(words)
        except (IllegalOrder, BadInput):
            raise
        except Exception as error:
            reason = f"The rules cannot go on from there ({type(error).__name__}: {error})."
            raise IllegalOrder(Refusal(reason, "table:change")) from error
        entry = Entry(TABLE, ("change", words, _line(reason)))
        self._run(entry, self._change, state, entry)

    def give_roll(self, value: int) -> None:
        """Tell what the die that was wanted shows; raises `IllegalOrder` for what it cannot show."""
        if self.roll_wanted is None:
            raise IllegalOrder(self._closed("table:dice") or Refusal("No die is wanted now.", "table:dice"))
        self.give(self.owing[0], ("roll", value))

    def _run(self, entry: Entry | None, act: Callable[..., None], *words: Any) -> None:
        """Enter something and let it have its effects. Where that fails, everything is as it was before."""
        count = self.record.count
        if entry is not None:
            self.record.append(entry)
        try:
            act(*words)
            self._settle()
        except BaseException as error:
            self.record.cut(count)
            self._rebuild()
            if isinstance(error, (BadInput, BrokenRules)) or not isinstance(error, Exception):
                raise
            raise self._broken(error, f"at entry {count + 1}") from error

    def _settle(self) -> None:
        """Write the dice that were rolled into the record; roll those that only computer players may see."""
        self._write_dice()
        roll = self._course.roll
        while roll is not None and not self.locked and self._is_private(roll):
            self._course.rolled(secrets.randbelow(roll.faces) + 1)
            self._write_dice()
            roll = self._course.roll

    def _is_private(self, roll: Roll) -> bool:
        """Whether only a computer player may see the die, so that no person may type it in."""
        return roll.to in self._specs and len(self._specs) < len(self.sides)

    def _write_dice(self) -> None:
        for answer in self._course.fresh:
            who = NOBODY if answer.side < 0 else self.sides[answer.side]
            self.record.append(Entry(who, faces=answer.faces, value=answer.value))
        self._course.fresh.clear()

    def _broken(self, error: Exception, where: str) -> BrokenRules:
        return BrokenRules(f"{self.rulebook.id} {where}: {type(error).__name__}: {error}")

    def note(self, text: str) -> None:
        """Write a note into the record."""
        self._open("table:note")
        self.record.append(Entry(TABLE, ("note", _line(text))))

    def end(self, winners: Sequence[str], reason: str) -> None:
        """The referee ends the battle; no winners: a draw."""
        self._open("table:turn")
        named = tuple(dict.fromkeys(_names(winners, "winners")))
        entry = Entry(TABLE, ("end", named, _line(reason)))
        ended = self._ending(entry)
        self.record.append(entry)
        self._ended = ended

    def _ending(self, entry: Entry) -> Outcome:
        return Outcome(tuple(self._side(side) for side in entry.words[1]), entry.words[2], "table:referee")

    def _open(self, rule: str) -> None:
        refusal = self._closed(rule)
        if refusal is not None:
            raise IllegalOrder(refusal)

    # ------------------------------------------------------------------ undo and fork

    def why_not_undo(self, seat: str) -> Refusal | None:
        """Why a seat (or side) may not take its side's last order back by itself; None if it may."""
        found = self._last_order(seat)
        return found if isinstance(found, Refusal) else None

    def _last_order(self, seat: str) -> int | Refusal:
        """The number of the last order of the seat's side where it can be taken back, else why it cannot.

        It can while nothing was rolled, nobody else has ordered, and nothing hidden was shown since. A secret choice can until
        all are in, also when others have made theirs. What a fork begins with is another battle's, and stays.
        """
        viewer = self._viewer(seat)
        closed = self._closed("table:undo")
        if closed is not None:
            return closed
        since = "there is no order to take back"
        course = self._course
        secret = {answer.side for answer in course.answers[course.question_at :]} if course.sealed else set()
        others = 0  # secret orders of others, not shown yet
        for number in range(self.record.count, 0, -1):
            if number <= self.record.header.after:
                since = "the battle was forked since"
                break
            entry = self.record.entry(number)
            if entry.kind in ("note", "player"):
                continue
            if entry.kind != "order":
                since = "a die was rolled since" if entry.faces else "the table or its referee went between"
                break
            side = self._side(entry.who)
            if side in secret:
                if side == viewer:
                    return number
                secret.remove(side)
                others += 1
                continue
            if side != viewer or others:
                since = (
                    f"{self.title(entry.who)} has ordered since"
                    if side != viewer
                    else "others have ordered since"
                )
            elif self._binding:
                since = "the secret choices have been shown"
            elif course.has_shown_since(course.count):
                since = "something hidden was shown since"
            else:
                return number
            break
        return Refusal(f"{self.title(seat)} cannot undo by itself: {since}.", "table:undo")

    def undo(self, seat: str) -> Order:
        """Take back the last order of a seat (or side): the record gets shorter by it. Returns the order.

        Raises `IllegalOrder` where it may not (`why_not_undo`); then people can agree to go back (`undo_agreed`).
        """
        number = self._last_order(seat)
        if isinstance(number, Refusal):
            raise IllegalOrder(number)
        order = self.record.entry(number).words
        self.record.drop(number)
        self._taken_back = new_seed()  # or else sealing the same order again would give the same seal
        self._rebuild()
        return order

    def last_move(self) -> int:
        """The number of the last order, change, end or new player that stands; 0 if there is none."""
        numbered = list(enumerate(self.record.entries, 1))
        stands = standing(numbered)
        move = next((number for number, entry in reversed(stands) if not entry.faces), 0)
        replaced = max(replacements(numbered), default=0)
        if replaced > move and standing([*numbered, _going_back(numbered, replaced - 1)]) == stands:
            return replaced
        return move

    def why_not_go_back(self, to: int) -> Refusal | None:
        """Why the players cannot go back to how it stood after entry `to`; None where they can, if all agree (`undo_agreed`)."""
        closed = self._closed("table:undo")
        if closed is None and not 0 <= to < self.record.count:
            closed = Refusal(f"There is no entry {to} to go back to.", "table:undo")
        return closed

    def taken_back(self) -> list[int]:
        """The numbers of the entries that ended a course which does not stand any more: `at` shows each as it was then."""
        return taken_back(list(enumerate(self.record.entries, 1)))

    def undo_agreed(self, to: int, by: Sequence[str]) -> None:
        """Go back to how it stood after entry `to`: an entry of its own, nothing is erased, and new dice will be rolled.

        All sides that people play must agree (`by`: sides or seats), or the referee decides (`by`: ["referee"]). That the referee
        ended the battle can be taken back by a referee alone; by then the seed is known, so the next dice come from a new one.
        """
        if self._ended is None or self.locked:
            self._open("table:undo")
        if type(to) is not int or not 0 <= to < self.record.count:
            raise BadInput(f"there is no entry {to} to go back to", where="undo")
        names = _names(by, "by")
        agreed = {self._viewer(name) for name in names}
        missing = [side for i, side in enumerate(self.sides) if i not in agreed and i not in self._specs]
        if missing and REFEREE not in agreed:
            who = ", ".join(map(self.title, missing))
            raise IllegalOrder(Refusal(f"{who} must agree to go back.", "table:undo"))
        if self._ended is None:
            self._run(Entry(TABLE, ("undo", to, names)), self._rebuild)
            return
        if REFEREE not in agreed:
            raise IllegalOrder(
                Refusal("The battle was ended: only a referee can take that back.", "table:undo")
            )
        seed = new_seed() if self.record.seed else ""
        bound = (commitment(seed),) if seed else ()
        self._run(Entry(TABLE, ("undo", to, names, *bound)), self._take_up, seed)

    def _take_up(self, seed: str) -> None:
        """Go on after the battle had ended, and its seed had been told: with a new one, if it has any."""
        if seed:
            self.record.later.append(seed)
            self._private = seed
            self._players.clear()
        self._rebuild()

    def at(self, number: int) -> Battle:
        """The battle as it stood after entry `number` of its record, to look at; the original stays as it is."""
        return self.shown(self.record.beginning(self._number(number)))

    def shown(self, beginning: Record) -> Battle:
        """The battle of a beginning of its record (`Record.beginning`), to look at."""
        found = Battle(self.rulebook, beginning, self.scenario, self._maker, locked="it is shown")
        found.show_as_of(beginning.count)
        return found

    def show_as_of(self, number: int) -> None:
        """It is there to be looked at from now on, as it stood after entry `number`."""
        self.locked = f"it is shown as it stood after entry {number}"

    def replay(self) -> Iterator[tuple[int, Entry | None, Battle]]:
        """The battle again from its beginning: number and text of each entry that stands, and the battle as it was after it.

        The battle that comes with the entries is one and the same object that moves on. Number 0 has no entry.
        """
        told = self.at(0)
        yield 0, None, told
        for number, entry in standing(list(enumerate(self.record.entries, 1))):
            told.record.append(entry)
            if entry.faces:
                told._course.rolled(entry.value)
                told._course.fresh.clear()
            else:
                told._feed(number, entry)
            yield number, entry, told

    def follow(self, lines: Sequence[str]) -> None:
        """Take in the entries that another copy of this battle has written since. Raises `BadInput` where they do not fit."""
        count = self.record.count
        self.record.take_in(lines)
        fresh = list(enumerate(self.record.entries[count:], count + 1))
        if any(entry.kind in NEW_EPOCH for _, entry in fresh):
            self._rebuild()
            self._players.clear()
            return
        feed = self._dice.feed
        feed.extend((number, entry) for number, entry in fresh if entry.kind in FEEDING)
        while feed:
            number, entry = feed.popleft()
            if entry.faces and self._course.roll is not None:
                self._course.rolled(entry.value)
            else:
                self._feed(number, entry)
        self._course.fresh.clear()
        self._dice.fed.clear()
        if any(entry.kind == "player" for _, entry in fresh):
            self._read_specs()
            self._players.clear()

    def fork(self, number: int | None = None, seed: int | str | None = None) -> Battle:
        """A new battle that begins as this one stood after entry `number` (default: now), with dice of its own."""
        number = self.record.count if number is None else self._number(number)
        old = self.record.header
        dice = "typed" if old.dice == "typed" else "seeded"
        word = _seed_word(seed) if dice == "seeded" else ""
        bound = commitment(word) if word else ""
        header = Header(
            old.rulebook, old.version, old.scenario, old.options, old.seats, old.players, dice, bound, number
        )
        record = self.record.beginning(number, header, word)
        return Battle(self.rulebook, record, self.scenario, self._maker)

    def _number(self, number: int) -> int:
        if type(number) is not int or not 0 <= number <= self.record.count:
            raise BadInput(f"the record has {self.record.count} entries, not {number}")
        return number

    # ------------------------------------------------------------------ computer players

    def set_player(self, side: str, spec: str, reason: str = "") -> None:
        """From now on the computer plays the side ("none": people do). An entry of the record."""
        self._open("table:player")
        index = self._side(side)
        made = self._made.get(index, 0) + 1
        player = None if spec == NO_ONE_PLAYS else self._make(index, spec, made)
        self.record.append(
            Entry(TABLE, ("player", side, spec, _line(reason)) if reason else ("player", side, spec))
        )
        self._read_specs()
        self._players.pop(index, None)
        if player is not None:
            self._players[index] = player
        self._settle()

    def player(self, side: int, spec: str) -> Player:
        """The computer player of a side, made when it is first asked for anything."""
        if side not in self._players:
            self._players[side] = self._make(side, spec)
        return self._players[side]

    def _make(self, side: int, spec: str, made: int | None = None) -> Player:
        chance = player_chance(self._private, side, self._made.get(side, 0) if made is None else made)
        if spec == "greedy":
            return self.rulebook.greedy(chance)
        if self._maker is not None:
            return self._maker(spec, self.rulebook, chance)
        if spec == "random":
            return RandomPlayer(chance)
        if spec == "default":
            return DefaultPlayer()
        raise BadInput(f"nobody knows how to make the player {spec!r}", hint="greedy, random or default")

    def seat(self, side: int) -> Seat:
        """What a computer player of that side gets to see of the present question."""
        course = self._course
        seat = Seat(self.rulebook, side, course.present)
        seat.attach(
            course.checkpoint, [answer.seen_from(side) for answer in course.answers[: course.question_at]]
        )
        return seat

    def advance(self, most: int = 1_000_000) -> int:
        """Let computer players answer until a person is owed for, at most `most` orders; returns how many were given.

        A player that fails (it raises, or gives an illegal order; stalls, where the maker's watchdog sees to it) is replaced by
        `greedy`, and the record says so.
        """
        if self.locked:
            self._open("table:turn")
        given = 0
        while given < most and self.roll_wanted is None:
            decision = next((d for d in self.owed if d.side in self._specs), None)
            if decision is None:
                break
            given += self._answer(decision)
        return given

    def _answer(self, decision: Decision) -> int:
        """Let a computer player answer. Returns 1, or 0 where it failed and was replaced."""
        side = decision.side
        spec = self._specs[side]
        words: Order = ()
        problem = ""
        try:
            order = self.player(side, spec).choose(decision, self.seat(side))
            found = self._judge(self.sides[side], order)
            if isinstance(found, Refusal):
                problem = f"gave the illegal order {write_order(order)}"
            else:
                words = found[1]
        except Exception as error:  # a plug-in may raise anything
            problem = f"raised {type(error).__name__}: {error}"
        self._take_notes(side)
        if not problem:
            self.give(self.sides[side], words)
            return 1
        self._replace(side, spec, problem)
        return 0

    def _take_notes(self, side: int) -> None:
        """What a player wants the record to say. One that has `replaced` itself by `greedy` is replaced from now on."""
        player = self._players.get(side)
        notes = getattr(player, "notes", None)
        if not isinstance(notes, list) or not notes:
            return
        taken = [str(note) for note in notes[:10]]
        notes.clear()
        if getattr(player, "replaced", False):
            self.set_player(self.sides[side], "greedy", taken.pop())
        for text in taken:
            self.note(text)

    def _replace(self, side: int, spec: str, problem: str) -> None:
        """A player has failed: `greedy` plays on, and where that fails, whoever takes the default."""
        name = self.sides[side]
        if spec == "default":
            raise BrokenRules(f"{self.rulebook.id}: the default of a decision is no order: {problem}")
        if spec != "greedy":
            try:
                self.set_player(name, "greedy", f"{spec} {problem}")
                return
            except Exception as error:  # the rulebook's own player cannot be made
                problem += f"; greedy raised {error}"
        self.record.append(Entry(TABLE, ("player", name, "default", _line(f"{spec} {problem}"))))
        self._read_specs()
        self._players[side] = DefaultPlayer()

    def play_out(self, players: Mapping[str, str] | None = None) -> Outcome:
        """Let computer players (default: greedy for every side without one) finish the battle at the table."""
        wanted = dict(players or {})
        for side in wanted:
            self._side(side)
        if self.outcome is None:
            self._open("table:turn")
        for index, side in enumerate(self.sides):
            if self.outcome is None and (side in wanted or index not in self._specs):
                self.set_player(side, wanted.get(side, "greedy"))
        if self.outcome is None:
            self.advance()
        if self.outcome is None:
            raise BadInput("the battle waits for people", hint="give their orders, or the dice they roll")
        return self.outcome

    # ------------------------------------------------------------------ what is shown

    def news(self, seat: str = "spectator") -> list[News]:
        """The latest news that a seat may know, oldest first, numbered from the beginning of the battle."""
        viewer = self._viewer(seat)
        return [*self._told_to(viewer).news, *self._running_news(viewer)]

    def news_json(self, seat: str = "spectator") -> bytes:
        """`news` as JSON; only what is new is encoded."""
        viewer = self._viewer(seat)
        running = [encode(news) for news in self._running_news(viewer)]
        return b"[%b]" % b",".join([*self._told_to(viewer).json, *running])

    def _told_to(self, viewer: int) -> Told:
        log = self._course.log
        told = self._told.get(viewer)
        if told is None or told.log is not log:
            told = self._told[viewer] = Told(log)
        told.take_in(viewer)
        return told

    def _running_news(self, viewer: int) -> list[News]:
        return [_news(number, event) for number, event in self._course.running_news(viewer)]

    def scene(self, seat: str = "spectator") -> Scene:
        """All that a seat may see now: board, pieces, news, and the questions it owes."""
        viewer = self._viewer(seat)
        questions = [self._question(d) for d in self.owed if d.side == viewer or viewer == REFEREE]
        return msgspec.structs.replace(
            self.rulebook.scene(self._course.present, viewer),
            seat=seat,
            scenario=self.scenario.id,
            title=self.scenario.title,
            news=tuple(self.news(seat)),
            luck=self._course.luck(viewer),
            questions=tuple(questions),
            waiting=tuple(self.owing),
            ending=self._ending_view(),
        )

    def _question(self, decision: Decision) -> Question:
        if isinstance(decision, RollCall):
            return _roll_question(decision)
        return self.rulebook.question(self._course.present, decision)

    def _ending_view(self) -> Ending | None:
        outcome = self.outcome
        if outcome is None:
            return None
        return Ending(tuple(self.winners), outcome.reason, outcome.rule)

    def __str__(self) -> str:
        return str(self.scene(self._onlooker()))

    def _repr_html_(self) -> str:
        return self.scene(self._onlooker())._repr_html_()

    def _onlooker(self) -> str:
        """Who looks at a battle that is simply printed: the side that owes, if it is one alone."""
        return self.owing[0] if len(self.owing) == 1 else "spectator"

    def __repr__(self) -> str:
        about = f"{self.rulebook.id} {self.scenario.id}, {self.record.count} entries"
        return f"<Battle {about}, {'over' if self.is_over else 'waits for ' + ' and '.join(self.owing)}>"

    # ------------------------------------------------------------------ saving

    @property
    def entries(self) -> Entries:
        """The entries of the record, by index from 0."""
        return self.record.entries

    @property
    def commitment(self) -> str:
        """The hash of the seed that is rolled from, published before its first roll; empty where people roll."""
        return self.record.commitments[-1] if self.record.header.commitment else ""

    @property
    def text(self) -> str:
        """The record as text, with the seed once the battle is over.

        It tells every order and die, secret ones too: while the battle goes on it is for those who may know all.
        """
        return self.record.text if self.is_over else self.record.open_text

    @property
    def private_text(self) -> str:
        """The record with its seed, for whoever keeps the battle: enough to go on from."""
        return self.record.text

    def save(self, path: str | Path) -> None:
        """Write the private text to a file: first beside it, then in its place, so that nothing is half written."""
        target = Path(path)
        beside = None
        try:
            beside = target.with_name(target.name + ".part")
            with beside.open("w", encoding="utf-8", newline="\n") as file:
                file.write(self.private_text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(target)
        except (OSError, ValueError) as error:
            if beside is not None:
                with suppress(OSError, ValueError):  # it holds the seed
                    beside.unlink()
            raise BadInput(f"cannot be written: {reason_of(error)}", where=str(path)) from None

    def dump(self) -> bytes:
        """The present state as bytes."""
        return self.rulebook.dump(self._course.present)


def _check_header(rulebook: Rulebook[Any], scenario: Scenario, header: Header) -> None:
    if header.version != rulebook.version:
        problem = f"the record was made by version {header.version} of the rules of {header.rulebook}"
        raise BadInput(problem, where="line 2", hint=f"version {rulebook.version} is at hand")
    if header.rulebook != rulebook.id:
        raise BadInput(f"the record is of {header.rulebook}, not of {rulebook.id}", where="line 2")
    if rulebook.options(header.options) != header.options:
        raise BadInput("an option is missing", where="line 4")
    known = "one of " + ", ".join([*scenario.sides, *WATCHERS])
    for seat, side in header.seats.items():
        if side not in scenario.sides and side not in WATCHERS:
            raise BadInput(f"seat {seat!r} belongs to no side {side!r}", where="line 5", hint=known)
        if seat != side and (seat in scenario.sides or seat in WATCHERS):
            raise BadInput(f"seat {seat!r} is named like a side and belongs to another", where="line 5")
    for side in header.players:
        if side not in scenario.sides:
            raise BadInput(f"there is no side {side!r} to play for", where="line 6", hint=known)


def _going_back(numbered: Sequence[tuple[int, Entry]], to: int) -> tuple[int, Entry]:
    """The entry by which one would go back now."""
    return len(numbered) + 1, Entry(TABLE, ("undo", to, ()))


def _seed_word(seed: int | str | None) -> str:
    """The seed as it stands in the record; a fresh one where none was chosen."""
    word = new_seed() if seed is None else str(seed)
    if not is_seed(word):
        raise BadInput("a seed is a number or a short word", where="seed")
    return word


def _names(names: Iterable[str], what: str) -> tuple[str, ...]:
    """A tuple of names; a single text is a mistake."""
    found = tuple(names)
    if isinstance(names, str) or not all(isinstance(name, str) for name in found):
        raise BadInput(f"{what} is a list of names", where=what)
    return found


def _line(text: str) -> str:
    """A text as it may stand in the record: one line, not too long."""
    return "".join(c if c.isprintable() else " " for c in str(text))[:300]


def _news(number: int, event: Event) -> News:
    sums = tuple((tally.label, tally.total, tuple(tally.parts)) for tally in event.tallies)
    return News(number, event.kind, event.text, event.rule, event.side, sums, dict(event.data))


def _roll_question(call: RollCall) -> Question:
    """A die as the question what it shows."""
    text = f"Roll a die of {call.faces}: {call.why}. What does it show?"
    if not call.listed:
        form = Form("number", "roll", least=1, most=call.faces)
        return Question("roll", call.side, text, call.rule, (), "", form)
    views = tuple(OptionView(write_order(order), str(order[1])) for order in call.orders())
    return Question("roll", call.side, text, call.rule, views, "")
