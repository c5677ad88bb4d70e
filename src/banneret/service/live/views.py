"""Views ready to be sent: each is made once for all who look from the same seat, whole or as what is different from the one before.

A view has a number of its seat's own, which grows only when the seat is shown something else than before. Whatever happens unseen
leaves the number as it is, and no view is sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.service import messages as m
from banneret.service.live.differences import update

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.scene import Board


class Shown:
    """The last view of a seat, with its number; `since`: the number of the view since which the battle stands so for the seat.

    `made`: for which state of the session, -1 where the seat has done something since. `asked`: since which view the seat is asked what
    it is asked now, while nothing but orders of others came in between. `before`: the number of the view that it follows, 0 for the
    first.
    """

    __slots__ = (
        "_board",
        "_frame",
        "_last",
        "_news",
        "_update",
        "asked",
        "before",
        "era",
        "made",
        "number",
        "since",
        "view",
    )

    def __init__(
        self, number: int, view: m.View, news: bytes, board: msgspec.Raw, state: int, era: int
    ) -> None:
        self.number = self.since = self.asked = number
        self.view = msgspec.structs.replace(view, at=number)
        self.made, self.era = state, era
        self.before = 0
        self._news, self._board = news, board
        self._last: m.View | None = None
        self._frame: m.Frame | None = None
        self._update: m.Frame | None = None

    def follow(self, last: Shown) -> None:
        """It comes after another view of the seat, and does not show the same."""
        self.before, self._last = last.number, last.view
        if last.made == -1:
            return
        if _standing(last.view) == _standing(self.view):
            self.since = last.since
        asked = self.view.scene.questions
        if last.era == self.era and asked and asked == last.view.scene.questions:
            self.asked = last.asked

    def is_now(self, at: int) -> bool:
        """True if the battle still stands for the seat as the view of that number showed it."""
        return self.since <= at <= self.number

    def is_asked(self, at: int) -> bool:
        """True if the seat was asked in the view of that number what it is asked now."""
        return self.asked <= at <= self.number

    @property
    def frame(self) -> m.Frame:
        """The whole view as a message. The map and the news, half of it and mostly as they were, are not encoded each time."""
        if self._frame is None:
            ready: dict[str, msgspec.Raw] = {"board": self._board}
            if self.view.scene.news:
                ready["news"] = msgspec.Raw(self._news)
            scene = msgspec.structs.replace(self.view.scene, **ready)
            self._frame = m.framed(msgspec.structs.replace(self.view, scene=scene))
        return self._frame

    def frame_after(self, number: int) -> m.Frame:
        """The message for one who has the view of that number: what is different, or the whole view where it is not the one before."""
        if number != self.before or self._last is None:
            return self.frame
        if self._update is None:
            self._update = m.Frame("update", msgspec.json.encode(update(self._last, self.view)))
        return self._update


class Views:
    """The latest view of each seat, and the latest map. The first view of a seat has the number `first`."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._shown: dict[str, Shown] = {}
        self._board: tuple[Board, msgspec.Raw] | None = None  # the latest map that was shown, and its JSON

    def latest(self, seat: str) -> Shown | None:
        """The last view of a seat, outdated or not."""
        return self._shown.get(seat)

    def now(self, seat: str, state: int, era: int, make: Callable[[], tuple[m.View, bytes]]) -> Shown:
        """The view of a seat in a state of the session; `make` makes the view and the JSON of its news where it is not known yet.

        States of one `era` differ by orders of players alone.
        """
        found = self._shown.get(seat)
        if found is None or found.made != state:
            found = self._shown[seat] = self._renewed(found, state, era, *make())
        return found

    def outdate(self, seat: str) -> None:
        """The next view of a seat is a new one, also if it shows the same: the seat has done something."""
        if (found := self._shown.get(seat)) is not None:
            found.made = -1

    def clear(self) -> None:
        """Forget all views."""
        self._shown.clear()

    def _renewed(self, last: Shown | None, state: int, era: int, view: m.View, news: bytes) -> Shown:
        if (
            last is not None
            and last.made != -1
            and msgspec.structs.replace(view, at=last.number) == last.view
        ):
            last.made, last.era = state, era
            return last
        if self._board is None or self._board[0] != view.scene.board:
            self._board = (view.scene.board, msgspec.Raw(msgspec.json.encode(view.scene.board)))
        number = last.number + 1 if last else self.first
        shown = Shown(number, view, news, self._board[1], state, era)
        if last is not None:
            shown.follow(last)
        return shown


def _standing(view: m.View) -> m.View:
    """A view without what makes no older one outdated: its number, words, who is here, the clock, and what its seat wants to be asked."""
    seats = tuple([msgspec.structs.replace(seat, here=False) for seat in view.seats])
    scene = msgspec.structs.replace(view.scene, asked=None)
    return msgspec.structs.replace(view, at=0, said=(), seats=seats, clock=None, scene=scene)
