"""Views ready to be sent: each is encoded once for all connections of a seat, and its larger parts once for all seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.service import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.scene import Board


class Views:
    """The latest view of each seat, and the latest map."""

    def __init__(self) -> None:
        self._views: dict[
            str, tuple[int, m.Frame]
        ] = {}  # by seat: the version it was made for, and the message
        self._board: tuple[Board, msgspec.Raw] | None = None  # the latest map that was shown, and its JSON

    def frame(self, seat: str, version: int, make: Callable[[], tuple[m.View, bytes]]) -> m.Frame:
        """The view of a seat at a version; `make` makes the view and the JSON of its news where it is not known yet."""
        found = self._views.get(seat)
        if found is None or found[0] != version:
            found = (version, m.Frame("view", self._encoded(*make())))
            self._views[seat] = found
        return found[1]

    def clear(self) -> None:
        """Forget all views."""
        self._views.clear()

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
