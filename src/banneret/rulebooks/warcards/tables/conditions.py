"""Terrain, weather, visibility and kinds of works, by number and by name."""

from __future__ import annotations

from typing import Final

# ---------------------------------------------------------------- terrain, weather, visibility
OPEN: Final = 0
FOREST: Final = 1
JUNGLE: Final = 2
SWAMP: Final = 3
HILLS: Final = 4
MOUNTAIN: Final = 5
DEEP: Final = 6
SHALLOW: Final = 7
TERRAINS: Final = ("open", "forest", "jungle", "swamp", "hills", "mountain", "deep-water", "shallow-water")

NORMAL: Final = 0
ABNORMAL: Final = 1
INCLEMENT: Final = 2
STORM: Final = 3
MAJOR_STORM: Final = 4
WEATHERS: Final = ("normal", "abnormal", "inclement", "storm", "major-storm")

FULL: Final = 0
NIGHT: Final = 1
FOG: Final = 2
OTHER: Final = 3
VISIBILITIES: Final = ("full", "night", "fog", "other")

CAMP: Final = 0
LIMITED: Final = 1
CASTLE: Final = 2
