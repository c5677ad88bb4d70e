"""The likeness of rows, lists of words, and texts: by which other one each is told in the fewest letters."""

from __future__ import annotations

from functools import cache
from operator import eq, is_
from typing import Any

import msgspec
import msgspec.inspect
from msgspec.structs import astuple

from banneret.kernel.scene import Scene
from banneret.service import messages as m

APART = {m.View: ("at", "scene"), Scene: ("questions",)}  # fields that have a place of their own
KEYS = ("id", "order", "number", "hash", "word", "name")  # the first of them tells the rows of a list apart
PLACE = "#"  # rows that are told apart only by where they stand
RUN = 6  # the letters of `[12,3],`
EDIT = 9  # what a text takes that is told by another one, beside its own letters
HALF = 5  # of that: as much must stay in front or at the end
SHORT = 14  # letters below which a text is told as it is
FEW = 6  # words of which only the first and the last ones are looked for
NEAR = 3  # fields that may be other in a row by which the next is told at once
LATEST = 8  # rows, from the last one back, among which one of the same sort is looked for
# Of defaults that are left out if they are the very same; a dict is left out if it is empty.
PLAIN = frozenset((type(...), type(None), tuple, str, int, float, bool, type))


class Shape:
    """The fields of a type of structs: `names`, empty for those that stand apart, and `defaults`; `...` for one that is never left out.

    `is_open`: it is told by its fields; others come as a whole. `key`: the field by which rows of a list are told apart, or PLACE; empty for
    what is no row with fields. `holders`: the fields that may have rows with fields in them, at whatever depth, with their places.
    `sort`: the field that rows of one sort have in common, or its first word.
    """

    def __init__(self, kind: type) -> None:
        self.kind: Any = kind
        self.names: tuple[str, ...] = ()
        self.defaults: tuple[Any, ...] = ()
        self.places: tuple[int, ...] = ()
        self.is_open = False
        self.key = self.sort = ""
        self.holders: tuple[tuple[int, str], ...] = ()
        if not issubclass(kind, msgspec.Struct):
            return
        fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
        if not kind.__struct_config__.omit_defaults:
            defaults = ()
        apart: tuple[str, ...] = APART.get(kind, ())
        self.places = tuple(range(len(fields)))
        self.names = tuple(["" if name in apart else name for name in fields])
        plain = tuple([getattr(one, "factory", one) for one in defaults])
        self.defaults = (...,) * (len(fields) - len(defaults)) + plain
        if kind.__struct_config__.array_like:
            return
        self.key = next((name for name in KEYS if name in fields), PLACE)
        self.sort = next((name for name in ("kind", "order") if name in fields), "")
        self.is_open = all(type(default) in PLAIN for default in plain)
        if self.is_open:
            known = msgspec.inspect.type_info(kind)
            assert isinstance(known, msgspec.inspect.StructType)
            held = [_holds(one.type) for one in known.fields]
            self.holders = tuple([(place, name) for place, name in enumerate(fields) if held[place]])


def _holds(kind: Any) -> bool:
    if isinstance(kind, msgspec.inspect.VarTupleType):
        return isinstance(kind.item_type, msgspec.inspect.StructType) and not kind.item_type.array_like
    if isinstance(kind, msgspec.inspect.UnionType):
        return any(_holds(one) for one in kind.types)
    return isinstance(kind, msgspec.inspect.StructType) and bool(shape_of(kind.cls).holders)


@cache
def shape_of(kind: type) -> Shape:
    """The shape of a type; one without fields for what is no struct."""
    return Shape(kind)


# ---------------------------------------------------------------------- rows


class Likes:
    """The rows by which others of a list may be told: that of the same key or place, the one before, and the last of the same sort."""

    def __init__(self, shape: Shape, last: tuple[Any, ...], new: tuple[Any, ...]) -> None:
        self.shape, self.last, self.new = shape, last, new
        self._number = -1  # of the row looked at last
        self._fields: tuple[Any, ...] = ()  # and its fields

    def closest(self, number: int, at: int) -> tuple[int, tuple[Any, ...], tuple[Any, ...] | None]:
        """The row that has the most in common with this one: its place, below 0 how far before it, then the fields of this one and of that.

        None instead of these if it is shorter by itself. `at`: the row that was there.
        """
        shape = self.shape
        fields = astuple(self.new[number])
        before = self._fields if self._number == number - 1 else None
        self._number, self._fields = number, fields
        if at < len(self.last):
            row = astuple(self.last[at])
            if shape.key != PLACE:
                return at, fields, row
            place, least = at, self._in_common(fields, row)
            base: tuple[Any, ...] | None = row
        else:
            place, base, least = 0, None, sum(map(is_, fields, shape.defaults))  # so many would be left out
        if number:
            row = astuple(self.new[number - 1]) if before is None else before
            same = self._in_common(fields, row)
            if same > least:
                place, base, least = -1, row, same
        if shape.sort and least < len(fields) - NEAR and (like := self._like(number)) is not None:
            row = astuple(self.last[like] if like >= 0 else self.new[number + like])
            if self._in_common(fields, row) > least:
                place, base = like, row
        return place, fields, base

    def _in_common(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> int:
        found: int = sum(map(eq, one, other))
        for place, _ in self.shape.holders:  # rows in both are told by one another
            if one[place] and other[place] and one[place] != other[place]:
                found += 1
        return found

    def _like(self, number: int) -> int | None:
        """The place of the last row of the same sort, below 0 how far before this one; None if there is none, or it is the one before."""
        row = self.new[number]
        if self.shape.sort == "order":
            word = row.order.partition(" ")[0] + " "
            if number and self.new[number - 1].order.startswith(word):
                return None
            for back in range(2, min(number, LATEST) + 1):
                if self.new[number - back].order.startswith(word):
                    return -back
            return None
        if number and self.new[number - 1].kind == row.kind:
            return None
        for back in range(2, min(number, LATEST) + 1):
            if self.new[number - back].kind == row.kind:
                return -back
        for place in range(len(self.last) - 1, max(-1, len(self.last) - LATEST - 1), -1):
            if self.last[place].kind == row.kind:
                return place
        return None


# ---------------------------------------------------------------------- words and texts


def words(last: tuple[Any, ...], new: tuple[Any, ...]) -> list[Any] | None:
    """A list of words, or of others that come as a whole, by those that were there: `[place, number]`, or the word itself."""
    few = min(len(new), len(last))
    if few < FEW and last[0] != new[0] and last[-1] != new[-1]:
        return None
    kind: Any = type(new[0])
    if kind is str:
        if few == 1:
            return None
    elif kind is not type(last[0]) or any(_is_like_run(row) for row in new):
        return None
    found = _ends(last, new) if few < FEW else _places(last, new)
    kept = runs = 0
    for one in found:
        if type(one) is list:
            runs += 1
            kept += sum([_size(word) for word in last[one[0] : one[0] + one[1]]])
    return found if kept > RUN * runs + 1 else None


def _is_like_run(row: Any) -> bool:
    """True for what is no word, and for what could be taken for `[place, number]`."""
    if isinstance(row, msgspec.Struct):
        if not row.__struct_config__.array_like:
            return True
        row = astuple(row)
    return type(row) is not tuple or not row or (len(row) == 2 and type(row[0]) is not str)


def _ends(last: tuple[Any, ...], new: tuple[Any, ...]) -> list[Any]:
    """With the words that stay in front and at the end."""
    most = min(len(last), len(new))
    first = 0
    while first < most and last[first] == new[first]:
        first += 1
    end = 0
    while end < most - first and last[-1 - end] == new[-1 - end]:
        end += 1
    found: list[Any] = [[0, first]] if first else []
    found += new[first : len(new) - end]
    return [*found, [len(last) - end, end]] if end else found


def _places(last: tuple[Any, ...], new: tuple[Any, ...]) -> list[Any]:
    """With all words that were there."""
    places = {word: place for place, word in enumerate(last)}
    found: list[Any] = []
    run = [-2, 0]
    for word in new:
        after = run[0] + run[1]
        at = after if 0 <= after < len(last) and last[after] == word else places.get(word, -1)
        if at < 0:
            run = [-2, 0]
            found.append(word)
        elif at == after:
            run[1] += 1
        else:
            run = [at, 1]
            found.append(run)
    return found


def _size(word: Any) -> int:
    """About the letters of a word."""
    if type(word) is str:
        return len(word) + 3
    row = astuple(word) if isinstance(word, msgspec.Struct) else word
    return 2 + sum([len(one) + 3 if type(one) is str else 3 for one in row])


def text(last: str, new: str) -> list[Any] | None:
    """A text by the one that was there: the number of its first letters, other letters, the number of its last ones."""
    most = min(len(last), len(new))
    begins, ends = last[:HALF] == new[:HALF], last[-HALF:] == new[-HALF:]
    if most < SHORT or not (begins or ends):
        return None
    if not (new.isascii() and last.isascii()) and (_is_wide(new) or _is_wide(last)):
        return None
    first = _common(last[:most], new[:most], most) if begins else 0
    most -= first
    end = _common(last[::-1][:most], new[::-1][:most], most) if ends and most else 0
    if first + end < EDIT:
        return None
    if end:
        return [first, new[first : len(new) - end], end]
    return [first, new[first:]] if first < len(new) else [first]


def _is_wide(words: str) -> bool:
    """True if it has letters that browsers count as two."""
    return len(words.encode("utf-16-le")) != 2 * len(words)


def _common(one: str, other: str, most: int) -> int:
    """The number of letters that both begin with, of as many."""
    if one == other:
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low
