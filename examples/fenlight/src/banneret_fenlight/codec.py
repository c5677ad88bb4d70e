"""The state as bytes and back. The marsh is not written."""

from __future__ import annotations

from typing import Final

from banneret.kernel.codec import OUTCOME, Codec, Many, Row
from banneret_fenlight.state import Band, State

CODEC: Final = Codec(State, "a battle of fenlight", shared=("marsh",), bands=Many(Row(Band)), outcome=OUTCOME)
