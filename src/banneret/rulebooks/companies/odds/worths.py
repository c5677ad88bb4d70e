"""The worths that battles between computer players taught: what sight, ground, nerve and the rest count in points of Disposition."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.companies.odds.prospects import Posture
from banneret.rulebooks.companies.tables.files import rows

LEARNT: Final = Posture(**{name: float(one) for name, one in rows("worths", "learnt")[0].items()})
"""The worths that battles taught; scripts of tree search are weighed by it, and the exchange that `banneret odds` solves."""
