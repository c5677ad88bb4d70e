"""The state as bytes and back. The setting is not written."""

from __future__ import annotations

from typing import Final

from banneret.kernel.codec import OUTCOME, Codec, Many, Row
from banneret.rulebooks.skirmish.state import Army, Creature, State

CODEC: Final = Codec(
    State,
    "a battle of skirmish",
    left_out=("chain",),
    tuples=("waiting", "fresh"),
    armies=Many(Row(Army, later=("shelved", "kept", "laid"))),
    creatures=Many(Row(Creature, tuples=("attached",))),
    outcome=OUTCOME,
)
