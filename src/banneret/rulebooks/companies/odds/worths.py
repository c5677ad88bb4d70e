"""The worths of sight, ground, nerve and the rest that were learned from battles between computer players."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.companies.odds.prospects import Posture
from banneret.rulebooks.companies.tables.files import rows

LEARNT: Final = Posture(**{name: float(one) for name, one in rows("worths", "learnt")[0].items()})
"""The learned posture, by which tree search weighs scripts, and `banneret odds` solves exchanges."""
