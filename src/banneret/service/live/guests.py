"""The guests of a battle: which sides are left to guests, who has come, and what the players go by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from banneret.service import messages as m
from banneret.service.storage.guests import SETTLED, Place

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle


class Guests:
    """The places that are left to guests by side, and what each seat that somebody has the link of goes by."""

    def __init__(self, places: Iterable[Place] = (), people: Mapping[str, str] | None = None) -> None:
        self.places = {place.side: place for place in places}
        self.people = dict(people or {})

    def __bool__(self) -> bool:
        return bool(self.places)

    @property
    def free(self) -> list[str]:
        """The sides on which no guest sits yet."""
        return [side for side in self.places if side not in self.people]

    @property
    def taken(self) -> list[str]:
        """The sides on which guests sit."""
        return [side for side in self.places if side in self.people]

    def view(self, side: str, here: bool, computer: str) -> m.SeatView:
        """A side's seat as everybody sees it."""
        place = self.places.get(side)
        return m.SeatView(
            side,
            side,
            here,
            computer,
            computer,
            guest=place is not None,
            free=place is not None and side not in self.people,
            opened=place is not None and place.opened,
            person=self.people.get(side, ""),
        )

    def leave(self, side: str) -> None:
        """The side is free again."""
        self.people.pop(side, None)
        self._as_at_first()
        self.places[side] = Place(side)

    def swap(self, mine: str, free: str) -> None:
        """The player of `mine` plays `free` from now on, and `mine` is left to a guest."""
        self.people[free] = self.people.pop(mine, "")
        self._as_at_first()
        del self.places[free]
        self.places[mine] = Place(mine)

    def settle(self, sides: Iterable[str]) -> None:
        """The battle has begun with the armies of the guests on these sides."""
        for side in sides:
            self.places[side] = self.places[side]._replace(since=SETTLED)

    def _as_at_first(self) -> None:
        """The battle begins again: nobody has ordered anything."""
        for side, place in self.places.items():
            self.places[side] = place._replace(since=min(place.since, 0))

    def may_be_asked_back(self, battle: Battle) -> bool:
        """True if no guest has given an order since they came, and none has brought an army."""
        if battle.is_over:
            return False
        taken = [self.places[side] for side in self.taken]
        return all(place.since != SETTLED and not _has_ordered(battle, place) for place in taken)


def _has_ordered(battle: Battle, place: Place) -> bool:
    """True if an order of the side stands in the record since its guest came."""
    numbers = range(place.since + 1, battle.record.count + 1)
    entries = [battle.record.entry(number) for number in numbers]
    return any(entry.kind == "order" and entry.who == place.side for entry in entries)


def tidy(person: str) -> str:
    """The name that a player goes by, without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in person).split())
