"""The sides of a battle of war cards, and how many units each may have."""

from __future__ import annotations

from typing import Final

MOST_UNITS: Final = 60
"""The most units of a side."""
SIDES: Final = ("A", "B")
"""The names of the sides in scenarios and saves."""
