"""Views ready to be sent: each is encoded once for all who look from the same seat, and its larger parts once for all seats.

A view has a number of its seat's own, which grows only when the seat is shown something else than before. Whatever happens unseen
leaves the number as it is, and no view is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from banneret.service import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.scene import Board

_UNNUMBERED = b'{"type":"view","at":0,'


@dataclass(slots=True)
class Shown:
    """The last view of a seat: number and message, and the number of the view since which the battle stands so for the seat.

    `made`: for which state of the session. `asked`: since which view the seat is asked what it is asked now, while nothing but orders
    of others came in between. `view` has neither number nor news as they are sent; None where it is outdated.
    """

    made: int
    era: int
    number: int
    since: int
    asked: int
    view: m.View | None
    body: bytes
    frame: m.Frame

    def is_now(self, at: int) -> bool:
        """True if the battle still stands for the seat as the view of that number showed it."""
        return self.since <= at <= self.number

    def is_asked(self, at: int) -> bool:
        """True if the seat was asked in the view of that number what it is asked now."""
        return self.asked <= at <= self.number


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
            found.made, found.view = -1, None

    def clear(self) -> None:
        """Forget all views."""
        self._shown.clear()

    def _renewed(self, before: Shown | None, state: int, era: int, view: m.View, news: bytes) -> Shown:
        body = self._encoded(view, news)
        last = before.view if before else None
        if before is not None and last is not None and before.body == body:
            before.made, before.era = state, era
            return before
        number = since = asked = before.number + 1 if before else self.first
        data = b'{"type":"view","at":%d,' % number + body.removeprefix(_UNNUMBERED)
        if before is not None and last is not None:
            if _standing(last) == _standing(view):
                since = before.since
            if before.era == era and last.scene.questions and last.scene.questions == view.scene.questions:
                asked = before.asked
        return Shown(state, era, number, since, asked, view, body, m.Frame("view", data))

    def _encoded(self, view: m.View, news: bytes) -> bytes:
        """A view as bytes. The map and the news, half of it and mostly as they were, are not encoded each time."""
        scene = view.scene
        if self._board is None or self._board[0] is not scene.board:
            self._board = (scene.board, msgspec.Raw(msgspec.json.encode(scene.board)))
        ready: dict[str, msgspec.Raw] = {"board": self._board[1]}
        if scene.news:
            ready["news"] = msgspec.Raw(news)
        scene = msgspec.structs.replace(scene, **ready)
        return msgspec.json.encode(msgspec.structs.replace(view, scene=scene))


def _standing(view: m.View) -> m.View:
    """A view without what makes no older one outdated: words, who is here, the clock, and what its seat wants to be asked."""
    seats = tuple([msgspec.structs.replace(seat, here=False) for seat in view.seats])
    scene = msgspec.structs.replace(view.scene, asked=None)
    return msgspec.structs.replace(view, said=(), seats=seats, clock=None, scene=scene)
