"""Differences of a view from the one before it: the fields that changed, within them again the fields, and of lists the rows that are other.

The client puts the view together again (`client/src/patched.ts`), and it equals the whole one to the letter.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec.structs import astuple

from banneret.kernel.scene import Question, Scene
from banneret.service import messages as m

MADE = "~"  # behind the name of a field that is made from what was there
APART = {m.View: ("at", "scene"), Scene: ("questions",)}  # fields that have a place of their own
KEYS = ("id", "order", "number", "hash", "word", "name")  # the first of them tells the rows of a list apart
WORD, PLACE = "*", "#"  # rows that are told apart by themselves, or only by where they stand
NO_RUN = [-2, 0]
FEW = 6  # words of a list of which the same ones are not looked for
# Of defaults that are left out if they are the very same.
PLAIN = frozenset((type(...), type(None), tuple, str, int, float, bool))

Known = dict[tuple[str, int], tuple[Question, int]]
"""The questions that a seat was asked, the last of each kind and side, with the number of the view that asked it last."""


def update(last: m.View, view: m.View, known: Known | None = None) -> m.Update:
    """The update that makes the one view of a seat the other, for those who know these questions."""
    scene = _changed(last.scene, view.scene)
    if last.scene.questions != (questions := view.scene.questions):
        if not questions:
            scene["questions"] = None
        elif known and any(_name(one) in known for one in questions):
            scene["questions" + MADE] = [_asked(one, known.get(_name(one))) for one in questions]
        else:
            scene["questions"] = questions
    return m.Update(view.at, last.at, _changed(last, view), scene)


def known_after(known: Known, view: m.View) -> Known:
    """The questions that a seat was asked, with those of this view."""
    questions = view.scene.questions
    return {**known, **{_name(one): (one, view.at) for one in questions}} if questions else known


def since_when(known: Known, view: m.View) -> int:
    """The oldest view that one must have seen to know all questions by which those of a view are told; its own number if there are none."""
    return min(
        [known[name][1] for one in view.scene.questions if (name := _name(one)) in known], default=view.at
    )


def _name(question: Question) -> tuple[str, int]:
    return question.kind, question.side


def _asked(question: Question, before: tuple[Question, int] | None) -> Any:
    if before is None:
        return question
    return [question.kind, question.side, _changed(before[0], question)]


def _changed(last: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that are not as they were; None for those that are left out of it now."""
    found: dict[str, Any] = {}
    names, defaults = _fields(type(new))
    for name, default, value, before in zip(names, defaults, astuple(new), astuple(last), strict=True):
        if value is before or not name:
            continue
        left_out = value is default
        if value == before and left_out is (before is default):
            continue
        if left_out:
            found[name] = None
        elif isinstance(value, tuple):
            edit = _edit(before, value) if value and before else None
            found[name if edit is None else name + MADE] = value if edit is None else edit
        elif _is_open(_kind(value)) and type(value) is type(before):
            found[name + MADE] = _changed(before, value)
        else:
            found[name] = value
    return found


def _kind(value: object) -> Any:
    return type(value)  # of no type that mypy could not hash


@cache
def _fields(struct: type[msgspec.Struct]) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The fields, empty for those that stand apart, and the default of each; `...` for those without one, which are never left out."""
    fields, defaults = struct.__struct_fields__, struct.__struct_defaults__
    if not struct.__struct_config__.omit_defaults:
        defaults = ()
    apart: tuple[str, ...] = APART.get(struct, ())
    fields = tuple(["" if name in apart else name for name in fields])
    return fields, (...,) * (len(fields) - len(defaults)) + defaults


@cache
def _is_open(kind: type) -> bool:
    """True for what is told by its fields: others come as a whole."""
    if not issubclass(kind, msgspec.Struct) or kind.__struct_config__.array_like:
        return False
    return all(type(default) in PLAIN for default in _fields(kind)[1])


@cache
def _key(kind: type) -> str:
    """The field by which rows of a list are told apart, or their own WORD or PLACE; empty for those that are told by no others."""
    if kind is str:
        return WORD
    if not issubclass(kind, msgspec.Struct) or kind.__struct_config__.array_like:
        return ""
    return next((name for name in KEYS if name in kind.__struct_fields__), PLACE)


def _are_one(row: Any, other: Any, key: str) -> bool:
    """True if two rows that differ are told apart from others by the same name."""
    return key != WORD and bool(getattr(row, key) == getattr(other, key))


def _edit(last: tuple[Any, ...], new: tuple[Any, ...]) -> list[Any] | None:
    """The way in which the rows of a list come of those that were there; None where that tells nothing.

    In their order: `[place, number]`, so many rows from that place on; `[place, fields]`, the row of that place with other fields; else
    the row itself.
    """
    kind = _kind(new[0])
    key = _key(kind) if kind is _kind(last[0]) else ""
    if not key or (key == WORD and min(len(new), len(last)) < FEW):
        return None
    is_open, most = _is_open(kind), len(last)
    # As news mostly do: nothing need be looked for.
    if len(new) > most and key != WORD and new[:most] == last:
        return [[0, most], *new[most:]]
    stay = 0
    for row, before in zip(new, last, strict=False):
        if row is not before and row != before:
            break
        stay += 1
    run = [0, stay]  # the rows told last, while they are as they were
    found: list[Any] = [run] if stay else []
    told = stay > 0
    places: dict[Any, int] | None = None
    after = stay  # the place behind the row told last
    for row in new[stay:]:
        at = after
        same = at < most and (last[at] is row or last[at] == row)
        if not same and key != PLACE and not (at < most and _are_one(last[at], row, key)):
            if places is None:
                names = last if key == WORD else [getattr(one, key) for one in last]
                places = {name: place for place, name in enumerate(names)}
            found_at = places.get(row if key == WORD else getattr(row, key), most)
            if found_at != at:
                at = found_at
                same = at < most and last[at] == row
        if same and run[0] + run[1] == at:
            run[1] += 1
        elif same:
            run = [at, 1]
            found.append(run)
        elif at < most and is_open:
            found.append([at, _changed(last[at], row)])
            run = NO_RUN
        else:
            found.append(row)
            run = NO_RUN
        if at < most:
            after = at + 1
            told = told or same or is_open
    return None if not told or (key == WORD and len(found) * 2 > len(new)) else found
