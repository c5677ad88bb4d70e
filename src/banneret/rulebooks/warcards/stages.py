"""The stages of a battle in their order, and their names. Rules: warcards:setup.order, warcards:round.sequence."""

from __future__ import annotations

from typing import Final

# ---------------------------------------------------------------- stages: which step comes next
ATTACKER: Final = 0
FORTIFY: Final = 1
TERRAIN: Final = 2
WEATHER: Final = 3
VISIBILITY: Final = 4
WORKS: Final = 5
PLACEMENT: Final = 6
PLACE_FIRST: Final = 7
PLACE_SECOND: Final = 8
INITIATIVE: Final = 9
MOVE_FIRST: Final = 10
MOVE_SECOND: Final = 11
MAGIC: Final = 12
RALLY: Final = 13
RETREAT: Final = 14
LEAVE: Final = 15
DUELS: Final = 16
STATIONARY: Final = 17
CHARGE: Final = 18
MELEE_STEP: Final = 19
MOVING: Final = 20
ROUND_END: Final = 21
STAGE_NAMES: Final = (
    *((("Conditions", ""),) * 7),
    ("Placement", "first side places|place"),
    ("Placement", "second side places|place"),
    ("Initiative", ""),
    ("Move", "first side moves|move"),
    ("Move", "second side moves|move"),
    ("Magic", ""),
    ("Rally", ""),
    ("Retreat", "retreats"),
    ("Retreat", "surrender or withdrawal"),
    ("Retreat", "heroes"),
    ("Missiles", ""),
    ("Charge", ""),
    ("Melee", ""),
    ("Moving fire", ""),
    ("End of round", ""),
)
"""The phase and the segment of each stage, as people read them. Rules: warcards:setup.order, warcards:round.sequence."""
PHASES: Final = tuple(
    [(phase, "" if phase == "Move" else segment) for phase, segment in STAGE_NAMES[INITIATIVE:ROUND_END]]
)
"""The phases of a round in their order."""
