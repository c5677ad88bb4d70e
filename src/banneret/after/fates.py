"""The fates of those who fought: who still stands and where, who fell, when, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.kernel.scene import Pip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.kernel.scene import Piece, Scene


class Fate(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fate of a piece: `stands` at `where`, or lost in `round`; `how` is the word that its rulebook has for it.

    `label` and `pips` are those that it had when it was seen last.
    """

    id: str
    side: int
    name: str
    form: str
    symbol: str = ""
    label: str = ""
    pips: tuple[Pip, ...] = ()
    stands: bool = False
    where: str = ""
    round: str = ""
    how: str = ""


class Fates:
    """Follows the pieces of a battle from scene to scene, by their ids."""

    def __init__(self) -> None:
        self._seen: dict[str, Piece] = {}  # as each was seen last
        self._sides: dict[str, int] = {}  # that it fought for when it was seen first
        self._gone: dict[str, str] = {}  # those that are not on the board now: the round they were lost in
        self._round = ""

    def take(self, scene: Scene, before: str) -> None:
        """The next scene; `before`: the round up to it."""
        here = {piece.id: piece for piece in _units(scene.pieces)}
        for id_, piece in here.items():
            self._seen[id_] = piece
            self._sides.setdefault(id_, piece.side)
            self._gone.pop(id_, None)
        for id_ in self._seen:
            if id_ not in here:
                self._gone.setdefault(id_, before)

    def of(self, scene: Scene) -> tuple[Fate, ...]:
        """The fates as they stand in the last scene: those who stand first, then those who fell, in the order in which they did."""
        places = {place.id: scene.board.title(place) for place in scene.board.places}
        held = {piece.id: tray.name or tray.kind for tray in scene.trays for piece in tray.pieces}
        found = []
        for id_, piece in self._seen.items():
            side = self._sides[id_]
            stands = id_ not in self._gone and piece.side == side
            how = "" if stands else held.get(id_, "") if id_ in self._gone else "went over to the enemy"
            fate = Fate(
                id_,
                side,
                piece.name,
                piece.form,
                piece.symbol,
                piece.label,
                piece.pips,
                stands,
                places.get(piece.place, "") if stands else "",
                "" if stands else self._gone.get(id_, ""),
                how,
            )
            found.append(fate)
        order = list(self._gone)
        return tuple(sorted(found, key=lambda one: (one.side, not one.stands, _at(order, one.id))))


def _at(order: list[str], id_: str) -> int:
    return order.index(id_) if id_ in order else -1


def _units(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    """All that fight for a side and have not fallen: under a banner that covers units these, else what stands under it as a whole."""
    for piece in pieces:
        covers = piece.kind == "banner" and piece.form == "banner" and piece.inside
        fallen = any(state.kind == "fallen" for state in piece.states)
        if piece.side >= 0 and not covers and not fallen:
            yield piece
        if covers or piece.kind != "banner":
            yield from _units(piece.inside)
