"""Undo requests: one side asks to go back, all sides that people play must agree, and then the battle goes back."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.service import messages as m

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.battle import Battle

RULE = "table:undo"


class UndoRequest(msgspec.Struct, frozen=True):
    """An undo request: the side that asks, the entry to go back to, and the sides that agree; it is stored until it is answered."""

    side: str
    to: int
    agreed: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> UndoRequest | None:
        """From its text in the store; None from an empty one, and from a damaged one: it can be asked again."""
        with suppress(msgspec.MsgspecError):
            return msgspec.json.decode(text, type=cls)
        return None

    def write(self) -> str:
        """As text for the store."""
        return msgspec.json.encode(self).decode()

    def sentence(self, battle: Battle, entries: Sequence[int]) -> str:
        """The undo request as a seat is shown it, by the seat's own numbers."""
        what = "entry" if isinstance(entries, range) else "moment"
        return f"{battle.title(self.side)} would like to go back to {what} {bisect_left(entries, self.to)}"


def ask_or_agree(
    battle: Battle,
    side: str,
    wanted: m.Undo | m.Agree,
    standing: UndoRequest | None,
    entries: Sequence[int],
    absent: Sequence[str] = (),
) -> UndoRequest | None:
    """The undo request that stands after a side has asked, or answered; where all agree the battle goes back, and none stands.

    `entries`: those that the side may go to, by the numbers it knows them by; `absent`: sides that nobody plays yet. Raises `IllegalOrder` for what cannot be gone back
    to, or an answer to nothing.
    """
    if isinstance(wanted, m.Undo):
        number = wanted.to or 0
        to = entries[number] if number < len(entries) - 1 else -1
        refusal = battle.why_not_go_back(max(to, 0))
        if refusal is None and to < 0:
            refusal = Refusal(f"There is no moment {number} to go back to.", RULE)
        if refusal is not None:
            raise IllegalOrder(refusal)
        standing = UndoRequest(side, to, (side,))
    elif standing is None:
        raise IllegalOrder(Refusal("There is no undo request to answer.", RULE))
    elif not wanted.yes:
        return None
    elif side not in standing.agreed:
        standing = UndoRequest(standing.side, standing.to, (*standing.agreed, side))
    people = {name for name in battle.sides if name not in battle.players and name not in absent}
    if not people <= set(standing.agreed):
        return standing
    battle.undo_agreed(standing.to, sorted({*standing.agreed, *absent}))
    return None
