"""Wishes to go back: one side asks, all sides that people play must agree, and then the battle goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.service import messages as m

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle

RULE = "table:undo"


class Wish(msgspec.Struct, frozen=True):
    """Who wishes to go back to after which entry, and which sides agree; it stands in the store until it is answered."""

    side: str
    to: int
    agreed: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Wish | None:
        """From its text in the store; None from an empty one."""
        return msgspec.json.decode(text, type=cls) if text else None

    def write(self) -> str:
        """As text for the store."""
        return msgspec.json.encode(self).decode()

    def sentence(self, battle: Battle) -> str:
        """What everybody at the table is told."""
        return f"{battle.title(self.side)} would like to go back to after entry {self.to}"


def wished(battle: Battle, side: str, wanted: m.Undo | m.Agree, wish: Wish | None) -> Wish | None:
    """The wish that stands after a side has wished, or answered; where all agree the battle goes back, and none stands.

    Raises `IllegalOrder` for what cannot be gone back to, or an answer to nothing.
    """
    if isinstance(wanted, m.Undo):
        to = wanted.to or 0
        refusal = battle.why_not_go_back(to)
        if refusal is not None:
            raise IllegalOrder(refusal)
        wish = Wish(side, to, (side,))
    elif wish is None:
        raise IllegalOrder(Refusal("Nobody wishes to go back.", RULE))
    elif not wanted.yes:
        return None
    elif side not in wish.agreed:
        wish = Wish(wish.side, wish.to, (*wish.agreed, side))
    people = {name for name in battle.sides if name not in battle.players}
    if not people <= set(wish.agreed):
        return wish
    battle.undo_agreed(wish.to, sorted(wish.agreed))
    return None
