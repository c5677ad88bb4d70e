"""What units and orders are called in sentences."""

from __future__ import annotations

from banneret.rulebooks.warcards.state import State, Unit


def label(state: State, unit: Unit) -> str:
    """What people call a unit."""
    return state.setting.labels[unit.id]
