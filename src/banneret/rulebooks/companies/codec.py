"""The state as bytes and back. The setting is not written, nor what is revealed within a step."""

from __future__ import annotations

from typing import Final

from banneret.kernel.codec import OUTCOME, Codec, Many, Row
from banneret.rulebooks.companies.state import Company, Person, State

CODEC: Final = Codec(
    State,
    "a battle of companies",
    left_out=("reveals",),
    later=("host",),
    tuples=("nodes", "roads"),
    companies=Many(Row(Company, tuples=("recruits",))),
    people=Many(Row(Person)),
    outcome=OUTCOME,
)
