"""The stages of a Game Round: which step comes next. Rule: battlesystem:1.0d."""

from __future__ import annotations

from typing import Final

PLACING: Final = 0
INITIATIVE: Final = 1
RALLY: Final = 2
SEQUENCE: Final = 3  # Side A chooses who moves first. Rule: battlesystem:1.4
COMPELLED: Final = (
    4  # routs go on, discipline is tested, compelled attacks: before any voluntary move of the side
)
MOVEMENT: Final = 5
ASSIGNMENT: Final = 6  # combats are formed, weapons and targets chosen
MELEE: Final = 7  # one combat a step
ROUND_END: Final = 8
STAGE_NAMES: Final = (
    ("Placement", ""),
    ("Initiative", ""),
    ("Rally", ""),
    ("Movement", "order of the sides"),
    ("Movement", "routs and compelled moves"),
    ("Movement", ""),
    ("Melee", "who fights whom"),
    ("Melee", ""),
    ("End of round", ""),
)
PHASES: Final = (("Initiative", ""), ("Rally", ""), ("Movement", ""), ("Melee", ""), ("End of round", ""))
