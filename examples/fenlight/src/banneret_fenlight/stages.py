"""The stages of a battle."""

from __future__ import annotations

from typing import Final

PLACEMENT: Final = 0
ROUND: Final = 1
OVER: Final = 2
