"""The session of a battle: the battle in memory, the seats that look at it, and what has been asked of it.

It changes in memory alone; `saving` stores what has changed, and `requests` does both before anything is shown to anybody.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from banneret.kernel.scene import Board, Scene
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined, NoBattle
from banneret.service.live.actions import REFEREE, action
from banneret.service.live.gathering import RULE, SPECTATOR, Gathering
from banneret.service.live.guests import Guests
from banneret.service.live.lookback import LookBack
from banneret.service.live.pauses import Pause
from banneret.service.live.undoing import UndoRequest, ask_or_agree
from banneret.service.live.views import Shown, Views

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.kernel.battle import Battle
    from banneret.service.live.timing import Clock
    from banneret.service.storage.battles import Kept
    from banneret.service.storage.receipts import Receipt
    from banneret.service.storage.seats import Seat

log = logging.getLogger("banneret")

REST = 20.0  # seconds after which a view that was sent is not kept
IDLE = 60.0  # seconds after which a battle that nobody looks at leaves memory
MOST_RECEIPTS = 256  # that are remembered; older ones are looked up
MOST_SAID = 50  # words that a view shows
NOTHING = Scene("", "", "", "", (), Board("sheet", 0, 0))  # in a view that is no seat's yet

# No two branches bear the same number, nor one battle before and after it left memory.
_branches = itertools.count()


class Listener(Protocol):
    """A client that looks at a battle and is sent its views; `seen`: the number of the latest, `whole`: of the latest that was sent whole."""

    seat: Seat
    seen: int
    whole: int

    @property
    def follows(self) -> bool:
        """True if it takes what is different from the latest view instead of the next one, and has that one."""

    def send(self, frame: m.Frame) -> None:
        """Hand on a message; must not wait."""


class Session:
    """One battle in memory. `battle` is its present state; `version` grows with every change, seen or not, and nobody is shown it."""

    def __init__(self, number: str, battle: Battle, kept: Kept | None = None) -> None:
        self.id = number
        self.battle = battle
        self.lock = asyncio.Lock()
        self.lost = False  # it has left memory: the battle must be loaded again
        self.running = False  # a thread changes the battle: nobody may look at it without the lock
        self.version = 0
        self.era = 0  # another one with every change that is no order of a player
        self.listeners: list[Listener] = []
        self.used = time.monotonic()
        self.changed: Callable[[Session], object] = _nothing  # what is called before a change is shown
        self.clock: Clock | None = None
        self.past = LookBack()
        # Another one when entries are taken out of the record, or it comes into memory again.
        self.branch = next(_branches)
        self.receipts: OrderedDict[tuple[str, str], Receipt] = OrderedDict()
        self.closed = kept.private if kept else False  # a branch: the record is never open to players
        self.words: list[m.Said] = [m.Said(*word) for word in kept.words] if kept else []
        self.gathering = Gathering.read(kept.gathering) if kept else None  # the armies it still waits for
        self.guests = Guests(kept.places, dict(kept.people)) if kept else Guests()
        self.looked: dict[str, Seat] = {}  # the seats that were shown a view, by name
        self._shared: tuple[int, m.View] | None = None  # what all views of a version show, and of which
        self._seals: tuple[object, tuple[m.Seal, ...]] = ((), ())  # of which seals of the record
        # Of which state of the battle, which the secret choices of some, until all are in, leave as it is.
        self._scenes: tuple[object, Callable[[str], Scene]] | None = None
        self.views = Views(kept.first_view if kept else int(time.time() * 1000))
        self._resume(kept)

    def _resume(self, kept: Kept | None) -> None:
        """All that is as it is stored: the record, and what stands beside it."""
        self.pause = Pause.read(kept.paused) if kept else None
        self.undo_request = UndoRequest.read(kept.undo_request) if kept else None
        self.beside = (self.pause, self.undo_request)  # as they are stored
        record = self.battle.record
        self.measured = self.measures()  # how much each seat had been shown when the battle was stored
        self.rewrite = bool(self.battle.damage)  # a damaged record is written whole
        self.stored = 0 if self.rewrite else record.count
        self.last = record.line(self.stored) if self.stored else ""  # the last entry that is stored
        self.seeds = len(record.later)
        record.unchanged = self.stored

    def go_on_from(self, battle: Battle, kept: Kept | None = None) -> None:
        """Replace a battle that cannot be used any more by one loaded from the store."""
        self.battle = battle
        self.version += 1
        self.era += 1
        self.begin_branch()
        self._resume(kept)

    def begin_branch(self) -> None:
        """Entries are taken out of the record: what is known of it by its branch does not hold any more."""
        self.branch = next(_branches)

    @property
    def is_idle(self) -> bool:
        """True if no seat is connected and nothing is under way."""
        return not self.listeners and not self.lock.locked() and time.monotonic() - self.used > IDLE

    def is_now(self, seat: Seat, at: int) -> bool:
        """True if the battle still stands for a seat as its view of this number showed it."""
        shown = self._latest(seat)
        return shown is not None and shown.is_now(at)

    def is_asked(self, seat: Seat, at: int) -> bool:
        """True if the seat was asked in its view of this number what it is asked now, and only players have given orders since."""
        shown = self._latest(seat)
        return shown is not None and shown.is_asked(at)

    def number(self, seat: Seat) -> int:
        """The number of the present view of a seat."""
        shown = self._latest(seat)
        return shown.number if shown else self.views.first

    def _latest(self, seat: Seat) -> Shown | None:
        """The present view of a seat; the last one where the present one cannot be made."""
        try:
            return self._shown(seat)
        except Exception:
            log.exception("battle %s cannot be shown to %s", self.id, seat.name)
            return self.views.latest(seat.name)

    def remember(self, receipt: Receipt) -> None:
        """A seat's request has been answered."""
        self.receipts[receipt.seat, receipt.request] = receipt
        if len(self.receipts) > MOST_RECEIPTS:
            self.receipts.popitem(last=False)

    # ------------------------------------------------------------------ what may be known and done

    @property
    def is_open(self) -> bool:
        """True if everybody may know everything: the battle is over, and is no branch of one that hides something."""
        return self.battle.is_over and not self.closed

    def may_know_all(self, seat: Seat) -> bool:
        """True if a seat may know everything: the referee's at any time, others in an open battle."""
        return seat.side == REFEREE or self.is_open

    def check_begun(self) -> None:
        """Raises `Declined` for a battle that waits for armies: nothing can be looked back on, and it would show them."""
        if self.gathering is not None:
            raise Declined(Code.NOT_BEGUN, self.gathering.sentence(), RULE)

    def check_seat(self, seat: Seat) -> None:
        """Raises `NoBattle` for a seat that its player has lost or left meanwhile: a request may have been on its way, or a line not closed yet."""
        if seat.side in self.guests.free:
            raise NoBattle

    def check_open(self, seat: Seat, wanted: m.Deed) -> None:
        """Raises `Declined` where a seat may not change the battle now: while it waits for armies, or is paused.

        Where it is adjourned any player may go on. After an internal error the battle's maker may go on or take back as its referee may, and others may then agree to go back.
        """
        if self.gathering is not None:
            raise Declined(Code.NOT_BEGUN, self.gathering.sentence())
        pause, going_on = self.pause, isinstance(wanted, m.Halt | m.Undo)
        if pause is not None and pause.adjourned and isinstance(wanted, m.Halt) and not wanted.on:
            return
        if seat.side == REFEREE or (pause is None and not isinstance(wanted, m.Halt)):
            return
        if pause is None:
            raise Declined(Code.NOT_ALLOWED, "That is for the referee.")
        allowed = isinstance(wanted, m.Agree) or (seat.mine and going_on)
        if not pause.error or not allowed:
            raise Declined(Code.PAUSED, pause.sentence)

    def do(self, act: Callable[[], Any], by: Seat | None = None, *, ordered: bool = False) -> None:
        """Change the battle, and make the views of all who look: what cannot be shown is noticed before anything is stored.

        The seat `by` that changes it has a new view in any case, so that what it asked for is known again from the older one. `ordered`:
        by an order of a player, so that the questions of others may stand as they stood. After any other change they do so for those
        who are shown nothing of it: so each seat's view is made before it and after it.
        """
        self.rouse()
        others = [] if ordered else list(self.looked.values())
        for seat in others:
            self._latest(seat)
        act()
        self.version += 1
        if not ordered:
            self.era += 1
        for seat in others:
            self._latest(seat)
        seats = {listener.seat.name: listener.seat for listener in list(self.listeners)}
        if by is not None:
            self.views.outdate(by.name)
            seats[by.name] = by
        for seat in seats.values():
            self._shown(seat)

    def carry_out(self, seat: Seat, wanted: m.Deed) -> None:
        """Let a seat do what it asks for, and what follows for the pause and for an undo request."""
        battle, record = self.battle, self.battle.record
        count = record.count
        if isinstance(wanted, m.Agree) or (
            isinstance(wanted, m.Undo) and wanted.to is not None and seat.side != REFEREE
        ):
            self.undo_request = ask_or_agree(
                battle, seat.side, wanted, self.undo_request, self.entries(seat), self.guests.free
            )
        elif isinstance(wanted, m.HandOver) and wanted.side in self.guests.free and seat.mine:
            reason = wanted.reason or "until a guest comes"
            action(REFEREE, msgspec.structs.replace(wanted, reason=reason))(battle)
        else:
            action(seat.side, wanted)(battle)
        if self.undo_request is not None and (battle.is_over or record.unchanged < self.undo_request.to):
            self.undo_request = None  # there is nothing to go back to any more
        if isinstance(wanted, m.Halt):
            self.pause = Pause(wanted.reason or "no reason given") if wanted.on else None
        elif isinstance(wanted, m.Undo | m.Agree) and record.count != count:
            self.pause = None  # it goes on from where it went back to

    # ------------------------------------------------------------------ what is shown

    def view(self, seat: Seat) -> m.Frame:
        """The view of a seat as a message; equal for all who look from that seat."""
        return self._awake(seat).frame

    def rest(self) -> None:
        """Let go of views that are not new any more; they are made again when they are wanted."""
        self._scenes = None
        self.views.rest(time.monotonic() - REST)

    def rouse(self) -> None:
        """Before something changes: make the views again that rest, of all who look, so that what will be different can be told."""
        for seat in {listener.seat.name: listener.seat for listener in self.listeners}.values():
            shown = self.views.latest(seat.name)
            if shown is None or not shown.rests or shown.made != self.version:
                continue
            try:
                view = self._view(seat, shown.number)
            except Exception:
                log.exception("battle %s cannot be shown to %s", self.id, seat.name)
                continue
            if shown.shows(view):
                fresh = shown.fresh
                shown.wake(view)
                shown.fresh = fresh  # whom nothing is shown by the change rests on

    def _awake(self, seat: Seat) -> Shown:
        """The view of a seat, to be sent."""
        shown = self._shown(seat)
        self.views.wake(shown, lambda at: self._view(seat, at))
        return shown

    def _shown(self, seat: Seat) -> Shown:
        self.looked[seat.name] = seat
        found = self.views.latest(seat.name)
        if found is not None and found.made == self.version:
            return found
        return self.views.now(seat.name, self.version, self.era, lambda at: self._view(seat, at))

    def _view(self, seat: Seat, at: int) -> m.View:
        """The view of a seat, with that number."""
        battle = self.battle
        player = seat.side in battle.sides
        waits = self.gathering
        if waits is not None:
            reason = waits.sentence()
        elif player and (why := battle.why_not_undo(seat.side)) is not None:
            reason = why.reason
        else:
            reason = ""
        shared = self._shared
        if shared is None or shared[0] != self.version:
            shared = self._shared = (self.version, self._shown_to_all())
        view = msgspec.structs.replace(
            shared[1],
            at=at,
            scene=self.scene(seat.side),
            seat=seat.name,
            side=seat.side,
            can_undo=player and not reason,
            why_not_undo=reason,
        )
        if self.undo_request is not None:
            wish = self.undo_request.sentence(battle, self.entries(seat))
            view = msgspec.structs.replace(view, wish=wish)
        if self.clock is not None:
            adjourned = self.pause is not None and self.pause.adjourned
            clock = self.clock.view(view.scene.waiting, adjourned=adjourned)
            view = msgspec.structs.replace(view, clock=clock)
        return view

    def _shown_to_all(self) -> m.View:
        """A view with all that is no seat's own, and nothing else: made once for all of them."""
        battle, waits = self.battle, self.gathering
        record = battle.record
        return m.View(
            at=0,
            scene=NOTHING,
            seats=self.seats(),
            seat="",
            side="",
            battle=self.id,
            dice=record.header.dice,
            commitment="" if waits else battle.commitment,
            seals=self._shown_seals(),
            said=tuple(self.words[-MOST_SAID:]),
            paused=self.pause.sentence if self.pause else "",
            seed=record.seeds[-1] if battle.is_over and record.seed else "",
            armies=waits.views() if waits else (),
            branch=record.header.forked,
            locked="" if battle.is_over or not battle.locked else f"It cannot be played on: {battle.locked}.",
            protocol=m.PROTOCOL,
        )

    def _shown_seals(self) -> tuple[m.Seal, ...]:
        seals = self.battle.record.seals
        if self._seals[0] is not seals:
            self._seals = (seals, tuple([m.Seal(*one) for one in seals]))
        return self._seals[1]

    def scene(self, side: str) -> Scene:
        """The view of a seat of a side now."""
        if self.gathering is not None:
            return self.gathering.scene(side)
        found, state = self._scenes, self.battle.state
        if found is None or found[0] is not state:
            found = self._scenes = (state, self.battle.scenes())
        return found[1](side)

    def measures(self) -> dict[str, object]:
        """A measure for each seat of what it has been shown of the battle; the referee is shown everything."""
        record = self.battle.record
        found = self.battle.measures((*self.battle.sides, SPECTATOR))
        found[REFEREE] = (record.count, record.hash)
        return found

    def entries(self, seat: Seat) -> Sequence[int]:
        """The entries of the record that a seat may go to, by the numbers that it knows them by, from 0.

        Who may know everything goes by the entries themselves, others by their moments: what they were shown, and nothing else.
        """
        return (
            range(self.battle.record.count + 1) if self.may_know_all(seat) else self.battle.moments(seat.side)
        )

    def seats(self) -> tuple[m.SeatView, ...]:
        """The seats of all sides as everybody sees them."""
        here = {listener.seat.name for listener in self.listeners}
        players = self.battle.players
        return tuple(
            [self.guests.view(side, side in here, players.get(side, "")) for side in self.battle.sides]
        )

    def summary(self, seat: Seat) -> str:
        """The summary of the battle for a seat, as JSON; the token and the time are added when it is shown."""
        battle, waits = self.battle, self.gathering is not None
        whole = self.scene(seat.side)
        scene = msgspec.structs.replace(whole, news=(), questions=(), trays=())
        found = m.Summary(
            self.id,
            "",
            seat.name,
            seat.side,
            battle.rulebook.id,
            battle.scenario.id,
            battle.scenario.title,
            scene,
            battle.players,
            0.0,
            0 if waits else len(self.entries(seat)) - 1,
            battle.is_over and not waits,
            seat.mine,
            free=tuple(self.guests.free),
            question=next((one.text for one in whole.questions if not one.trivial and not one.passed), ""),
            branch=battle.record.header.forked,
        )
        return msgspec.json.encode(found).decode()

    # ------------------------------------------------------------------ who looks

    def show(self, listener: Listener) -> None:
        """Show one who looks the present view, whatever they have."""
        shown = self._awake(listener.seat)
        listener.seen = listener.whole = shown.number
        listener.send(shown.frame)
        if not shown.is_pending:
            shown.let_go()

    def show_all(self) -> None:
        """Show the present view to everybody for whom it is another. One that cannot be made is left out; it has been reported."""
        self.changed(self)
        all_shown: list[Shown] = []
        for listener in list(self.listeners):
            try:
                shown = self._shown(listener.seat)
            except Exception:
                log.exception("battle %s cannot be shown to %s", self.id, listener.seat.name)
                continue
            if listener.seen != shown.number:
                if shown.rests:
                    shown = self._awake(listener.seat)
                frame = shown.frame_after(listener.seen, listener.whole) if listener.follows else shown.frame
                listener.send(frame)
                listener.seen = shown.number
                if frame.kind == "view":
                    listener.whole = shown.number
            all_shown.append(shown)
        for shown in all_shown:
            shown.let_go()

    def part(self, seat: str, goodbye: m.Goodbye) -> None:
        """All who look from a seat receive this message, and their connections are closed."""
        frame = m.framed(goodbye)
        for listener in [one for one in self.listeners if one.seat.name == seat]:
            self.listeners.remove(listener)
            listener.send(frame)

    def end(self, goodbye: m.Goodbye) -> None:
        """Leave memory: all connected seats receive this message, and their connections are closed."""
        self.lost = True
        frame = m.framed(goodbye)
        for listener in self.listeners:
            listener.send(frame)
        self.listeners.clear()


def _nothing(_session: Session) -> None:
    """Do nothing: nobody wants to hear of it."""
