"""Rights: what the bearer of links may do and know in a battle.

A link can be handed on, so it gives its bearer that seat and nothing else. Who plays several sides proves it
by presenting the links of all of them; nothing is known of a person but the links that came with the request.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from banneret.service.codes import Code
from banneret.service.errors import Declined
from banneret.service.live.actions import REFEREE

if TYPE_CHECKING:
    from banneret.service.live.session import Session
    from banneret.service.storage.seats import Seat

RULE = "table:record"


@dataclass(frozen=True, slots=True)
class Bearer:
    """The bearer of links of a battle: the seats that these open, and all seats of the battle that there are links for."""

    presented: tuple[Seat, ...]
    seats: tuple[Seat, ...]

    @property
    def is_referee(self) -> bool:
        """True if one of the links is the referee's."""
        return any(seat.side == REFEREE for seat in self.presented)

    @property
    def is_maker(self) -> bool:
        """True if all links are presented that the player who began the battle kept, or the referee's."""
        kept = [seat for seat in self.seats if seat.mine]
        return self.is_referee or (bool(kept) and all(seat in self.presented for seat in kept))

    def sides(self, session: Session) -> list[str]:
        """The sides whose links are presented, in the order of the battle."""
        return [side for side in session.battle.sides if any(seat.side == side for seat in self.presented)]

    def plays_alone(self, session: Session) -> bool:
        """True if all sides are presented that there are links for: nobody else plays, or will, except for the computer."""
        sides = self.sides(session)
        linked = {seat.side for seat in self.seats if seat.side in session.battle.sides}
        linked.update(session.guests.free)
        return bool(sides) and linked == set(sides)

    def may_know_all(self, session: Session) -> bool:
        """True if nothing of the battle is hidden from one of the links."""
        return any(session.may_know_all(seat) for seat in self.presented)


def secret(session: Session) -> Declined:
    """The reason why a seat may not have the record."""
    if session.closed:
        sentence = "This is a branch to try things out; the battle it came from still hides what its record would tell."
        return Declined(Code.NOT_ALLOWED, sentence, RULE)
    sentence = (
        "The record tells everything: it is open to players once the battle is over, and to the referee."
    )
    return Declined(Code.NOT_YET, sentence, RULE)
