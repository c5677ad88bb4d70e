"""The four edges of the table, by number and by name."""

from __future__ import annotations

from typing import Final

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
EDGES: Final = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
