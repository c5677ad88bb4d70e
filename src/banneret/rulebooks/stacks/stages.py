"""The stages of a battle: at each a step begins, and the battle can be suspended."""

from __future__ import annotations

from typing import Final

SETUP: Final = 0  # who begins, blind spells and reserves
RECRUIT: Final = 1  # phase 1, one draw a step
DEPLOY: Final = 2  # phase 2, one unit a step
EXCHANGE: Final = 3  # phase 3, one exchange a step
MOVE: Final = 4  # phase 4, one move order a step
SCOUT: Final = 5  # phase 5: the active side names the next hex
LOOK: Final = 6  # S1
STEAL: Final = 7  # S2
DEVOUR: Final = 8  # S3
BATTLE: Final = 9  # phase 6: the active side names the next hex
REVEAL: Final = 10  # V1
RETREAT: Final = 11  # T1
WITHDRAW: Final = 12  # T2
GUARD: Final = 13  # T3
PARALYZE: Final = 14  # T4
SUPPORT: Final = 15  # T5
ROLL: Final = 16  # B1
STRIKE: Final = 17  # B2
LOSSES: Final = 18  # B3
RESPITE: Final = 19  # R1 and R2
VICTORY: Final = 20  # R3
CALLOFF: Final = 21  # R4
END: Final = 22  # phase 7
OVER: Final = 23
