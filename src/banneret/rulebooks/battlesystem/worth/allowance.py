"""The inches a unit may move in a round. Rules: battlesystem:3.1d, battlesystem:7.15f."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import State, Unit


def rate(state: State, unit: Unit) -> float:
    """Inches a unit moves in a round; half while it guards captives. Rules: battlesystem:3.1d, battlesystem:7.15f."""
    inches = unit.now.movement
    return inches / 2.0 if unit.guards else inches
