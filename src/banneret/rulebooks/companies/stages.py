"""The stages of a battle, by which the next step is chosen. Rules: companies:setup.sequence, companies:script.exchange, companies:volley.sequence."""

from __future__ import annotations

from typing import Final

CAMP: Final = 0
"""Quiet scenes: specialists are sought for this battle."""
CONTACT: Final = 1
"""Leaders look for the enemy, and the winner chooses."""
DISPOSITION: Final = 2
"""The Officer's Rolls."""
POSITIONS: Final = 3
"""Positions are added and raised."""
START: Final = 4
"""The winner of Contact may start in a position."""
WORKS: Final = 5
"""The host raises a position, and all fortify."""
SCRIPT: Final = 6
"""Three actions are written in secret for each company."""
VOLLEY: Final = 7
"""The actions of one volley are revealed and resolved."""
OVER: Final = 8
VOLLEYS: Final = 3
"""The volleys of an exchange."""
STAGE_NAMES: Final = (
    "Camp",
    "Contact",
    "Disposition",
    "Positions",
    "Start",
    "Works",
    "Script",
    "Volley",
    "Over",
)
