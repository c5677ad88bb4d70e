"""Moves by name: which units, and the places they enter; where only the goal was said, a way that is legal.

move elves to C3          elves and ents from B2 to C3
all from A2 to B2         2 elves to C3 D3
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING, Final

from banneret.kernel.apart import common
from banneret.kernel.naming.match import Unclear, choices
from banneret.kernel.naming.ways import FARTHEST, Ways
from banneret.kernel.naming.words import FILLERS, key, words_of

if TYPE_CHECKING:
    from banneret.kernel.scene import Item, Question, Scene

IsLegal = Callable[[str], bool]

ALL: Final = frozenset(("all", "everybody", "everyone", "everything"))
MOST_TRIES: Final = 400


class Mover:
    """A question for a path, on the board of its scene."""

    def __init__(self, question: Question, scene: Scene, is_legal: IsLegal) -> None:
        assert question.form is not None
        self.question = question
        self.form = question.form
        self.is_legal = is_legal
        self.ways = Ways(scene.board)
        self.places: dict[tuple[str, ...], str] = {}
        for place in scene.board.places:
            self.places.setdefault(words_of(place.id), place.id)
            if place.name:
                self.places.setdefault(words_of(place.name), place.id)
        self.labels: dict[tuple[str, ...], list[Item]] = {}
        for item in self.form.items:
            for label in _called(item):
                self.labels.setdefault(label, []).append(item)

    def read(self, text: str) -> str | None:
        """The order that is meant; None where the text is no move. Raises `Unclear`."""
        words = words_of(text)
        verb = words_of(self.form.verb)
        if words[: len(verb)] == verb:
            words = words[len(verb) :]
        wanted: list[tuple[tuple[str, ...], int]] = []  # label and how many, 0 for all
        steps: list[str] = []
        everybody = False
        count = 0
        at = 0
        while at < len(words):
            label = _longest(words, at, self.labels)
            place = _longest(words, at, self.places)
            if label and not (place and len(place) > len(label)):
                wanted.append((label, count))
                at += len(label)
                count = 0
            elif place:
                steps.append(self.places[place])
                at += len(place)
            elif words[at] in ALL:
                everybody = True
                at += 1
            elif words[at].isdecimal() and not steps:
                count = int(words[at])
                at += 1
            elif words[at] in FILLERS or words[at] in ("unit", "go"):
                at += 1
            else:
                return None
        if not steps and (wanted or everybody):
            raise Unclear("Say where they go.", found=True)
        if not steps or not (wanted or everybody or len(steps) > 1):
            return None
        return self._order(wanted, everybody, steps)

    def _order(self, wanted: list[tuple[tuple[str, ...], int]], everybody: bool, steps: list[str]) -> str:
        starts = [item.place for item in self.form.items]
        origins = list(dict.fromkeys(start for start in starts if self._can_begin(start, wanted, everybody)))
        if len(steps) > 1 and steps[0] in starts:
            origins = [steps[0]]
            steps = steps[1:]
        if not origins:
            raise Unclear("Those units are not together in one place.")
        orders = []
        for origin in origins:
            group = self._group(origin, wanted)
            if group and [origin] != steps:
                orders.append((origin, self.along(group, steps)))
        if not orders:
            raise Unclear(f"Nobody who may move is there, or they are in {steps[-1]} already.")
        legal = [(origin, order) for origin, order in orders if self.is_legal(order)]
        if len(legal) > 1:
            places = [origin for origin, _ in legal]
            raise Unclear(f"They are in {choices(places)}: say from where.", found=True)
        return (legal or orders)[0][1]

    def _can_begin(self, place: str, wanted: list[tuple[tuple[str, ...], int]], everybody: bool) -> bool:
        there = [_called(item) for item in self.form.items if item.place == place]
        return all(
            sum(label in called for called in there) >= max(1, count) for label, count in wanted
        ) and bool(wanted or everybody)

    def _group(self, place: str, wanted: list[tuple[tuple[str, ...], int]]) -> list[Item]:
        """The units of a place that were named; all of it where none was."""
        there = [item for item in self.form.items if item.place == place]
        if not wanted:
            return there
        group: list[Item] = []
        for label, count in wanted:
            same = [item for item in there if label in _called(item) and item not in group]
            group += same[: count or 1]
        return group

    # ------------------------------------------------------------------ the way

    def text(self, group: Sequence[Item], steps: Sequence[str]) -> str:
        """The order of a group along these steps."""
        units = " ".join(sorted([item.word for item in group], key=_by_number))
        return f"{self.form.verb} ({units}) ({' '.join(steps)})"

    def along(self, group: Sequence[Item], steps: Sequence[str]) -> str:
        """The order along these steps; where only a goal was said, along a legal way to it."""
        plain = self.text(group, steps)
        start = group[0].place
        if any(item.place != start for item in group) or self.is_legal(plain) or len(steps) > 1:
            return plain
        return self._way(group, start, steps[0])

    def _way(self, group: Sequence[Item], start: str, goal: str) -> str:
        """The order along the shortest legal way; if there is none, along the first of the shortest, to be refused."""
        pieces = {item.piece for item in group}
        for option in self.question.options:
            if option.places and option.places[-1] == goal and set(option.pieces) == pieces:
                return option.order
        tries = 0
        first = ""
        for length in range(1, FARTHEST + 1):
            for way in self.ways.ways(start, goal, length):
                tries += 1
                order = self.text(group, way)
                first = first or order
                if self.is_legal(order):
                    return order
                if tries >= MOST_TRIES:
                    return first
        return first or self.text(group, [goal])


def _called(item: Item) -> list[tuple[str, ...]]:
    """The words for a unit: its label, and what all its like are called."""
    return list(dict.fromkeys([key(item.label), key(common(item.label))]))


def _longest(words: tuple[str, ...], at: int, names: Container[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest name at a place of the text; () if there is none."""
    for end in range(min(len(words), at + 6), at, -1):
        if words[at:end] in names:
            return words[at:end]
    return ()


def _by_number(word: str) -> tuple[int, str]:
    return (int(word), "") if word.isdecimal() and len(word) <= 12 else (10**12, word)
