"""Moves on a board, typed: which units, and the places they enter.

Numbers are those on the screen, places go by their names: `2 3 B2 C2` sends units 2 and 3 to B2 and on to C2; `A2 C2` sends
all that may go from A2 to C2, whichever way there is. What is legal is for the battle to say: it is asked (`why_not`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from banneret.kernel.naming.match import Unclear
from banneret.kernel.naming.moves import Mover
from banneret.kernel.naming.ways import FARTHEST
from banneret.render.ink import PLAIN, Ink, clean, wrap
from banneret.render.words import is_banner, side_name, token

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.decision import Refusal
    from banneret.kernel.scene import Item, Place, Question, Scene

    WhyNot = Callable[[str], Refusal | None]

LONGEST_NUMBER = 12  # digits
_SPLIT = re.compile(r"[\s,;+>-]+")
_COORDINATE = re.compile(r"[a-z]+\d+\Z")


class Moves:
    """A question for a path, on the board of its scene."""

    def __init__(self, question: Question, scene: Scene, first: int, why_not: WhyNot) -> None:
        assert question.form is not None
        self.question = question
        self.form = question.form
        self.scene = scene
        self.first = first  # the number of the first unit on the screen
        self.why_not = why_not
        self.items: list[Item] = list(question.form.items)
        self.mover = Mover(question, scene, lambda order: why_not(order) is None)
        self.places: dict[str, Place] = {}
        for place in scene.board.places:
            self.places[place.id.lower()] = place
            self.places.setdefault(place.name.lower(), place)

    # ------------------------------------------------------------------ showing

    def lines(self, width: int = 80, ink: Ink = PLAIN) -> list[str]:
        """The units that may move, by the place they are in, with the numbers they go by."""
        rows: dict[str, list[str]] = {}
        for number, item in enumerate(self.items, self.first):
            says = f" ({clean(item.consequence)})" if item.consequence else ""
            rows.setdefault(item.place, []).append(f"{number} {clean(item.label)}{says}")
        lines = []
        for place, units in rows.items():
            title = self._title(place)
            row = wrap(", ".join(units), width, f"  {title}: ")
            row[0] = row[0].replace(f"  {title}:", f"  {ink.strong(title)}:", 1)
            lines += row
        return lines

    def help(self) -> str:
        """The way to type a move, with numbers and places that are on the screen."""
        if not self.items:
            return ""
        place = self.items[0].place
        near = next((one.id for one in self.mover.ways.neighbours(place)), "B2")
        return (
            f"Type units and where they go: '{self.first} {near}', or '{place} {near}' for all in {place}. "
            f"Without a destination you are shown where they can go."
        )

    # ------------------------------------------------------------------ reading

    def read(self, text: str, ask: Callable[[str, list[str]], str] | None) -> str:
        """The order that is meant, empty when the text is no move; raises `Unclear`."""
        words = [word for word in _SPLIT.split(text.lower()) if word]
        if "(" in text or not words:
            return ""
        named = words[0] == self.form.verb
        if named:
            words = words[1:]
        if not words and ask is not None:
            words = self._ask_units(ask)
        if not all(number_in(word) >= 0 or word in self.places for word in words):
            wrong = [word for word in words if _COORDINATE.match(word) and word not in self.places]
            if named and wrong:
                raise Unclear(f"There is no place {wrong[0][:20]!r}.")
            return ""  # by name, such as "move elves to C3": for the battle to read
        numbers = [number_in(word) for word in words if number_in(word) >= 0]
        steps = [self.places[word].id for word in words if number_in(word) < 0]
        group = self._all_in(steps.pop(0)) if steps and not numbers else self._units(numbers)
        if not group:
            return ""
        if not steps:
            if ask is None:
                raise Unclear("Say where they go.")
            return self._ask_where(group, ask)
        return self._order(group, steps)

    def _title(self, place: str) -> str:
        return self.scene.board.title(self.places[place.lower()])

    def _spot(self, place: str) -> str:
        """A place inside a sentence."""
        title = self._title(place)
        return f"the {title[4:]}" if title.startswith("The ") else title

    def _units(self, numbers: list[int]) -> list[Item]:
        last = self.first + len(self.items) - 1
        for number in numbers:
            if not self.first <= number <= last:
                raise Unclear(f"No unit bears the number {number}: they go from {self.first} to {last}.")
        return [self.items[number - self.first] for number in dict.fromkeys(numbers)]

    def _all_in(self, place: str) -> list[Item]:
        group = [item for item in self.items if item.place == place]
        if not group:
            raise Unclear(f"Nobody at {self._spot(place)} may move.")
        return group

    def _order(self, group: list[Item], steps: list[str]) -> str:
        """The order along these steps; where they are not next to one another, along a way that is legal."""
        if steps == [group[0].place]:
            raise Unclear(f"They are at {self._spot(steps[0])} already.")
        return self.mover.along(group, steps)

    # ------------------------------------------------------------------ asking on

    def _ask_units(self, ask: Callable[[str, list[str]], str]) -> list[str]:
        answer = ask("Which units? (numbers, or a place for all in it)", self.lines())
        words = [word for word in _SPLIT.split(answer.lower()) if word]
        if not words:
            raise Unclear("Nobody moves.")
        return words

    def _ask_where(self, group: list[Item], ask: Callable[[str, list[str]], str]) -> str:
        """Show where a group can go, and let one be chosen."""
        start = group[0].place
        if any(item.place != start for item in group):
            places = " and ".join(dict.fromkeys(self._spot(item.place) for item in group))
            raise Unclear(f"They are at {places}: units that go together begin in one place.")
        found = self.destinations(group)
        if not found:
            refusal = None
            for near in self.mover.ways.neighbours(start):
                refusal = self.why_not(self.mover.text(group, [near.id])) or refusal
            why = f" {refusal.reason}" if refusal is not None else ""
            raise Unclear(f"They cannot go anywhere together.{why}")
        names = ", ".join(item.label for item in group)
        lines = wrap(f"{names} from {self._spot(start)} can go to:", 80)
        orders = list(found.values())
        for number, goal in enumerate(found, 1):
            says = self._meets(goal)
            title = self._title(goal)
            lines.append(f"{number:>4}. {title}{f'  {says}' if says else ''}")
        answer = ask("Where to? (number or place; Enter: nowhere)", lines).lower()
        if 1 <= number_in(answer) <= len(orders):
            return orders[number_in(answer) - 1]
        steps = [self.places[word].id for word in _SPLIT.split(answer) if word in self.places]
        if not answer or not steps:
            raise Unclear("They stay." if not answer else f"{answer[:20]!r} is none of these.")
        if len(steps) == 1 and steps[0] in found:
            return found[steps[0]]
        return self._order(group, steps)

    def destinations(self, group: list[Item]) -> dict[str, str]:
        """Every place the group can go to with one order, and that order; the nearest first."""
        start = group[0].place
        found: dict[str, str] = {}
        ring, seen = [start], {start}
        for _ in range(FARTHEST):
            following: list[str] = []
            for name in ring:
                for near in self.mover.ways.neighbours(name):
                    if near.id not in seen:
                        seen.add(near.id)
                        following.append(near.id)
            reached = False
            for goal in sorted(following):
                order = self._order(group, [goal])
                if self.why_not(order) is None:
                    found[goal] = order
                    reached = True
            if not reached:
                break
            ring = following
        return found

    def _meets(self, goal: str) -> str:
        """The pieces that are seen in a place."""
        mine = self.question.side
        here = [piece for piece in self.scene.pieces if piece.place == goal and is_banner(piece)]
        enemies = [side_name(self.scene, piece.side) for piece in here if piece.side != mine]
        if enemies:
            return f"meets {' and '.join(dict.fromkeys(enemies))}"
        own = [token(self.scene, piece.side, piece.label) for piece in here]
        place = self.places[goal.lower()]
        tags = [clean(tag.text) for tag in place.tags if tag.text]
        return ", ".join([f"joins {sign}" for sign in own] + tags)


def number_in(text: str) -> int:
    """The number that was typed, -1 where it is none: digits of which no number is made (such as ²), or more than anything has."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else -1
