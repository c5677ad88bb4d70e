"""The inches a unit may move in a round. Rules: battlesystem:3.1d, battlesystem:7.15f, battlesystem:10.4."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import State, Unit, is_mended
from banneret.rulebooks.battlesystem.worth.shooting_limits import share
from banneret.rulebooks.battlesystem.worth.walls_and_spears import WALKING


def rate(state: State, unit: Unit) -> float:
    """Inches a unit moves in a round; half while it guards captives, and less when it shot.

    Rules: battlesystem:3.1d, battlesystem:7.15f, battlesystem:10.4.
    """
    inches = full_rate(unit)
    return inches * share(unit) if unit.shots else inches


def full_rate(unit: Unit) -> float:
    """Inches a unit that does not shoot moves in a round; half in a shield wall. Rules: 3.1d, 7.15f, battlesystem:11.6e."""
    inches = unit.now.movement
    if unit.shields == WALKING:
        inches /= 2.0
    return inches / 2.0 if unit.guards else inches


def normal_rate(state: State, unit: Unit) -> float:
    """The rate of which changes of formation and facing take a fraction: the normal one, also when a shot or a wall cut it. Rule: 7.0."""
    return unit.now.movement if is_mended(state, 3) else rate(state, unit)
