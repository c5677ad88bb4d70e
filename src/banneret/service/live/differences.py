"""Differences of a view from the one before it: the fields that changed, of pieces and news only those that are new or other.

The client puts the view together again (`client/src/patched.ts`), and it equals the whole one to the letter.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from banneret.service import messages as m

if TYPE_CHECKING:
    import msgspec

    from banneret.kernel.scene import News, Piece, Scene

APART = frozenset(("at", "scene", "pieces", "news"))  # fields that have a place of their own in an update
ROWS = ("sides", "trays", "tracks")  # of the scene: of these the rows that changed are enough


def update(last: m.View, view: m.View) -> m.Update:
    """The update that makes the one view of a seat the other."""
    scene = _changed(last.scene, view.scene)
    pieces = news = None
    rows = {name: found for name in ROWS if name in scene and (found := _rows(last.scene, view.scene, name))}
    for name in rows:
        del scene[name]
    if last.scene.pieces != view.scene.pieces:
        pieces = _pieces(last.scene.pieces, view.scene.pieces)
        if pieces is None:
            scene["pieces"] = view.scene.pieces or None
    if last.scene.news != view.scene.news:
        news = _news(last.scene.news, view.scene.news)
        if news is None:
            scene["news"] = view.scene.news or None
    return m.Update(view.at, last.at, _changed(last, view), scene, rows, pieces, news)


def _changed(last: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that are not as they were; None for those that are left out of it now."""
    found: dict[str, Any] = {}
    for name, default in zip(new.__struct_fields__, _defaults(type(new)), strict=True):
        value = getattr(new, name)
        if name not in APART and value != getattr(last, name):
            found[name] = None if value is default else value
    return found


@cache
def _defaults(struct: type[msgspec.Struct]) -> tuple[Any, ...]:
    """The default of each field, in order; `...` for those without one, which are never left out."""
    fields, defaults = struct.__struct_fields__, struct.__struct_defaults__
    return (...,) * (len(fields) - len(defaults)) + defaults


def _rows(last: Scene, new: Scene, name: str) -> dict[int, Any]:
    """The rows of a field that are other, by their places; none where there are more or fewer rows than before."""
    before, now = getattr(last, name), getattr(new, name)
    if len(before) != len(now):
        return {}
    return {place: row for place, row in enumerate(now) if row != before[place]}


def _pieces(last: tuple[Piece, ...], new: tuple[Piece, ...]) -> m.Pieces | None:
    """The pieces that are new or other, and those that are gone; None where none are left, or two have one id."""
    if not new:
        return None
    before = {piece.id: piece for piece in last}
    now = {piece.id for piece in new}
    gone = tuple([name for name in before if name not in now])
    stay = [name for name in before if name in now]
    come = [piece.id for piece in new if piece.id not in before]
    if len(now) != len(new) or len(before) != len(last):
        return None
    put = tuple([piece for piece in new if before.get(piece.id) != piece])
    order = tuple([piece.id for piece in new])
    return m.Pieces(put, gone, () if order == (*stay, *come) else order)


def _news(last: tuple[News, ...], new: tuple[News, ...]) -> m.Lines | None:
    """The number of the oldest lines that are left out, and those that came; None where the others are not as they were."""
    for drop, line in enumerate(last):
        if new and line == new[0]:
            stay = len(last) - drop
            return m.Lines(drop, new[stay:]) if last[drop:] == new[:stay] else None
    return None
