"""The state as bytes and back. The setting is not written."""

from __future__ import annotations

from typing import Final

from banneret.kernel.codec import OUTCOME, Codec, Part, Rows
from banneret.rulebooks.warcards.state import Figure, Group, State, Unit

CODEC: Final = Codec(
    State,
    "a battle of war cards",
    units=Rows(Unit),
    figures=Rows(Figure),
    groups=Rows(Group),
    effects=Part(list, lambda rows: [tuple(row) for row in rows]),
    outcome=OUTCOME,
)
