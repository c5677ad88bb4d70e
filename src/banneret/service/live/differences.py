"""Differences of a view from the one before it: the fields that changed, within them again the fields, and of lists the rows that are other.

The client puts the view together again (`client/src/patched.ts`), and it equals the whole one to the letter.
"""

from __future__ import annotations

from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import astuple

from banneret.kernel.scene import Piece, Question
from banneret.service import messages as m
from banneret.service.live.likeness import PLACE, Likes, Shape, shape_of, text, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.kernel.scene import Scene

MADE = "~"  # behind the name of a field that is made from what was there
NO_RUN = [-2, 0]
ASKED = shape_of(Question)
FIELD = -9  # the side under which a field is known, which no question has

Known = dict[tuple[str, int], tuple[Any, int]]
"""The questions that a seat was asked, the last of each kind and side, and what fields were that it sees no more; each with the number of the
last view that had it."""

Shared = dict[str, tuple[Any, Any, dict[str, Any]]]
"""The last that was told of each field, to whatever seat: what it was, what it is, and how that was told."""


class Told(NamedTuple):
    """An update, the oldest view that one must have seen to understand it, and what fields were that are left out by it."""

    update: m.Update
    since: int
    gone: Known


def tell(last: m.View, view: m.View, known: Known, shared: Shared) -> Told:
    """The update that makes the one view of a seat the other, for those who know these questions and fields."""
    teller = _Teller(last, known, shared)
    scene = teller.top(last.scene, view.scene)
    if last.scene.questions != (questions := view.scene.questions):
        if not questions:
            scene["questions"] = None
        else:
            asked = [teller.asked(one) for one in questions]
            by_others = any(type(one) is list for one in asked)
            scene["questions" + MADE if by_others else "questions"] = asked
    message = m.Update(view.at, last.at, teller.top(last, view), scene)
    return Told(message, teller.since, teller.gone)


def known_after(known: Known, view: m.View) -> Known:
    """The questions that a seat was asked, with those of this view."""
    questions = view.scene.questions
    return {**known, **{_name(one): (one, view.at) for one in questions}} if questions else known


def _name(question: Question) -> tuple[str, int]:
    return question.kind, question.side


class _Teller:
    """Tells what is other, for those who have a scene and know some questions and fields.

    `shared`: the last that was told of each field to any seat: to others it is told in the same words, if it is the same for them.
    """

    def __init__(self, last: m.View, known: Known, shared: Shared) -> None:
        self._last, self._known, self._shared = last, known, shared
        self.since = last.at
        self.gone: Known = {}
        self._pieces: dict[str, Piece] | None = None

    def asked(self, question: Question) -> Any:
        """A question by the last one of its kind and side, if there was one."""
        seen = self._seen(_name(question))
        if seen is None:
            return self._fresh(ASKED, question)
        return [question.kind, question.side, self._changed(ASKED, astuple(seen), astuple(question))]

    def _seen(self, name: tuple[str, int]) -> Any:
        """The last that was seen under a name; None if nothing was."""
        found = self._known.get(name)
        if found is None:
            return None
        self.since = min(self.since, found[1])
        return found[0]

    def top(self, last: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
        """The fields of a view or its scene that are other, by what they were when they were seen last."""
        found: dict[str, Any] = {}
        shape = shape_of(type(new))
        values, were = astuple(new), astuple(last)
        for place in compress(shape.places, map(is_not, values, were)):
            name, default, value, before = (
                shape.names[place],
                shape.defaults[place],
                values[place],
                were[place],
            )
            if not name or (value == before and (value is default) is (before is default)):
                continue
            if value is default:
                found[name] = None
                self.gone[name, FIELD] = (before, self._last.at)
                continue
            base = self._seen((name, FIELD)) if before is default else before
            told = self._shared.get(name)
            if told is not None and told[0] == base and told[1] == value:
                found.update(told[2])
                continue
            field: dict[str, Any] = {}
            self._put(field, name, base, value)
            found.update(field)
            if self._pieces is None:  # else it was told by pieces, of which others may see other ones
                self._shared[name] = (base, value, field)
        return found

    # ------------------------------------------------------------------ fields

    def _changed(self, shape: Shape, last: tuple[Any, ...], new: tuple[Any, ...]) -> dict[str, Any]:
        """The fields of a struct that are not as they were; None for those that are left out of it now."""
        found: dict[str, Any] = {}
        for place in compress(shape.places, map(is_not, new, last)):
            name, default, value, before = shape.names[place], shape.defaults[place], new[place], last[place]
            left_out = value is default or (default is dict and not value)
            was_left_out = before is default or (default is dict and not before)
            if left_out is was_left_out and value == before:
                continue
            if left_out:
                found[name] = None
            else:
                self._put(found, name, None if was_left_out else before, value)
        return found

    def _fresh(self, shape: Shape, new: Any) -> Any:
        """A struct that is told by nothing that was there: itself, or its fields where some of their rows are told by others."""
        for _, name in shape.holders:
            if getattr(new, name):
                break
        else:
            return new
        found: dict[str, Any] = {}
        itself = True
        for name, default, value in zip(shape.names, shape.defaults, astuple(new), strict=True):
            if value is default or (default is dict and not value):
                continue
            if isinstance(value, (tuple, msgspec.Struct)):
                self._put(found, name, None, value)
                itself = itself and found.get(name) is value
            else:
                found[name] = value
        return new if itself else found

    def _put(self, found: dict[str, Any], name: str, before: Any, value: Any) -> None:
        """A field that is there now, by what it was before, if it was anything."""
        kind: Any = type(value)
        if kind is str:
            told = text(before, value) if before else None
            if told is not None:
                found[name + MADE] = told
                return
        elif kind is tuple:
            if not value:
                found[name] = value
                return
            row: Any = type(value[0])
            if (shape := shape_of(row)).key:
                rows, by_others = self._rows(shape, before or (), value)
                found[name + MADE if by_others else name] = rows
                return
            if before and (told := words(before, value)) is not None:
                found[name + MADE] = told
                return
        elif (shape := shape_of(kind)).is_open:
            if kind is type(before):
                found[name + MADE] = self._changed(shape, astuple(before), astuple(value))
            else:
                found[name] = self._fresh(shape, value)
            return
        found[name] = value

    # ------------------------------------------------------------------ rows

    def _rows(self, shape: Shape, last: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, bool]:
        """The rows of a list, in their order, by those that were there and those before them; true if one is told by another.

        `[place, number]`: so many rows from that place on; `[place, fields]`: the row of that place with other fields, of a place below 0
        the one so many rows before this one; `[id, fields]`: the piece of that id with other fields. Else the row itself.
        """
        if last and type(last[0]) is not shape.kind:
            last = ()
        most = len(last)
        stay = 0
        for row, before in zip(new, last, strict=False):
            if row is not before and row != before:
                break
            stay += 1
        run = [0, stay]  # the rows told last, while they are as they were
        found: list[Any] = [run] if stay else []
        told, itself = stay > 0, not stay
        places: dict[Any, int] | None = None
        likes: Likes | None = None
        left = most - stay  # the rows by which none was told yet
        after = stay  # the place behind the row told last
        number, many = stay, len(new)
        while number < many:
            row = new[number]
            at = after
            same = at < most and (last[at] is row or last[at] == row)
            if not same and left and shape.key != PLACE:
                if places is None:
                    places = {getattr(one, shape.key): place for place, one in enumerate(last)}
                found_at = places.get(getattr(row, shape.key), most)
                if found_at != at:
                    at = found_at
                    same = at < most and (last[at] is row or last[at] == row)
            more = 1
            if same:
                told = True
                while number + more < many and at + more < most and last[at + more] is new[number + more]:
                    more += 1
                if run[0] + run[1] == at:
                    run[1] += more
                else:
                    run = [at, more]
                    found.append(run)
            else:
                run = NO_RUN
                if likes is None:
                    likes = Likes(shape, last, new)
                by = self._row(likes, number, at)
                told = told or type(by) is list
                itself = itself and by is row
                found.append(by)
            if at < most:
                after = at + more
                left -= more
            number += more
        return (new if itself and not told else found), told

    def _row(self, likes: Likes, number: int, at: int) -> Any:
        """A row by the one that it is most like, if it is like any."""
        shape, row = likes.shape, likes.new[number]
        if not shape.is_open:
            return row
        if shape.kind is Piece and at >= len(likes.last):
            if self._pieces is None:
                self._pieces = pieces_of(self._last.scene)
            if (piece := self._pieces.get(row.id)) is not None:
                return [row.id, self._changed(shape, astuple(piece), astuple(row))]
        if number or at < len(likes.last) or shape.sort:
            place, fields, base = likes.closest(number, at)
            if base is not None:
                return [place, self._changed(shape, base, fields)]
        return self._fresh(shape, row)


def pieces_of(scene: Scene) -> dict[str, Piece]:
    """The pieces of a scene by id, the first of each: on the board, in trays, in the fight, each followed by those that it holds."""
    found: dict[str, Piece] = {}
    _gather(found, scene.pieces)
    for tray in scene.trays:
        _gather(found, tray.pieces)
    if scene.clash is not None:
        _gather(found, scene.clash.pieces)
        _gather(found, scene.clash.support)
    return found


def _gather(found: dict[str, Piece], pieces: Iterable[Piece]) -> None:
    for piece in pieces:
        found.setdefault(piece.id, piece)
        if piece.inside:
            _gather(found, piece.inside)
