"""The kinds of ground of a marsh, and the sign of each on the map of a scenario."""

from __future__ import annotations

from typing import Final

FIRM: Final = "firm ground"
REEDS: Final = "reeds"
MIRE: Final = "mire"
STONES: Final = "stones"
MERE: Final = "mere"

SIGNS: Final = {".": FIRM, "r": REEDS, "m": MIRE, "s": STONES, "w": MERE}
NO_HEX: Final = "-"
PRICES: Final = {FIRM: 2, REEDS: 3, MIRE: 2, STONES: 2}
"""What a warrior costs that is set up there, in silver. Rule: fenlight:setup.price."""
