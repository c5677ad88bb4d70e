"""Marks on single figures of a unit, which go where their figures go.

A unit only counts its figures. A figure that bears a mark gets a number of its own, which no other figure of the unit is ever given.
A mark also says where the figure stands: the number of its base in the block, or its place among the skirmishers.
Marks never change: states share them.

Rules: battlesystem:8.7d, battlesystem:8.7e, battlesystem:8.7h.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WOUND: Final = "wounded"
NOWHERE: Final = -1


@dataclass(slots=True)
class Mark:
    """A mark of a kind on a figure, by its own number, which stands on base `at` or nowhere (`NOWHERE`)."""

    figure: int
    at: int
    kind: str


@dataclass(slots=True)
class Marks:
    """The marks that figures of a unit bear, and the last number that was given to a figure."""

    given: int = 0
    borne: tuple[Mark, ...] = ()


def marked(marks: Marks | None, kind: str, at: int, room: int) -> Marks:
    """The marks with one more of a kind, on a figure of base `at`, on which `room` figures stand.

    It goes to a figure without a mark; if all there bear one, to the first that does not bear this kind.
    """
    old = Marks() if marks is None else marks
    there: list[int] = []
    for mark in old.borne:
        if mark.at == at and mark.figure not in there:
            there.append(mark.figure)
    given, figure = old.given + 1, old.given + 1
    if len(there) >= room:
        bearing = [mark.figure for mark in old.borne if mark.kind == kind]
        given, figure = old.given, next((one for one in there if one not in bearing), there[0])
        if figure in bearing:
            return old
    return Marks(given, (*old.borne, Mark(figure, at, kind)))


def unmarked(marks: Marks | None, kind: str) -> Marks | None:
    """The marks without all of a kind."""
    if marks is None or not marks.borne:
        return marks
    return Marks(marks.given, tuple([mark for mark in marks.borne if mark.kind != kind]))


def fallen(marks: Marks | None, at: int) -> Marks | None:
    """The marks after the skirmisher in that place has gone."""
    if marks is None or not marks.borne:
        return marks
    return Marks(marks.given, tuple([mark for mark in marks.borne if mark.at != at]))


def carried(marks: Marks, seats: Sequence[int], stands: bool) -> Marks:
    """The marks after the figures have changed places.

    `seats` holds for each new place the old one of its figure; a figure whose old place is not among them is gone. The wounded
    figure is the last to go: while others are left, the one before it falls instead and it takes that place. On `stands` a figure is
    not gone with its base: `settled` finds it another. Rule: battlesystem:8.7e.
    """
    places = {old: new for new, old in enumerate(seats) if old >= 0}
    spared: dict[int, int] = {}
    for mark in marks.borne:
        if mark.kind == WOUND and mark.at not in places and places and not stands:
            there = {one.at for one in marks.borne}
            free = [old for old in places if old not in there] or list(places)
            before = [old for old in free if old < mark.at]
            spared[mark.figure] = max(before) if before else min(free)
    substitutes = spared.values()
    found: list[Mark] = []
    for mark in marks.borne:
        at = spared.get(mark.figure, mark.at)
        if at in places and (mark.figure in spared or at not in substitutes):
            found.append(Mark(mark.figure, places[at], mark.kind))
        elif stands:
            found.append(Mark(mark.figure, NOWHERE, mark.kind))
    return Marks(marks.given, tuple(found))


def settled(marks: Marks, rooms: Sequence[int]) -> Marks:
    """The marks of a unit on stands; `rooms` holds the number of figures left on each.

    Figures without a mark fall first, the wounded one last. A figure that has no room left on its stand goes to the first that has.
    Rules: battlesystem:2.4, battlesystem:8.7e.
    """
    wounded = [mark.figure for mark in marks.borne if mark.kind == WOUND]
    figures = list(dict.fromkeys([*wounded, *[mark.figure for mark in marks.borne]]))
    stood = {mark.figure: mark.at for mark in marks.borne}
    left = list(rooms)
    places: dict[int, int] = {}
    for figure in figures:
        at = stood[figure]
        if at == NOWHERE and figure in wounded:
            at = 0
        if 0 <= at < len(left) and left[at] > 0:
            places[figure] = at
            left[at] -= 1
    for figure in figures:
        at = next((at for at, room in enumerate(left) if room > 0), NOWHERE)
        if figure not in places and at != NOWHERE:
            places[figure] = at
            left[at] -= 1
    borne = [Mark(one.figure, places[one.figure], one.kind) for one in marks.borne if one.figure in places]
    return Marks(marks.given, tuple(borne))
