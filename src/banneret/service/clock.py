"""The clock of a battle by mail: so many hours for each turn, and what follows when they have run out."""

from __future__ import annotations

from typing import Literal

import msgspec

Lapse = Literal["computer", "adjourn"]


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock as everybody sees it: `hours` for each turn; then the `computer` plays on for the side, or the battle is adjourned.

    `until`: by side, when its time runs out, in seconds since 1970. `adjourned`: it has, until a player goes on.
    """

    hours: int
    lapse: Lapse
    until: dict[str, float] = {}
    adjourned: bool = False
