"""The inches a unit may move in a round. Rules: battlesystem:3.1d, battlesystem:7.15f, battlesystem:10.4."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import State, Unit
from banneret.rulebooks.battlesystem.worth.shooting_limits import share


def rate(state: State, unit: Unit) -> float:
    """Inches a unit moves in a round; half while it guards captives, and less when it shot.

    Rules: battlesystem:3.1d, battlesystem:7.15f, battlesystem:10.4.
    """
    inches = full_rate(unit)
    return inches * share(unit) if unit.shots else inches


def full_rate(unit: Unit) -> float:
    """Inches a unit that does not shoot moves in a round. Rules: battlesystem:3.1d, battlesystem:7.15f."""
    inches = unit.now.movement
    return inches / 2.0 if unit.guards else inches
