"""Computer players that know no rulebook: by name (`make`), searching, and under watch."""

from __future__ import annotations

from banneret.players.registry import make, names

__all__ = ["make", "names"]
