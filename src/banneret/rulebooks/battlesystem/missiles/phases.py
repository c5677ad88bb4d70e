"""The Initial Missile Phase and the Missile and Magic Phase: each side shoots in its turn, Side A first.

Rules: battlesystem:1.2, battlesystem:1.5.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.stages import INITIAL_MISSILES, MISSILES
from banneret.rulebooks.battlesystem.state import State, go_on


def initial_step(state: State, table: Table) -> None:
    """A side's part of the Initial Missile Phase. Rule: battlesystem:1.2."""
    go_on(state, INITIAL_MISSILES)


def missile_step(state: State, table: Table) -> None:
    """A side's part of the Missile and Magic Phase. Rule: battlesystem:1.5."""
    go_on(state, MISSILES)
