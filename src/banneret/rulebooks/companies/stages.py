"""The stages of a battle: which step comes next. Rules: companies:script.exchange, companies:volley.sequence."""

from __future__ import annotations

from typing import Final

SCRIPT: Final = 0
"""Three actions are written in secret for each company."""
VOLLEY: Final = 1
"""The actions of one volley are revealed and resolved."""
OVER: Final = 2
VOLLEYS: Final = 3
"""The volleys of an exchange."""
STAGE_NAMES: Final = ("Script", "Volley", "Over")
