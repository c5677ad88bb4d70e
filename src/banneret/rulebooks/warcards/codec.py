"""The state as bytes and back. The setting is not written."""

from __future__ import annotations

from typing import Final

from banneret.kernel.codec import OUTCOME, Codec, Many, Part, Row
from banneret.rulebooks.warcards.state import Figure, Group, State, Unit

CODEC: Final = Codec(
    State,
    "a battle of war cards",
    units=Many(Row(Unit)),
    figures=Many(Row(Figure)),
    groups=Many(Row(Group)),
    effects=Part(list, lambda rows, _kept: [tuple(row) for row in rows]),
    outcome=OUTCOME,
)
