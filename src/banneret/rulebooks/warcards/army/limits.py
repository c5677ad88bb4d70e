"""The sides of a battle of war cards, and how many units each may have."""

from __future__ import annotations

from typing import Final

MOST_UNITS: Final = 60
SIDES: Final = ("A", "B")
