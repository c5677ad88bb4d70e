"""Openings: the shots that a side has at troops on the move, each looked for only when it is asked for, and once.

A question at the table lists them all; a random order looks only for those that its draw comes upon. Rule: battlesystem:10.6.
"""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.missiles.draws import drawn
from banneret.rulebooks.battlesystem.missiles.shooting_orders import EACH, HOLD


class Openings:
    """The shots of a side by places: a place is a shooter and a point of the way, say. Subclasses say what they are.

    Nothing may change as long as they are asked.
    """

    def __init__(self, places: int, most: int = EACH) -> None:
        self.places: int = places
        self.most: int = most  # shots at a place at most
        self._known: dict[int, list[Order]] = {}

    def look(self, place: int) -> list[Order]:
        """The shots of a place, found out now."""
        raise NotImplementedError

    def close(self) -> None:
        """Undo what looking has moved."""

    def has_any(self) -> bool:
        """True if there is a shot."""
        found = False
        for place in range(self.places):
            if self._at(place):
                found = True
                break
        self.close()
        return found

    def shots(self) -> list[Order]:
        """All shots, place by place."""
        found: list[Order] = []
        for place in range(self.places):
            found += self._at(place)
        self.close()
        return found

    def sample(self, chance: Chance) -> Order:
        """Any of the shots or to hold, all equally likely."""
        found = drawn(chance, self.places + 1, self._or_hold, self.most)
        self.close()
        return HOLD if found is None else found

    def _at(self, place: int) -> list[Order]:
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = self.look(place)
        return found

    def _or_hold(self, place: int) -> list[Order]:
        return self._at(place) if place < self.places else [HOLD]
