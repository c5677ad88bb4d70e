"""The stages of a battle: which step comes next. Rules: companies:setup.sequence, companies:script.exchange, companies:volley.sequence."""

from __future__ import annotations

from typing import Final

CONTACT: Final = 0
"""Leaders look for the enemy, and the winner chooses."""
DISPOSITION: Final = 1
"""The Officer's Rolls."""
POSITIONS: Final = 2
"""Positions are added and raised."""
START: Final = 3
"""The winner of Contact may start in a position."""
WORKS: Final = 4
"""The host raises a position, and all fortify."""
SCRIPT: Final = 5
"""Three actions are written in secret for each company."""
VOLLEY: Final = 6
"""The actions of one volley are revealed and resolved."""
OVER: Final = 7
VOLLEYS: Final = 3
"""The volleys of an exchange."""
STAGE_NAMES: Final = (
    "Contact",
    "Disposition",
    "Positions",
    "Start",
    "Works",
    "Script",
    "Volley",
    "Over",
)
