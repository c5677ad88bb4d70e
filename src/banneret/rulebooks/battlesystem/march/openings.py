"""Openings: the shots that a side has at troops on the move, each looked for once, and only if it is needed.

A question to people lists them all; a random order looks only for those that its draw comes upon. Rule: battlesystem:10.6.
"""

from __future__ import annotations

from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.missiles.draws import drawn
from banneret.rulebooks.battlesystem.missiles.shooting_orders import EACH, HOLD


class Openings:
    """The shots of a side by places, such as a pair of shooter and point of the way: subclasses define them.

    The state may not change while they are in use.
    """

    def __init__(self, places: int, most: int = EACH) -> None:
        self.places: int = places
        self.most: int = most  # the most shots that a place can have
        self._known: dict[int, list[Order]] = {}

    def may_split(self) -> bool:
        """True if volleys may be divided among several targets, by orders that are not listed. Rule: battlesystem:10.1m."""
        return False

    def refused(self, order: Order) -> Refusal | None:
        """The reason a volley cannot be divided as ordered; None if it can. Rule: battlesystem:10.1m."""
        raise NotImplementedError

    def look(self, place: int) -> list[Order]:
        """Find the shots of a place."""
        raise NotImplementedError

    def is_open(self, place: int) -> bool:
        """True if a place has any shot: cheaper than `look`, which finds them all."""
        raise NotImplementedError

    def stop(self, place: int) -> int:
        """The point of the mover's way to which a place belongs, by its number; -1 where the moves are over. Rule: battlesystem:10.6a."""
        return -1

    def close(self) -> None:
        """Put back whatever `look` has moved."""

    def has_any(self) -> bool:
        """True if there is any shot."""
        found = False
        for place in range(self.places):
            if self.is_open(place):
                found = True
                break
            self._known[place] = []
        self.close()
        return found

    def shots(self) -> list[Order]:
        """All shots, place by place."""
        found: list[Order] = []
        for place in range(self.places):
            found += self._at(place)
        self.close()
        return found

    def shots_at(self, stops: set[int]) -> list[Order]:
        """The shots at these points of the way, place by place. Rule: battlesystem:10.6a."""
        found: list[Order] = []
        for place in range(self.places):
            if self.stop(place) in stops:
                found += self._at(place)
        self.close()
        return found

    def sample(self, chance: Chance) -> Order:
        """A random one of all shots and `HOLD`, all equally likely."""
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
