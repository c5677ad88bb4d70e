"""Views ready to be sent: each is made once for all who look from the same seat, whole or as what is different from the one before.

A view has a number of its seat's own, which grows only when the seat is shown something else than before. Whatever happens unseen
leaves the number as it is, and no view is sent.
"""

from __future__ import annotations

import time
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from banneret.service import messages as m
from banneret.service.live.differences import Known, known_after, since_when, update

if TYPE_CHECKING:
    from collections.abc import Callable


class Marks(NamedTuple):
    """A view as short marks, enough to see if another one shows the same: all of it, what makes older ones outdated, and its questions."""

    whole: bytes
    standing: bytes
    asked: bytes

    @classmethod
    def of(cls, view: m.View) -> Marks:
        """The marks of a view, whatever its number."""
        whole, standing = msgspec.structs.replace(view, at=0), _standing(view)
        return cls(_mark(whole), _mark(standing), _mark(view.scene.questions))


class Shown:
    """The last view of a seat, with its number; `since`: the number of the view since which the battle stands so for the seat.

    `made`: for which state of the session, -1 where the seat has done something since. `asked`: since which view the seat is asked what
    it is asked now, while nothing but orders of others came in between. `before`: the number of the view that it follows, 0 for the
    first. While the seat is shown nothing new it rests: the marks of the view are left, and it is made again when it is wanted. Nothing that
    others do unseen ends the rest, or the next message would show that they did something. `known`: the questions that the seat was asked
    until then, by which the next ones are told.
    """

    __slots__ = (
        "_frame",
        "_known",
        "_last",
        "_marks",
        "_update",
        "_update_alone",
        "_view",
        "asked",
        "before",
        "era",
        "fresh",
        "known",
        "made",
        "number",
        "since",
    )

    def __init__(self, view: m.View, state: int, era: int) -> None:
        self.number = self.since = self.asked = view.at
        self.made, self.era = state, era
        self.before = 0
        self._view: m.View | None = None
        self._marks: Marks | None = None
        self._last: m.View | None = None
        self._frame: m.Frame | None = None
        self._update: m.Frame | None = None
        self._update_alone: m.Frame | None = None
        self._known: Known = {}
        self.known: Known = {}
        self.wake(view)

    # ------------------------------------------------------------------ resting

    def rest(self) -> None:
        """Keep the marks of the view alone."""
        if self._view is not None:
            self._marks = Marks.of(self._view)
            self._view = None
            self.known = {}
            self.let_go()

    @property
    def rests(self) -> bool:
        """True if the view must be made again before it is shown."""
        return self._view is None

    def wake(self, view: m.View) -> None:
        """The view, made (again): it has the number that it had."""
        assert view.at == self.number
        self._view = view
        self._marks = None
        self.known = known_after({}, view)
        self.fresh = time.monotonic()  # when it was made

    @property
    def view(self) -> m.View:
        """The view; not while it rests."""
        assert self._view is not None
        return self._view

    # ------------------------------------------------------------------ one view and the next

    def shows(self, view: m.View) -> bool:
        """True if another view, whatever its number, shows the same."""
        if self._marks is not None:
            return self._marks.whole == _mark(msgspec.structs.replace(view, at=0))
        last = self.view
        # Mostly the scenes differ, and of these the news: to copy a view in order to compare it takes longer.
        if last.scene.news != view.scene.news or last.scene != view.scene:
            return False
        return msgspec.structs.replace(view, at=last.at) == last

    def _stands_as(self, view: m.View) -> bool:
        """True if a view that follows makes this one no older."""
        if self._marks is not None:
            return self._marks.standing == _mark(_standing(view))
        if self.view.scene.news != view.scene.news:  # what mostly differs is looked at first
            return False
        return _standing(self.view) == _standing(view)

    def _asks_as(self, view: m.View) -> bool:
        """True if a view that follows asks the same."""
        if self._marks is not None:
            return self._marks.asked == _mark(view.scene.questions)
        return self.view.scene.questions == view.scene.questions

    def follow(self, last: Shown) -> None:
        """It comes after another view of the seat, and does not show the same."""
        self.before, self._last = last.number, last._view
        self._known = last.known
        self.known = known_after(last.known, self.view)
        if last.made == -1:
            return
        if last._stands_as(self.view):
            self.since = last.since
        if last.era == self.era and self.view.scene.questions and last._asks_as(self.view):
            self.asked = last.asked

    def is_now(self, at: int) -> bool:
        """True if the battle still stands for the seat as the view of that number showed it."""
        return self.since <= at <= self.number

    def is_asked(self, at: int) -> bool:
        """True if the seat was asked in the view of that number what it is asked now."""
        return self.asked <= at <= self.number

    # ------------------------------------------------------------------ as messages

    @property
    def frame(self) -> m.Frame:
        """The whole view as a message."""
        if self._frame is None:
            self._frame = m.framed(self.view)
        return self._frame

    def frame_after(self, number: int, whole: int) -> m.Frame:
        """The message for one who has the view of that number, and all since `whole`.

        It is what is different, or the whole view where that view is not the one before.
        """
        if number != self.before or self._last is None:
            return self.frame
        if whole <= since_when(self._known, self.view):
            if self._update is None:
                self._update = _told(update(self._last, self.view, self._known))
            return self._update
        if self._update_alone is None:
            self._update_alone = _told(update(self._last, self.view))
        return self._update_alone

    @property
    def is_pending(self) -> bool:
        """True if clients may be waiting for what is different from the view before it."""
        return self._last is not None

    def let_go(self) -> None:
        """All who look have it: its messages go, and the view before it. Who comes later has the whole made again."""
        self._last = self._frame = self._update = self._update_alone = None
        self._known = {}


class Views:
    """The latest view of each seat. The first view of a seat has the number `first`."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._shown: dict[str, Shown] = {}

    def latest(self, seat: str) -> Shown | None:
        """The last view of a seat, outdated or not."""
        return self._shown.get(seat)

    def now(self, seat: str, state: int, era: int, make: Callable[[int], m.View]) -> Shown:
        """The view of a seat in a state of the session; `make` makes it, with its number, where it is not known yet.

        States of one `era` differ by orders of players alone.
        """
        found = self._shown.get(seat)
        if found is None or found.made != state:
            number = found.number + 1 if found else self.first
            found = self._shown[seat] = self._renewed(found, state, era, make(number))
        return found

    def wake(self, shown: Shown, make: Callable[[int], m.View]) -> None:
        """Make a view again that rests, as it was."""
        if shown.rests:
            shown.wake(make(shown.number))

    def rest(self, since: float) -> None:
        """Let the views rest that were made before that moment (of the monotonic clock): what is left of them is little."""
        for shown in self._shown.values():
            if shown.fresh < since:
                shown.rest()

    def outdate(self, seat: str) -> None:
        """The next view of a seat is a new one, also if it shows the same: the seat has done something."""
        if (found := self._shown.get(seat)) is not None:
            found.made = -1

    def clear(self) -> None:
        """Forget all views."""
        self._shown.clear()

    def _renewed(self, last: Shown | None, state: int, era: int, view: m.View) -> Shown:
        if last is not None and last.made != -1 and last.shows(view):
            last.made, last.era = state, era
            return last
        shown = Shown(view, state, era)
        if last is not None:
            shown.follow(last)
        return shown


def _told(message: m.Update) -> m.Frame:
    return m.Frame("update", msgspec.json.encode(message))


def _standing(view: m.View) -> m.View:
    """A view without what makes no older one outdated: its number, words, who is here, the clock, and what its seat wants to be asked."""
    seats = tuple([msgspec.structs.replace(seat, here=False) for seat in view.seats])
    scene = msgspec.structs.replace(view.scene, asked=None)
    return msgspec.structs.replace(view, at=0, said=(), seats=seats, clock=None, scene=scene)


def _mark(shown: object) -> bytes:
    return blake2b(msgspec.json.encode(shown), digest_size=16).digest()
