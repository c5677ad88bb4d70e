"""A battle at the table: who owes what, orders, dice, undo, scenes and the record.

Start one with `banneret.start` or take one up with `banneret.load`:

>>> import banneret
>>> battle = banneret.start("stacks", "first_blood", seed=7)
>>> battle.owing
['attacker', 'defender']
>>> battle.give("attacker", battle.orders("attacker")[0])
>>> battle.owing
['defender']
"""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.kernel.course import Course
from banneret.kernel.decision import Decision, IllegalOrder, Refusal
from banneret.kernel.dice import Chance, Dice, SeededDice, commitment, new_seed, seed_number
from banneret.kernel.errors import BadInput
from banneret.kernel.event import REFEREE, SPECTATOR, Event
from banneret.kernel.order import Order, read_order, write_order
from banneret.kernel.player import Player, Seat
from banneret.kernel.record import NOBODY, Entry, Header, Record
from banneret.kernel.rulebook import Outcome
from banneret.kernel.scene import Ending, News, Scene
from banneret.kernel.table import RecordMismatch, Roll

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from banneret.kernel.rulebook import Rulebook, Scenario

    Maker = Callable[[str, Rulebook[Any], Chance], Player]

WATCHERS = {"referee": REFEREE, "spectator": SPECTATOR}
NO_ONE_PLAYS = "none"


class Battle:
    """One battle: a rulebook, a scenario, and a record that grows."""

    def __init__(
        self, rulebook: Rulebook[Any], record: Record, scenario: Scenario, maker: Maker | None = None
    ) -> None:
        self.rulebook = rulebook
        self.scenario = scenario
        self.record = record
        self.damage = record.damage  # what was wrong with the file it came from
        self._maker = maker
        self._seed = record.seed
        record.seed = ""
        self._players: dict[int, Player] = {}
        self._specs: dict[int, str] = {}
        self._ended: Outcome | None = None
        _check_header(rulebook, scenario, record, self._seed)
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
        dice: str = "seeded",
        maker: Maker | None = None,
    ) -> Battle:
        """Begin a battle.

        `seats` maps seat names to side ids, "referee" or "spectator" (default: one seat a side, named like it); `players`
        maps side ids to computer players; `dice` is "seeded" or "typed" (people roll). Raises `BadInput`.
        """
        if isinstance(scenario, str):
            scenario = rulebook.scenario(scenario)
        if dice not in ("seeded", "typed"):
            raise BadInput(f"dice cannot be {dice!r}", hint="seeded or typed")
        word = "" if dice == "typed" else str(new_seed() if seed is None else seed)
        if word and (len(word) > 200 or not word.isprintable() or word != word.strip()):
            raise BadInput("a seed is a number or a short word", where="seed")
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
        return cls(rulebook, Record(header, seed=word), scenario, maker)

    @classmethod
    def from_record(cls, rulebook: Rulebook[Any], record: Record, maker: Maker | None = None) -> Battle:
        """Take up a battle from its record. Raises `BadInput` naming the entry that does not fit the rules."""
        plain = json.loads(record.header.scenario)
        scenario = rulebook.read_scenario(plain, "record, line 3")
        if scenario.to_json() != record.header.scenario:
            raise BadInput("the scenario is not written as Banneret writes it", where="line 3")
        return cls(rulebook, record, scenario, maker)

    def _rebuild(self) -> None:
        """Run the whole record from the beginning."""
        seeded = _checked_dice(self.record, self._seed)
        self._dice = _TableDice(seeded)
        self._course = Course(
            self.rulebook, self.rulebook.new(self.scenario, self.record.header.options), self._dice
        )
        self._binding = False  # the last order was part of a secret simultaneous choice
        self._ended = None
        self._read_specs()
        feed = self._dice.feed
        feed.extend((number, self.record.entries[number - 1]) for number in _surviving(self.record))
        try:
            self._course.run()
            while feed:
                number, entry = feed.popleft()
                self._feed_order(number, entry)
        except RecordMismatch as error:
            raise BadInput(str(error), where="record") from None
        del self._course.fresh[: self._dice.fed]  # these stand in the record
        self._write_dice()

    def _feed_order(self, number: int, entry: Entry) -> None:
        where = f"entry {number}"
        if entry.kind == "end":
            self._ended = _ending(self.scenario, entry, where)
            return
        forced = entry.kind == "force"
        who, words = (entry.words[1], entry.words[2]) if forced else (entry.who, entry.words)
        if entry.kind not in ("order", "force"):
            raise BadInput(f"'{entry}' fits no question", where=where)
        decision = next((d for d in self._course.decisions if self.scenario.sides[d.side] == who), None)
        if decision is None:
            raise BadInput(f"{who} owes no order here", where=where)
        refusal = decision.check(words)
        if refusal is not None:
            raise BadInput(str(refusal), where=where)
        self._binding = self._course.sealed
        self._course.order(decision.side, words)

    def _read_specs(self) -> None:
        """Which side is played by which computer player now."""
        specs = dict(self.record.header.players)
        for entry in self.record.entries:
            if entry.kind == "player":
                specs[str(entry.words[1])] = str(entry.words[2])
        self._specs = {
            self._side(side): spec for side, spec in specs.items() if spec != NO_ONE_PLAYS
        }

    # ------------------------------------------------------------------ who owes what

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in order."""
        return self.scenario.sides

    @property
    def seats(self) -> dict[str, str]:
        """The seats: name to side id, "referee" or "spectator"."""
        return dict(self.record.header.seats)

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
        """The decisions that are owed now."""
        return [] if self._ended else self._course.decisions

    @property
    def owing(self) -> list[str]:
        """The ids of the sides that owe an order now."""
        return [self.sides[decision.side] for decision in self.owed]

    @property
    def roll_wanted(self) -> Roll | None:
        """The die that people are to roll now, when dice are typed."""
        return None if self._ended else self._course.roll

    def decision(self, side: str) -> Decision | None:
        """What the side is asked now."""
        index = self._side(side)
        return next((decision for decision in self.owed if decision.side == index), None)

    def orders(self, side: str) -> list[Order]:
        """The legal orders of a side now: all of them, or examples where they are too many to list."""
        decision = self.decision(side)
        return decision.orders() if decision else []

    def _side(self, name: str) -> int:
        if name not in self.scenario.sides:
            raise BadInput(f"there is no side {name!r}", hint="one of " + ", ".join(self.scenario.sides))
        return self.scenario.sides.index(name)

    def _viewer(self, name: str) -> int:
        """The side (or watcher) that a seat, side, "referee" or "spectator" looks from."""
        name = self.record.header.seats.get(name, name)
        return WATCHERS[name] if name in WATCHERS else self._side(name)

    # ------------------------------------------------------------------ orders and dice

    def why_not(self, side: str, order: Order | str) -> Refusal | None:
        """Why a side may not give an order now; None if it may. Changes nothing."""
        rule = "table:turn"
        if self.is_over:
            return Refusal("The battle is over.", rule)
        decision = self.decision(side)
        if decision is None:
            waits = " and ".join(self.owing) or "a roll"
            return Refusal(f"{side} owes no order now: the table waits for {waits}.", rule)
        if isinstance(order, str):
            try:
                order = read_order(order)
            except BadInput as error:
                return Refusal(f"The order cannot be read: {error}.", "table:order", decision.default())
        return decision.check(order)

    def give(self, seat: str, order: Order | str) -> None:
        """Give an order for a side (or through a seat of that side); raises `IllegalOrder`, and then nothing has changed."""
        side = self.record.header.seats.get(seat, seat)
        refusal = self.why_not(side, order)
        if refusal is not None:
            raise IllegalOrder(refusal)
        words = read_order(order) if isinstance(order, str) else order
        self._enter_order(Entry(side, words, seat if seat != side else ""), self._side(side), words)

    def force(self, side: str, order: Order | str, reason: str) -> None:
        """The referee gives an order for a side. It must be legal; the record says that it was forced, and why."""
        refusal = self.why_not(side, order)
        if refusal is not None:
            raise IllegalOrder(refusal)
        words = read_order(order) if isinstance(order, str) else order
        self._enter_order(Entry("!", ("force", side, words, _reason(reason))), self._side(side), words)

    def _enter_order(self, entry: Entry, side: int, words: Order) -> None:
        self.record.append(entry)
        self._binding = self._course.sealed
        self._course.order(side, words)
        self._write_dice()

    def give_roll(self, value: int) -> None:
        """Tell what the die that was wanted shows; raises `IllegalOrder` for what it cannot show."""
        roll = self.roll_wanted
        if roll is None:
            raise IllegalOrder(Refusal("No die is wanted now.", "table:dice"))
        if not isinstance(value, int) or not 1 <= value <= roll.faces:
            reason = f"A die of {roll.faces} faces shows 1 to {roll.faces}, not {value}."
            raise IllegalOrder(Refusal(reason, "table:dice"))
        self._course.rolled(value)
        self._write_dice()

    def _write_dice(self) -> None:
        """Write the dice that were rolled since into the record."""
        for answer in self._course.fresh:
            who = NOBODY if answer.side < 0 else self.sides[answer.side]
            self.record.append(Entry(who, faces=answer.faces, value=answer.value))
        self._course.fresh.clear()

    def note(self, text: str) -> None:
        """Write a note into the record."""
        self.record.append(Entry("!", ("note", _reason(text))))

    def end(self, winners: list[str], reason: str) -> None:
        """The referee ends the battle; no winners: a draw."""
        if self.is_over:
            raise IllegalOrder(Refusal("The battle is over.", "table:turn"))
        for side in winners:
            self._side(side)
        entry = Entry("!", ("end", tuple(winners), _reason(reason)))
        self.record.append(entry)
        self._ended = _ending(self.scenario, entry, "end")

    # ------------------------------------------------------------------ undo and fork

    def why_not_undo(self, side: str) -> Refusal | None:
        """Why a side may not take its last order back by itself; None if it may."""
        rule = "table:undo"
        entries = self.record.entries
        last = entries[-1] if entries else None
        if last is None or last.kind != "order":
            what = "a die was rolled" if last is not None and last.faces else "there is no order to take back"
            return Refusal(f"{side} cannot undo: {what} since.", rule)
        if last.who != side:
            return Refusal(f"{side} cannot undo: {last.who} has ordered since.", rule)
        if self._binding:
            return Refusal(f"{side} cannot undo: a secret choice stands once it is made.", rule)
        count = self._course.count
        if any(event.reveals for _, at, event in self._course.all_news() if at == count):
            return Refusal(f"{side} cannot undo: the order has shown something that was hidden.", rule)
        return None

    def undo(self, side: str) -> Order:
        """Take the side's last order back; returns it. Raises `IllegalOrder` where it may not (`why_not_undo`)."""
        refusal = self.why_not_undo(side)
        if refusal is not None:
            raise IllegalOrder(refusal)
        order = self.record.entries[-1].words
        self.record.truncate(len(self.record.entries) - 1)
        self._rebuild()
        return order

    def undo_agreed(self, to: int, by: list[str]) -> None:
        """Go back to after entry `to` by agreement of `by` (sides, or "referee"): an entry of its own, nothing is erased."""
        if not 0 <= to < len(self.record.entries):
            raise BadInput(f"there is no entry {to} to go back to", where="undo")
        if set(by) != {"referee"} and not set(self.sides) <= set(by):
            missing = ", ".join(side for side in self.sides if side not in by)
            raise IllegalOrder(Refusal(f"{missing} must agree to go back.", "table:undo"))
        self.record.append(Entry("!", ("undo", to, tuple(by))))
        self._rebuild()

    def at(self, number: int) -> Battle:
        """The battle as it stood after entry `number` of its record, to look at; the original stays as it is."""
        return self._branch(number, "")

    def fork(self, number: int | None = None, seed: int | str | None = None) -> Battle:
        """A new battle that begins as this one stood after entry `number` (default: now), with dice of its own."""
        return self._branch(len(self.record.entries) if number is None else number, str(seed or new_seed()))

    def _branch(self, number: int, seed: str) -> Battle:
        if not 0 <= number <= len(self.record.entries):
            raise BadInput(f"the record has {len(self.record.entries)} entries, not {number}")
        old = self.record.header
        dice, bound, after = (old.dice, commitment(seed), number) if seed else ("given", "", number)
        if old.dice == "typed":
            dice, bound, seed = "typed", "", ""
        header = Header(
            old.rulebook, old.version, old.scenario, old.options, old.seats, old.players, dice, bound, after
        )
        record = Record(header, list(self.record.entries[:number]), seed)
        return Battle(self.rulebook, record, self.scenario, self._maker)

    # ------------------------------------------------------------------ computer players

    def set_player(self, side: str, spec: str, reason: str = "") -> None:
        """From now on the computer plays the side ("none": people do). An entry of the record."""
        index = self._side(side)
        if spec != NO_ONE_PLAYS:
            self._players[index] = self._make(index, spec)
        words = ("player", side, spec, _reason(reason)) if reason else ("player", side, spec)
        self.record.append(Entry("!", words))
        self._read_specs()

    def _make(self, side: int, spec: str) -> Player:
        chance = Chance(seed_number(f"player {side} {spec} {self._seed} {len(self.record.entries)}"))
        if spec == "greedy":
            return self.rulebook.greedy(chance)
        if self._maker is None:
            raise BadInput(f"nobody knows how to make the player {spec!r}")
        return self._maker(spec, self.rulebook, chance)

    def seat(self, side: int) -> Seat:
        """What a computer player of that side gets to see of the present question."""
        course = self._course
        seat = Seat(self.rulebook, side, course.present)
        seat.attach(course.checkpoint, course.answers[: course.question_at])
        return seat

    def advance(self, most: int = 1_000_000) -> int:
        """Let computer players answer until a person is owed for, at most `most` orders; returns how many were given."""
        given = 0
        while given < most:
            decision = next((d for d in self.owed if d.side in self._specs), None)
            if decision is None:
                break
            self._answer(decision, self._specs[decision.side])
            given += 1
        return given

    def _answer(self, decision: Decision, spec: str) -> None:
        """One order of a computer player. A player that fails is replaced by `greedy`, and the record says so."""
        side = decision.side
        if side not in self._players:
            self._players[side] = self._make(side, spec)
        player = self._players[side]
        problem = ""
        try:
            order = player.choose(decision, self.seat(side))
            refusal = decision.check(order)
            problem = f"gave the illegal order {write_order(order)}" if refusal is not None else ""
        except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
            problem = f"raised {type(error).__name__}: {error}"[:200]
        for note in getattr(player, "notes", ()):
            self.note(note)
        if getattr(player, "notes", None):
            player.notes.clear()  # type: ignore[attr-defined]
        if not problem:
            self.give(self.sides[side], order)
            return
        spare = "default" if spec == "greedy" else "greedy"
        self.set_player(self.sides[side], spare, f"{spec} {problem}")

    def play_out(self, players: Mapping[str, str] | None = None) -> Outcome:
        """Let computer players (default: greedy for every side without one) finish the battle at the table."""
        for index, side in enumerate(self.sides):
            if players and side in players:
                self.set_player(side, players[side])
            elif index not in self._specs:
                self.set_player(side, "greedy")
        self.advance()
        if self.outcome is None:
            raise BadInput("the battle waits for dice that people roll", hint="give_roll")
        return self.outcome

    # ------------------------------------------------------------------ what is shown

    def news(self, seat: str = "referee") -> list[Event]:
        """The latest news that a seat may know, oldest first."""
        viewer = self._viewer(seat)
        return [event for _, _, event in self._course.all_news() if event.seen_by(viewer)]

    def scene(self, seat: str = "spectator") -> Scene:
        """All that a seat may see now: board, pieces, news, and the questions it owes."""
        viewer = self._viewer(seat)
        present = self._course.present
        questions = [
            self.rulebook.question(present, decision)
            for decision in self.owed
            if decision.side == viewer or viewer == REFEREE
        ]
        return msgspec.structs.replace(
            self.rulebook.scene(present, viewer),
            seat=seat,
            scenario=self.scenario.id,
            title=self.scenario.title,
            news=tuple(
                _news(number, event)
                for number, event in self._visible(viewer)
            ),
            questions=tuple(questions),
            waiting=tuple(self.owing),
            ending=self._ending_view(),
        )

    def _visible(self, viewer: int) -> list[tuple[int, Event]]:
        """The news a viewer may know, numbered among themselves so that gaps tell nothing."""
        seen = [event for _, _, event in self._course.all_news() if event.seen_by(viewer)]
        return list(enumerate(seen, 1))

    def _ending_view(self) -> Ending | None:
        outcome = self.outcome
        if outcome is None:
            return None
        return Ending(tuple(self.winners), outcome.reason, outcome.rule)

    def __str__(self) -> str:
        from banneret.kernel.textview import scene_text

        return scene_text(self.scene(self.owing[0] if len(self.owing) == 1 else "spectator"))

    def _repr_html_(self) -> str:
        from banneret.kernel.picture import scene_html

        return scene_html(self.scene(self.owing[0] if len(self.owing) == 1 else "spectator"))

    # ------------------------------------------------------------------ saving

    @property
    def commitment(self) -> str:
        """The hash of the seed, published before the first roll."""
        return self.record.header.commitment

    @property
    def text(self) -> str:
        """The record as text, with the seed once the battle is over."""
        return self._with_seed(self.is_over)

    @property
    def private_text(self) -> str:
        """The record with its seed, for whoever keeps the battle: enough to go on from."""
        return self._with_seed(True)

    def _with_seed(self, tell: bool) -> str:
        self.record.seed = self._seed if tell else ""
        text = self.record.text
        self.record.seed = ""
        return text

    def save(self, path: str | Path) -> None:
        """Write the private text to a file: first beside it, then in its place, so that nothing is half written."""
        target = Path(path)
        beside = target.with_name(target.name + ".part")
        try:
            beside.write_text(self.private_text, encoding="utf-8", newline="\n")
            beside.replace(target)
        except OSError as error:
            raise BadInput(f"cannot be written: {error.strerror}", where=str(path)) from None

    def dump(self) -> bytes:
        """The present state as bytes."""
        return self.rulebook.dump(self._course.present)


class _TableDice(Dice):
    """Where a battle's dice come from: first the entries being read, then the seed; 0 where people roll."""

    def __init__(self, seeded: SeededDice | None) -> None:
        self.seeded = seeded
        self.feed: deque[tuple[int, Entry]] = deque()
        self.fed = 0  # dice that came from the record

    def die(self, faces: int) -> int:
        if not self.feed:
            return 0 if self.seeded is None else self.seeded.die(faces)
        number, entry = self.feed[0]
        if entry.faces != faces:
            raise BadInput(f"a die of {faces} faces is wanted, not '{entry}'", where=f"entry {number}")
        self.feed.popleft()
        self.fed += 1
        return entry.value


def _check_header(rulebook: Rulebook[Any], scenario: Scenario, record: Record, seed: str) -> None:
    header = record.header
    if header.version != rulebook.version:
        problem = f"the record was made by version {header.version} of the rules of {header.rulebook}"
        raise BadInput(problem, where="line 2", hint=f"version {rulebook.version} is at hand")
    if rulebook.options(header.options) != header.options:
        raise BadInput("an option is missing", where="line 4")
    known = "one of " + ", ".join(scenario.sides)
    for seat, side in header.seats.items():
        if side not in scenario.sides and side not in WATCHERS:
            raise BadInput(f"seat {seat!r} belongs to no side {side!r}", where="line 5", hint=known)
    for side in header.players:
        if side not in scenario.sides:
            raise BadInput(f"there is no side {side!r} to play for", where="line 6", hint=known)
    if seed and header.commitment and commitment(seed) != header.commitment:
        raise BadInput("the seed does not fit the hash that was published before the battle", where="seed")


def _surviving(record: Record) -> list[int]:
    """The numbers of the entries that were not undone and that the rules are fed with."""
    live: list[int] = []
    for number, entry in enumerate(record.entries, 1):
        if entry.kind in ("order", "die", "force", "end"):
            live.append(number)
        elif entry.kind == "undo":
            keep = _undo_target(entry, number)
            live = [n for n in live if n <= keep]
    return live


def _undo_target(entry: Entry, number: int) -> int:
    keep = entry.words[1] if len(entry.words) > 1 else None
    if not isinstance(keep, int) or not 0 <= keep < number:
        raise BadInput("an undo names the entry that it goes back to", where=f"entry {number}")
    return keep


def _checked_dice(record: Record, seed: str) -> SeededDice | None:
    """The seed's stream after all dice of the record, each of which is compared with it. None without a seed.

    Every undo that takes a die back begins a new epoch of the stream: no die is ever seen twice.
    """
    if not seed:
        return None
    after = record.header.after
    epoch = 0
    dice = SeededDice(seed)
    rolled: list[int] = []
    for number, entry in enumerate(record.entries, 1):
        if entry.kind == "undo":
            keep = _undo_target(entry, number)
            if any(n > keep for n in rolled):
                epoch += 1
                dice = SeededDice(seed, epoch)
                rolled = [n for n in rolled if n <= keep]
        elif entry.faces and number > after:
            rolled.append(number)
            shown = dice.die(entry.faces)
            if shown != entry.value:
                raise BadInput(f"the die shows {entry.value}, by the seed it is {shown}", where=f"entry {number}")
    return dice


def _ending(scenario: Scenario, entry: Entry, where: str) -> Outcome:
    words = entry.words
    if len(words) != 3 or not isinstance(words[1], tuple) or not set(words[1]) <= set(scenario.sides):
        raise BadInput("an end names the winning sides and the reason", where=where)
    return Outcome(tuple(scenario.sides.index(side) for side in words[1]), str(words[2]), "table:referee")


def _reason(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)[:300]


def _news(number: int, event: Event) -> News:
    sums = tuple((tally.label, tally.total, tuple(tally.parts)) for tally in event.tallies)
    return News(number, event.kind, event.text, event.rule, event.side, sums, dict(event.data))
