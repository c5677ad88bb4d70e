"""A battle at the table: who must decide what, orders, dice, undo, scenes and the record.

Start one, see who must decide, give an order:

>>> import banneret
>>> battle = banneret.start("stacks", "first_blood", seed=7)
>>> battle.waiting_for
['attacker']
>>> battle.orders("attacker")
[('none',)]
>>> battle.give("attacker", "none")

An order that is not possible is refused with a reason, the rule, and the nearest one that is; nothing has changed then:

>>> battle.waiting_for
['defender']
>>> refusal = battle.why_not("defender", "nothing")
>>> refusal.rule, refusal.nearest
('stacks:scout.look', ('none',))
>>> battle.give("defender", "nothing")
Traceback (most recent call last):
...
banneret.kernel.decision.IllegalOrder: Not possible. 'nothing' is not the one legal order. (stacks:scout.look) Nearest: none

Take an order back, as long as nothing was rolled and nothing hidden was shown since:

>>> battle.undo("attacker")
('none',)
>>> battle.waiting_for
['attacker']

What a seat may see is its scene; printed, it is a text:

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
>>> str(battle.entries[0]), battle.at(1).waiting_for
('! player attacker random', ['attacker'])
>>> battle.fork(1, seed=9).is_over
False
>>> banneret.verify(battle.text).ok
True
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from banneret.kernel.battle import undo
from banneret.kernel.battle.checking import check_header, seed_word
from banneret.kernel.battle.computers import Computers
from banneret.kernel.battle.moments import Moments
from banneret.kernel.battle.play import Play, names_of
from banneret.kernel.battle.views import Views
from banneret.kernel.decision import Decision, IllegalOrder, Refusal, RollCall
from banneret.kernel.dice import commitment, new_seed
from banneret.kernel.errors import BadInput
from banneret.kernel.files import write_whole
from banneret.kernel.naming.match import Unclear
from banneret.kernel.naming.reading import read_named
from banneret.kernel.order import Order, plain_order
from banneret.kernel.record.entry import Entry
from banneret.kernel.record.header import Header
from banneret.kernel.record.record import Entries, Record
from banneret.kernel.scenario import Outcome
from banneret.kernel.scene import Asked, Change, Inspector, News, Preview, Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from banneret.kernel.battle.computers import Maker
    from banneret.kernel.battle.course import Course
    from banneret.kernel.player import Player, Seat
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario
    from banneret.kernel.table import Roll


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
        patience: float = 0.0,
    ) -> None:
        self.rulebook = rulebook
        self.scenario = scenario
        self.record = record
        self.damage = record.damage
        options = check_header(rulebook, scenario, record.header)
        self._play = Play(rulebook, record, scenario, options, script, locked, patience)
        self._computers = Computers(self._play, maker)
        self._views = Views(self._play)
        self._moments = Moments(self._play)

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
        word = seed_word(seed) if dice == "seeded" else ""
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
        for side, spec in battle._play.specs.items():
            battle._computers.player(side, spec)  # what cannot be made is refused at once
        return battle

    @classmethod
    def from_record(
        cls, rulebook: Rulebook[Any], record: Record, maker: Maker | None = None, *, patience: float = 0.0
    ) -> Battle:
        """Load a battle from its record, by the version of the rules with which it began.

        Raises `BadInput` naming the entry that does not fit the rules. `patience`: so many seconds of processor time it may take
        (0: any), for records that strangers send.
        """
        rulebook = rulebook.of_version(record.header.version)
        plain = json.loads(record.header.scenario)
        scenario = rulebook.read_scenario(plain, "record, line 3")
        if scenario.to_json() != record.header.scenario:
            raise BadInput("the scenario is not written as Banneret writes it", where="line 3")
        battle = cls(rulebook, record, scenario, maker, patience=patience)
        battle._play.taken_back = new_seed()  # an order may have been sealed and taken back before
        return battle

    # ------------------------------------------------------------------ who must decide what

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in order."""
        return self.scenario.sides

    def title(self, name: str) -> str:
        """The name of a side as sentences have it; other names (of seats) as they are."""
        return self._play.title(name)

    def called(self, name: str) -> str:
        """The id of the side with this name. Every method that takes a side or a seat takes the name of a side too.

        >>> import banneret
        >>> banneret.start("stacks", "first_blood").called("Attacker")
        'attacker'
        """
        return self._play.called(name)

    @property
    def options(self) -> dict[str, str]:
        """Every option with its value, those too that came after the battle was begun and are not in its record."""
        return dict(self._play.options)

    @property
    def seats(self) -> dict[str, str]:
        """The seats: name to side id, "referee" or "spectator"."""
        return dict(self.record.header.seats)

    @property
    def players(self) -> dict[str, str]:
        """The sides that the computer plays now, and as what."""
        if not self._play.specs:
            return {}
        return {self.sides[side]: spec for side, spec in sorted(self._play.specs.items())}

    @property
    def locked(self) -> str:
        """The reason why the battle can be looked at but not played on; "" where it can."""
        return self._play.locked

    @property
    def state(self) -> Any:
        """The true state as it stands: for referees and tests."""
        return self._play.course.present

    @property
    def course(self) -> Course:
        """The course of the battle, with the truth: for tests and tools."""
        return self._play.course

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while the battle goes on."""
        return self._play.outcome

    @property
    def is_over(self) -> bool:
        """True if the battle has ended."""
        return self._play.is_over

    @property
    def winners(self) -> list[str]:
        """The ids of the sides that won; none while it goes on and in a draw."""
        return [self.sides[side] for side in self.outcome.winners] if self.outcome else []

    @property
    def decisions(self) -> list[Decision]:
        """The decisions that the battle is waiting for; a die that people are to roll is one too (`RollCall`)."""
        return self._play.decisions

    @property
    def waiting_for(self) -> list[str]:
        """The ids of the sides that must decide now."""
        return self._play.waiting_for

    @property
    def roll_wanted(self) -> Roll | None:
        """The die that people are to roll now, when dice are typed."""
        return self._play.roll_wanted

    def decision(self, side: str) -> Decision | None:
        """The decision of a side (or of a seat of it), None where it has nothing to decide."""
        return self._play.decision(self.called(side))

    def orders(self, side: str) -> list[Order]:
        """The legal orders of a side now: all of them, or examples where they are too many to list."""
        decision = self.decision(side)
        return list(decision.orders()) if decision else []

    # ------------------------------------------------------------------ orders and dice

    def why_not(self, seat: str, order: Order | str) -> Refusal | None:
        """The refusal that an order of a seat (or side) would meet now; None if it may be given. Changes nothing."""
        found = self._read(self.called(seat), order)
        return found if isinstance(found, Refusal) else None

    def give(self, seat: str, order: Order | str) -> None:
        """Give an order for a side (or through a seat of that side); raises `IllegalOrder`, and then nothing has changed.

        An order is a tuple, its text as it stands in the record, or a text by name: "move elves to C3". The record keeps the
        canonical form.
        """
        seat = self.called(seat)
        found = self._read(seat, order)
        if isinstance(found, Refusal):
            raise IllegalOrder(found)
        self._play.give_judged(seat, *found)

    def order_of(self, seat: str, text: str) -> Order:
        """The legal order that a text stands for, canonical or by name; raises `IllegalOrder`. Changes nothing."""
        found = self._read(self.called(seat), text)
        if isinstance(found, Refusal):
            raise IllegalOrder(found)
        return found[1]

    def _read(self, seat: str, order: object) -> tuple[Decision, Order] | Refusal:
        """The decision and the plain order, or why it is refused; a text that is not in the form of the record is read by its names."""
        play = self._play
        found = play.judge(seat, order)
        if not isinstance(found, Refusal):
            return found
        decision = play.decision(seat)
        if (
            not isinstance(order, str)
            or decision is None
            or isinstance(decision, RollCall)
            or play.closed("")
        ):
            return found
        scene = self.scene(seat)
        question = next(one for one in scene.questions if one.side == decision.side)
        try:
            named = read_named(order, question, scene, lambda text: play.is_legal(decision, text))
        except Unclear as unclear:
            return Refusal(str(unclear), "table:order", found.nearest) if unclear.found else found
        return play.judge(seat, named)

    def give_roll(self, value: int) -> None:
        """Enter the die that was rolled; raises `IllegalOrder` for a number that it cannot show."""
        self._play.give_roll(value)

    def preview(self, seat: str, order: Order | str) -> Preview | None:
        """The effect of a draft order of a side that must decide, or why it may not be given; None where there is nothing to show.

        Changes nothing, throws no dice.
        """
        play = self._play
        viewer = play.viewer_of(self.called(seat))
        decision = next((one for one in play.decisions if viewer.owns(one.side)), None)
        if decision is None or isinstance(decision, RollCall) or play.closed("table:turn"):
            return None
        try:
            words = plain_order(order)
        except BadInput as error:
            return Preview(refusal=f"The order cannot be read: {error}.", rule="table:order")
        view, present = self.rulebook.view, play.course.present
        found = view.preview(present, decision, words)
        return found or view.objection(present, decision, words, view.question(present, decision))

    @property
    def seals(self) -> list[tuple[str, str]]:
        """The commitments to the latest secret orders, oldest first: side and hash. Everybody may know them."""
        return list(self.record.seals)

    def note(self, text: str) -> None:
        """Write a note into the record."""
        self._play.note(text)

    # ------------------------------------------------------------------ the referee's hand

    def force(self, side: str, order: Order | str, reason: str) -> None:
        """The referee gives an order for a side. It must be legal; the record says that it was forced, and why."""
        self._play.force(self.called(side), order, reason)

    def changes(self) -> list[Change]:
        """The changes that the referee may make on the table now; for a panel to pick from."""
        referee = self.rulebook.referee
        if referee is None or self._play.closed("table:change"):
            return []
        return referee.changes(self._play.course.checkpoint)

    def change(self, order: Order | str, reason: str) -> None:
        """The referee changes something on the table (`changes` lists what): an entry of the record, to be undone like any other.

        Raises `IllegalOrder` for what the rules cannot go on from, `BadInput` for what cannot be read; nothing has changed then.
        """
        self._play.change(order, reason)

    def end(self, winners: Sequence[str], reason: str) -> None:
        """The referee ends the battle for these sides, by id or name; no winners: a draw."""
        named = winners if isinstance(winners, str) else [self.called(side) for side in winners]
        self._play.end(named, reason)

    # ------------------------------------------------------------------ at any time

    def asked(self, seat: str) -> Asked | None:
        """The time at which a side wants to be asked, and those it may choose from; None where it has nothing to choose."""
        return self._views.wanted.shown(self._play.viewer_of(self.called(seat)))

    def set_asked(self, seat: str, word: str) -> None:
        """Set when a side wants to be asked, at any time, from the next question on. An entry of the record that no one else is shown.

        Raises `IllegalOrder` where there is no such choice. At other times `advance` passes for the side.
        """
        self._views.wanted.choose(self._play.viewer_of(self.called(seat)), word)

    def passing(self) -> str:
        """The id of the side that is passed for next because it does not want to be asked; "" if there is none."""
        return self._views.wanted.passing

    def pass_on(self) -> None:
        """Pass for the side that does not want to be asked (`passing`)."""
        self._views.wanted.give_next()

    def concede(self, side: str) -> None:
        """A side gives up, at any time, and its opponents have won. Only a referee can take that back.

        Where these are enemies of one another they fight on, and the computer leads the side from then on.
        """
        self._computers.concede(self.called(side))

    def ends_by_conceding(self, side: str) -> bool:
        """True if nobody is left to fight when that side gives up."""
        return self._play.ends_by_conceding(self.called(side))

    # ------------------------------------------------------------------ undo

    def why_not_undo(self, seat: str) -> Refusal | None:
        """The reason why a seat (or side) may not take its side's last order back by itself; None if it may."""
        found = undo.last_order(self._play, self.called(seat))
        return found if isinstance(found, Refusal) else None

    def undo(self, seat: str) -> Order:
        """Take back the last order of a seat (or side): the record gets shorter by it. Returns the order.

        Raises `IllegalOrder` where it may not (`why_not_undo`); then people can agree to go back (`undo_agreed`).
        """
        return undo.take_back(self._play, self.called(seat))

    def last_move(self) -> int:
        """The number of the last order, change, end or new player that stands; 0 if there is none."""
        return undo.last_move(self._play)

    def why_not_go_back(self, to: int) -> Refusal | None:
        """The reason why players cannot go back to how it stood after entry `to`; None where they can, if all agree (`undo_agreed`)."""
        return undo.why_not_go_back(self._play, to)

    def undo_agreed(self, to: int, by: Sequence[str]) -> None:
        """Go back to how it stood after entry `to`: an entry of its own, nothing is erased, and new dice will be rolled.

        All sides that people play must agree (`by`: sides or seats), or the referee decides (`by`: ["referee"]). That the referee
        ended the battle can be taken back by a referee alone; by then the seed is known, so the next dice come from a new one.
        """
        undo.go_back(self._play, to, [self.called(name) for name in names_of(by, "by")])

    def measures(self, seats: Iterable[str]) -> dict[str, object]:
        """For each seat a measure of what it was shown so far: where two measures differ, it was shown something in between. Cheap."""
        play, over, players = self._play, self.is_over, tuple(self.players.items())
        return {seat: (play.course.measure(play.viewer_of(seat)), over, players) for seat in seats}

    def taken_back(self) -> list[int]:
        """The numbers of the entries that ended a course which does not stand any more: `at` shows each as it was then."""
        return self.record.history.taken_back()

    # ------------------------------------------------------------------ looking back, forks

    def moments(self, seat: str) -> list[int]:
        """The moments of a seat, from 0: for each the last entry up to which the battle stood as the seat was shown it then.

        A seat's moments grow with what it is shown and with its own orders; numbers of entries grow also with what nobody else sees.
        """
        return self._moments.of(self._play.viewer_of(self.called(seat)))

    def at(self, number: int) -> Battle:
        """The battle as of entry `number` of its record, read-only; the original does not change."""
        return self.shown(self.record.beginning(self._number(number)))

    def shown(self, beginning: Record) -> Battle:
        """The battle of a beginning of its record (`Record.beginning`), to look at."""
        found = Battle(self.rulebook, beginning, self.scenario, self._computers.maker, locked="it is shown")
        found.show_as_of(beginning.count)
        return found

    def show_as_of(self, number: int) -> None:
        """Make the battle read-only, as of entry `number`."""
        self._play.locked = f"it is shown as it stood after entry {number}"

    def replay(self) -> Iterator[tuple[int, Entry | None, Battle]]:
        """The battle again from its beginning: number and text of each entry that stands, and the battle as it was after it.

        The battle that comes with the entries is one and the same object that moves on. Number 0 has no entry.
        """
        told = self.at(0)
        yield 0, None, told
        for number in self.record.history.standing():
            entry = self.record.entry(number)
            told.record.append(entry)
            if entry.faces:
                told._play.course.rolled(entry.value)
                told._play.course.fresh.clear()
            else:
                told._play.feed(number, entry)
            yield number, entry, told

    def follow(self, lines: Sequence[str]) -> None:
        """Take in the entries that another copy of this battle has written since. Raises `BadInput` where they do not fit."""
        self._play.follow(lines)

    def fork(self, number: int | None = None, seed: int | str | None = None) -> Battle:
        """A new battle that begins as this one stood after entry `number` (default: now), with dice of its own."""
        number = self.record.count if number is None else self._number(number)
        word = seed_word(seed) if self.record.header.kind_of_dice == "seeded" else ""
        header = self.record.header.fork(number, commitment(word) if word else "")
        record = self.record.beginning(number, header, word)
        return Battle(self.rulebook, record, self.scenario, self._computers.maker)

    def _number(self, number: int) -> int:
        if type(number) is not int or not 0 <= number <= self.record.count:
            raise BadInput(f"the record has {self.record.count} entries, not {number}")
        return number

    # ------------------------------------------------------------------ computer players

    def set_player(self, side: str, spec: str, reason: str = "") -> None:
        """From now on the computer plays the side ("none": people do). Raises `BadInput` where that has changed too often."""
        self._computers.set(self.called(side), spec, reason)

    def player(self, side: int, spec: str) -> Player:
        """The computer player of a side, made when it is first asked for anything."""
        return self._computers.player(side, spec)

    def seat(self, side: int) -> Seat:
        """The seat from which a computer player of that side sees the present decision."""
        return self._computers.seat(side)

    def advance(self, most: int = 1_000_000) -> int:
        """Let computer players decide, and pass for sides that do not want to be asked, until a person must; at most `most` orders.

        Returns how many were given. A player that fails (raises, gives an illegal order or, where the maker watches it, takes too long) is
        replaced by `greedy`, and the record says so.
        """
        return self._computers.advance(most)

    def play_out(self, players: Mapping[str, str] | None = None) -> Outcome:
        """Let computer players (default: greedy for every side without one) finish the battle at the table."""
        return self._computers.play_out({self.called(side): spec for side, spec in (players or {}).items()})

    # ------------------------------------------------------------------ what is shown

    def news(self, seat: str = "spectator") -> list[News]:
        """The latest news that a seat may know, oldest first, numbered from the beginning of the battle."""
        return self._views.news(self.called(seat))

    def scene(self, seat: str = "spectator") -> Scene:
        """All that a seat may see now: board, pieces, news, and the questions it must decide."""
        return self._views.scene(self.called(seat))

    def scenes(self) -> Callable[[str], Scene]:
        """The scenes of seats while the state is the same: each equal to `scene`, and what all seats see is made once."""
        made = self._views.scenes()
        return lambda seat: self._views.scene(self.called(seat), made)

    def inspector(self, seat: str, piece: str) -> Inspector | None:
        """A piece that a seat sees, by its id in the seat's scene, in full; None where the seat sees no such piece."""
        return self._views.inspector(seat, piece)

    def __str__(self) -> str:
        return str(self.scene(self._onlooker()))

    def _repr_html_(self) -> str:
        return self.scene(self._onlooker())._repr_html_()

    def _onlooker(self) -> str:
        """The seat from which a battle is printed: the side that must decide, if it is one alone."""
        return self.waiting_for[0] if len(self.waiting_for) == 1 else "spectator"

    def __repr__(self) -> str:
        stands = "over" if self.is_over else "waiting for " + " and ".join(self.waiting_for)
        return f"<Battle {self.rulebook.id} {self.scenario.id}, {self.record.count} entries, {stands}>"

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
        """The record with its seed, for the host of the battle: enough to go on from."""
        return self.record.text

    def save(self, path: str | Path) -> None:
        """Write the private text to a file: first beside it, then in its place, so that nothing is half written."""
        write_whole(path, self.private_text)

    def dump(self) -> bytes:
        """The present state as bytes."""
        return self.rulebook.dump(self._play.course.present)
